"""Reading and writing moves, and the words for what is refused."""

import json
from pathlib import Path

import pytest

from engine import AmbiguousMoveError, Board, FenError, IllegalMoveError, InvalidMoveError, Move, MoveError

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"


@pytest.mark.parametrize("text", ["c3-d4", "c3d4", "C3-D4", "C3D4", " c3-d4 ", "c3–d4", "22-18", "c3 - d4"])
def test_a_quiet_move_in_every_form(text):
    assert Board().parse(text) == Move("c3", "d4")


@pytest.mark.parametrize(
    "text", ["c3xg7", "c3:g7", "c3g7", "C3Xg7", "c3xe5xg7", "c3:e5:g7", "22x8", "22x15x8", "c3-g7"]
)
def test_a_capture_in_every_form(text):
    board = Board("czech", "W:Wc3:Bd4,f6,b8")
    assert board.parse(text) == Move("c3", "g7", frozenset({"d4", "f6"}))
    assert board.parse(text).path == ("c3", "e5", "g7")


@pytest.mark.parametrize("text", ["a1xd4xg7", "a1xe5xg7", "a1xd4xe5xg7", "a1xg7"])
def test_another_square_of_the_same_line_is_the_same_route(text):
    board = Board("czech", "W:WKa1:Bc3,f6,h2")
    assert board.parse(text).captured == {"c3", "f6"}


def test_the_notation_of_a_move():
    board = Board("czech", "W:Wc3:Bd4,f6,b8")
    (move,) = board.legal_moves
    assert board.notation(move) == "c3xg7"
    assert board.notation(move, separator=":") == "c3:g7"
    assert board.notation(move, numeric=True) == "22x8"


AMBIGUOUS = "W:WKa5:Bc3,f2,g5,b6,e5"


def test_an_ambiguous_capture_says_what_would_settle_it():
    board = Board("czech", AMBIGUOUS)
    with pytest.raises(AmbiguousMoveError) as caught:
        board.parse("a5xh6")
    assert caught.value.code == "ambiguous-move"
    assert caught.value.params["squares"] == "d2, c7"
    assert str(caught.value) == (
        "a5xh6 can mean a5xd2xh6, a5xc7xf4xh6. Add the square that settles it: d2, c7."
    )
    assert board.parse("a5xd2xh6").captured == {"c3", "g5"}
    assert board.parse("a5xc7xh6").captured == {"b6", "e5", "g5"}
    written = {board.notation(move) for move in board.legal_moves if move.to_square == "h6"}
    assert written == {"a5xd2xh6", "a5xc7xf4xh6"}


def test_every_square_between_where_no_single_one_settles_it():
    board = Board("czech", "W:WKh4:Bg5,f4,d2,b6,e5,c5")
    with pytest.raises(AmbiguousMoveError) as caught:
        board.parse("h4xe1")
    assert caught.value.params["squares"] == "f6xc3, e7xb4, d8"
    assert board.parse("h4xe7xb4xe1").captured == {"g5", "c5", "d2"}


def test_a_single_jump_among_longer_captures_is_what_its_path_says():
    board = Board("russian", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    assert [str(move) for move in board.legal_moves] == ["f8xh6xf4xd6xb4", "f8xb4", "h4xf6xd4xb6"]
    assert board.parse("f8xb4").captured == {"c5"}
    assert board.parse("f8xh6xf4xd6xb4").captured == {"g7", "g5", "e5", "c5"}


def test_a_man_goes_on_as_a_king():
    (move,) = Board("russian", "W:Wh6:Bg7,c5,d2").legal_moves
    assert move == Move("h6", "e1", frozenset({"g7", "c5", "d2"}))
    assert str(move) == "h6xf8xb4xe1"


@pytest.mark.parametrize("path", sorted((GOLDEN / "movegen").glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_is_written_is_read_back(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        board = Board(path.stem, json.loads(line)["fen"])
        for move in board.legal_moves:
            assert board.parse(board.notation(move)) == move
            assert board.parse(board.notation(move, numeric=True, separator=":")) == move
            assert board.parse(str(move)) == move
            assert Move(move.from_square, move.to_square, move.captured, move.path) == move


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("c3", "unreadable-move", "c3 is not a move. Write it like c3-d4, f4xd6 or 22-18."),
        ("", "unreadable-move", "'' is not a move. Write it like c3-d4, f4xd6 or 22-18."),
        ("c3-b4x", "unreadable-move", "c3-b4x is not a move. Write it like c3-d4, f4xd6 or 22-18."),
        ("c3-c4", "no-such-square", "c4 is not a playing square of this board."),
        ("i3-j4", "no-such-square", "i3 is not a playing square of this board."),
        ("33-22", "no-such-square", "33 is not a playing square of this board."),
        ("0-22", "no-such-square", "0 is not a playing square of this board."),
    ],
)
def test_what_is_no_move(text, code, message):
    with pytest.raises(InvalidMoveError) as caught:
        Board().parse(text)
    assert caught.value.code == code
    assert str(caught.value) == message


MUST = "A capture is possible and must be made: from c3."


@pytest.mark.parametrize(
    ("fen", "text", "code", "message"),
    [
        (None, "d4-e5", "no-piece", "There is no piece on d4."),
        (None, "b6-a5", "not-your-piece", "The piece on b6 is the opponent's."),
        (None, "b2-c3", "occupied", "c3 is occupied."),
        (None, "c3-c3", "same-square", "A piece cannot stay on its own square."),
        (None, "c3-e5", "too-far", "e5 is too far from c3 for this piece."),
        (None, "c3xe5", "nothing-to-capture", "There is nothing to capture between c3 and e5."),
        (None, "c3xd4", "nothing-to-capture", "There is nothing to capture between c3 and d4."),
        ("W:Wc3,d6:Bb8", "d6-c5", "man-moves-forward", "A man moves forward only."),
        ("W:Wc3,d6:Bb8", "c3-e3", "not-diagonal", "c3 and e3 are not on one diagonal."),
        ("W:Wc3,a3:Bd4,b8", "a3-b4", "must-capture", MUST),
        ("W:Wc3:Bd4,f6,b8", "c3xe5", "must-go-on", "The capture must go on from e5."),
        ("W:We5:Bd4,h8", "e5xc3", "man-captures-forward", "A man captures forward only."),
        (
            "W:WKd8,f2,a1:Bf6,g3,b8",
            "f2xh4",
            "king-must-capture",
            "A king can capture, so a king must: from d8.",
        ),
        (
            "W:WKd8,f2,a1:Bf6,g3,b8",
            "a1-b2",
            "king-must-capture",
            "A king can capture, so a king must: from d8.",
        ),
        ("W:WKd8,f2:Bf6,g3,g5,b8", "f2xf6", "occupied", "f6 is occupied."),
        (
            "W:WKa1:Bd4,g3,h8",
            "a1xf6",
            "must-land",
            "The king must land where it can go on capturing: e5.",
        ),
        ("W:WKa1:Bd4,e5,h8", "a1xf6", "way-blocked", "The way from a1 to f6 is blocked."),
        ("W:WKa1,c3:Bd6", "a1-e5", "own-piece-between", "An own piece stands between a1 and e5."),
        ("W:WKa1:Bh2", "a1xe5", "nothing-to-capture", "There is nothing to capture between a1 and e5."),
        ("W:W:Ba3", "a1-b2", "game-over", "The game is over: there is no legal move."),
        (
            "W:WKa1:Bc3,f6,h2",
            "a1xd4xh4xg7",
            "wrong-route",
            "No capture from a1 to g7 passes the squares of a1xd4xh4xg7.",
        ),
    ],
)
def test_why_a_move_is_illegal(fen, text, code, message):
    with pytest.raises(IllegalMoveError) as caught:
        Board("czech", fen).parse(text)
    assert caught.value.code == code
    assert str(caught.value) == message
    assert caught.value.template % caught.value.params == message


def test_a_mans_long_capture_yields_to_a_king():
    with pytest.raises(IllegalMoveError) as caught:
        Board("czech", "W:WKb8,c3:Bd4,d6,f6,h8").parse("c3xg7")
    assert caught.value.code == "king-must-capture"


def test_the_majority_rule_has_its_own_reason():
    with pytest.raises(IllegalMoveError) as caught:
        Board("brazilian", "W:Wc3,f2:Bd4,f6,g3").parse("f2xh4")
    assert caught.value.code == "must-capture-most"
    assert str(caught.value) == "A capture of more pieces is possible and must be made: 2."


def refusal(board, text):
    """The code of the error for a move, "" when it is legal."""
    try:
        board.parse(text)
    except MoveError as error:
        return error.code
    return ""


def test_every_move_between_two_squares_is_legal_or_has_a_reason():
    for case in json.loads((GOLDEN / "czech_positions.json").read_text(encoding="utf-8"))[:12]:
        board = Board("czech", case["fen"])
        legal = {(move.from_square, move.to_square) for move in board.legal_moves}
        for origin in board.geometry.names:
            for target in board.geometry.names:
                code = refusal(board, f"{origin}{target}")
                assert (code in ("", "ambiguous-move")) == ((origin, target) in legal)
                assert code != "not-legal"


def test_reasons_on_a_numbered_board_name_numbers():
    with pytest.raises(FenError, match=r"^A man cannot stand on 1: it would have been crowned there\.$"):
        Board("international", "W:W1:B50")
    with pytest.raises(FenError, match=r"^Two pieces stand on 28\.$"):
        Board("international", "W:W28:B28")
    board = Board("international", "W:WK20:B7,12,17,24,32,35,42,45")
    assert board.why_illegal("20x2") == (
        "20x2 can mean 20x33x11x2, 20x38x16x2. Add the square that settles it: 33x11, 38."
    )
