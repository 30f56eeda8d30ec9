"""Groups, then a knockout: the golden cases, and what holds however it goes."""

import json
import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.conftest import GOLDEN
from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, options_of
from tournaments.domain.pairing.bracket import bracket_order, places_for
from tournaments.domain.pairing.group_seeding import seeded_apart
from tournaments.domain.pairing.groups import serpentine
from tournaments.domain.standings import section_standings, standings
from tournaments.domain.state import EntryState, PairingState, Prohibition, RoundState, TournamentState

GROUPS = PAIRING_SYSTEMS["groups-knockout"]
CASES = json.loads((GOLDEN / "groups_knockout.json").read_text())["cases"]


def field(players, **stored):
    entries = tuple(EntryState(number, 2000 - number, f"Player{number}") for number in range(1, players + 1))
    return TournamentState(entries, options=options_of(GROUPS, stored), seed=1)


def pair(state):
    plan = GROUPS.pair(state, number=len(state.rounds) + 1, seed=1)
    check_plan(state, plan)
    return plan


def favourite(white, black):
    return "1-0" if white < black else "0-1"


def play(state, result=favourite):
    plan = pair(state)
    pairings = tuple(
        PairingState(each.white, each.black, each.result or result(each.white, each.black))
        for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings, groups=plan.groups)))


def play_rounds(state, count, result=favourite):
    for _ in range(count):
        state = play(state, result)
    return state


def pairs_of(plan):
    return [tuple(sorted((each.white, each.black or 0))) for each in plan.pairings]


def ranked(state):
    rows = standings(state, GROUPS.default_tiebreaks, sections=GROUPS.sections)
    return [row.number for row in rows]


@pytest.mark.parametrize("case", CASES, ids=[str(case["players"]) for case in CASES])
def test_the_golden_groups_and_brackets(case):
    state = field(case["players"], group_count=case["group_count"], advance=case["advance"])
    state = play(state)
    assert state.rounds[0].groups == tuple(tuple(group) for group in case["groups"])
    while len(state.rounds[-1].groups) > 1 and GROUPS.bracket(state) is None:
        state = play(state)
    matches = GROUPS.bracket(state).rounds[0].matches
    drawn = [[side.number or 0 for side in match.sides] for match in matches]
    assert drawn == case["knockout"]


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 8), st.integers(1, 4), st.integers(0, 12), st.integers(0, 10_000))
def test_groups_play_all_and_the_best_of_each_go_on(count, advance, more, seed):
    lot = random.Random(seed)
    players = count * max(advance, 2) + more
    state = replace(field(players, group_count=count, advance=advance, play_off_games=0), seed=seed)
    state = play(state)
    groups = state.rounds[0].groups
    assert sorted(n for group in groups for n in group) == list(range(1, players + 1))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    while GROUPS.bracket(state) is None and len(state.rounds) < GROUPS.total_rounds(state):
        before = state
        state = play(state, lambda white, black: lot.choice(["1-0", "0-1", "1/2-1/2", "+/-"]))
    met = sorted(
        tuple(sorted((each.white, each.black)))
        for played in before.rounds
        for each in played.pairings
        if each.black is not None
    )
    assert met == sorted(pair for group in groups for pair in combinations(sorted(group), 2))
    (going_on,) = state.rounds[-1].groups
    assert len(going_on) == count * advance
    for group in groups:
        assert sum(number in going_on for number in group) == advance
    state = play_rounds(state, GROUPS.total_rounds(state) - len(state.rounds))
    assert set(ranked(state)[: len(going_on)]) == set(going_on)
    assert sorted(ranked(state)) == list(range(1, players + 1))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 16), st.integers(1, 8), st.randoms(use_true_random=False))
def test_two_of_a_group_are_in_different_halves(count, advance, lot):
    groups = serpentine(range(1, count * advance + 1), count)
    group_of = {number: at for at, group in enumerate(groups) for number in group}
    bands = [[group[rank] for group in groups] for rank in range(advance)]
    for band in bands:
        lot.shuffle(band)
    seeding = seeded_apart(bands, group_of)
    assert [set(seeding[at * count : (at + 1) * count]) for at in range(advance)] == [set(b) for b in bands]
    size = places_for(len(seeding))
    place = {seed: at for at, seed in enumerate(bracket_order(size))}
    for group in groups:
        first, *others = (place[seeding.index(number) + 1] for number in group)
        if others:
            assert (first ^ others[0]).bit_length() == (size - 1).bit_length()


def test_an_odd_group_has_a_free_player_and_a_finished_one_rests():
    state = field(7, group_count=2)
    plan = pair(state)
    assert [len(group) for group in plan.groups] == [3, 4]
    assert [each.result for each in plan.pairings].count("free") == 1
    state = field(9, group_count=2)
    plan = pair(play_rounds(state, 3))
    small = next(group for group in plan.groups if len(group) == 4)
    assert plan.resting == set(small)


def test_groups_are_ranked_each_for_itself_until_the_knockout_begins():
    state = play_rounds(field(8, group_count=2), 3)
    found = section_standings(state, GROUPS.default_tiebreaks, sections=GROUPS.sections)
    assert [(each.section.label % each.section.params) for each in found] == ["Group A", "Group B"]
    assert [[row.number for row in each.rows] for each in found] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    state = play(state)
    found = section_standings(state, GROUPS.default_tiebreaks, sections=GROUPS.sections)
    assert len(found) == 1
    assert [{row.number for row in found[0].rows[at : at + 2]} for at in (0, 2, 4, 6)] == [
        {1, 2},
        {3, 4},
        {5, 6},
        {7, 8},
    ]


def test_equal_points_go_by_direct_encounter():
    """Group A: 4 beats 1 and 8, 1 beats 5 and 8, 5 beats 4, 8 beats 5: two each have 4 and 2 points."""
    won = {(4, 1), (4, 8), (1, 5), (1, 8), (5, 4), (8, 5)}

    def result(white, black):
        return "1-0" if (white, black) in won else "0-1" if (black, white) in won else favourite(white, black)

    assert ranked(play_rounds(field(8, group_count=2), 3, result))[:4] == [4, 1, 8, 5]


def test_complete_equality_goes_by_lot_and_the_same_lot_again():
    drawn = play_rounds(field(8, group_count=2), 3, lambda white, black: "1/2-1/2")
    firsts = set()
    for seed in range(12):
        plan = pair(replace(drawn, seed=seed))
        assert pair(replace(drawn, seed=seed)) == plan
        firsts.add(plan.groups[0])
    assert len(firsts) > 3
    # What is shown is a shared place: the lot is drawn when it is needed.
    rows = section_standings(drawn, GROUPS.default_tiebreaks, sections=GROUPS.sections)[0].rows
    assert {row.place for row in rows} == {1}


def test_a_result_of_a_group_corrected_after_the_knockout_began_moves_nobody():
    state = play_rounds(field(8, group_count=2), 4)
    first, *others = state.rounds
    turned = replace(
        first,
        pairings=tuple(replace(e, result={"1-0": "0-1", "0-1": "1-0"}[e.result]) for e in first.pairings),
    )
    corrected = replace(state, rounds=(turned, *others))
    assert pairs_of(pair(corrected)) == pairs_of(pair(state))
    assert GROUPS.bracket(corrected) == GROUPS.bracket(state)


def test_who_withdrew_gives_his_place_to_the_next_of_his_group():
    state = play_rounds(field(8, group_count=2), 3)
    entries = tuple(replace(e, withdrawn_after=3) if e.number == 4 else e for e in state.entries)
    # 3 is second of the other group, and 1 is to meet 5 of his own in the final only.
    assert pair(replace(state, entries=entries)).groups == ((1, 2, 5, 3),)


def test_who_met_in_a_group_may_meet_again_in_the_knockout():
    """1 and 4 of group A win their semi-finals."""
    state = play_rounds(field(8, group_count=2), 3)
    state = play(state, lambda white, black: "1-0" if white in (1, 4) else "0-1")
    assert pairs_of(pair(state)) == [(1, 4), (2, 3)]


def test_who_may_not_meet_is_free_in_a_group():
    state = replace(field(8, group_count=2), prohibited=(Prohibition(frozenset((1, 8))),))
    assert {each.white for each in pair(state).pairings if each.result == "free"} == {1, 8}


@pytest.mark.parametrize(
    ("players", "stored", "needed"),
    [(7, {}, 8), (11, {"advance": 3}, 12), (3, {"group_count": 2, "advance": 1}, 4)],
)
def test_every_group_needs_as_many_as_go_on_and_two(players, stored, needed):
    with pytest.raises(PairingError) as caught:
        pair(field(players, **stored))
    assert (caught.value.code, caught.value.params["needed"]) == ("too-few-for-groups", needed)


def test_the_knockout_needs_the_results_of_the_groups_and_then_nobody_enters():
    state = play_rounds(field(8, group_count=2), 3)
    open_round = replace(state.rounds[2], pairings=(replace(state.rounds[2].pairings[0], result=None),))
    with pytest.raises(PairingError) as caught:
        pair(replace(state, rounds=(*state.rounds[:2], open_round)))
    assert caught.value.code == "results-missing"
    assert GROUPS.late_entry_problem(field(8)) is None
    assert GROUPS.late_entry_problem(state).code == "late-entry-bracket-drawn"
    assert (GROUPS.numbers_frozen(field(8)), GROUPS.numbers_frozen(state)) == (False, True)


def test_before_the_bracket_is_drawn_there_is_none():
    state = play_rounds(field(8, group_count=2), 3)
    assert (GROUPS.bracket(state), GROUPS.undecided(state), GROUPS.total_rounds(state)) == (None, (), 5)
    state = play(state, lambda white, black: "1/2-1/2")
    assert GROUPS.undecided(state) == (1, 2)
    assert [each.label for each in GROUPS.bracket(state).rounds] == ["Semi-finals", "Final"]
    assert [each.number for each in GROUPS.bracket(state).rounds] == [4, 5]


@pytest.mark.parametrize(("staying", "count"), [((3,), 1), ((), 0)])
def test_a_knockout_of_one_or_nobody_is_refused_with_what_can_be_done(staying, count):
    state = play_rounds(field(5, group_count=2, advance=1), 3)
    gone = tuple(
        entry if entry.number in staying else replace(entry, withdrawn_after=3) for entry in state.entries
    )
    with pytest.raises(PairingError) as caught:
        pair(replace(state, entries=gone))
    assert (caught.value.code, caught.value.params) == ("too-few-go-on", {"count": count})
