"""Positions as text."""

import pytest

from engine import Board, FenError

START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.mark.parametrize(
    "fen",
    [
        "W:Wa1,Kc3:Bb8,Kd8",
        "W:Bb8,Kd8:Wa1,Kc3",
        "w:wa1,kc3:bb8,kd8",
        "W:WA1,KC3:BB8,KD8.",
        " W : W a1 , Kc3 : B b8 , Kd8 ",
        "W:W29,K22:B1,K2",
        "W:W29,K22:BK2,1.",
    ],
)
def test_one_position_in_many_forms(fen):
    board = Board("czech", fen)
    assert board.fen() == "W:Wa1,Kc3:Bb8,Kd8"
    assert board.fen(numeric=True) == "W:WK22,29:B1,K2"


def test_ranges():
    assert Board("czech", "W:W21-32:B1-12").fen() == Board().fen()
    assert Board().fen(numeric=True) == START
    assert Board("czech", "B:WK1-3:B12").fen(numeric=True) == "B:WK1,K2,K3:B12"


@pytest.mark.parametrize("fen", ["B:W18:B", "B:WKa1:B", "W:W:B", "B:W50:B"])
def test_a_side_may_be_empty(fen):
    key = "international" if "50" in fen else "czech"
    assert len(Board(key, fen).pieces()) == (0 if fen == "W:W:B" else 1)


def test_an_unstated_side_to_move_is_whoever_begins():
    assert Board("czech", "?:Wa1:Bb8").turn == "white"
    assert Board("english", "?:Wa1:Bb8").turn == "black"


@pytest.mark.parametrize(
    ("key", "fen", "code", "message"),
    [
        (
            "czech",
            "",
            "unreadable-fen",
            "'' is not a position. Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12.",
        ),
        (
            "czech",
            "W:Wa1",
            "unreadable-fen",
            "W:Wa1 is not a position. Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12.",
        ),
        (
            "czech",
            "X:Wa1:Bb8",
            "unreadable-fen",
            "X:Wa1:Bb8 is not a position. Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12.",
        ),
        (
            "czech",
            "W:Wa1:Wb8",
            "fen-sides",
            "W:Wa1:Wb8 must list White's pieces once (W...) and Black's once (B...).",
        ),
        ("czech", "W:Wa2:B", "no-such-square", "a2 is not a playing square of this board."),
        ("czech", "W:W33:B", "no-such-square", "33 is not a playing square of this board."),
        ("czech", "W:W0:B", "no-such-square", "0 is not a playing square of this board."),
        ("czech", "W:W31-50:B1-20", "no-such-square", "50 is not a playing square of this board."),
        ("czech", "W:Wa1,a1:B", "two-pieces", "Two pieces stand on a1."),
        ("czech", "W:Wc3:BKc3", "two-pieces", "Two pieces stand on c3."),
        (
            "czech",
            "W:Wb8:B",
            "man-on-last-row",
            "A man cannot stand on b8: it would have been crowned there.",
        ),
        (
            "czech",
            "W:W:Bg1",
            "man-on-last-row",
            "A man cannot stand on g1: it would have been crowned there.",
        ),
        (
            "czech",
            "W:W13-25:B",
            "too-many-pieces",
            "One side has 13 pieces; it can have at most 12.",
        ),
        (
            "cech-dama",
            "W:W24-32:B",
            "too-many-pieces",
            "One side has 9 pieces; it can have at most 8.",
        ),
        (
            "international",
            "W:WK4,WK5,55:B4",
            "unreadable-piece",
            "wk5 is not a piece on a square.",
        ),
        ("czech", "W:Wa1,,c1:B", "unreadable-piece", "'' is not a piece on a square."),
        ("czech", "W:W12-9:B", "bad-range", "12-9 is not a range of squares like 1-12."),
        ("czech", "W:Wa1-3:B", "bad-range", "a1-3 is not a range of squares like 1-12."),
    ],
)
def test_what_cannot_be(key, fen, code, message):
    with pytest.raises(FenError) as caught:
        Board(key, fen)
    assert caught.value.code == code
    assert str(caught.value) == message
