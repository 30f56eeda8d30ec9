"""Reading one submitted record and writing one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import RULESETS, Board, pdn
from games.domain.errors import IllegalGameError
from games.domain.records import (
    MAX_TEXT,
    fingerprint,
    read_record,
    refused_attempt,
    settled_result,
    write_record,
)
from tournaments.domain.errors import InputError

START = "W:W21-32:B1-12"


def refused(**record):
    with pytest.raises(InputError) as caught:
        read_record("czech", **record)
    return caught.value


def test_movetext_alone_is_a_record():
    record = read_record("czech", text="1. c3-d4 d6-c5 2. b2-c3")
    assert (record.moves, record.plies, record.stated_results) == (("c3-d4", "d6-c5", "b2-c3"), 3, ())


def test_moves_are_kept_in_the_shortest_notation():
    record = read_record("czech", moves=["c3d4", "F6-E5", "d4:f6"])
    assert record.moves == ("c3-d4", "f6-e5", "d4xf6")


def test_an_illegal_ply_is_named_with_its_reason_and_the_legal_moves():
    error = refused(text="1. c3-d4 f6-e5 2. d4xf6 g7xe5 3. h2-h4 *")
    assert isinstance(error, IllegalGameError)
    assert (error.ply, error.move, str(error.reason)) == (5, "h2-h4", "h2 and h4 are not on one diagonal.")
    assert error.legal == ("a3-b4", "b2-c3", "d2-c3", "e3-d4", "e3-f4", "g3-f4", "g3-h4")
    assert error.played == ("c3-d4", "f6-e5", "d4xf6", "g7xe5")


def test_an_error_says_the_ply_the_move_and_the_side():
    error = refused(moves=["c3-d4", "f6-e5", "d4xf6", "h2-h4"])
    assert str(error).startswith("Ply 4 (move 2, Black): h2-h4 – ")
    assert str(error).endswith(" Legal moves: e7xg5, g7xe5.")


def test_a_reason_that_names_the_move_says_it_once():
    assert str(refused(moves=["b2xd4"])) == (
        "Ply 1 (move 1, White): b2xd4 – An own piece stands between b2 and d4. Legal moves: "
        "a3-b4, c3-b4, c3-d4, e3-d4, e3-f4, g3-f4, g3-h4."
    )
    assert str(refused(moves=["zz"])).startswith("Ply 1 (move 1, White): zz is not a move.")


def test_an_attempt_is_refused_as_the_next_ply():
    error = refused_attempt("czech", ["c3-d4", "f6-e5"], "d4-c5")
    assert (error.ply, error.move, error.legal, error.played) == (
        3,
        "d4-c5",
        ("d4xf6",),
        ("c3-d4", "f6-e5"),
    )
    assert str(error.reason) == "A capture is possible and must be made: from d4."
    assert refused_attempt("czech", ["c3-d4", "f6-e5"], "d4-f6") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-game"),
        ('[White "Novák"]\n\n1-0', "no-moves"),
        ("1. c3-d4 * 1. c3-b4 *", "several-games"),
        ("1. c3-d4 what?", "unexpected-text"),
        ('[GameType "25"]\n1. c3-d4 *', "other-gametype"),
        ('[FEN "W:Wa1"]\n1. a1-b2 *', "unreadable-fen"),
        ('[FEN "W:Wa1:Bh8"]\n1. a1-b2 *', "other-start"),
        ("x" * (MAX_TEXT + 1), "record-too-long"),
    ],
)
def test_what_is_not_one_game_of_this_ruleset_is_refused(text, code):
    assert refused(text=text).code == code


def test_a_set_up_of_the_start_is_the_start():
    assert read_record("czech", text=f'[SetUp "1"]\n[FEN "{START}"]\n1. c3-d4 *').plies == 1


def test_text_and_moves_together_are_refused():
    assert refused(text="1. c3-d4", moves=["c3-d4"]).code == "text-and-moves"


def test_a_ruleset_without_a_number_takes_any_gametype():
    assert read_record("cech-dama", text='[GameType "29"]\n1. b2-a3 *').plies == 1


def test_results_in_the_text_are_read_in_every_form():
    assert read_record("czech", text='[Result "2-0"]\n1. c3-d4 *').stated_results == ("1-0",)
    assert read_record("czech", text='[Result "1-0"]\n1. c3-d4 1-1').stated_results == ("1-0", "1/2-1/2")


def test_the_result_is_what_everybody_says(decided):
    board_says = read_record("czech", text=decided).outcome
    assert settled_result([], board_says) == "0-1"
    assert settled_result(["", "*", "1-0", "1-0"], None) == "1-0"
    assert settled_result([""], None) == ""


@pytest.mark.parametrize("stated", [["1-0"], ["1/2-1/2"], ["0-1", "1-0"]])
def test_contradicting_results_are_refused(decided, stated):
    with pytest.raises(InputError):
        settled_result(stated, read_record("czech", text=decided).outcome)


@given(st.sampled_from(sorted(RULESETS)), st.lists(st.integers(min_value=0), min_size=1, max_size=60))
def test_a_written_record_is_read_back(ruleset, choices):
    board = Board(ruleset)
    moves = []
    for choice in choices:
        if not board.legal_moves:
            break
        move = board.legal_moves[choice % len(board.legal_moves)]
        moves.append(board.notation(move))
        board.push(move)
    text = write_record(ruleset, {"White": 'Ná"vlek', "Site": ""}, moves, "")
    record = read_record(ruleset, text=text)
    assert (list(record.moves), record.final_fen, record.tags["White"]) == (moves, board.fen(), 'Ná"vlek')
    assert record.fingerprint == fingerprint(ruleset, "", moves)


def test_the_ruleset_is_named_where_the_standard_has_no_number():
    game = next(pdn.read_games(write_record("czech", {}, ["c3-d4"], "1-0")))
    assert dict(game.tags) == {"Result": "1-0", "GameType": RULESETS["czech"].gametype}
    game = next(pdn.read_games(write_record("cech-dama", {}, ["b2-a3"], "")))
    assert dict(game.tags) == {"Result": "*", "Ruleset": "cech-dama"}
