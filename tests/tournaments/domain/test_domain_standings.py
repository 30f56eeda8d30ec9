"""Standings and the cross table."""

from dataclasses import replace
from time import perf_counter

import pytest

from tournaments.domain.crosstable import crosstables
from tournaments.domain.errors import ConflictError, InputError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import SCORINGS
from tournaments.domain.sections import Section
from tournaments.domain.standings import require_final, section_standings, standings
from tournaments.domain.state import TournamentState

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


def test_three_who_are_fully_tied_share_the_place_and_the_next_has_the_fourth(make_state):
    circle = [[(1, 2, "1-0"), (3, 4, "1-0")], [(2, 3, "1-0"), (1, 4, "1-0")], [(3, 1, "1-0"), (2, 4, "1-0")]]
    rows = standings(make_state(4, *circle), ["direct-encounter", "buchholz", "sonneborn-berger", "wins"])
    assert places(rows) == [(1, 1), (1, 2), (1, 3), (4, 4)]


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


def only_table(state, **options):
    """Return the rows of the cross table of a tournament with a single section."""
    (table,) = crosstables(section_standings(state, [], **options))
    return table.rows


def test_the_cross_table_by_round_and_by_opponent(make_state):
    state = make_state(3, [(1, 2, "1-0"), (3, None, "bye")], [(3, 1, None)], entries={2: {"joined_round": 1}})
    table = only_table(state)
    assert [(row.place, row.number, row.points) for row in table] == [(1, 1, 2), (1, 3, 2), (3, 2, 0)]
    first, second, third = table
    assert [(c.opponent, c.opponent_place, c.colour, c.result, c.side, c.points) for c in first.rounds] == [
        (2, 3, "white", "1-0", "win", 2),
        (3, 1, "black", None, None, 0),
    ]
    # Two share the first place: their lines tell them apart.
    assert [c.opponent_line for row in (first, second, third) for c in row.rounds] == [3, 2, None, 1, 1, None]
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
    rows = {row.number: row for row in only_table(state)}
    assert [cell and cell.result for cell in rows[3].rounds] == [None, "1-0"]


def test_the_cross_table_after_an_earlier_round(make_state):
    state = make_state(2, [(1, 2, "1-0")], [(2, 1, "1-0")])
    assert [len(row.rounds) for row in only_table(state, after_round=1)] == [1, 1]


def test_a_round_of_two_games_is_one_cell_with_both(make_state):
    state = make_state(2, [(1, 2, "1-0", "1/2-1/2")], [(2, 1, "1-0")])
    state = replace(state, rounds=tuple(replace(each, games=2) for each in state.rounds))
    first, _ = only_table(state)
    assert [(c.points, c.result, c.colour, c.weight) for c in first.rounds] == [
        (3, "1-0", "white", 2),
        (0, None, "black", 2),
    ]
    assert [[(game.colour, game.kind.code) for game in cell.games] for cell in first.rounds] == [
        [("white", "1-0"), ("black", "1/2-1/2")],
        [("black", "1-0")],
    ]


def part_of(state, numbers, rounds, **fields):
    """Return a section of these players in these rounds."""
    kept = tuple(
        replace(each, pairings=tuple(p for p in each.pairings if {p.white, p.black} <= {*numbers, None}))
        for each in state.rounds
        if each.number in rounds
    )
    entries = tuple(entry for entry in state.entries if entry.number in numbers)
    return Section(replace(state, entries=entries, rounds=kept, planned_rounds=len(kept)), **fields)


# A preliminary round, then finals of three each: 1, 3 and 5 won and play on for the first places.
PRELIMINARY = [(1, 2, "1-0"), (3, 4, "1-0"), (5, 6, "1-0")]
FINALS = [
    [(1, 3, "0-1"), (5, None, "free"), (2, 4, "1/2-1/2"), (6, None, "free")],
    [(5, 1, "0-1"), (3, None, "free"), (6, 2, "1-0"), (4, None, "free")],
    [(3, 5, "1-0"), (1, None, "free"), (4, 6, "1/2-1/2"), (2, None, "free")],
]


def two_finals(state: TournamentState) -> tuple[Section, ...]:
    """Return the sections of finals A and B after the preliminary, before it everybody."""
    if len(state.rounds) < 2:
        return (Section(state),)
    fixed = replace(state, options=PAIRING_SYSTEMS["round-robin"].options)
    rounds = range(2, 1 + len(state.rounds))
    return (
        part_of(fixed, {1, 3, 5}, rounds, label="Final %(name)s", params={"name": "A"}),
        part_of(fixed, {2, 4, 6}, rounds, label="Final %(name)s", params={"name": "B"}),
    )


def test_each_section_is_ranked_on_its_own_and_places_run_on(make_state):
    state = make_state(6, PRELIMINARY, *FINALS)
    rows = standings(state, ["sonneborn-berger"], sections=two_finals)
    assert [(row.place, row.number, row.points, row.section) for row in rows] == [
        (1, 3, 4, 0),
        (2, 1, 2, 0),
        (3, 5, 0, 0),
        (4, 6, 3, 1),
        (5, 4, 2, 1),
        (6, 2, 1, 1),
    ]
    # In final A 3 beat 1, who has 2 points; the preliminary counts for nothing.
    assert rows[0].tiebreaks[0].value == 4
    first = standings(state, [], sections=two_finals, after_round=1)
    assert [(row.place, row.number, row.section) for row in first[:4]] == [
        (1, 1, 0),
        (1, 3, 0),
        (1, 5, 0),
        (4, 2, 0),
    ]


def test_each_section_has_a_cross_table_of_its_players_and_rounds(make_state):
    ranked = section_standings(make_state(6, PRELIMINARY, *FINALS), [], sections=two_finals)
    final_a, final_b = crosstables(ranked)
    assert (final_a.section.params, final_a.rounds) == ({"name": "A"}, (2, 3, 4))
    assert (final_a.closed, final_a.all_meet) == (True, True)
    assert [row.number for row in final_b.rows] == [6, 4, 2]
    assert [[cells and [c.result for c in cells] for cells in row.opponents] for row in final_b.rows] == [
        [None, ["1/2-1/2"], ["1-0"]],
        [["1/2-1/2"], None, ["1/2-1/2"]],
        [["1-0"], ["1/2-1/2"], None],
    ]
    assert [cell.opponent_place for cell in final_b.rows[0].rounds] == [None, 6, 5]


def test_an_opponent_in_another_section_is_named_by_his_place(make_state):
    state = make_state(4, [(1, 2, "1-0"), (3, 4, "1-0")], [(1, 3, "1-0")])
    sections = (part_of(state, {1, 3}, [2]), Section(state, levels=((2, 4),)))
    final, rest = crosstables(section_standings(state, [], sections=lambda _: sections))
    assert [row.number for row in final.rows] == [1, 3]
    assert [(each.closed, each.all_meet) for each in (final, rest)] == [(True, True), (False, False)]
    assert [(row.number, [cell.opponent_place for cell in row.rounds]) for row in rest.rows] == [
        (2, [1, None]),
        (4, [2, None]),
    ]


def test_final_standings_name_every_round_and_table_that_is_missing(make_state):
    require_final(make_state(2, [(1, 2, "1-0")]))
    state = make_state(4, [(1, 2, "1-0"), (3, 4, None)], [(1, 3, None), (2, 4, None)])
    with pytest.raises(ConflictError) as caught:
        require_final(state)
    assert (caught.value.code, caught.value.params) == ("results-missing-at-end", {"tables": "1/2, 2/1, 2/2"})
    half = replace(make_state(2, [(1, 2, "1-0")]).rounds[0], games=2)
    with pytest.raises(ConflictError) as caught:
        require_final(replace(state, rounds=(half,)))
    assert caught.value.params == {"tables": "1/1"}


def test_who_withdrew_stays_in_the_standings(make_state):
    state = make_state(3, [(1, 2, "1-0")], [(1, 3, "1-0")], entries={2: {"withdrawn_after": 1}})
    assert [row.number for row in standings(state, [])] == [1, 2, 3]
