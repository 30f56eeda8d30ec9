"""Replaying a recorded game."""

import pytest

from engine import FenError, Outcome, UnknownRulesetError
from engine.game import replay


def test_a_game():
    played = replay("czech", ["c3-d4", "B6-A5", "d4-c5", "d6:b4"])
    assert [str(move) for move in played.moves] == ["c3-d4", "b6-a5", "d4-c5", "d6xb4"]
    assert played.notations == ("c3-d4", "b6-a5", "d4-c5", "d6xb4")
    assert played.error is None
    assert played.outcome is None
    assert played.board.ply == 4


def test_the_first_bad_move_ends_it():
    played = replay("czech", ["c3-d4", "b6-c5", "a3-b4", "nonsense"])
    error = played.error
    assert (error.ply, error.move, error.code) == (3, "a3-b4", "must-capture")
    assert error.message == error.template % error.params
    assert error.message == "A capture is possible and must be made: from d4."
    assert error.legal == ("d4xb6",)
    assert played.board.ply == 2


def test_an_unreadable_move_is_an_error_of_its_ply():
    error = replay("czech", ["c3-d4", "nonsense"]).error
    assert (error.ply, error.code, len(error.legal)) == (2, "unreadable-move", 7)


def test_moves_after_the_end():
    played = replay("czech", ["c3xe5", "a7-b6"], fen="W:Wc3:Bd4")
    assert played.outcome == Outcome("white", "no-pieces")
    assert (played.error.ply, played.error.code, played.error.legal) == (2, "game-over", ())


def test_what_the_caller_gets_wrong_is_raised():
    with pytest.raises(FenError):
        replay("czech", [], fen="W:Wb8:B")
    with pytest.raises(UnknownRulesetError):
        replay("chess", [])
