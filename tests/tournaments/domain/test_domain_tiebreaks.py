"""Tie-breaks: FIDE's exercise in tie-breaking, the arbiters' manual's example, direct encounter."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import RESULTS, SCORINGS
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS, ScoreTable, tiebreak_keys

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "pairing" / "tiebreaks.json").read_text())
EXERCISE = {each["test"]: each["expected"] for each in GOLDEN["tec_swiss_2023"]}
BEFORE, SINCE = date(2026, 2, 28), date(2026, 3, 1)


def all_values(state, key):
    return TIEBREAKS[key].values(ScoreTable(state), [list(state.by_number)])


def test_without_a_date_the_edition_in_force_counts(read_trf):
    found = all_values(read_trf("tec", on=None), "buchholz")
    assert {str(number): value.number for number, value in found.items()} == EXERCISE["test_buchholz"]


def test_adjusted_scores_of_fides_exercise(read_trf):
    adjusted = ScoreTable(read_trf("tec")).adjusted
    assert {str(number): float(score) for number, score in adjusted.items()} == EXERCISE[
        "test_adjusted_score"
    ]


def test_points_of_fides_exercise(read_trf):
    rows = standings(read_trf("tec"), [])
    assert {str(row.number): row.points / 2 for row in rows} == EXERCISE["test_points"]


@pytest.mark.parametrize("key", sorted(TIEBREAKS))
def test_every_value_comes_from_its_terms(key, read_trf):
    for value in all_values(read_trf("tec"), key).values():
        counted = [term.value for term in value.terms if not term.cut]
        if value.combined == "sum":
            assert (value.value or 0) == sum(counted)
        elif value.combined == "mean" and counted:
            # A mean of ratings is rounded to a whole number.
            assert abs(value.value - Fraction(sum(counted), len(counted))) <= Fraction(1, 2)


def byes_worth(rest):
    """Return nine rounds without an opponent that are worth ``rest`` half points."""
    byes = ["full-bye"] * (rest // 2) + ["half-bye"] * (rest % 2)
    return byes + ["free"] * (9 - len(byes))


def manual_example(on):
    """The arbiters' manual's player 1: ten rounds, nine opponents of given scores, one zero-point bye."""
    example = GOLDEN["laxman"]
    codes = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}
    rounds = [[] for _ in range(10)]
    for index, (score, result) in enumerate(
        zip(example["opponent_adjusted_scores"], example["results"], strict=True)
    ):
        if score is None:
            rounds[index].append(PairingState(1, None, "zero-bye"))
            continue
        opponent = index + 2
        rounds[index].append(PairingState(1, opponent, codes[result]))
        rest = byes_worth(round(2 * (score - (1 - result))))
        for place, code in zip([n for n in range(10) if n != index], rest, strict=True):
            rounds[place].append(PairingState(opponent, None, code))
    numbers = {each.white for pairings in rounds for each in pairings} | {1}
    return TournamentState(
        tuple(EntryState(number) for number in sorted(numbers)),
        tuple(RoundState(number, tuple(pairings)) for number, pairings in enumerate(rounds, start=1)),
        scoring=SCORINGS["1-0.5-0"],
        on=on,
    )


@pytest.mark.parametrize(("on", "edition"), [(BEFORE, "before_2026_03_01"), (SINCE, "from_2026_03_01")])
def test_the_arbiters_manuals_example(on, edition):
    state = manual_example(on)
    assert state.points[1] == 14
    found = {code: all_values(state, tiebreak_keys([code])[0])[1].number for code in ("BH", "BH/C1", "SB")}
    assert found == GOLDEN["laxman"][edition]


def test_the_dummy_of_the_example_says_what_it_is():
    dummies = [term for term in all_values(manual_example(SINCE), "buchholz")[1].terms if term.dummy]
    assert [(t.round, t.opponent, t.value, t.note) for t in dummies] == [(4, None, 5, "capped-by-draws")]
    dummies = [term for term in all_values(manual_example(BEFORE), "buchholz")[1].terms if term.dummy]
    assert [(t.round, t.opponent, t.value, t.note) for t in dummies] == [(4, None, 7, "")]


def test_a_forfeit_is_a_dummy_capped_by_the_opponent_in_a_swiss_and_a_game_in_a_round_robin(make_state):
    rounds = [[(1, 2, "+/-"), (3, 4, "1-0")], [(1, 3, "1-0"), (4, 2, "0-1")]]
    swiss = make_state(4, *rounds)
    terms = all_values(swiss, "buchholz")[1].terms
    assert [(t.opponent, t.value, t.dummy, t.note) for t in terms] == [
        (2, 2, True, "capped-by-opponent"),
        (3, 2, False, ""),
    ]
    rr = make_state(4, *rounds, options=PAIRING_SYSTEMS["round-robin"].options)
    terms = all_values(rr, "sonneborn-berger")[1].terms
    assert [(t.opponent, t.score, t.factor, t.dummy) for t in terms] == [(2, 2, 2, False), (3, 2, 2, False)]


def test_a_game_that_goes_on_gives_no_term_yet(make_state):
    state = make_state(4, [(1, 2, "1-0"), (3, 4, None)])
    assert {n: len(v.terms) for n, v in all_values(state, "buchholz").items()} == {1: 1, 2: 1, 3: 0, 4: 0}


def encounter(state, *group):
    found = TIEBREAKS["direct-encounter"].values(ScoreTable(state), [list(group)])
    return {number: (value.value, value.order) for number, value in found.items()}


def test_direct_encounter_of_two(make_state):
    state = make_state(3, [(1, 2, "0-1"), (3, None, "bye")])
    assert encounter(state, 1, 2) == {1: (0, -1), 2: (2, 0)}
    assert encounter(state, 1) == {1: (None, 0)}


def test_a_draw_among_two_leaves_them_tied(make_state):
    state = make_state(2, [(1, 2, "1/2-1/2")])
    assert encounter(state, 1, 2) == {1: (1, 0), 2: (1, 0)}


def test_direct_encounter_does_not_count_when_not_all_have_met(make_state):
    state = make_state(3, [(1, 2, "1-0")])
    assert encounter(state, 1, 2, 3) == {1: (None, 0), 2: (None, 0), 3: (None, 0)}


def test_a_leader_whom_nobody_can_catch_is_first(make_state):
    rounds = [[(1, 2, "1-0"), (3, 4, "1/2-1/2")], [(1, 3, "1-0"), (2, 4, "1/2-1/2")], [(1, 4, "1-0")]]
    state = make_state(4, *rounds)
    assert encounter(state, 1, 2, 3, 4) == {1: (6, 0), 2: (1, -1), 3: (1, -1), 4: (2, -1)}


def test_who_stays_tied_is_compared_again_without_the_others(make_state):
    rounds = [[(1, 2, "1-0"), (3, 4, "1-0")], [(1, 3, "0-1"), (2, 4, "1-0")], [(4, 1, "0-1"), (2, 3, "1-0")]]
    state = make_state(4, *rounds)
    # Three beat each other in a circle and the fourth: compared again, they are still equal.
    assert encounter(state, 1, 2, 3, 4) == {1: (4, 0), 2: (4, 0), 3: (4, 0), 4: (0, -1)}


def test_a_forfeit_is_no_encounter_in_a_swiss(make_state):
    rounds = [[(1, 2, "+/-")]]
    assert encounter(make_state(2, *rounds), 1, 2) == {1: (None, 0), 2: (None, 0)}
    options = PAIRING_SYSTEMS["round-robin"].options
    assert encounter(make_state(2, *rounds, options=options), 1, 2) == {1: (2, 0), 2: (0, -1)}


def test_several_games_with_one_opponent_count_as_their_average(make_state):
    state = make_state(2, [(1, 2, "1-0")], [(2, 1, "1/2-1/2")])
    found = TIEBREAKS["direct-encounter"].values(ScoreTable(state), [[1, 2]])
    assert (found[1].value, found[2].value) == (Fraction(3, 2), Fraction(1, 2))


@pytest.mark.parametrize("key", sorted(TIEBREAKS))
def test_every_tiebreak_takes_every_result(key, make_state):
    for code, kind in RESULTS.items():
        state = make_state(2, [(1, None, code)] if kind.is_bye else [(1, 2, code)])
        assert set(all_values(state, key)) == {1, 2}
