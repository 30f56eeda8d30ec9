"""Preliminary and finals: who qualifies, when the preliminary ends, who is in which final, the standings."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.domain.conftest import GOLDEN
from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, options_of
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, Prohibition, RoundState, TournamentState

SYSTEM = PAIRING_SYSTEMS["preliminary-finals"]
CASE = json.loads((GOLDEN / "preliminary_finals.json").read_text(encoding="utf-8"))


def tournament(players, entries=None, **settings):
    """Return a tournament of so many players; ``entries`` maps numbers to what differs in them."""
    return TournamentState(
        tuple(
            EntryState(number, name=f"P{number}", **(entries or {}).get(number, {}))
            for number in range(1, players + 1)
        ),
        initial_colour="white",
        options=options_of(SYSTEM, settings),
    )


def add(state, plan, results=None):
    """Return the tournament with the planned round; without a result the lower number wins."""
    pairings = tuple(
        PairingState(each.white, each.black, each.result or _code(each, results or {}))
        for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(plan.number, pairings, groups=plan.groups)))


def _code(pairing, results):
    usual = "1-0" if pairing.white < pairing.black else "0-1"
    return results.get((pairing.white, pairing.black), usual)


def pair(state):
    plan = SYSTEM.pair(state, number=len(state.rounds) + 1, seed=1)
    check_plan(state, plan)
    return plan


def play(state, rounds):
    for _ in range(rounds):
        state = add(state, pair(state))
    return state


def golden(rounds):
    """Return the worked tournament after so many rounds."""
    state = tournament(CASE["players"], **CASE["settings"])
    for each in CASE["rounds"][:rounds]:
        state = add(state, pair(state), {(white, black): code for white, black, code in each["games"]})
    return state


def games(plan):
    return [[each.white, each.black] for each in plan.pairings if each.black is not None]


def free(plan):
    return {each.white: each.reasons[0].code for each in plan.pairings if each.result == "free"}


def sections(state):
    return [
        (each.label, [n for level in each.levels or () for n in level]) for each in SYSTEM.sections(state)
    ]


@pytest.mark.parametrize("number", range(1, len(CASE["rounds"]) + 1))
def test_the_rounds_are_those_of_the_worked_tournament(number):
    plan, expected = pair(golden(number - 1)), CASE["rounds"][number - 1]
    assert games(plan) == [each[:2] for each in expected["games"]]
    assert sorted(free(plan)) == expected["free"]
    assert [list(final) for final in plan.groups] == (CASE["finals"] if number > 3 else [])


def test_the_standings_are_those_of_the_worked_tournament():
    rows = standings(golden(6), SYSTEM.default_tiebreaks, sections=SYSTEM.sections)
    assert [[row.number, row.points] for row in rows] == CASE["standings"]
    assert [(row.place, row.section) for row in rows] == [(place, int(place > 4)) for place in range(1, 9)]


def test_who_has_qualified_plays_no_more_of_the_preliminary_and_is_told_why():
    plan = pair(golden(2))
    assert free(plan) == {1: "qualified", 2: "qualified"}
    assert str(plan.pairings[-1].reasons[0]) == (
        "2 P2 has no game: he qualified for final A with a balance of +2 after round 2."
    )


def test_a_game_of_the_preliminary_may_be_played_again_in_a_final():
    assert [1, 5] in games(pair(golden(0)))
    assert [1, 5] in games(pair(golden(3)))


def test_every_game_of_a_final_says_which():
    said = [str(each.reasons[0]) for each in pair(golden(3)).pairings]
    assert said == ["A game of final A."] * 2 + ["A game of final B."] * 2


def test_total_rounds_before_and_after_the_preliminary():
    # 3 + the 3 rounds of a final of 4; with the defaults 5 + the 5 rounds of a final of 6 from 8 players.
    assert [SYSTEM.total_rounds(golden(rounds)) for rounds in range(7)] == [6] * 7
    assert SYSTEM.total_rounds(tournament(8)) == 10
    assert SYSTEM.total_rounds(tournament(14)) == 5 + 7
    assert SYSTEM.total_rounds(tournament(14, final_b_size=6)) == 5 + 5
    assert SYSTEM.total_rounds(replace(tournament(14), planned_rounds=8)) == 8


def test_the_preliminary_ends_when_final_a_is_full():
    state = tournament(8, final_a_size=2)
    assert SYSTEM.total_rounds(state) == 5 + 5
    state = play(state, 2)
    plan = pair(state)
    assert plan.groups[0] == (1, 2)
    assert SYSTEM.total_rounds(state) == 2 + 5


def test_the_preliminary_ends_when_fewer_than_two_are_left():
    # 1 and 2 have +1 after the first round, and 3 and 4 have withdrawn.
    state = tournament(4, {3: {"withdrawn_after": 1}, 4: {"withdrawn_after": 1}}, qualifying_balance=1)
    plan = pair(play(state, 1))
    assert (plan.groups, games(plan)) == (((1, 2),), [[1, 2]])


def test_the_preliminary_ends_when_all_who_are_left_have_met():
    # Three games of 2, 3 and 4 against each other and 1: after three rounds nobody is new.
    state = play(tournament(4, qualifying_balance=9, final_a_size=2), 3)
    assert SYSTEM.total_rounds(state) == 5 + 1
    plan = pair(state)
    assert plan.groups == ((1, 2), (3, 4))
    assert SYSTEM.total_rounds(add(state, plan)) == 4


def test_a_first_round_without_a_pairing_is_refused_not_skipped():
    state = replace(tournament(2), prohibited=(Prohibition(frozenset((1, 2))),))
    with pytest.raises(PairingError) as caught:
        SYSTEM.pair(state, number=1, seed=1)
    assert caught.value.code == "prohibited-leave-none"


def test_more_qualified_than_final_a_holds_go_to_final_b():
    # Four of eight have +1 after round 1; final A has two places.
    state = play(tournament(8, qualifying_balance=1, final_a_size=2), 1)
    assert pair(state).groups == ((1, 2), (3, 4, 5, 6, 7, 8))


def test_who_qualified_earlier_has_the_lower_number_whatever_his_place():
    # 8 wins twice and has +2; 1 wins in rounds 1, 3 and 4, draws in round 2, and has more points.
    state = tournament(8, preliminary_rounds=4, final_a_size=4)
    for number in range(1, 5):
        plan = pair(state)
        results = {}
        for each in plan.pairings:
            both = (each.white, each.black)
            if 8 in both and each.black:
                results[both] = "1-0" if each.white == 8 else "0-1"
            elif 1 in both and number == 2:
                results[both] = "1/2-1/2"
        state = add(state, plan, results)
    assert pair(state).groups[0][0] == 8
    assert state.points[1] > state.points[8]


def test_the_balance_counts_forfeits_and_byes_worth_a_win_but_no_absence():
    entries = {5: {"byes": {1: "half-bye", 2: "zero-bye"}}, 4: {"byes": {1: "full-bye"}}}
    state = replace(
        tournament(6, entries),
        rounds=(
            RoundState(
                1,
                (
                    PairingState(1, 2, "+/-"),
                    PairingState(3, None, "bye"),
                    PairingState(4, None, "full-bye"),
                    PairingState(5, None, "half-bye"),
                    PairingState(6, None, "draw-bye"),
                ),
            ),
            RoundState(
                2,
                (
                    PairingState(4, 1, "0-1"),
                    PairingState(3, 6, "1-0"),
                    PairingState(2, None, "bye"),
                    PairingState(5, None, "zero-bye"),
                ),
            ),
        ),
    )
    label, qualified = sections(state)[0]
    assert (label, sorted(qualified)) == ("Qualified for final A", [1, 3])


def test_a_match_of_two_games_counts_once():
    # 1 wins both games of the match, 2 wins one and draws one: each has a match won, and +1.
    both = (PairingState(1, 3, "1-0", "0-1"), PairingState(2, 4, "1-0", "1/2-1/2"))
    state = replace(tournament(4, qualifying_balance=1), rounds=(RoundState(1, both, games=2),))
    assert sections(state)[0] == ("Qualified for final A", [1, 2])
    twice = replace(tournament(4, qualifying_balance=2), rounds=(RoundState(1, both, games=2),))
    assert [label for label, _ in sections(twice)] == [""]


def test_a_correction_after_the_finals_began_moves_nobody():
    state = golden(4)
    turned = tuple(
        PairingState(each.white, each.black, "0-1" if each.white == 1 else each.result)
        for each in state.rounds[0].pairings
    )
    corrected = replace(state, rounds=(replace(state.rounds[0], pairings=turned), *state.rounds[1:]))
    assert [list(final) for final in pair(corrected).groups] == CASE["finals"]
    # Before they began it does: 1 has then lost once and won once.
    before = replace(corrected, rounds=corrected.rounds[:3])
    assert SYSTEM.pair(before, number=4, seed=1).groups[0] != tuple(CASE["finals"][0])


def test_finals_need_every_result_of_the_preliminary():
    state = golden(3)
    last = state.rounds[-1]
    open_round = replace(last, pairings=(replace(last.pairings[0], result=None), *last.pairings[1:]))
    with pytest.raises(PairingError) as caught:
        SYSTEM.pair(replace(state, rounds=(*state.rounds[:2], open_round)), number=4, seed=1)
    assert (caught.value.code, caught.value.params) == ("results-missing", {"round": 3, "tables": "1"})


def test_the_shorter_final_is_free_while_the_longer_goes_on():
    # Final A of two players has one round, final B of three has three, with one free in each.
    state = play(tournament(5, final_a_size=2, preliminary_rounds=2, qualifying_balance=9), 2)
    first = pair(state)
    assert [len(final) for final in first.groups] == [2, 3]
    assert sorted(free(first).values()) == ["free-round"]
    second = pair(add(state, first))
    assert sorted(free(second).values()) == ["final-finished", "final-finished", "free-round"]
    assert games(first)[0] == list(first.groups[0])


def test_who_is_in_no_final_is_free_and_stands_last():
    state = play(tournament(9, final_a_size=4, final_b_size=4, preliminary_rounds=3), 3)
    plan = pair(state)
    assert [len(final) for final in plan.groups] == [4, 4]
    (left_over,) = set(range(1, 10)) - {number for final in plan.groups for number in final}
    assert free(plan) == {left_over: "in-no-final"}
    assert sections(add(state, plan))[-1] == ("Preliminary only", [left_over])


def test_who_is_left_alone_for_final_b_is_in_no_final():
    state = play(tournament(5, final_a_size=4, preliminary_rounds=2, qualifying_balance=9), 2)
    plan = pair(state)
    assert [len(final) for final in plan.groups] == [4]
    assert list(free(plan).values()) == ["in-no-final"]


def test_who_withdrew_before_the_finals_leaves_his_place_to_the_next():
    state = golden(3)
    gone = tuple(replace(e, withdrawn_after=3) if e.number == 1 else e for e in state.entries)
    plan = pair(replace(state, entries=gone))
    assert plan.groups == ((2, 3, 5, 4), (7, 6, 8))
    assert [(p.white, p.result) for p in plan.pairings if p.reasons[:1] and p.white == 1] == [(1, "zero-bye")]


def test_who_withdraws_in_a_final_loses_by_forfeit_and_under_half_leaves_its_standings():
    state = golden(4)
    gone = tuple(replace(e, withdrawn_after=4) if e.number == 1 else e for e in state.entries)
    state = replace(state, entries=gone)
    assert [(p.white, p.black, p.result) for p in pair(state).pairings][1] == (1, 2, "-/+")
    rows = standings(play(state, 2), [], sections=SYSTEM.sections)
    assert [(row.number, row.excluded) for row in rows][:4] == [(2, False), (3, False), (5, False), (1, True)]


def test_who_withdraws_in_a_final_after_half_of_it_stays_in_its_standings():
    state = golden(5)
    gone = tuple(replace(e, withdrawn_after=5) if e.number == 1 else e for e in state.entries)
    rows = standings(play(replace(state, entries=gone), 1), [], sections=SYSTEM.sections)
    assert [row.number for row in rows if row.excluded] == []


def test_standings_of_the_preliminary_put_the_qualified_first():
    assert sections(golden(0)) == [("", [1, 2, 3, 4, 5, 6, 7, 8])]
    assert sections(golden(3)) == [
        ("Qualified for final A", [1, 2]),
        ("Preliminary", [3, 5, 4, 7, 6, 8]),
    ]
    after = standings(golden(6), [], sections=SYSTEM.sections, after_round=3)
    assert [row.number for row in after] == [1, 2, 3, 5, 4, 7, 6, 8]


def test_late_entries_and_numbers():
    assert SYSTEM.late_entry_problem(golden(2)) is None
    for rounds in (3, 4):
        refused = SYSTEM.late_entry_problem(golden(rounds))
        assert (refused.code, refused.params) == ("late-entry-preliminary-over", {})
    assert [SYSTEM.numbers_frozen(golden(rounds)) for rounds in range(5)] == [False] * 4 + [True]
    assert SYSTEM.numbers_frozen(play(tournament(12, qualifying_balance=9), 4))


def test_rounds_that_were_not_stored_with_their_groups_are_told_apart_by_the_rule():
    state = golden(5)
    plain = replace(state, rounds=tuple(replace(each, groups=()) for each in state.rounds))
    assert games(pair(plain)) == [each[:2] for each in CASE["rounds"][5]["games"]]


def test_there_is_no_round_after_the_finals():
    with pytest.raises(PairingError) as caught:
        SYSTEM.pair(golden(6), number=7, seed=1)
    assert (caught.value.code, caught.value.params) == ("no-more-rounds", {"total": 6})
