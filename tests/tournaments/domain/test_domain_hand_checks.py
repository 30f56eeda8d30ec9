"""What is said of a round paired by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.errors import PairingError
from tournaments.domain.hand_checks import cannot_pair, hand_warnings
from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingPlan, PlannedPairing
from tournaments.domain.state import (
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
)


def state(*rounds, players=4, **more):
    """Players A, B, C … after rounds of (white, black, result)."""
    entries = tuple(EntryState(n, name="ABCDEFGH"[n - 1]) for n in range(1, players + 1))
    paired = tuple(
        RoundState(number, tuple(PairingState(*each) for each in pairings))
        for number, pairings in enumerate(rounds, start=1)
    )
    return TournamentState(entries, paired, **more)


def said(tournament, *pairings, **more):
    """Codes and sentences about the next round."""
    planned = [PlannedPairing(*each) for each in pairings]
    found = hand_warnings(tournament, planned, len(tournament.rounds) + 1, **more)
    return [(each.code, str(each)) for each in found]


ONE = [(1, 2, "1-0"), (3, 4, "1-0")]


def test_nothing_is_unusual():
    assert said(state(ONE), (2, 3), (4, 1)) == []


def test_who_has_met_names_the_rounds():
    assert said(state(ONE), (2, 1), (3, 4)) == [
        ("met-before", "2 B and 1 A have met already, in round 1."),
        ("met-before", "3 C and 4 D have met already, in round 1."),
    ]


def test_a_forfeit_was_no_meeting():
    assert said(state([(1, 2, "+/-"), (3, 4, "1-0")]), (2, 1)) == []


def test_meeting_again_as_the_system_has_it_is_usual():
    plan = PairingPlan(2, (PlannedPairing(2, 1), PlannedPairing(4, 3)))
    assert said(state(ONE), (2, 1), (4, 3), proposal=plan) == []


@pytest.mark.parametrize(("rounds", "expected"), [((1, 999), ["prohibited"]), ((2, 3), [])])
def test_a_prohibition_holds_in_its_rounds(rounds, expected):
    tournament = state(prohibited=(Prohibition(frozenset({1, 2}), *rounds),))
    assert [code for code, _text in said(tournament, (1, 2), (3, 4))] == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("bye", "bye", ["second-bye"]),
        ("draw-bye", "bye", ["second-bye"]),
        ("half-bye", "bye", []),
        ("bye", "half-bye", []),
    ],
)
def test_a_second_bye(first, second, expected):
    tournament = state([(1, 2, "1-0"), (3, None, first)], players=3)
    assert [code for code, _text in said(tournament, (2, 1), (3, None, second)) if code != "met-before"] == (
        expected
    )


class TestColours:
    whites = (
        [(1, 2, "1-0"), (3, 4, "1-0")],
        [(1, 3, "1-0"), (2, 4, "1-0")],
    )

    def test_a_third_time_in_a_row(self):
        assert said(state(*self.whites), (1, 4), (2, 3)) == [
            ("third-white", "1 A gets White for the third time in a row."),
            ("too-often-white", "1 A has then had White in 3 more games than Black."),
            ("third-black", "4 D gets Black for the third time in a row."),
            ("too-often-black", "4 D has then had Black in 3 more games than White."),
        ]

    def test_two_games_have_both_colours(self):
        assert said(state(*self.whites), (1, 4), (2, 3), games=2) == []

    def test_a_forfeit_known_beforehand_gives_none(self):
        assert said(state(*self.whites), (1, 4, "+/-"), (2, 3)) == []


def test_what_the_system_would_pair_instead():
    plan = PairingPlan(1, (PlannedPairing(1, 3), PlannedPairing(4, 2), PlannedPairing(5, None, "bye")))
    found = said(state(players=5), (4, 2), (3, 1), (5, None, "half-bye"), proposal=plan)
    assert found == [
        ("differs-from-system", "The pairing system would pair: 1 A – 3 C."),
        ("bye-differs-from-system", "The pairing system would leave without an opponent: 5 E."),
    ]


def test_why_there_is_no_proposal_is_a_message_in_a_message():
    note = cannot_pair(PairingError("no-luck", "No luck in round %(round)s.", round=6))
    assert str(note) == "The pairing system proposes no round: No luck in round 6."


@settings(deadline=None, max_examples=15)
@given(players=st.integers(2, 9), key=st.sampled_from(["swiss", "round-robin"]), seed=st.integers(0, 99))
def test_the_systems_own_round_is_never_unusual(players, key, seed):
    tournament = TournamentState(tuple(EntryState(n) for n in range(1, players + 1)), seed=seed)
    plan = PAIRING_SYSTEMS[key].pair(tournament, number=1, seed=seed)
    assert hand_warnings(tournament, plan.pairings, 1, proposal=plan) == ()
