"""What the boards of a match make."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.results import GAME_RESULTS, SCORINGS, reversed_code
from tournaments.domain.teams import (
    Board,
    MatchScore,
    average,
    first_has_white,
    in_team_order,
    match_score,
    unplayed_points,
)

TWO_ONE_ZERO = SCORINGS["2-1-0"]


def of(*boards: Board, games: int = 1, scoring: str = "2-1-0") -> tuple[tuple[int, int], str | None]:
    score = match_score(boards, SCORINGS[scoring], games)
    return score.points, score.code


@pytest.mark.parametrize(
    ("codes", "points", "code"),
    [
        # On the second board the first team has Black.
        (("1-0", "1-0"), (2, 2), "1/2-1/2"),
        (("1-0", "0-1"), (4, 0), "1-0"),
        (("1/2-1/2", "1-0"), (1, 3), "0-1"),
        (("0-0", "0-0"), (0, 0), "0-0"),
        (("+/-", "-/+"), (4, 0), "+/-"),
        (("-/+", "+/-"), (0, 4), "-/+"),
        (("-/-", "-/-"), (0, 0), "-/-"),
        (("1-0", "-/+"), (4, 0), "1-0"),
        (("1-0", None), (2, 0), None),
        ((None, None), (0, 0), None),
    ],
)
def test_the_sum_of_the_boards_decides(codes, points, code):
    boards = [Board((each,), turned=not first_has_white(at)) for at, each in enumerate(codes, start=1)]
    assert of(*boards) == (points, code)


def test_the_scoring_says_what_a_board_is_worth():
    boards = (
        Board(("1-0",)),
        Board(("1/2-1/2",), turned=True),
        Board(("1/2-1/2",)),
        Board(("1-0",), turned=True),
    )
    assert of(*boards) == ((4, 4), "1/2-1/2")
    assert of(*boards, scoring="3-1-0") == ((5, 5), "1/2-1/2")
    assert of(*boards[:3], scoring="3-1-0") == ((5, 2), "1-0")


def test_colours_change_over_in_the_second_game():
    # The first team wins both games of the first board, as White and as Black.
    assert of(Board(("1-0", "0-1")), games=2) == ((4, 0), "1-0")
    assert of(Board(("1-0", "1-0")), games=2) == ((2, 2), "1/2-1/2")
    assert of(Board(("1-0", None)), games=2) == ((2, 0), None)


def test_who_has_no_opponent_wins_every_game_of_the_round():
    assert of(Board(("full-bye",), alone=True)) == ((2, 0), "+/-")
    assert of(Board(("full-bye",), turned=True, alone=True), games=2) == ((0, 4), "-/+")
    assert of(Board(("full-bye",), turned=True, alone=True), Board(("1-0",))) == ((2, 2), "1/2-1/2")


def test_a_match_without_games_gives_the_points_of_every_board():
    assert unplayed_points("bye", TWO_ONE_ZERO, 4) == (8, 0)
    assert unplayed_points("half-bye", TWO_ONE_ZERO, 4) == (4, 0)
    assert unplayed_points("zero-bye", TWO_ONE_ZERO, 4) == (0, 0)
    assert unplayed_points("-/+", TWO_ONE_ZERO, 4) == (0, 8)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.tuples(st.sampled_from(GAME_RESULTS), st.booleans()), min_size=1, max_size=6),
    st.sampled_from(list(SCORINGS.values())),
)
def test_the_other_teams_view_is_the_mirror(codes, scoring):
    boards = [Board((code,), turned=turned) for code, turned in codes]
    mirrored = [Board((code,), turned=not turned) for code, turned in codes]
    mine, theirs = match_score(boards, scoring, 1), match_score(mirrored, scoring, 1)
    assert mine.code is not None
    assert theirs == MatchScore(mine.points[::-1], reversed_code(mine.code))


def test_the_order_of_a_team_may_have_gaps_but_no_swaps():
    assert in_team_order("abcd", ["a", "c", "d"])
    assert in_team_order("abcd", [None, "b", None])
    assert not in_team_order("abcd", ["b", "a"])


def test_the_rating_of_a_team_is_the_mean_of_those_who_have_one():
    assert (average([1500, 1600]), average([1500, 1501]), average([1]), average([])) == (1550, 1501, 1, 0)
