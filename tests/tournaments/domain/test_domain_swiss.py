"""The Swiss system apart from who meets whom: ranks, byes, absences, lots, limits, refusals."""

from dataclasses import replace

import pytest

from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS, dutch_engine
from tournaments.domain.pairing.swiss import board_order, initial_colour
from tournaments.domain.results import PAIRING_BYES, RESULTS
from tournaments.domain.state import (
    PAIRING_BYE,
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
)

SYSTEM = PAIRING_SYSTEMS["swiss"]


def planned(plan):
    return [(each.white, each.black, each.result) for each in plan.pairings]


def pair(state, number, seed=1, **kwargs):
    return SYSTEM.pair(state, number=number, seed=seed, **kwargs)


def problem(state, number, **kwargs):
    with pytest.raises(PairingError) as caught:
        pair(state, number, **kwargs)
    return caught.value.code, caught.value.params


def test_round_one(make_state):
    plan = pair(make_state(5, initial_colour="white"), 1)
    assert planned(plan) == [(1, 3, None), (4, 2, None), (5, None, "bye")]
    assert [[reason.code for reason in each.reasons] for each in plan.pairings] == [
        ["same-score", "colour-e-5"],
        ["same-score", "colour-e-5"],
        ["pairing-bye"],
    ]
    assert [str(note) for note in plan.notes] == [
        "Initial colour: White.",
        "Score group 0: players 5, moved down to it 0, pairs 2, and the bye.",
    ]


def test_round_one_alternates_colours_over_those_present(make_state):
    absent = {1: {"byes": {1: "half-bye"}}, 4: {"withdrawn_after": 0}}
    plan = pair(make_state(8, entries=absent, initial_colour="white"), 1)
    assert planned(plan) == [
        (2, 6, None),
        (7, 3, None),
        (5, 8, None),
        (1, None, "half-bye"),
        (4, None, "zero-bye"),
    ]
    assert [each.reasons[0].code for each in plan.pairings[3:]] == ["requested-bye", "withdrawn"]


def test_who_has_not_joined_yet_is_in_no_round(make_state):
    plan = pair(make_state(5, entries={5: {"joined_round": 2}}, initial_colour="white"), 1)
    assert planned(plan) == [(1, 3, None), (4, 2, None)]


def test_the_initial_colour_is_drawn_once(make_state):
    colours = {initial_colour(make_state(4), seed) for seed in range(20)}
    assert colours == {"white", "black"}
    assert len({initial_colour(make_state(4), 7) for _ in range(5)}) == 1
    begun = make_state(4, [(3, 1, "1-0"), (2, 4, "1-0")])
    assert {initial_colour(begun, seed) for seed in range(20)} == {"black"}
    assert initial_colour(make_state(4, initial_colour="white"), 3) == "white"
    assert pair(make_state(4), 1).notes[0].code == "initial-colour-drawn"


def test_rank_is_rating_then_the_czech_alphabet():
    names = [
        ("Žák", 0),
        ("Zeman", 0),
        ("Čermák", 0),
        ("Cibulka", 0),
        ("Chalupa", 0),
        ("Holub", 0),
        ("Nová", 9),
    ]
    entries = tuple(EntryState(number, rating, name) for number, (name, rating) in enumerate(names, start=1))
    assert SYSTEM.rank(TournamentState(entries)) == (7, 4, 3, 6, 5, 2, 1)
    assert SYSTEM.rank(TournamentState(entries[::-1])) == SYSTEM.rank(TournamentState(entries))


def test_numbers_freeze_and_entries_close(make_state):
    rounds = [[(1, 2, "1-0"), (3, 4, "1-0")]] * 5
    assert [SYSTEM.numbers_frozen(make_state(4, *rounds[:n])) for n in range(6)] == [False] * 4 + [True] * 2
    assert SYSTEM.late_entry_problem(make_state(4, *rounds[:4], planned_rounds=5)) is None
    closed = SYSTEM.late_entry_problem(make_state(4, *rounds, planned_rounds=5))
    assert closed is not None
    assert (closed.code, closed.params) == ("late-entry-no-round-left", {"rounds": 5})


def test_rounds_when_none_are_planned(make_state):
    assert [SYSTEM.total_rounds(make_state(n)) for n in (2, 3, 4, 8, 9, 16, 17, 33)] == [
        1,
        3,
        3,
        3,
        4,
        4,
        5,
        6,
    ]
    assert SYSTEM.total_rounds(make_state(8, planned_rounds=7)) == 7


def test_refusals_say_why(make_state):
    open_game = make_state(4, [(1, 3, "1-0"), (4, 2, None)], planned_rounds=3)
    assert problem(open_game, 2) == ("results-missing", {"round": 1, "tables": "2"})
    assert problem(make_state(4, planned_rounds=3), 3) == ("round-out-of-order", {"number": 3, "expected": 1})
    everybody = {number: {"withdrawn_after": 0} for number in range(1, 5)}
    assert problem(make_state(4, entries=everybody), 1)[0] == "too-few-present"
    assert problem(make_state(0), 1) == ("too-few-players", {"count": 0})


def play(make_state, players, rounds, code="1/2-1/2", **kwargs):
    """Play rounds as paired, every game with the same result; return the state after them."""
    played = []
    for number in range(1, rounds + 1):
        plan = pair(make_state(players, *played, **kwargs), number)
        played.append([(each.white, each.black, each.result or code) for each in plan.pairings])
    return make_state(players, *played, **kwargs)


def test_when_everybody_has_met_the_arbiter_is_told(make_state):
    met = [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)]]
    met += [[(6, 5), (1, 4), (2, 3)], [(3, 6), (4, 2), (5, 1)]]
    rounds = [[(white, black, "1/2-1/2") for white, black in pairs] for pairs in met]
    code, params = problem(make_state(6, *rounds, planned_rounds=6), 6)
    assert (code, params) == ("no-legal-pairing", {"number": 6, "present": 6, "last": 5})


def test_prohibited_pairings_are_not_paired_and_named(make_state):
    state = make_state(8, initial_colour="white", planned_rounds=3)
    state = replace(
        state, prohibited=(Prohibition(frozenset({1, 5, 2})), Prohibition(frozenset({7, 3}), 1, 1))
    )
    plan = pair(state, 1)
    assert [{each.white, each.black} for each in plan.pairings] == [{1, 6}, {2, 7}, {3, 5}, {4, 8}]
    assert [str(note) for note in plan.notes if note.code == "prohibited-pairings"] == [
        "Not allowed to meet in this round: 1 Player1 – 2 Player2 – 5 Player5, 3 Player3 – 7 Player7."
    ]


def test_only_prohibitions_that_matter_are_named(make_state):
    absent = {5: {"byes": {2: "zero-bye"}}, 6: {"byes": {2: "zero-bye"}}}
    first = [(1, 4, "1-0"), (2, 5, "1-0"), (3, 6, "1-0")]
    state = make_state(6, first, entries=absent, planned_rounds=4)
    # They have met, one is absent, the round is over.
    settled = (
        Prohibition(frozenset({1, 4})),
        Prohibition(frozenset({2, 6})),
        Prohibition(frozenset({1, 2}), 1, 1),
    )
    plan = pair(replace(state, prohibited=settled), 2)
    assert plan == pair(state, 2)
    assert "prohibited-pairings" not in [note.code for note in plan.notes]


def test_when_prohibitions_leave_no_round_the_arbiter_is_told(make_state):
    state = replace(
        make_state(4, planned_rounds=3),
        prohibited=tuple(Prohibition(frozenset({1, each})) for each in (2, 3, 4)),
    )
    with pytest.raises(PairingError) as caught:
        pair(state, 1)
    assert caught.value.code == "prohibited-leave-none"
    assert str(caught.value) == (
        "Round 1 cannot be paired while these players are not allowed to meet: 1 Player1 – 2 Player2,"
        " 1 Player1 – 3 Player3, 1 Player1 – 4 Player4. Allow one of these pairings, pair this round by hand,"
        " or enter a requested bye for one of the players."
    )
    assert len(pair(replace(state, prohibited=state.prohibited[1:]), 1).pairings) == 2


def test_score_groups_say_what_could_not_be_met(make_state):
    rounds = [
        [(1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1-0")],
        [(2, 1, "0-1"), (4, 3, "0-1"), (6, 5, "1-0")],
    ]
    plan = pair(make_state(6, *rounds, planned_rounds=5, initial_colour="white"), 3)
    # 1 and 3 are both due White, 2 and 6 both Black; 4 and 5 get the colours they should have.
    assert [str(note) for note in plan.notes[1:]] == [
        "Score group 4: players 2, moved down to it 0, pairs 1, moved down from it 0.",
        "Score group 4, criterion C12: players who do not get their colour preference: 1.",
        "Score group 2: players 2, moved down to it 0, pairs 1, moved down from it 0.",
        "Score group 2, criterion C12: players who do not get their colour preference: 1.",
        "Score group 0: players 2, moved down to it 0, pairs 1, moved down from it 0.",
    ]


def test_score_groups_say_who_moved(make_state):
    first = [(1, 4, "1-0"), (5, 2, "1/2-1/2"), (3, 6, "0-1"), (7, None, "zero-bye")]
    state = make_state(7, first, planned_rounds=5, initial_colour="white")
    plan = pair(state, 2)
    # 2 and 5 have met, so both move down. The bye goes to somebody who missed no round (C9).
    assert [{each.white, each.black} for each in plan.pairings] == [{1, 6}, {2, 3}, {5, 7}, {4, None}]
    assert [str(note) for note in plan.notes[1:]] == [
        "Score group 2: players 2, moved down to it 0, pairs 1, moved down from it 0.",
        "Score group 1: players 2, moved down to it 0, pairs 0, moved down from it 2.",
        "Score group 0: players 3, moved down to it 2, pairs 2, and the bye.",
    ]


def test_a_forfeit_does_not_stop_two_from_meeting(make_state):
    rounds = [[(1, 2, "+/-")]]
    assert planned(pair(make_state(2, *rounds, planned_rounds=2), 2)) in ([(1, 2, None)], [(2, 1, None)])


@pytest.mark.parametrize("given", PAIRING_BYES)
@pytest.mark.parametrize("code", [*PAIRING_BYES, "full-bye"])
def test_a_pairing_bye_or_full_points_without_a_game_bar_a_bye(code, given, make_state):
    rounds = [[(1, 2, "1-0"), (3, None, code)]]
    plan = pair(make_state(3, *rounds, planned_rounds=3, options={PAIRING_BYE: given}), 2)
    assert [each.white for each in plan.pairings if each.result == given] == [2]


@pytest.mark.parametrize("code", ["half-bye", "zero-bye"])
def test_a_bye_asked_for_bars_none(code, make_state):
    rounds = [
        [(1, None, "bye"), (2, None, "zero-bye"), (3, None, code)],
        [(1, None, "zero-bye"), (2, None, "bye"), (3, None, code)],
    ]
    plan = pair(make_state(3, *rounds, planned_rounds=3, initial_colour="white"), 3)
    assert planned(plan) == [(1, 2, None), (3, None, "bye")]


def test_the_bye_is_worth_what_the_setting_says(make_state):
    plan = pair(make_state(3, options={PAIRING_BYE: "draw-bye"}, initial_colour="white"), 1)
    assert planned(plan) == [(1, 2, None), (3, None, "draw-bye")]


def test_each_bye_counts_what_it_was_worth(make_state):
    """A bye of a win and one of a draw in one tournament: the library's points are those of the standings."""
    rounds = [
        [(1, 4, "1-0"), (2, 3, "1-0"), (5, None, "draw-bye")],
        [(1, 2, "1/2-1/2"), (5, 3, "1-0"), (4, None, "bye")],
    ]
    state = make_state(5, *rounds, planned_rounds=5)
    groups = [note.params for note in pair(state, 3).notes if note.code.startswith("score-group")]
    assert [(each["points"], each["players"]) for each in groups] == [("3", 3), ("2", 1), ("0", 1)]
    assert state.points == {1: 3, 2: 3, 3: 0, 4: 2, 5: 3}


def test_a_round_of_two_games_counts_as_one_match(make_state):
    # 1 wins by three points to one, 4 by four to nothing: both won a match.
    first = [PairingState(1, 3, "1-0", "1/2-1/2"), PairingState(4, 2, "1-0", "0-1")]
    state = replace(
        make_state(4, planned_rounds=3, initial_colour="white"), rounds=(RoundState(1, tuple(first), 2),)
    )
    plan = pair(state, 2)
    assert planned(plan) == [(4, 1, None), (2, 3, None)] or planned(plan) == [(1, 4, None), (3, 2, None)]
    assert [each.reasons[0].params for each in plan.pairings] == [{"points": "2"}, {"points": "0"}]


def test_a_second_game_without_a_result_is_missed(make_state):
    first = [PairingState(1, 3, "1-0", "0-1"), PairingState(4, 2, "1-0")]
    state = replace(make_state(4, planned_rounds=3), rounds=(RoundState(1, tuple(first), 2),))
    assert problem(state, 2) == ("results-missing", {"round": 1, "tables": "2"})


def test_a_forfeit_win_bars_a_bye(make_state):
    rounds = [[(1, 4, "1-0"), (2, 5, "1-0"), (3, 6, "+/-"), (7, None, "bye")]]
    rounds += [[(4, 5, "1-0"), (6, 7, "1-0"), (1, 2, "1-0"), (3, None, "zero-bye")]]
    gone = {6: {"withdrawn_after": 2}, 5: {"withdrawn_after": 2}, 4: {"withdrawn_after": 2}}
    gone |= {1: {"withdrawn_after": 2}}
    plan = pair(make_state(7, *rounds, planned_rounds=4, entries=gone), 3)
    assert [each.white for each in plan.pairings if each.result == "bye"] == [2]


def test_seventeen_players_share_the_byes(make_state):
    state = play(make_state, 17, 6, code="1-0", planned_rounds=7)
    had = [part.result for parts in state.histories.values() for part in parts]
    assert had.count("bye") == 6
    assert all([part.result for part in parts].count("bye") <= 1 for parts in state.histories.values())


def test_boards_go_by_the_higher_then_both_scores(make_state):
    state = make_state(6, [(3, 1, "1-0"), (2, 5, "1/2-1/2"), (6, 4, "1-0")])
    pairs = [dutch_engine.DutchPair(*each, "E.1") for each in [(1, 4), (2, 6), (5, 3)]]
    assert [(each.white, each.black) for each in board_order(state, pairs)] == [(5, 3), (2, 6), (1, 4)]


def test_a_large_field_is_paired_in_a_child_process_alike(make_state):
    state = make_state(dutch_engine.CHILD_FROM + 1, initial_colour="black", planned_rounds=5)
    state = replace(state, prohibited=(Prohibition(frozenset({1, 31, 32})),))
    plan = pair(state, 1)
    state = make_state(
        dutch_engine.CHILD_FROM + 1,
        [(each.white, each.black, each.result or "1/2-1/2") for each in plan.pairings],
        planned_rounds=5,
        prohibited=state.prohibited,
    )
    plan = pair(state, 2)
    assert {"prohibited-pairings", "score-group", "criterion-c9"} & {note.code for note in plan.notes}
    assert pair(state, 2, time_limit=60) == plan


def test_a_round_that_takes_too_long_is_ended(make_state):
    players = dutch_engine.CHILD_FROM
    code, params = problem(make_state(players), 1, time_limit=0.01)
    assert (code, params) == ("pairing-timeout", {"number": 1, "players": players, "seconds": "0.01"})


@pytest.mark.parametrize(("players", "time_limit"), [(4, None), (dutch_engine.CHILD_FROM, 60)])
def test_when_the_library_fails_the_arbiter_is_told_to_pair_by_hand(players, time_limit):
    nobody = dutch_engine.DutchGame(1, 1, 999, "W", "L", played=True)
    broken = dutch_engine.DutchProblem(
        players, tuple(range(1, players + 1)), (nobody,), 2, 5, "w", {"W": 2, "D": 1, "L": 0, "Z": 0}
    )
    with pytest.raises(PairingError) as caught:
        dutch_engine.solve(broken, time_limit)
    assert (caught.value.code, caught.value.params) == ("pairing-broke", {"number": 2, "players": players})


def test_a_round_that_cannot_be_explained_is_paired_all_the_same(make_state, monkeypatch):
    expected = [(each.white, each.black) for each in pair(make_state(4), 1).pairings]
    # What the notes are read from is the library's inside, which another version may have otherwise.
    monkeypatch.setattr("gacrux.crosstabledutch.crosstable_dutch.levels", lambda table: ["?"] * 9)
    plan = pair(make_state(4), 1)
    assert [(each.white, each.black) for each in plan.pairings] == expected
    assert [note.code for note in plan.notes] == ["initial-colour-drawn"]


@pytest.mark.parametrize("code", [key for key, kind in RESULTS.items() if not kind.is_bye])
def test_every_result_of_a_game_can_be_paired_on(code, make_state):
    rounds = [[(1, 3, code), (2, 4, "1-0")]]
    assert len(pair(make_state(4, *rounds, planned_rounds=3), 2).pairings) == 2
