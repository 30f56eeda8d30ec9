"""Plies by move numbers and sides."""

import pytest

from engine import Board
from games.domain.plies import move_number, ply_offset, ply_place


@pytest.mark.parametrize(
    ("ruleset", "ply", "place"),
    [
        ("czech", 1, "Ply 1 (move 1, White)"),
        ("czech", 6, "Ply 6 (move 3, Black)"),
        ("czech", 7, "Ply 7 (move 4, White)"),
        ("english", 1, "Ply 1 (move 1, Black)"),
        ("english", 6, "Ply 6 (move 3, White)"),
    ],
)
def test_a_ply_has_its_move_and_side(ruleset, ply, place):
    assert str(ply_place(ruleset, ply)) == place


def test_a_game_set_up_with_the_second_side_to_move_begins_in_the_middle_of_a_move():
    start = Board("czech", "B:Wc3:Bf6").fen()
    assert (ply_offset("czech", start), ply_offset("czech", Board("czech").fen()), ply_offset("czech")) == (
        1,
        0,
        0,
    )
    assert [str(ply_place("czech", ply, start)) for ply in (1, 2)] == [
        "Ply 1 (move 1, Black)",
        "Ply 2 (move 2, White)",
    ]
    assert [move_number(ply, 1) for ply in (1, 2, 3)] == [(1, 1), (2, 0), (2, 1)]
