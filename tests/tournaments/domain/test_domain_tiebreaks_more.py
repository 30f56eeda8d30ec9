"""Tie-breaks that FIDE's exercise does not know, and what every tie-break says of itself."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.errors import InputError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import GAME_RESULTS
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.domain.tiebreaks import TIEBREAK_PRESETS, TIEBREAKS, ScoreTable, tiebreak_keys
from tournaments.domain.tiebreaks.scores import UNRATED_AS

BYES = ["bye", "half-bye", "zero-bye", "full-bye"]
RR = PAIRING_SYSTEMS["round-robin"].options


def all_values(state, key, groups=None):
    return TIEBREAKS[key].values(ScoreTable(state), groups or [list(state.by_number)])


def numbers(state, key, groups=None):
    return {number: value.number for number, value in all_values(state, key, groups).items()}


def places(rows):
    return [(row.place, row.number) for row in rows]


FIVE = [
    [(1, 2, "1-0"), (3, 4, "1/2-1/2"), (5, None, "bye")],
    [(1, 3, "1-0"), (2, 5, "1-0"), (4, None, "bye")],
    [(4, 1, "0-1"), (3, 5, "+/-"), (2, None, "half-bye")],
]
# On 2-1-0 they have 6, 3, 3, 3 and 2 points.


def test_solkoff_counts_opponents_as_they_are_and_a_bye_as_nothing(make_state):
    state = make_state(5, *FIVE)
    assert state.points == {1: 6, 2: 3, 3: 3, 4: 3, 5: 2}
    assert numbers(state, "solkoff") == {1: 9, 2: 8, 3: 11, 4: 9, 5: 6}
    byes = [term for term in all_values(state, "solkoff")[4].terms if term.dummy]
    assert [(term.round, term.opponent, term.value, term.note) for term in byes] == [
        (2, None, 0, "bye-counts-zero")
    ]


def test_truncated_solkoff_compares_ever_fewer_opponents(make_state):
    found = all_values(make_state(5, *FIVE), "truncated-solkoff", [[1], [2, 3, 4], [5]])
    assert {n: value.steps for n, value in found.items()} == {
        1: (6, 3),
        2: (8, 6),
        3: (9, 6),
        4: (9, 6),
        5: (6, 3),
    }
    assert {n: (value.number, value.order) for n, value in found.items()} == {
        1: (6, 0),
        2: (8, -1),
        3: (9, 0),
        4: (9, 0),
        5: (6, 0),
    }
    assert [(term.round, term.cut) for term in found[4].terms] == [(1, False), (2, True), (3, False)]


def test_truncated_solkoff_decides_where_the_first_truncation_does_not(make_state):
    # Without the lowest opponent both have 12; without the two lowest 7 against 6.
    points = {3: 7, 4: 5, 5: 1, 6: 6, 7: 6, 8: 0}
    rounds = [[(1, 3, "0-1"), (2, 6, "0-1")], [(1, 4, "0-1"), (2, 7, "0-1")], [(1, 5, "0-1"), (2, 8, "0-1")]]
    state = make_state(8, *rounds)
    state.__dict__["points"] = state.__dict__["game_points"] = points | {1: 0, 2: 0}
    found = all_values(state, "truncated-solkoff", [[1, 2]])
    assert {n: (value.number, value.order) for n, value in found.items()} == {1: (12, 0), 2: (12, -1)}


def test_medians_leave_out_both_ends(make_state):
    state = make_state(5, *FIVE)
    # Player 1 met opponents with 3 each; the dummies of player 5 have his own 2 points.
    assert numbers(state, "buchholz")[3] == 3 + 6 + 2
    assert numbers(state, "buchholz-median1")[3] == 3
    assert numbers(state, "buchholz-cut2")[3] == 6
    assert numbers(state, "buchholz-median2")[3] == 0
    cut = {term.round for term in all_values(state, "buchholz-median1")[3].terms if term.cut}
    assert cut == {2, 3}


def test_a_cut_takes_the_voluntary_unplayed_round_first(make_state):
    state = make_state(
        4,
        [(1, 2, "1-0"), (3, 4, "1-0")],
        [(1, 3, "1-0"), (2, 4, "1-0")],
        [(1, None, "zero-bye"), (2, 3, "0-1"), (4, None, "bye")],
    )
    terms = all_values(state, "buchholz-cut1")[1].terms
    assert [(term.value, term.cut) for term in terms] == [(2, False), (4, False), (3, True)]
    # Here the lowest opponent gave him more than the unplayed round, which therefore stays.
    terms = all_values(state, "sonneborn-berger-cut1")[1].terms
    assert [(term.value, term.cut) for term in terms] == [(4, True), (8, False), (0, False)]


def test_koya_counts_opponents_with_half_of_what_they_could_have(make_state):
    rounds = [
        [(1, 2, "1-0"), (3, None, "free")],
        [(3, 1, "1/2-1/2"), (2, None, "free")],
        [(2, 3, "1-0"), (1, None, "free")],
    ]
    state = make_state(3, *rounds, options=RR)
    # 3, 2 and 1 of 4 possible points: the third has less than half.
    assert numbers(state, "koya") == {1: 2, 2: 0, 3: 1}
    assert [(t.opponent, t.value, t.cut) for t in all_values(state, "koya")[2].terms] == [
        (1, 0, False),
        (3, 2, True),
    ]


def test_results_in_ranking_order(make_state):
    rounds = [
        [(1, 2, "1-0"), (3, 4, "0-1")],
        [(1, 3, "1/2-1/2"), (2, 4, "1/2-1/2")],
        [(1, 4, "1-0"), (2, 3, "1-0")],
    ]
    state = make_state(4, *rounds, options=RR)
    assert state.points == {1: 5, 2: 3, 3: 1, 4: 3}
    groups = [[1], [2, 4], [3]]
    found = all_values(state, "ranking-results", groups)
    # Both lost to the first, drew with each other and won against the last.
    assert {(value.value, value.order) for value in found.values()} == {(None, 0)}
    rounds[2] = [(1, 4, "1/2-1/2"), (2, 3, "1-0")]
    rounds[0] = [(1, 2, "1-0"), (3, 4, "1/2-1/2")]
    state = make_state(4, *rounds, options=RR)
    found = all_values(state, "ranking-results", [[1], [2, 4], [3]])
    assert {n: (found[n].number, found[n].order, found[n].steps) for n in (2, 4)} == {
        2: (0, -1, (0, 1, 2)),
        4: (1, 0, (1, 1, 1)),
    }
    assert [(term.opponent, term.value) for term in found[4].terms] == [(1, 1)]


def test_lots_tell_everybody_apart_and_can_be_drawn_again(make_state):
    state = make_state(6, seed=5)
    rows = standings(state, ["lots"])
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
    assert standings(make_state(6, seed=5), ["lots"]) == rows
    drawn = [standings(make_state(6, seed=seed), ["lots"]) for seed in range(20)]
    assert len({tuple(row.number for row in table) for table in drawn}) > 15
    more = [row.number for row in standings(make_state(7, seed=5), ["lots"]) if row.number < 7]
    assert more == [row.number for row in rows]


def test_no_lot_is_drawn_for_who_is_not_tied(make_state):
    state = make_state(3, [(1, 2, "1-0")])
    assert [row.tiebreaks[0].number for row in standings(state, ["lots"])] == [None, 1, 2]


def rated(state, *ratings):
    entries = tuple(replace(entry, rating=each) for entry, each in zip(state.entries, ratings, strict=True))
    return replace(state, entries=entries)


def test_ratings_need_everybody_rated_or_a_rating_for_the_unrated(make_state):
    state = rated(make_state(3, [(1, 2, "1-0")], [(3, 1, "1/2-1/2")]), 2000, 1900, 0)
    assert numbers(state, "average-rating") == {1: None, 2: None, 3: None}
    state = replace(state, options={UNRATED_AS: 1000})
    assert numbers(state, "average-rating") == {1: 1450, 2: 2000, 3: 2000}
    # Three quarters of the points stand for 193 more than the opponents' average.
    assert numbers(state, "performance") == {1: 1643, 2: 1200, 3: 2000}
    assert numbers(state, "rating") == {1: 2000, 2: 1900, 3: None}


def test_a_perfect_performance_is_the_lowest_rating_that_expects_the_score(make_state):
    state = rated(make_state(3, [(1, 2, "1-0")], [(3, 1, "0-1")]), 2000, 1800, 1600)
    assert numbers(state, "perfect-performance") == {1: 1800 + 736, 2: 1200, 3: 1200}


def test_games_by_forfeit_have_no_rating(make_state):
    state = rated(make_state(2, [(1, 2, "+/-")]), 2000, 1800)
    assert numbers(state, "average-rating") == {1: None, 2: None}
    assert numbers(state, "wins") == {1: 1, 2: 0}
    assert numbers(state, "games-won") == {1: 0, 2: 0}


def test_fore_buchholz_waits_for_the_last_round(make_state):
    rounds = [[(1, 2, "1-0"), (3, 4, "1-0")], [(1, 3, None), (2, 4, "1-0")]]
    state = make_state(4, *rounds, planned_rounds=2)
    assert numbers(state, "fore-buchholz") == {1: 4, 2: 4, 3: 4, 4: 4}
    assert numbers(replace(state, planned_rounds=3), "fore-buchholz") == numbers(state, "buchholz")


def test_every_tiebreak_says_what_it_is():
    for field in ("key", "code", "label", "short", "about"):
        values = [getattr(tiebreak, field) for tiebreak in TIEBREAKS.values()]
        assert len(set(values)) == len(values) == len(TIEBREAKS), field
        assert all(values), field
    assert [key for key, each in TIEBREAKS.items() if each.key != key] == []
    assert [each.key for each in TIEBREAKS.values() if len(each.short) > 6 or each.about[-1] != "."] == []


def test_tiebreaks_are_named_by_key_or_code():
    names = ["BH", "bh/c1", "BH-C1", "BHC1", "sb", "direct-encounter", "DE", "truncated-solkoff"]
    assert tiebreak_keys(names) == [
        "buchholz",
        *["buchholz-cut1"] * 3,
        "sonneborn-berger",
        *["direct-encounter"] * 2,
        "truncated-solkoff",
    ]
    with pytest.raises(InputError) as caught:
        tiebreak_keys(["BH", "XY"])
    assert (caught.value.code, caught.value.params["key"]) == ("tiebreak-unknown", "XY")


def test_the_presets_name_tiebreaks_and_systems_that_exist():
    assert sorted(TIEBREAK_PRESETS) == [
        "czech-round-robin",
        "czech-swiss",
        "fide-round-robin",
        "fide-swiss",
        "fmjd-round-robin",
        "fmjd-swiss",
    ]
    assert TIEBREAK_PRESETS["czech-swiss"].tiebreaks == ("buchholz", "direct-encounter")
    assert TIEBREAK_PRESETS["czech-round-robin"].tiebreaks == ("sonneborn-berger", "direct-encounter")
    for preset in TIEBREAK_PRESETS.values():
        assert set(preset.pairing_systems) <= set(PAIRING_SYSTEMS)
        assert tiebreak_keys(preset.tiebreaks) == list(preset.tiebreaks)


def random_state(players, rounds, lot):
    """Return a tournament of random pairings; it need not be one that a system would pair."""
    states = []
    for number in range(1, rounds + 1):
        order = list(range(1, players + 1))
        lot.shuffle(order)
        pairs = [
            PairingState(white, black, lot.choice([*GAME_RESULTS, None]))
            for white, black in zip(order[::2], order[1::2], strict=False)
        ]
        if players % 2:
            pairs.append(PairingState(order[-1], None, lot.choice(BYES)))
        states.append(RoundState(number, tuple(pairs)))
    entries = tuple(EntryState(n, rating=lot.choice([900, 1200, 1500])) for n in range(1, players + 1))
    options, seed = lot.choice([{}, RR]), lot.randint(0, 9)
    return TournamentState(entries, tuple(states), rounds, options=options, seed=seed)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(0, 5), st.randoms(use_true_random=False))
def test_whatever_happened_every_value_comes_from_its_terms(players, rounds, lot):
    state = random_state(players, rounds, lot)
    for key in TIEBREAKS:
        for value in all_values(state, key).values():
            assert [term.round for term in value.terms if not 1 <= term.round <= rounds] == []
            if value.combined == "sum" and value.terms:
                assert value.value == sum(term.value for term in value.terms if not term.cut)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(0, 5), st.randoms(use_true_random=False))
def test_cuts_never_add_and_medians_never_exceed_cuts(players, rounds, lot):
    state = random_state(players, rounds, lot)
    chain = ["buchholz", "buchholz-cut1", "buchholz-median1", "buchholz-median2"]
    found = [all_values(state, key) for key in chain]
    for number in state.by_number:
        values = [each[number].value for each in found]
        assert values == sorted(values, reverse=True)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(0, 5), st.randoms(use_true_random=False))
def test_lots_at_the_end_share_no_place(players, rounds, lot):
    rows = standings(random_state(players, rounds, lot), ["wins", "lots"])
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))


def test_a_value_is_shown_as_people_write_it(make_state):
    state = rated(make_state(3, [(1, 2, "1-0")], [(3, 1, "1/2-1/2")], [(2, 3, "1-0")]), 2000, 1901, 1600)
    assert [all_values(state, "average-rating")[n].show for n in (1, 2, 3)] == ["1751", "1800", "1951"]
    assert all_values(state, "average-buchholz")[1].value == Fraction(7, 1)
