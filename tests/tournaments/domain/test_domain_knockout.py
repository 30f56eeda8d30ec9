"""Knockout: the golden first rounds, and what holds in every bracket."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.conftest import GOLDEN
from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, options_of
from tournaments.domain.pairing.bracket import bracket_order
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, Prohibition, RoundState, TournamentState

KNOCKOUT = PAIRING_SYSTEMS["knockout"]
BRACKETS = {
    int(size): [tuple(pair) for pair in pairs]
    for size, pairs in json.loads((GOLDEN / "knockout.json").read_text()).items()
    if size != "about"
}


def field(players, **stored):
    entries = tuple(EntryState(number, 2000 - number, f"Player{number}") for number in range(1, players + 1))
    return TournamentState(entries, options=options_of(KNOCKOUT, stored), seed=1)


def pair(state, **changed):
    plan = KNOCKOUT.pair(state, number=len(state.rounds) + 1, seed=1)
    check_plan(state, plan)
    return plan


def favourite(white, black):
    return "1-0" if white < black else "0-1"


def play(state, result=favourite, games=1):
    """Return the state with one more round, in which `result(white, black)` is the result of each match."""
    plan = pair(state)
    pairings = tuple(
        PairingState(each.white, each.black, each.result or result(each.white, each.black))
        for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings, games)))


def play_all(state, result=favourite):
    while len(state.rounds) < KNOCKOUT.total_rounds(state):
        state = play(state, result)
    return state


def places(state):
    rows = standings(state, KNOCKOUT.default_tiebreaks, sections=KNOCKOUT.sections)
    return [(row.place, row.number) for row in rows]


def pairs_of(plan):
    return [tuple(sorted((each.white, each.black or 0))) for each in plan.pairings]


@pytest.mark.parametrize("players", sorted(BRACKETS))
def test_the_first_round_is_that_of_the_golden_bracket(players):
    plan = pair(field(players))
    wanted = [tuple(sorted(each)) for each in BRACKETS[players]]
    games = [each for each in wanted if each[0]]
    assert pairs_of(plan) == games + [each for each in wanted if not each[0]]
    byes = [each.white for each in plan.pairings if each.black is None]
    assert sorted(byes) == list(range(1, len(byes) + 1))


@given(st.integers(1, 7))
def test_in_every_round_the_seeds_of_a_match_sum_to_the_same(power):
    order = bracket_order(2**power)
    assert sorted(order) == list(range(1, 2**power + 1))
    while len(order) > 1:
        assert {one + other for one, other in zip(order[::2], order[1::2], strict=True)} == {len(order) + 1}
        order = [min(pair) for pair in zip(order[::2], order[1::2], strict=True)]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 128))
def test_favourites_meet_as_late_as_they_can(players):
    state = play_all(field(players))
    total = (players - 1).bit_length()
    assert len(state.rounds) == total
    for number, played in enumerate(state.rounds, start=1):
        left = total - number
        games = [each for each in played.pairings if each.black is not None]
        byes = [each.white for each in played.pairings if each.black is None]
        assert sorted(byes) == (list(range(1, 2**total - players + 1)) if number == 1 else [])
        third = left == 0 and players > 3
        assert len(games) + len(byes) == 2**left + third
        in_final = games[:1] if left == 0 else games
        for each in in_final:
            assert min(each.white, each.black) <= 2**left < max(each.white, each.black)
    decisive = sum(each.black is not None for played in state.rounds for each in played.pairings)
    assert decisive == players - 1 + (players > 3)
    assert [number for _, number in places(state)][:4] == [1, 2, 3, 4][:players]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(0, 10_000))
def test_whatever_happens_one_player_a_match_goes_on_at_most(players, seed):
    lot = random.Random(seed)
    codes = ["1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-", "0-0"]
    state = replace(field(players, play_off_games=0), seed=seed)
    alive = set(range(1, players + 1))
    for _ in range(KNOCKOUT.total_rounds(state)):
        if not alive:
            with pytest.raises(PairingError, match="Nobody is left"):
                pair(state)
            break
        plan = pair(state)
        seated = [n for each in plan.pairings for n in (each.white, each.black) if n]
        third = len(state.rounds) + 1 == KNOCKOUT.total_rounds(state) and len(plan.pairings) > 1
        assert set(seated[:2] if third else seated) <= alive
        assert plan.resting == set(range(1, players + 1)) - set(seated)
        results = [each.result or lot.choice(codes) for each in plan.pairings]
        alive = set()
        for each, code in zip(plan.pairings, results, strict=True):
            if each.black is None or code in ("1-0", "+/-"):
                alive.add(each.white)
            elif code in ("0-1", "-/+"):
                alive.add(each.black)
            elif code == "1/2-1/2":
                alive.add(min(each.white, each.black))
        pairings = tuple(
            PairingState(each.white, each.black, code)
            for each, code in zip(plan.pairings, results, strict=True)
        )
        state = replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings)))
        assert sorted(number for _, number in places(state)) == list(range(1, players + 1))
        assert KNOCKOUT.bracket(state).rounds[-1].label == "Final"


@pytest.mark.parametrize(("players", "code"), [(1, "too-few-players"), (129, "too-many-players")])
def test_a_bracket_is_for_2_to_128_players(players, code):
    with pytest.raises(PairingError) as caught:
        pair(field(players))
    assert caught.value.code == code


def test_colours_of_round_1_alternate_down_the_bracket():
    plan = pair(replace(field(8), initial_colour="black"))
    assert [(each.white, each.black) for each in plan.pairings] == [(8, 1), (4, 5), (7, 2), (3, 6)]


def test_who_had_white_less_often_has_it_and_else_the_colours_turn():
    state = play(replace(field(8), initial_colour="white"))
    assert [(each.white, each.black) for each in state.rounds[0].pairings] == [(1, 8), (5, 4), (2, 7), (6, 3)]
    plan = pair(state)
    assert [(each.white, each.black) for each in plan.pairings] == [(4, 1), (3, 2)]
    assert [each.reasons[1].code for each in plan.pairings] == ["colour-fewer-whites"] * 2
    last = pair(play(state))
    assert [set(pair) for pair in pairs_of(last)] == [{1, 2}, {3, 4}]
    assert [each.reasons[1].code for each in last.pairings] == ["colour-lot"] * 2


def test_a_bye_leaves_no_colour_so_the_other_turns_his():
    state = play(replace(field(3), initial_colour="white"))
    assert [(each.white, each.black) for each in state.rounds[0].pairings] == [(2, 3), (1, None)]
    assert [(each.white, each.black) for each in pair(state).pairings] == [(1, 2)]


def test_who_may_not_meet_changes_places_with_the_nearest_seed():
    state = replace(field(8), prohibited=(Prohibition(frozenset((2, 7))),))
    plan = pair(state)
    assert sorted(pairs_of(plan)) == [(1, 8), (2, 6), (3, 7), (4, 5)]
    moved = [
        tuple(sorted((p.white, p.black)))
        for p in plan.pairings
        for r in p.reasons
        if r.code == "knockout-moved"
    ]
    assert sorted(moved) == [(2, 6), (3, 7)]


def test_two_prohibited_pairs_are_solved_by_one_exchange():
    """1–8 and 2–7 may not meet: when 7 and 8 change places, neither is left."""
    state = replace(
        field(8), prohibited=(Prohibition(frozenset((1, 8))), Prohibition(frozenset((2, 7)))), seed=1
    )
    assert sorted(pairs_of(pair(state))) == [(1, 7), (2, 8), (3, 6), (4, 5)]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 32), st.lists(st.tuples(st.integers(1, 32), st.integers(1, 32)), max_size=12))
def test_whoever_may_not_meet_everybody_is_seated_once(players, prohibited):
    pairs = [frozenset(each) for each in prohibited if each[0] != each[1] and max(each) <= players]
    plan = pair(replace(field(players), prohibited=tuple(map(Prohibition, pairs))))
    seated = [number for each in plan.pairings for number in (each.white, each.black) if number]
    assert sorted(seated) == list(range(1, players + 1))
    byes = sorted(each.white for each in plan.pairings if each.black is None)
    assert byes == list(range(1, len(byes) + 1))


def test_who_has_to_meet_is_paired_and_it_is_said():
    state = replace(field(4), prohibited=(Prohibition(frozenset((1, 2, 3, 4))),))
    plan = pair(state)
    assert [[r.code for r in each.reasons][-1] for each in plan.pairings] == ["prohibited-unavoidable"] * 2


def test_who_withdrew_loses_his_match_unless_he_returns_before_it_is_paired():
    state = play(field(4))
    entries = [replace(each, withdrawn_after=1) if each.number == 2 else each for each in state.entries]
    gone = replace(state, entries=tuple(entries))
    final, third = pair(gone).pairings
    assert {final.white: "+/-", final.black: "-/+"}[1] == final.result
    assert third.result is None
    assert pair(state).pairings[0].result is None


def test_a_requested_bye_is_a_lost_match():
    state = field(4)
    entries = tuple(replace(e, byes={1: "half-bye"}) if e.number in (1, 4) else e for e in state.entries)
    state = replace(state, entries=entries)
    assert [each.result for each in pair(state).pairings] == ["-/-", None]
    plan = pair(play(state))
    assert [(each.white, each.black, each.result) for each in plan.pairings] == [(2, None, "full-bye")]
    # The final is a walkover: nobody lost it, so all of the semi-finals share second place.
    assert places(play_all(state)) == [(1, 2), (2, 1), (2, 3), (2, 4)]


def test_when_all_lost_nobody_is_left():
    state = play(field(4), lambda white, black: "0-0")
    with pytest.raises(PairingError) as caught:
        pair(state)
    assert caught.value.code == "nobody-left"


def test_without_the_match_for_third_place_the_losers_of_the_semi_finals_share_it():
    state = play_all(field(8, third_place=False))
    assert [len(each.pairings) for each in state.rounds] == [4, 2, 1]
    assert places(state) == [(1, 1), (2, 2), (3, 3), (3, 4), *((5, number) for number in range(5, 9))]


def test_the_match_for_third_place_decides_it():
    state = play(play(field(4)), lambda white, black: "1-0" if white > black else "0-1")
    assert places(state) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_while_it_runs_who_is_still_in_is_above():
    state = play(field(8))
    plan = pair(state)
    pairings = tuple(
        PairingState(each.white, each.black, "1-0" if 1 in (each.white, each.black) else None)
        for each in plan.pairings
    )
    state = replace(state, rounds=(*state.rounds, RoundState(2, pairings)))
    (section,) = KNOCKOUT.sections(state)
    lost = next(each.black for each in pairings if each.result)
    assert section.levels == (
        tuple(sorted({1, 2, 3, 4} - {lost})),
        (lost,),
        (5, 6, 7, 8),
    )


def test_a_result_corrected_later_moves_nobody():
    state = play(play(field(8)))
    first = state.rounds[0]
    turned = replace(first, pairings=tuple(replace(each, result="1/2-1/2") for each in first.pairings))
    corrected = replace(state, rounds=(turned, *state.rounds[1:]))
    assert pairs_of(pair(corrected)) == pairs_of(pair(state))
    assert KNOCKOUT.sections(corrected)[0].levels == KNOCKOUT.sections(state)[0].levels


def test_nobody_enters_once_the_bracket_is_drawn():
    state = field(5)
    assert KNOCKOUT.late_entry_problem(state) is None
    assert not KNOCKOUT.numbers_frozen(state)
    state = play(state)
    assert KNOCKOUT.late_entry_problem(state).code == "late-entry-bracket-drawn"
    assert KNOCKOUT.numbers_frozen(state)
    with pytest.raises(PairingError) as caught:
        pair(play_all(state))
    assert caught.value.code == "no-more-rounds"


def test_a_round_paired_by_hand_is_taken_as_it_is():
    """1–2 and 3–4 by hand; the winners meet in the final."""
    by_hand = (PairingState(1, 2, "1-0"), PairingState(4, 3, "1-0"))
    state = replace(field(4), rounds=(RoundState(1, by_hand),))
    assert pairs_of(pair(state)) == [(1, 4), (2, 3)]
    crossed = replace(
        play(field(8)),
        rounds=(
            play(field(8)).rounds[0],
            RoundState(2, (PairingState(1, 2, "1-0"), PairingState(3, 4, "1-0"))),
        ),
    )
    assert pairs_of(pair(crossed)) == [(1, 3), (2, 4)]
