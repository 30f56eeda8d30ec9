"""Whatever happens in a Swiss, with acceleration, prohibitions and rounds of two games too, these hold."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, options_of
from tournaments.domain.results import GAME_RESULTS, PAIRING_BYES, SCORINGS
from tournaments.domain.state import (
    ACCELERATION,
    PAIRING_BYE,
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
)

SWISS = PAIRING_SYSTEMS["swiss"]
COMMON = [*GAME_RESULTS[:3] * 3, *GAME_RESULTS]
REQUESTED = ["half-bye", "zero-bye", "full-bye"]


def entry(number, rounds, lot):
    return EntryState(
        number,
        rating=lot.choice([0, 1000, 1200]),
        withdrawn_after=lot.choice([None] * 9 + [lot.randint(0, rounds)]),
        joined_round=lot.choice([1] * 9 + [2]),
        byes={each: lot.choice(REQUESTED) for each in range(1, rounds + 1) if lot.random() < 0.05},
    )


def prohibition(players, rounds, lot):
    first = lot.randint(1, rounds)
    size = min(lot.choice([2, 2, 3]), players)
    return Prohibition(frozenset(lot.sample(range(1, players + 1), size)), first, lot.choice([first, 999]))


def begun(players, rounds, lot):
    options = {PAIRING_BYE: lot.choice(PAIRING_BYES), ACCELERATION: lot.choice(["none", "baku"])}
    return TournamentState(
        tuple(entry(number, rounds, lot) for number in range(1, players + 1)),
        planned_rounds=rounds,
        scoring=SCORINGS[lot.choice(list(SCORINGS))],
        options=options_of(SWISS, options),
        prohibited=tuple(prohibition(players, rounds, lot) for _ in range(lot.choice([0, 1, 3, 6]))),
    )


def with_round(state, plan, lot, games):
    def result(each, given):
        return lot.choice(COMMON) if each.black is not None else given

    pairings = tuple(
        PairingState(each.white, each.black, result(each, each.result), result(each, None))
        for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings, games)))


def played(players, rounds, seed):
    """Yield (state, plan) of each round of a random tournament; plan is the error where there is none."""
    lot = random.Random(seed)
    state, games = begun(players, rounds, lot), lot.choice([1, 1, 2])
    for number in range(1, rounds + 1):
        try:
            plan = SWISS.pair(state, number=number, seed=seed)
        except PairingError as error:
            yield state, error
            return
        yield state, plan
        state = with_round(state, plan, lot, games)


tournaments = given(st.integers(2, 13), st.integers(1, 7), st.integers(0, 10_000))
some = settings(max_examples=50, deadline=None)


@some
@tournaments
def test_a_plan_breaks_no_rule(players, rounds, seed):
    for state, plan in played(players, rounds, seed):
        if isinstance(plan, PairingError):
            continue
        check_plan(state, plan)
        games = [each for each in plan.pairings if each.black is not None]
        byes = [each for each in plan.pairings if each.result in PAIRING_BYES]
        assert [each.result for each in byes] == [state.options[PAIRING_BYE]] * len(byes)
        present = sum(1 for each in state.entries if each.is_present(plan.number))
        assert (len(games), len(byes)) == divmod(present, 2)


@some
@tournaments
def test_a_round_is_refused_only_when_there_is_none(players, rounds, seed):
    for state, plan in played(players, rounds, seed):
        if isinstance(plan, PairingError):
            number = len(state.rounds) + 1
            present = [n for n, each in state.by_number.items() if each.is_present(number)]
            if len(present) < 2:
                assert plan.code == "too-few-present"
                continue
            matches = state.as_matches
            assert not can_be_paired(matches, present, last=number == rounds)
            prohibited = can_be_paired(replace(matches, prohibited=()), present, last=number == rounds)
            assert plan.code == ("prohibited-leave-none" if prohibited else "no-legal-pairing")


def can_be_paired(state, present, *, last):
    """Return whether there is any round by the absolute rules C1-C3, by trying all of them."""
    number = len(state.rounds) + 1
    colours = {n: [p.colour for p in state.histories[n] if p.played] for n in present}
    barred = {
        n
        for n in present
        if any(
            (p.opponent is None and (p.side == "win" or p.result in PAIRING_BYES)) or p.forfeit_win
            for p in state.histories[n]
        )
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
        return not met and not clash and not state.forbids(a, b, number)

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
def test_the_order_of_the_input_changes_nothing_and_nothing_else_does(players, rounds, seed):
    lot = random.Random(seed + 1)
    for state, plan in played(players, rounds, seed):
        if isinstance(plan, PairingError):
            continue
        turned = replace(
            state,
            entries=shuffled(state.entries, lot),
            rounds=tuple(replace(each, pairings=shuffled(each.pairings, lot)) for each in state.rounds),
            prohibited=shuffled(state.prohibited, lot),
        )
        assert SWISS.pair(turned, number=plan.number, seed=seed) == plan


def shuffled(items, lot):
    return tuple(lot.sample(items, len(items)))


@some
@tournaments
def test_two_games_are_paired_like_the_match_they_make(players, rounds, seed):
    for state, plan in played(players, rounds, seed):
        if not isinstance(plan, PairingError):
            assert SWISS.pair(state.as_matches, number=plan.number, seed=seed) == plan


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 17), st.integers(0, 16), st.integers(0, 10_000))
def test_no_second_bye_while_somebody_had_none(spared, others, seed):
    """Of 17 players all but one, and some more, had a bye: he gets it, though he leads the field."""
    lot = random.Random(seed)
    had = [number for number in range(1, 18) if number != spared]
    spared_too = {spared, *lot.sample(had, others)} if others < 16 else {spared}
    rounds = tuple(
        RoundState(
            at,
            (
                PairingState(number, None, lot.choice(PAIRING_BYES)),
                *(PairingState(each, None, "half-bye") for each in sorted(spared_too) if each != number),
            ),
        )
        for at, number in enumerate([n for n in had if n not in spared_too], start=1)
    )
    state = TournamentState(
        tuple(EntryState(number) for number in range(1, 18)),
        rounds,
        planned_rounds=20,
        options=options_of(SWISS, {PAIRING_BYE: lot.choice(PAIRING_BYES)}),
    )
    plan = SWISS.pair(state, number=len(rounds) + 1, seed=seed)
    got = [each.white for each in plan.pairings if each.result in PAIRING_BYES]
    assert len(got) == 1
    assert got[0] in spared_too


@pytest.mark.parametrize("code", PAIRING_BYES)
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000))
def test_seventeen_players_share_the_byes(code, seed):
    lot = random.Random(seed)
    state = TournamentState(
        tuple(EntryState(number) for number in range(1, 18)),
        planned_rounds=9,
        options=options_of(SWISS, {PAIRING_BYE: code}),
    )
    for number in range(1, 9):
        plan = SWISS.pair(state, number=number, seed=seed)
        state = with_round(state, plan, lot, 1)
    times = [[part.result for part in parts].count(code) for parts in state.histories.values()]
    assert sorted(times) == [0] * 9 + [1] * 8
