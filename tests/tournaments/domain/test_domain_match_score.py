"""Several games of the same two as one score."""

import pytest

from tournaments.domain.match_score import for_first_white, match_points, play_off_is_open, play_off_points
from tournaments.domain.results import SCORINGS

TWO_ONE = SCORINGS["2-1-0"]


def test_every_code_is_turned_to_the_white_of_the_first_game():
    assert for_first_white(["1-0", "1-0", "1/2+-1/2", "-/+", None]) == ("1-0", "0-1", "1/2+-1/2", "+/-", None)


@pytest.mark.parametrize(
    ("codes", "points"),
    [
        ([], (0, 0)),
        ([None, None], (0, 0)),
        (["1-0", None], (2, 0)),
        (["1-0", "1-0"], (2, 2)),
        (["1-0", "1/2-1/2"], (3, 1)),
        (["+/-", "-/+"], (4, 0)),
        (["-/-", "0-0"], (0, 0)),
    ],
)
def test_points_of_both(codes, points):
    assert match_points(codes, TWO_ONE) == points


def test_points_are_the_scorings_own():
    assert match_points(["1-0", "1/2-1/2"], SCORINGS["3-1-0"]) == (4, 1)


@pytest.mark.parametrize(
    ("codes", "play_off", "planned", "is_open"),
    [
        (["1/2-1/2"], (), 2, True),
        (["1/2+-1/2"], (), 2, True),
        (["1-0"], (), 2, False),
        (["1-0", "1-0"], (), 2, True),
        (["1-0", "1/2-1/2"], (), 2, False),
        (["1-0", None], (), 2, False),
        (["1/2-1/2"], (), 0, False),
        (["1/2-1/2"], ("1/2-1/2",), 2, True),
        (["1/2-1/2"], ("1-0",), 1, False),
        (["1/2-1/2"], ("1-0",), 2, True),
        (["1/2-1/2"], ("1-0", "0-1"), 3, False),
        (["1/2-1/2"], ("1-0", "1-0"), 3, True),
        (["1/2-1/2"], ("1/2-1/2", "1/2-1/2"), 2, False),
        (["1/2-1/2"], ("1/2-1/2", "0-1"), 2, False),
        (["-/-"], (), 2, False),
        (["0-0"], (), 2, False),
    ],
)
def test_a_tie_is_played_off_until_it_is_decided(codes, play_off, planned, is_open):
    assert play_off_is_open(codes, play_off, TWO_ONE, planned) is is_open


@pytest.mark.parametrize(
    ("games", "points"),
    [(1, (1, 3)), (2, (3, 1))],
)
def test_colours_change_over_into_the_play_off(games, points):
    assert play_off_points(("1-0", "1/2-1/2"), games, TWO_ONE) == points
