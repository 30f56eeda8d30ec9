"""Round robin: rounds, absences, withdrawals, late entries."""

import pytest

from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, Prohibition, TournamentState

SYSTEM = PAIRING_SYSTEMS["round-robin"]


def planned(plan):
    return [(each.white, each.black, each.result) for each in plan.pairings]


def reasons(plan):
    """What is said of the pairings, besides that the table has them so."""
    said = {each.white: [reason.code for reason in each.reasons] for each in plan.pairings}
    kept = {white: [code for code in codes if code != "berger-game"] for white, codes in said.items()}
    return {white: codes for white, codes in kept.items() if codes}


def problem(state, number):
    with pytest.raises(PairingError) as caught:
        SYSTEM.pair(state, number=number, seed=1)
    return caught.value.code, caught.value.params


def test_an_odd_field_has_one_free_player_a_round(make_state):
    plan = SYSTEM.pair(make_state(5), number=1, seed=1)
    assert planned(plan) == [(2, 5, None), (3, 4, None), (1, None, "free")]
    assert reasons(plan) == {1: ["free-round"]}
    assert [str(note) for note in plan.notes] == ["Round 1 of the Berger table for 5 players."]


def test_rounds(make_state):
    assert [SYSTEM.total_rounds(make_state(n)) for n in (0, 1, 2, 5, 6)] == [0, 1, 1, 5, 5]
    assert SYSTEM.total_rounds(make_state(6, planned_rounds=3)) == 3
    assert SYSTEM.total_rounds(make_state(6, planned_rounds=9)) == 5


def test_a_round_needs_no_results_of_the_one_before(make_state):
    plan = SYSTEM.pair(make_state(4, [(1, 4, None), (2, 3, None)]), number=2, seed=1)
    assert planned(plan) == [(4, 3, None), (1, 2, None)]


def test_who_withdrew_or_is_absent_loses_by_forfeit(make_state):
    gone = {3: {"withdrawn_after": 0}, 6: {"byes": {1: "half-bye"}}}
    plan = SYSTEM.pair(make_state(6, entries=gone), number=1, seed=1)
    assert planned(plan) == [(1, 6, "+/-"), (2, 5, None), (3, 4, "-/+")]
    assert reasons(plan) == {1: ["requested-bye"], 3: ["withdrawn"]}


def test_two_absent_players_both_lose_by_forfeit(make_state):
    gone = {3: {"withdrawn_after": 0}, 4: {"withdrawn_after": 0}}
    assert planned(SYSTEM.pair(make_state(6, entries=gone), number=1, seed=1))[2] == (3, 4, "-/-")


def test_refusals_say_why(make_state):
    played = [(1, 2, "1-0")]
    assert problem(make_state(2, played), 2) == ("no-more-rounds", {"total": 1})
    assert problem(make_state(4), 2) == ("round-out-of-order", {"number": 2, "expected": 1})
    assert problem(make_state(1), 1) == ("too-few-players", {"count": 1})
    everybody = {number: {"withdrawn_after": 0} for number in range(1, 5)}
    assert problem(make_state(4, entries=everybody), 1) == (
        "too-few-present",
        {"count": 0, "entries": 4, "number": 1},
    )


def test_late_entries_take_the_free_number_or_none(make_state):
    one_round = [(2, 5, None), (3, 4, None), (1, None, "free")]
    assert SYSTEM.late_entry_problem(make_state(6)) is None
    assert SYSTEM.late_entry_problem(make_state(5, one_round)) is None
    refused = SYSTEM.late_entry_problem(make_state(4, [(1, 4, None), (2, 3, None)]))
    assert refused is not None
    assert (refused.code, refused.params) == ("late-entry-no-free-number", {"players": 4})


def test_a_late_entry_meets_those_who_would_have_been_free(make_state):
    one_round = [(2, 5, "1-0"), (3, 4, "1-0"), (1, None, "free")]
    state = make_state(6, one_round, entries={6: {"joined_round": 2}})
    assert planned(SYSTEM.pair(state, number=2, seed=1)) == [(6, 4, None), (5, 3, None), (1, 2, None)]


def test_numbers_stay_in_the_order_of_entry():
    entries = (EntryState(2, 2000, "A"), EntryState(1, 1000, "B"))
    assert SYSTEM.rank(TournamentState(entries)) == (1, 2)


# Four players; 4 lost to 1 and withdrew: one of his three games is done, which is under half.
UNDER_HALF = (
    [(1, 4, "1-0"), (2, 3, "1/2-1/2")],
    [(4, 3, "-/+"), (1, 2, "1-0")],
    [(2, 4, "+/-"), (3, 1, "0-1")],
)


def test_under_half_of_the_games_leaves_the_standings(make_state):
    state = make_state(4, *UNDER_HALF, entries={4: {"withdrawn_after": 1}}, options=SYSTEM.options)
    rows = standings(state, ["sonneborn-berger"])
    assert [(row.place, row.number, row.points, row.games, row.excluded) for row in rows] == [
        (1, 1, 4, 2, False),
        (2, 2, 1, 2, False),
        (2, 3, 1, 2, False),
        (4, 4, 0, 1, True),
    ]
    assert [row.tiebreaks[0].show for row in rows] == ["4", "1", "1", ""]


def test_half_of_the_games_stays_and_the_rest_are_forfeits(make_state):
    rounds = (UNDER_HALF[0], [(4, 3, "0-1"), (1, 2, "1-0")], UNDER_HALF[2])
    state = make_state(4, *rounds, entries={4: {"withdrawn_after": 2}}, options=SYSTEM.options)
    rows = standings(state, ["sonneborn-berger"])
    assert [(row.place, row.number, row.points, row.excluded) for row in rows] == [
        (1, 1, 6, False),
        (2, 2, 3, False),
        (2, 3, 3, False),
        (4, 4, 0, False),
    ]


def test_before_he_withdrew_he_stands(make_state):
    state = make_state(4, *UNDER_HALF, entries={4: {"withdrawn_after": 2}}, options=SYSTEM.options)
    assert [row.excluded for row in standings(state, [], after_round=1)] == [False] * 4
    assert [row.excluded for row in standings(state, [], after_round=2)] == [False, False, False, True]


def test_a_prohibited_game_is_left_out_and_both_are_free(make_state):
    state = make_state(4, prohibited=(Prohibition(frozenset((1, 4))),))
    plan = SYSTEM.pair(state, number=1, seed=1)
    check_plan(state, plan)
    assert planned(plan) == [(2, 3, None), (1, None, "free"), (4, None, "free")]
    assert reasons(plan) == {1: ["prohibited"], 4: ["prohibited"]}
    assert str(plan.pairings[1].reasons[0]) == (
        "1 Player1 is free in this round: the arbiter decided that he does not meet 4 Player4."
    )


def test_nobody_wins_by_forfeit_a_game_that_would_not_have_been(make_state):
    state = make_state(4, prohibited=(Prohibition(frozenset((1, 4))),), entries={4: {"withdrawn_after": 0}})
    assert planned(SYSTEM.pair(state, number=1, seed=1))[1:] == [(1, None, "free"), (4, None, "free")]


def test_a_prohibition_of_other_rounds_leaves_the_game(make_state):
    state = make_state(4, prohibited=(Prohibition(frozenset((1, 4)), first=2),))
    assert planned(SYSTEM.pair(state, number=1, seed=1)) == [(1, 4, None), (2, 3, None)]


def test_a_game_left_out_is_nobodys_point(make_state):
    rounds = [[(2, 3, "1-0"), (1, None, "free"), (4, None, "free")], *UNDER_HALF[1:]]
    rows = standings(make_state(4, *rounds, options=SYSTEM.options), ["sonneborn-berger", "wins"])
    assert [(row.place, row.number, row.points, row.games) for row in rows] == [
        (1, 1, 4, 2),
        (2, 2, 4, 2),
        (3, 3, 2, 2),
        (4, 4, 0, 0),
    ]
    assert [row.tiebreaks[0].show for row in rows] == ["12", "4", "0", "0"]


def test_who_returns_plays_on(make_state):
    # 4 withdrew after round 1 and came back before round 3: only round 2 is lost by forfeit.
    rounds = [UNDER_HALF[0], [(4, 3, "-/+"), (1, 2, "1-0")]]
    state = make_state(4, *rounds, options=SYSTEM.options)
    assert planned(SYSTEM.pair(state, number=3, seed=1)) == [(2, 4, None), (3, 1, None)]
