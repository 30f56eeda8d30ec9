"""Whatever happens in a tournament, these hold."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import GAME_RESULTS, SCORINGS
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS

COMMON = [*GAME_RESULTS[:3] * 3, *GAME_RESULTS]


def entry(number, rounds, lot):
    byes = {each: lot.choice(["half-bye", "zero-bye", "full-bye"]) for each in range(1, rounds + 1)}
    return EntryState(
        number,
        rating=lot.choice([0, 1000, 1200]),
        withdrawn_after=lot.choice([None] * 9 + [lot.randint(0, rounds)]),
        joined_round=lot.choice([1] * 9 + [2]),
        byes={each: code for each, code in byes.items() if lot.random() < 0.05},
    )


def with_round(state, plan, lot):
    pairings = tuple(
        PairingState(each.white, each.black, each.result or lot.choice(COMMON)) for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings, groups=plan.groups)))


def played(key, players, rounds, seed):
    """Yield (state, plan) of each round of a random tournament; plan is the error where there is none."""
    lot = random.Random(seed)
    system = PAIRING_SYSTEMS[key]
    state = TournamentState(
        tuple(entry(number, rounds, lot) for number in range(1, players + 1)),
        planned_rounds=rounds,
        scoring=SCORINGS[lot.choice(list(SCORINGS))],
        options=system.options,
    )
    for number in range(1, min(rounds, system.total_rounds(state)) + 1):
        try:
            plan = system.pair(state, number=number, seed=seed)
        except PairingError as error:
            yield state, error
            return
        yield state, plan
        state = with_round(state, plan, lot)


tournaments = given(st.integers(2, 13), st.integers(1, 7), st.integers(0, 10_000))
some = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("key", sorted(PAIRING_SYSTEMS))
@some
@tournaments
def test_everybody_present_is_paired_once_and_nobody_meets_twice(key, players, rounds, seed):
    for state, plan in played(key, players, rounds, seed):
        if not isinstance(plan, PairingError):
            check_plan(state, plan)


@some
@tournaments
def test_standings_are_in_order_and_hold_everybody(players, rounds, seed):
    for key in PAIRING_SYSTEMS:
        for state, _ in played(key, players, rounds, seed):
            rows = standings(state, list(TIEBREAKS))
            assert sorted(row.number for row in rows) == list(state.by_number)
            counted = [row for row in rows if not row.excluded]
            keys = [(-row.points, *(-value.order for value in row.tiebreaks)) for row in counted]
            assert keys == sorted(keys)
            for (above, below), (key_above, key_below) in zip(pairwise(counted), pairwise(keys), strict=True):
                assert (above.place == below.place) == (key_above == key_below)
