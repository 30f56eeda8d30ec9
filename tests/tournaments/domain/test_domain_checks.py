"""The second fence around a plan."""

from dataclasses import replace

import pytest

from tournaments.domain.checks import UNAVOIDABLE, check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingPlan, PlannedPairing, Reason
from tournaments.domain.results import PAIRING_BYES
from tournaments.domain.state import PairingState, Prohibition, RoundState


def plan(*pairings):
    return PairingPlan(2, tuple(PlannedPairing(*pairing) for pairing in pairings))


@pytest.fixture
def state(make_state):
    """Five players after a round; 5 withdrew."""
    return make_state(
        5,
        [(1, 2, "1-0"), (3, 5, "+/-"), (4, None, "bye")],
        entries={5: {"withdrawn_after": 1}},
        planned_rounds=3,
    )


@pytest.mark.parametrize(
    ("pairings", "told"),
    [
        ([(1, 3), (2, 4), (6, None, "zero-bye")], "pairs number 6"),
        ([(1, 3), (2, 4), (3, None, "bye")], "3 Player3 twice"),
        ([(1, 1), (2, 4), (3, None, "bye")], "1 Player1 twice"),
        ([(1, 3), (2, None, "bye")], "leaves out 4 Player4"),
        ([(2, 1), (3, 4)], "2 Player2 and 1 Player1, who have already met"),
        ([(1, 3), (2, None, "half-bye"), (4, None, "bye")], "4 Player4 a second bye"),
        ([(1, 3), (2, 4), (5, None, None)], "5 Player5 without an opponent and without a bye"),
        ([(1, 3), (2, 4), (5, None, "1-0")], "5 Player5 without an opponent and without a bye"),
    ],
)
def test_a_broken_plan_is_refused(pairings, told, state):
    with pytest.raises(PairingError) as caught:
        check_plan(state, plan(*pairings))
    assert caught.value.code == "plan-invalid"
    assert told in str(caught.value)


def test_a_sound_plan_passes(state):
    check_plan(state, plan((1, 3), (2, 4), (5, None, "zero-bye")))


def test_who_rests_by_the_system_may_be_left_out(state):
    check_plan(state, PairingPlan(2, (PlannedPairing(1, 3),), resting=frozenset((2, 4))))


def test_who_did_not_meet_at_the_board_may_meet(make_state):
    state = make_state(4, [(1, 2, "1-0"), (3, 4, "+/-")])
    check_plan(state, plan((3, 4), (1, None, "half-bye"), (2, None, "half-bye")))


@pytest.mark.parametrize("key", sorted(PAIRING_SYSTEMS))
def test_what_the_systems_plan_passes(key, make_state):
    state = make_state(9, entries={2: {"byes": {1: "half-bye"}}})
    check_plan(state, PAIRING_SYSTEMS[key].pair(state, number=1, seed=1))


@pytest.mark.parametrize("first", PAIRING_BYES)
@pytest.mark.parametrize("second", PAIRING_BYES)
def test_a_pairing_bye_of_any_worth_bars_any_other(first, second, make_state):
    state = make_state(3, [(1, 2, "+/-"), (3, None, first)])
    with pytest.raises(PairingError, match="gives 3 Player3 a second bye"):
        check_plan(state, plan((1, 2), (3, None, second)))


def test_who_played_one_game_of_two_has_met(make_state):
    pairings = (PairingState(1, 2, "-/+", "1-0"), PairingState(3, 4, "-/+", "+/-"))
    state = replace(make_state(4), rounds=(RoundState(1, pairings, 2),))
    check_plan(state, plan((3, 4), (1, None, "half-bye"), (2, None, "half-bye")))
    with pytest.raises(PairingError, match="who have already met"):
        check_plan(state, plan((2, 1), (3, None, "half-bye"), (4, None, "half-bye")))


def test_a_prohibited_pairing_is_refused_unless_it_had_to_be(make_state):
    state = make_state(2, prohibited=(Prohibition(frozenset({1, 2}), 2, 3),))
    with pytest.raises(PairingError) as caught:
        check_plan(state, plan((2, 1)))
    assert caught.value.code == "plan-invalid"
    assert str(caught.value) == "Round 2 pairs 2 Player2 and 1 Player1, who are not allowed to meet."
    declared = PlannedPairing(2, 1, None, (Reason(UNAVOIDABLE, "It had to be."),))
    check_plan(state, PairingPlan(2, (declared,)))
    check_plan(state, PairingPlan(4, (PlannedPairing(2, 1),)))
