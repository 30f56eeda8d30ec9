"""Points by decision: they rank and pair a player, and his opponents' tie-breaks do not feel them."""

from dataclasses import replace

import pytest

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import SCORINGS
from tournaments.domain.standings import standings
from tournaments.domain.state import Adjustment, EntryState, PairingState, RoundState, TournamentState

SWISS = PAIRING_SYSTEMS["swiss"]


@pytest.fixture
def state():
    """Eight players after two rounds: 1 and 2 have 4 points, 3 and 4 have 2, 5 and 6 have 2, 7 and 8 none."""
    rounds = (
        RoundState(1, tuple(PairingState(w, w + 4, "1-0") for w in (1, 2, 3, 4))),
        RoundState(
            2,
            (
                PairingState(3, 1, "0-1"),
                PairingState(4, 2, "0-1"),
                PairingState(5, 7, "1-0"),
                PairingState(6, 8, "1-0"),
            ),
        ),
    )
    entries = tuple(EntryState(number, 2000 - number, f"Player {number}") for number in range(1, 9))
    return TournamentState(entries, rounds, planned_rounds=5, initial_colour="white")


def adjusted(state, *decisions):
    return replace(state, adjustments=tuple(Adjustment(*each) for each in decisions))


def test_points_are_those_of_games_and_of_decisions(state):
    given = adjusted(state, (1, 1, -1), (1, 2, -1), (8, 2, 3))
    assert given.game_points == {1: 4, 2: 4, 3: 2, 4: 2, 5: 2, 6: 2, 7: 0, 8: 0}
    assert given.points == {1: 2, 2: 4, 3: 2, 4: 2, 5: 2, 6: 2, 7: 0, 8: 3}


def test_a_decision_counts_from_its_round_on(state):
    given = adjusted(state, (1, 2, -3), (2, 3, -4))
    assert [given.until(after).points[1] for after in (0, 1, 2)] == [0, 2, 1]
    assert given.points[2] == 4


def test_the_place_follows_them_and_the_opponents_tiebreaks_do_not(state):
    before = {row.number: row for row in standings(state, ["buchholz"])}
    after = {row.number: row for row in standings(adjusted(state, (1, 2, -3)), ["buchholz"])}
    assert (before[1].place, after[1].points, after[1].place) == (1, 1, 6)
    for number in (1, 3, 5):
        assert after[number].tiebreaks == before[number].tiebreaks


@pytest.mark.parametrize("tiebreak", ["koya", "solkoff", "sonneborn-berger"])
def test_no_tiebreak_of_an_opponent_feels_them(state, tiebreak):
    before = {row.number: row.tiebreaks for row in standings(state, [tiebreak])}
    after = {row.number: row.tiebreaks for row in standings(adjusted(state, (1, 1, -4)), [tiebreak])}
    assert after == before


def test_the_swiss_pairs_by_them(state):
    def pairs(of):
        plan = SWISS.pair(of, number=3, seed=1)
        return {frozenset((each.white, each.black)) for each in plan.pairings}

    assert frozenset((1, 2)) in pairs(state)
    fallen = pairs(adjusted(state, (1, 2, -4)))
    # With no points left he meets somebody of the lowest group.
    assert frozenset((1, 2)) not in fallen
    assert {frozenset((1, 7)), frozenset((1, 8))} & fallen


def test_nobody_falls_out_of_the_pairing_by_points_below_zero(state):
    plan = SWISS.pair(adjusted(state, (7, 1, -5)), number=3, seed=1)
    assert sorted(number for each in plan.pairings for number in (each.white, each.black)) == [*range(1, 9)]


def test_a_half_point_is_one_of_the_integer_points(state):
    half = replace(adjusted(state, (1, 1, -1)), scoring=SCORINGS["1-0.5-0"])
    assert half.scoring.show(half.points[1]) == "1½"
