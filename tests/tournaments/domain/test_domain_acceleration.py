"""Baku acceleration (FIDE C.04.7): who has virtual points, when, and what is paired with them."""

from dataclasses import replace

import pytest

from tournaments.domain.pairing import PAIRING_SYSTEMS, dutch_engine
from tournaments.domain.pairing.acceleration import last_of_upper_group, virtual_of, virtual_points
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import ACCELERATION, VirtualPoints

SWISS = PAIRING_SYSTEMS["swiss"]
BAKU = {ACCELERATION: "baku"}
CHESS = SCORINGS["1-0.5-0"]


def paired(plan):
    return [(each.white, each.black) for each in plan.pairings if each.black is not None]


def met(plan):
    return {frozenset(pair) for pair in paired(plan)}


@pytest.mark.parametrize(
    ("players", "last"),
    [
        (161, 82),
        (160, 80),
        (162, 82),
        (158, 80),
        (8, 4),
        (7, 4),
        (6, 4),
        (5, 4),
        (4, 2),
        (3, 2),
        (2, 2),
        (0, 0),
    ],
)
def test_the_upper_group_is_the_first_half_rounded_up_to_an_even_number(players, last, make_state):
    assert last_of_upper_group(make_state(players)) == last


def test_nine_rounds_of_161_players_are_the_example_of_the_rules(make_state):
    ranges = virtual_points(make_state(161, options=BAKU, scoring=CHESS), 9)
    assert ranges == (VirtualPoints(2, (1, 3), (1, 82)), VirtualPoints(1, (4, 5), (1, 82)))
    shown = [CHESS.show(virtual_of(ranges, 82, number)) for number in range(1, 10)]
    assert shown == ["1", "1", "1", "½", "½", "0", "0", "0", "0"]
    assert [virtual_of(ranges, 83, number) for number in range(1, 10)] == [0] * 9


@pytest.mark.parametrize(
    ("rounds", "with_win", "with_draw"),
    [
        (1, 1, 0),
        (2, 1, 0),
        (3, 1, 1),
        (4, 1, 1),
        (5, 2, 1),
        (6, 2, 1),
        (7, 2, 2),
        (8, 2, 2),
        (10, 3, 2),
        (11, 3, 3),
    ],
)
def test_accelerated_rounds_are_half_of_all(rounds, with_win, with_draw, make_state):
    ranges = virtual_points(make_state(8, options=BAKU), rounds)
    points = [virtual_of(ranges, 1, number) for number in range(1, rounds + 1)]
    assert points == [2] * with_win + [1] * with_draw + [0] * (rounds - with_win - with_draw)


def test_virtual_points_have_the_scale_of_the_tournament(make_state):
    for key, values in {"2-1-0": [2, 1], "3-1-0": [3, 1], "1-0.5-0": [2, 1]}.items():
        ranges = virtual_points(make_state(8, options=BAKU, scoring=SCORINGS[key]), 7)
        assert [each.points for each in ranges] == values


def test_without_acceleration_nobody_has_any(make_state):
    assert virtual_points(make_state(8), 7) == ()
    assert virtual_points(make_state(8, options={ACCELERATION: "none"}), 7) == ()


def test_what_a_file_says_comes_before_the_option(make_state):
    given = (VirtualPoints(4, (1, 2), (1, 3)), VirtualPoints(1, (2, 2), (2, 9)))
    state = make_state(8, options=BAKU, virtual_points=given)
    assert virtual_points(state, 7) == given
    assert [virtual_of(given, 2, number) for number in (1, 2, 3)] == [4, 1, 0]


def test_late_entries_do_not_move_the_border(make_state):
    began = make_state(8)
    assert last_of_upper_group(began) == 4
    # Two are ranked in above the last of the group, as 1 and 3: he is number 6 now.
    late = make_state(10, entries={1: {"joined_round": 2}, 3: {"joined_round": 2}})
    assert last_of_upper_group(late) == 6
    below = make_state(10, entries={9: {"joined_round": 2}, 10: {"joined_round": 3}})
    assert last_of_upper_group(below) == 4


def test_who_left_before_the_first_round_was_not_in_the_field(make_state):
    gone = make_state(9, entries={1: {"withdrawn_after": 0}})
    assert last_of_upper_group(gone) == 5
    # Who withdraws later was: the border stays.
    assert last_of_upper_group(make_state(8, entries={1: {"withdrawn_after": 1}})) == 4


def test_round_one_is_paired_within_the_groups(make_state):
    state = make_state(8, options=BAKU, initial_colour="white", planned_rounds=5)
    plan = SWISS.pair(state, number=1, seed=1)
    assert paired(plan) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert [[reason.code for reason in each.reasons] for each in plan.pairings] == [
        ["same-pairing-score", "colour-e-5"],
        ["same-pairing-score", "colour-e-5"],
        ["same-score", "colour-e-5"],
        ["same-score", "colour-e-5"],
    ]
    assert str(plan.pairings[0].reasons[0]) == "Pairing score of both, with virtual points: 2."
    assert [str(note) for note in plan.notes] == [
        "Initial colour: White.",
        "Accelerated round: numbers 1 to 4 have virtual points: 2.",
        "Score group 2: players 4, moved down to it 0, pairs 2, moved down from it 0.",
        "Score group 0: players 4, moved down to it 0, pairs 2, moved down from it 0.",
    ]


def test_round_two_brings_the_losers_of_the_upper_group_and_the_winners_of_the_lower_together(make_state):
    first = [(1, 3, "1-0"), (4, 2, "0-1"), (5, 7, "1-0"), (8, 6, "0-1")]
    state = make_state(8, first, options=BAKU, initial_colour="white", planned_rounds=5)
    plan = SWISS.pair(state, number=2, seed=1)
    # Pairing scores: 1 and 2 have 4, 3, 4, 5 and 6 have 2, 7 and 8 have 0.
    assert met(plan) == {frozenset(pair) for pair in [(1, 2), (3, 5), (4, 6), (7, 8)]}
    # Boards go by real points: 5 and 6 have as many as 1 and 2.
    assert [sorted(pair) for pair in paired(plan)] == [[1, 2], [3, 5], [4, 6], [7, 8]]
    assert plan.pairings[1].reasons[0].params["points"] == "2"


def test_a_float_counts_virtual_points(make_state):
    first = [(1, 3, "1/2-1/2"), (4, 2, "0-1"), (5, 7, "1-0"), (8, 6, "0-1")]
    state = make_state(8, first, options=BAKU, initial_colour="white", planned_rounds=5)
    plan = SWISS.pair(state, number=2, seed=1)
    reasons = [reason for each in plan.pairings for reason in each.reasons]
    floats = [reason for reason in reasons if reason.code == "float-pairing-score"]
    # Pairing scores: 2 has 4, 1 and 3 have 3.
    assert str(floats[0]) == (
        "2 Player2 (pairing score with virtual points: 4) floats down to meet 1 Player1 (3), who floats up."
    )


def test_after_the_accelerated_rounds_points_alone_count(make_state):
    rounds = [
        [(1, 3, "1-0"), (4, 2, "0-1"), (5, 7, "1-0"), (8, 6, "0-1")],
        [(2, 1, "1-0"), (3, 5, "1-0"), (6, 4, "1-0"), (7, 8, "1-0")],
    ]
    state = make_state(8, *rounds, options=BAKU, initial_colour="white", planned_rounds=4)
    assert SWISS.pair(state, number=3, seed=1) == SWISS.pair(replace(state, options={}), number=3, seed=1)


def test_numbers_with_gaps_keep_their_virtual_points(make_state):
    state = make_state(8, options=BAKU, initial_colour="white", planned_rounds=5)
    spread = replace(
        state, entries=tuple(replace(entry, number=10 * entry.number) for entry in state.entries)
    )
    plan, again = (SWISS.pair(each, number=1, seed=1) for each in (state, spread))
    assert paired(again) == [(10 * white, 10 * black) for white, black in paired(plan)]


def test_a_child_process_accelerates_and_prohibits_alike(make_state):
    players = dutch_engine.CHILD_FROM + 1
    state = make_state(players, options=BAKU, initial_colour="black", planned_rounds=5)
    plan = SWISS.pair(state, number=1, seed=1)
    assert SWISS.pair(state, number=1, seed=1, time_limit=60) == plan
    assert [note.code for note in plan.notes][:2] == ["initial-colour", "acceleration"]
