"""Standings and the cross table."""

from time import perf_counter

import pytest

from tournaments.domain.crosstable import crosstable
from tournaments.domain.errors import InputError
from tournaments.domain.results import SCORINGS
from tournaments.domain.standings import standings

KEYS = ["buchholz", "direct-encounter", "wins"]


def places(rows):
    return [(row.place, row.number) for row in rows]


def test_fides_exercise_in_order(read_trf):
    rows = standings(read_trf("tec"), ["buchholz", "sonneborn-berger"])
    assert places(rows) == [
        *((1, 2), (2, 3), (3, 4), (4, 1), (5, 16), (6, 6), (7, 8), (8, 11), (9, 5)),
        *((10, 15), (11, 12), (12, 14), (13, 7), (14, 13), (15, 9), (16, 10)),
    ]


def test_the_files_own_ranking_is_by_points_and_its_scores(read_trf):
    rows = standings(read_trf("t1021_p17_r6"), [])
    assert sorted((row.points for row in rows), reverse=True) == [row.points for row in rows]


def test_a_full_tie_shares_the_place(make_state):
    rows = standings(make_state(5, [(1, 2, "1-0"), (3, 4, "1-0"), (5, None, "half-bye")]), ["wins"])
    assert places(rows) == [(1, 1), (1, 3), (3, 5), (4, 2), (4, 4)]


def test_the_columns(make_state):
    state = make_state(3, [(1, 2, "1-0"), (3, None, "bye")], [(2, 3, "+/-"), (1, None, "half-bye")])
    rows = standings(state, KEYS)
    assert [(r.number, r.points, r.wins, r.draws, r.losses, r.games) for r in rows] == [
        (1, 3, 1, 0, 0, 1),
        (2, 2, 0, 0, 1, 1),
        (3, 2, 0, 0, 0, 0),
    ]
    assert [[value.show for value in row.tiebreaks] for row in rows] == [
        ["4", "", "1"],
        ["5", "", "1"],
        ["4", "", "1"],
    ]


def test_standings_after_an_earlier_round(make_state):
    state = make_state(
        3, [(1, 2, "0-1")], [(2, 1, "0-1"), (3, None, "bye")], entries={3: {"joined_round": 2}}
    )
    assert places(standings(state, ["wins"], after_round=1)) == [(1, 2), (2, 1)]
    assert places(standings(state, ["wins"])) == [(1, 1), (1, 2), (1, 3)]


def test_a_key_that_is_not_there_is_named(make_state):
    with pytest.raises(InputError) as caught:
        standings(make_state(2), ["goals"])
    assert (caught.value.code, caught.value.params["key"]) == ("tiebreak-unknown", "goals")


def test_the_order_of_entries_and_pairings_changes_nothing(read_trf):
    state = read_trf("tec")
    turned = type(state)(
        state.entries[::-1],
        tuple(type(each)(each.number, each.pairings[::-1]) for each in state.rounds),
        scoring=SCORINGS["1-0.5-0"],
    )
    assert standings(turned, KEYS) == standings(state, KEYS)


def test_three_hundred_players_are_ranked_in_a_moment(read_trf):
    state = read_trf("t1073_p250_r9")
    began = perf_counter()
    rows = standings(state, ["buchholz", "sonneborn-berger", "direct-encounter", "wins"])
    # Far above what it takes, to say so only when the growth is wrong.
    assert perf_counter() - began < 2
    assert len(rows) == 250


def test_the_cross_table_by_round_and_by_opponent(make_state):
    state = make_state(3, [(1, 2, "1-0"), (3, None, "bye")], [(3, 1, None)], entries={2: {"joined_round": 1}})
    table = crosstable(state, standings(state, []))
    assert [(row.place, row.number, row.points) for row in table] == [(1, 1, 2), (1, 3, 2), (3, 2, 0)]
    first, second, third = table
    assert [(c.opponent, c.opponent_place, c.colour, c.result, c.side, c.points) for c in first.rounds] == [
        (2, 3, "white", "1-0", "win", 2),
        (3, 1, "black", None, None, 0),
    ]
    assert [(c.opponent, c.result, c.played) for c in second.rounds] == [
        (None, "bye", False),
        (1, None, False),
    ]
    assert [(c.result, c.side) for c in third.rounds] == [("1-0", "loss"), ("zero-bye", "loss")]
    square = [
        [None if cells is None else [c.round for c in cells] for cells in row.opponents] for row in table
    ]
    assert square == [[None, [2], [1]], [[2], None, []], [[1], [], None]]


def test_before_he_joined_the_cross_table_is_empty(make_state):
    state = make_state(3, [(1, 2, "1-0")], [(3, 2, "1-0")], entries={3: {"joined_round": 2}})
    rows = {row.number: row for row in crosstable(state, standings(state, []))}
    assert [cell and cell.result for cell in rows[3].rounds] == [None, "1-0"]


def test_the_cross_table_after_an_earlier_round(make_state):
    state = make_state(2, [(1, 2, "1-0")], [(2, 1, "1-0")])
    rows = standings(state, [], after_round=1)
    assert [len(row.rounds) for row in crosstable(state, rows, after_round=1)] == [1, 1]
