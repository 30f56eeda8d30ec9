"""Rounds of two games, plus draws and teams' boards: small events worked out by hand, scoring 2-1-0."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import GAME_RESULTS
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS, ScoreTable

BEFORE, SINCE = date(2026, 2, 28), date(2026, 3, 1)
RR = PAIRING_SYSTEMS["round-robin"].options


def two_games(rounds, ratings, **fields):
    """Return a tournament of rounds of two games: (White, Black, result, result of the game turned round)."""
    return TournamentState(
        tuple(EntryState(number, rating=rating) for number, rating in enumerate(ratings, start=1)),
        tuple(
            RoundState(number, tuple(PairingState(*pairing) for pairing in pairings), games=2)
            for number, pairings in enumerate(rounds, start=1)
        ),
        **fields,
    )


def all_values(state, key, groups=None):
    return TIEBREAKS[key].values(ScoreTable(state), groups or [list(state.by_number)])


def values(state, key, groups=None):
    return [value.value for _, value in sorted(all_values(state, key, groups).items())]


# Each meets each: 1 beats 4 by 3-1, 2 and 3 part 2-2, so do 4 and 3, 1 beats 2 by 4-0, 2 beats 4 by 3-1,
# 3 beats 1 by 3-1.
ALL_MEET = two_games(
    [
        [(1, 4, "1-0", "1/2-1/2"), (2, 3, "1/2+-1/2", "1/2-1/2+")],
        [(4, 3, "0-1", "0-1"), (1, 2, "1-0", "0-1")],
        [(2, 4, "1-0", "1/2-1/2"), (3, 1, "1-0", "1/2+-1/2")],
    ],
    [1400, 1300, 1200, 1100],
    options=RR,
    on=SINCE,
    planned_rounds=3,
)
# A Swiss of five: 5 has a pairing bye, then 2 a bye asked for and 3 a pairing bye; 5 does not come to 2.
WITH_BYES = two_games(
    [
        [(1, 3, "1-0", "0-1"), (2, 4, "1/2-1/2", "1-0"), (5, None, "bye")],
        [(5, 1, "0-1", "1/2-1/2"), (4, 3, "1-0", "1/2-1/2"), (2, None, "half-bye")],
        [(1, 4, "1/2-1/2", "1/2-1/2"), (2, 5, "+/-", "-/+"), (3, None, "bye")],
    ],
    [1500, 1400, 1300, 1200, 1100],
    on=SINCE,
    planned_rounds=3,
)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("buchholz", [16, 19, 17, 20]),
        ("buchholz-cut1", [12, 15, 13, 15]),
        ("buchholz-cut2", [7, 8, 8, 8]),
        ("buchholz-median1", [5, 7, 5, 7]),
        ("fore-buchholz", [15, 20, 18, 19]),
        ("average-buchholz", [Fraction(56, 3), Fraction(53, 3), Fraction(55, 3), Fraction(52, 3)]),
        ("sonneborn-berger", [39, 26, 42, 27]),
        ("sonneborn-berger-cut1", [27, 14, 34, 22]),
        ("solkoff", [16, 19, 17, 20]),
        ("truncated-solkoff", [12, 15, 13, 15]),
        ("direct-encounter", [8, 5, 7, 4]),
        ("wins", [2, 1, 1, 0]),
        ("games-won", [3, 1, 2, 1]),
        ("black-wins", [1, 0, 1, 1]),
        ("black-games", [3, 3, 3, 3]),
        ("rounds-played", [3, 3, 3, 3]),
        ("standard-points", [4, Fraction(5, 2), Fraction(7, 2), 2]),
        ("kashdan", [17, 12, 15, 11]),
        ("progressive", [18, 9, 13, 8]),
        ("progressive-cut1", [15, 7, 11, 7]),
        ("koya", [1, 2, 3, 3]),
        ("plus-draws", [1, 2, 0, 0]),
        ("minus-draws", [0, 0, 3, 0]),
        ("plus-minus", [1, 2, -3, 0]),
        ("match-points", [4, 3, 4, 1]),
        ("board-points", [8, 5, 7, 4]),
        ("sonneborn-berger-boards", [39, 26, 42, 27]),
        ("average-rating", [1200, 1233, 1267, 1300]),
        ("average-rating-cut1", [1250, 1300, 1350, 1350]),
        ("performance", [1325, 1176, 1324, 1175]),
        ("average-performance", [1225, 1275, 1225, 1275]),
    ],
)
def test_a_round_robin_of_two_games_a_round(key, expected):
    assert ALL_MEET.points == {1: 8, 2: 5, 3: 7, 4: 4}
    assert values(ALL_MEET, key) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("buchholz", [18, 19, 22, 21, 19]),
        ("buchholz-cut1", [13, 13, 17, 16, 14]),
        ("sonneborn-berger", [51, 40, 28, 54, 29]),
        ("solkoff", [18, 13, 17, 21, 16]),
        ("truncated-solkoff", [13, 13, 17, 16, 16]),
        ("wins", [2, 1, 1, 2, 1]),
        ("games-won", [3, 0, 0, 2, 0]),
        ("black-wins", [2, 0, 0, 0, 0]),
        ("black-games", [3, 1, 2, 3, 1]),
        ("rounds-played", [3, 2, 3, 3, 2]),
        ("standard-points", [Fraction(9, 2), Fraction(7, 2), Fraction(5, 2), 4, Fraction(5, 2)]),
        ("kashdan", [18, 3, 5, 16, 3]),
        ("progressive", [20, 11, 6, 17, 14]),
        ("koya", [2, 1, 1, 5, 1]),
        ("match-points", [5, 3, 2, 5, 2]),
        ("board-points", [9, 7, 5, 8, 5]),
        ("average-rating", [1200, 1200, 1350, 1400, 1500]),
        ("performance", [1393, 1007, 1028, 1525, 1307]),
    ],
)
def test_a_swiss_of_two_games_a_round_with_byes(key, expected):
    assert WITH_BYES.points == {1: 9, 2: 7, 3: 5, 4: 8, 5: 5}
    assert values(WITH_BYES, key) == expected


def test_a_dummys_limit_is_a_draw_in_every_game():
    terms = all_values(WITH_BYES, "buchholz")[2].terms
    assert [(term.opponent, term.value, term.note) for term in terms] == [
        (4, 8, ""),
        (None, 6, "capped-by-draws"),
        (5, 5, "capped-by-opponent"),
    ]
    assert values(replace(WITH_BYES, on=BEFORE), "buchholz") == [18, 22, 22, 21, 19]


def test_a_round_nobody_was_paired_in_counts_as_two_draws_for_opponents():
    state = two_games([[(1, 2, "1-0", "0-1")], [], []], [0, 0])
    assert ScoreTable(state).adjusted == {1: 8, 2: 4}


def test_the_sum_decides_who_stands_before_whom():
    rows = standings(ALL_MEET, ["wins"])
    assert [(row.place, row.number, row.points) for row in rows] == [
        (1, 1, 8),
        (2, 3, 7),
        (3, 2, 5),
        (4, 4, 4),
    ]
    assert [(row.wins, row.draws, row.losses, row.games) for row in rows] == [
        (3, 2, 1, 6),
        (2, 3, 1, 6),
        (1, 3, 2, 6),
        (1, 2, 3, 6),
    ]


def test_direct_encounter_counts_two_wins_as_possible_where_players_have_not_met():
    rounds = [[(1, 2, "1/2-1/2", "1/2-1/2")], [(1, 3, "1-0", "1/2-1/2")]]
    state = two_games(rounds, [0, 0, 0])
    # 2 has 2 points and can still win both games against 3: the 5 of 1 are not out of reach.
    assert values(state, "direct-encounter", [[1, 2, 3]]) == [None, None, None]
    rounds[0] = [(1, 2, "1-0", "1/2-1/2")]
    found = all_values(two_games(rounds, [0, 0, 0]), "direct-encounter", [[1, 2, 3]])
    assert {number: value.order for number, value in found.items()} == {1: 0, 2: -1, 3: -1}


def test_results_in_ranking_order_take_both_games():
    found = all_values(ALL_MEET, "ranking-results", [[1], [2, 3], [4]])
    assert {n: (found[n].value, found[n].order, found[n].steps) for n in (2, 3)} == {
        2: (0, -1, (0, 2, 3)),
        3: (3, 0, (3, 2, 2)),
    }


def test_of_a_round_half_played_the_game_at_the_board_counts():
    state = two_games([[(1, 2, "1-0", "+/-")]], [1500, 1400], on=SINCE)
    assert values(state, "games-won") == [1, 0]
    assert values(state, "black-games") == [0, 1]
    assert values(state, "average-rating") == [1400, 1500]
    assert values(state, "performance") == [2200, 700]
    assert [len(value.terms) for value in all_values(state, "average-rating").values()] == [1, 1]


def test_a_second_game_that_goes_on_gives_its_first_game_only():
    state = two_games([[(1, 2, "1-0", None)]], [1500, 1400])
    assert values(state, "games-won") == [1, 0]
    assert values(state, "wins") == [0, 0]
    assert values(state, "buchholz") == [0, 0]
    assert values(state, "match-points") == [0, 0]


def test_fewer_minus_draws_are_better(make_state):
    state = make_state(4, [(1, 2, "1/2+-1/2"), (3, 4, "1/2-1/2")])
    assert [(row.place, row.number) for row in standings(state, ["minus-draws"])] == [
        (1, 1),
        (1, 3),
        (1, 4),
        (4, 2),
    ]
    assert [(row.place, row.number) for row in standings(state, ["plus-draws"])] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (2, 4),
    ]
    assert [(row.place, row.number) for row in standings(state, ["plus-minus"])] == [
        (1, 1),
        (2, 3),
        (2, 4),
        (4, 2),
    ]
    term = all_values(state, "minus-draws")[2].terms[0]
    assert (term.round, term.opponent, term.value) == (1, 1, 1)


def team_event(*rounds):
    """Return a Swiss of four teams on four boards: matches with a result and both sides' board points."""
    return TournamentState(
        tuple(EntryState(number) for number in range(1, 5)),
        tuple(
            RoundState(number, tuple(PairingState(*each[:3], board_points=each[3]) for each in matches))
            for number, matches in enumerate(rounds, start=1)
        ),
        on=SINCE,
    )


TEAMS = team_event(
    [(1, 2, "1-0", (5, 3)), (3, 4, "1/2-1/2", (4, 4))],
    [(4, 1, "0-1", (0, 8)), (2, 3, "1-0", (6, 2))],
)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("match-points", [4, 2, 1, 1]),
        ("board-points", [13, 9, 6, 4]),
        ("sonneborn-berger", [6, 2, 1, 1]),
        # 1: 5x2 + 8x1. 2: 3x4 + 6x1. 3: 4x1 + 2x2. 4: 4x1 + 0x4.
        ("sonneborn-berger-boards", [18, 18, 8, 4]),
    ],
)
def test_teams_have_match_points_and_board_points(key, expected):
    assert values(TEAMS, key) == expected


def test_board_points_tell_teams_apart_and_say_where_they_come_from():
    rows = standings(TEAMS, ["board-points"])
    assert [(row.place, row.number) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    terms = rows[2].tiebreaks[0].terms
    assert [(term.round, term.opponent, term.value) for term in terms] == [(1, 4, 4), (2, 2, 2)]
    (first, _) = all_values(TEAMS, "sonneborn-berger-boards")[1].terms
    assert (first.opponent, first.score, first.factor, first.value) == (2, 2, 5, 10)


def test_a_bye_brings_a_team_the_board_points_it_was_given():
    state = team_event([(1, 2, "1-0", (5, 3)), (3, None, "bye", (4, 0))])
    assert values(state, "board-points") == [5, 3, 4, 0]
    assert values(state, "match-points") == [2, 0, 2, 0]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 7), st.integers(0, 4), st.randoms(use_true_random=False))
def test_two_games_are_worth_what_both_together_are(players, rounds, lot):
    codes = [*GAME_RESULTS, None]
    paired = []
    for _ in range(rounds):
        order = list(range(1, players + 1))
        lot.shuffle(order)
        pairs = [
            (order[at], order[at + 1], lot.choice(codes), lot.choice(codes))
            for at in range(0, players - 1, 2)
        ]
        paired.append(pairs + ([(order[-1], None, "bye")] if players % 2 else []))
    state = two_games(paired, [lot.choice([900, 1200]) for _ in range(players)], options=lot.choice([{}, RR]))
    for key in TIEBREAKS:
        for value in all_values(state, key).values():
            if value.combined == "sum" and value.terms:
                assert value.value == sum(term.value for term in value.terms if not term.cut)
    finished = state.as_matches
    assert values(state, "match-points") == [finished.points[number] for number in sorted(finished.points)]
