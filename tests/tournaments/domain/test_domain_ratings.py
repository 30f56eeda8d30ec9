"""Elo: expected scores, coefficients, first ratings, and whole events worked out by hand."""

from fractions import Fraction

import pytest
from gacrux import fidetables
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.errors import InputError
from tournaments.domain.ratings import RATING_PRESETS, RATING_SYSTEMS, EloSettings, RatedGame, RatedPlayer
from tournaments.domain.ratings.expectation import (
    difference_by_table,
    expected_by_formula,
    expected_by_table,
    round_half_away,
)
from tournaments.domain.ratings.settings import K_RULES, settings_from

ELO = RATING_SYSTEMS["elo"]
WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


def rate(players, games, **changes):
    return ELO.rate(players, [RatedGame(*game) for game in games], settings_from(changes))


def afters(outcomes):
    return {number: (outcome.before, outcome.after) for number, outcome in outcomes.items()}


def test_the_table_is_fides():
    ours = [expected_by_table(difference) for difference in range(len(fidetables.DiffToPd))]
    assert ours == [Fraction(hundredths, 100) for hundredths in fidetables.DiffToPd]
    assert expected_by_table(-150) == Fraction(30, 100)


def test_the_differences_are_fides():
    ours = [difference_by_table(Fraction(hundredths, 100)) for hundredths in range(101)]
    assert ours == list(fidetables.ScoreToDp)


def test_the_formula():
    assert expected_by_formula(0) == Fraction(1, 2)
    assert float(expected_by_formula(200)) == pytest.approx(0.7597469)
    assert float(expected_by_formula(-400)) == pytest.approx(1 / 11)


@given(st.integers(-1000, 1000))
def test_both_sides_of_a_game_expect_one_point_together(difference):
    for expected in (expected_by_formula, expected_by_table):
        assert expected(difference) + expected(-difference) == 1


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (Fraction(1, 2), 1),
        (Fraction(-1, 2), -1),
        (Fraction(49, 100), 0),
        (Fraction(-5, 2), -3),
        (Fraction(3), 3),
    ],
)
def test_halves_are_rounded_away_from_zero(value, rounded):
    assert round_half_away(value) == rounded


def test_an_event_is_summed_and_rounded_once():
    players = {1: RatedPlayer(1000, 50), 2: RatedPlayer(1000, 50), 3: RatedPlayer(1200, 50)}
    # 1 expects 1/2 and 0.2402531, scores 1: 20 x 0.2597469 = 5.19. 3 expects twice 0.7597469, scores 3/2.
    outcomes = rate(players, [(1, 2, DRAW), (3, 1, DRAW), (2, 3, LOSS)])
    assert afters(outcomes) == {1: (1000, 1005), 2: (1000, 995), 3: (1200, 1200)}
    one = outcomes[1]
    assert (one.games, one.score, one.k, one.basis, one.provisional) == (2, 1, 20, "change", False)
    assert (float(one.expected), one.performance) == (pytest.approx(0.7402531), 1100)
    assert one.derivation() == {
        "basis": "change",
        "before": 1000,
        "after": 1005,
        "score": 1,
        "expected": 0.7403,
        "k": 20,
        "performance": 1100,
        "games": [
            {"opponent": 2, "opponent_rating": 1000, "colour": "white", "score": 0.5, "expected": 0.5},
            {"opponent": 3, "opponent_rating": 1200, "colour": "black", "score": 0.5, "expected": 0.2403},
        ],
    }


def test_halves_of_a_change_go_away_from_zero():
    players = {1: RatedPlayer(1000), 2: RatedPlayer(1000)}
    assert afters(rate(players, [(1, 2, WIN)], k=25)) == {1: (1000, 1013), 2: (1000, 987)}


def test_a_difference_over_the_limit_counts_as_the_limit():
    players = {1: RatedPlayer(1900), 2: RatedPlayer(1000)}
    limited = rate(players, [(2, 1, WIN)], k=110)[2]
    unlimited = rate(players, [(2, 1, WIN)], k=110, difference_limit=None)[2]
    assert (limited.after, unlimited.after) == (1100, 1109)


def test_only_games_against_rated_players_count():
    players = {1: RatedPlayer(1000), 2: RatedPlayer(1000), 3: RatedPlayer()}
    outcomes = rate(players, [(1, 2, DRAW), (3, 1, WIN), (2, 3, DRAW)])
    assert afters(outcomes) == {1: (1000, 1000), 2: (1000, 1000), 3: (None, 1200)}
    third = outcomes[3]
    assert (third.basis, third.games, third.score, third.expected, third.k) == (
        "performance",
        2,
        Fraction(3, 2),
        None,
        None,
    )


def test_who_met_no_rated_player_gets_nothing():
    players = {1: RatedPlayer(1000), 2: RatedPlayer(), 3: RatedPlayer(), 4: RatedPlayer(1100)}
    assert afters(rate(players, [(1, 4, DRAW), (2, 3, WIN)])) == {1: (1000, 1003), 4: (1100, 1097)}


def test_an_event_of_unrated_players_begins_at_the_starting_value():
    players = {number: RatedPlayer() for number in (1, 2, 3)}
    outcomes = rate(players, [(1, 2, WIN), (2, 3, WIN), (1, 3, DRAW)], start_value=1000)
    assert afters(outcomes) == {1: (None, 1010), 2: (None, 1000), 3: (None, 990)}
    assert {outcome.basis for outcome in outcomes.values()} == {"start"}


def test_a_rated_player_who_did_not_play_rates_nobody():
    players = {1: RatedPlayer(), 2: RatedPlayer(), 3: RatedPlayer(2000)}
    assert afters(rate(players, [(1, 2, WIN)])) == {1: (None, 1010), 2: (None, 990)}


def test_provisional_until_enough_games():
    players = {1: RatedPlayer(1000, 8), 2: RatedPlayer(1000, 9), 3: RatedPlayer()}
    outcomes = rate(players, [(1, 2, DRAW), (3, 1, DRAW)], provisional_games=10)
    assert {number: outcome.provisional for number, outcome in outcomes.items()} == {
        1: True,
        2: False,
        3: True,
    }


def test_a_first_rating_may_need_a_score():
    players = {1: RatedPlayer(1000), 2: RatedPlayer()}
    assert afters(rate(players, [(1, 2, WIN)], first_minimum="1/2")) == {}
    assert afters(rate(players, [(1, 2, WIN)])) == {2: (None, 600)}


def test_nobody_falls_through_the_floor_and_nobody_below_is_lifted():
    players = {1: RatedPlayer(105), 2: RatedPlayer(100), 3: RatedPlayer(90)}
    outcomes = rate(players, [(1, 2, LOSS), (3, 2, LOSS)], floor=100)
    assert {number: outcome.after for number, outcome in outcomes.items()} == {1: 100, 2: 120, 3: 90}


@pytest.mark.parametrize(
    ("player", "k"),
    [
        (RatedPlayer(1500, 29), 40),
        (RatedPlayer(1500, 30), 20),
        (RatedPlayer(1500, 30, age=17), 40),
        (RatedPlayer(2300, 30, age=17), 20),
        (RatedPlayer(1500, 30, age=18), 20),
        (RatedPlayer(2399, 500), 20),
        (RatedPlayer(2400, 500), 10),
        (RatedPlayer(2350, 500, highest=2410), 10),
    ],
)
def test_fides_coefficients(player, k):
    assert K_RULES["fide"](player, 5, RATING_PRESETS["fide"]) == k


@pytest.mark.parametrize(("before", "games", "k"), [(0, 4, 80), (30, 10, 20), (150, 10, 5), (900, 9, 5)])
def test_kndbs_coefficients(before, games, k):
    assert K_RULES["kndb"](RatedPlayer(1000, before), games, RATING_PRESETS["kndb"]) == k


def test_kndb_counts_on_the_draughts_scale():
    players = {1: RatedPlayer(1000, 500), 2: RatedPlayer(1000, 500)}
    assert afters(rate(players, [(1, 2, WIN)], preset="kndb")) == {1: (1000, 1005), 2: (1000, 995)}


def test_a_faster_event_counts_with_half_the_coefficient():
    players = {1: RatedPlayer(1000), 2: RatedPlayer(1000)}
    assert rate(players, [(1, 2, WIN)], preset="fmjd", share=0.5)[1].k == 10
    assert rate(players, [(1, 2, WIN)], preset="fmjd")[1].k == 20


def test_a_fide_event():
    # B.02: 1600 against 1500, 1700 and 1550 expects .64 + .36 + .57, scores 2: 20 x .43 = 8.6.
    players = {
        1: RatedPlayer(1600, 40),
        2: RatedPlayer(1500, 40),
        3: RatedPlayer(1700, 40),
        4: RatedPlayer(1550, 40),
    }
    outcome = rate(players, [(1, 2, WIN), (3, 1, DRAW), (1, 4, DRAW)], preset="fide")[1]
    assert (outcome.expected, outcome.after) == (Fraction(157, 100), 1609)
    assert outcome.performance == 1583 + 125


def test_settings_are_read_from_plain_data():
    assert settings_from({}) == EloSettings()
    assert settings_from(
        {"preset": "fide", "k": "30", "share": "0.5", "difference_limit": None}
    ) == EloSettings(
        expected="table",
        difference_limit=None,
        k_rule="fide",
        k=30,
        share=Fraction(1, 2),
        first_rating="table",
        first_minimum=Fraction(1, 2),
        provisional_games=30,
        start_value=1400,
        floor=1400,
    )


@pytest.mark.parametrize(
    "stored",
    [
        {"preset": "uscf"},
        {"preset": 3},
        {"colour": 1},
        {"expected": "guess"},
        {"expected": ["table"]},
        {"k": "many"},
        {"k": 2.5},
        {"k": -1},
        {"k": None},
        {"share": "1/0"},
    ],
)
def test_wrong_settings_are_named(stored):
    with pytest.raises(InputError) as caught:
        settings_from(stored)
    assert (caught.value.code, caught.value.params["name"]) == ("rating-settings-invalid", next(iter(stored)))


def test_a_game_of_somebody_else_is_refused():
    with pytest.raises(InputError) as caught:
        rate({1: RatedPlayer(1000)}, [(1, 2, WIN)])
    assert (caught.value.code, caught.value.params) == ("rated-game-without-player", {"number": 2})


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(5, 8), st.sampled_from([WIN, DRAW, LOSS])), max_size=12)
)
def test_the_order_of_games_changes_no_rating(games):
    players = {number: RatedPlayer(900 + 50 * number if number % 3 else None) for number in range(1, 9)}
    assert afters(rate(players, games)) == afters(rate(players, games[::-1]))
