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

SWISS = PAIRING_SYSTEMS["swiss"]
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
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings)))


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
def test_a_round_is_refused_only_when_there_is_none(players, rounds, seed):
    for state, plan in played("swiss", players, rounds, seed):
        if isinstance(plan, PairingError):
            number = len(state.rounds) + 1
            present = [n for n, each in state.by_number.items() if each.is_present(number)]
            few = len(present) < 2
            assert plan.code == ("too-few-present" if few else "no-legal-pairing")
            assert few or not can_be_paired(state, present, last=number == rounds)


def can_be_paired(state, present, *, last):
    """Return whether there is any round by the absolute rules C1-C3, by trying all of them."""
    colours = {n: [p.colour for p in state.histories[n] if p.played] for n in present}
    barred = {
        n
        for n in present
        if any((p.opponent is None and p.side == "win") or p.forfeit_win for p in state.histories[n])
    }
    top = {n for n in present if last and 2 * state.points[n] > state.scoring.win * len(state.rounds)}

    def due(n):
        balance = colours[n].count("white") - colours[n].count("black")
        if balance <= -2 or (balance <= 1 and colours[n][-2:] == ["black"] * 2):
            return "white"
        if balance >= 2 or (balance >= -1 and colours[n][-2:] == ["white"] * 2):
            return "black"
        return None

    def may_meet(a, b):
        met = any(p.opponent == b and p.played for p in state.histories[a])
        clash = due(a) is not None and due(a) == due(b) and a not in top and b not in top
        return not met and not clash

    def search(left, bye):
        if not left:
            return True
        first, rest = left[0], left[1:]
        if bye and first not in barred and search(rest, False):
            return True
        return any(may_meet(first, other) and search([n for n in rest if n != other], bye) for other in rest)

    return search(present, len(present) % 2 == 1)


@some
@tournaments
def test_the_order_of_the_input_changes_nothing(players, rounds, seed):
    for state, plan in played("swiss", players, rounds, seed):
        if isinstance(plan, PairingError):
            continue
        turned = replace(
            state,
            entries=state.entries[::-1],
            rounds=tuple(RoundState(each.number, each.pairings[::-1]) for each in state.rounds),
        )
        assert SWISS.pair(turned, number=plan.number, seed=seed) == plan


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
