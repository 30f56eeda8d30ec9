"""Every series of FIDE's exercise in tie-breaking, and the library of the pairings as a second opinion."""

import json
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tournaments.domain.results import SCORINGS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.standings import standings
from tournaments.domain.tiebreaks import TIEBREAKS, ScoreTable
from tournaments.domain.trf import TrfHeader, to_trf26, write_trf

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
EXPECTED = json.loads((GOLDEN / "tiebreaks.json").read_text())
EXERCISE = {each["test"]: each["expected"] for each in EXPECTED["tec_swiss_2023"]}
BEFORE, SINCE = date(2026, 2, 28), date(2026, 3, 1)
SERIES = {
    "test_win": "wins",
    "test_won": "games-won",
    "test_played_with_black": "black-games",
    "test_won_with_black": "black-wins",
    "test_games_elected_to_play": "rounds-played",
    "test_progressive_scores": "progressive",
    "test_progressive_cut1": "progressive-cut1",
    "test_standard_points": "standard-points",
    "test_buchholz": "buchholz",
    "test_buchholz_cut1": "buchholz-cut1",
    "test_fore_buchholz": "fore-buchholz",
    "test_aob": "average-buchholz",
    "test_sonneborn_berger_swiss": "sonneborn-berger",
    "test_sb_cut1_swiss": "sonneborn-berger-cut1",
    "test_aro": "average-rating",
    "test_aro_cut1": "average-rating-cut1",
    "test_tpr": "performance",
    "test_apro": "average-performance",
    "test_ptp": "perfect-performance",
    "test_average_perfect_performance_opponents": "average-perfect-performance",
    "test_player_rating": "rating",
    "test_kashdan": "kashdan",
}
LEGACY = {f"{name}_legacy_2026": key for name, key in SERIES.items() if f"{name}_legacy_2026" in EXERCISE}
OTHERWISE_TESTED = {
    "test_points",
    "test_adjusted_score",
    "test_adjusted_score_fore",
    "test_player_rating_reversed",
}


def all_values(state, key):
    return TIEBREAKS[key].values(ScoreTable(state), [list(state.by_number)])


def two_decimals(value):
    """Return a value as the exercise prints it; nothing where it prints 0 for who has no value."""
    if value is None:
        return 0
    hundredths = (Decimal(value.numerator * 100) / value.denominator).quantize(Decimal(1), "ROUND_HALF_UP")
    return float(hundredths / 100)


@pytest.mark.parametrize(
    ("test", "key", "on"),
    [(*each, SINCE) for each in SERIES.items()] + [(*each, BEFORE) for each in LEGACY.items()],
)
def test_every_series_of_the_exercise(test, key, on, read_trf):
    found = all_values(read_trf("tec", on=on), key)
    shown = {str(number): two_decimals(value.value) for number, value in found.items()}
    assert {number: shown[number] for number in EXERCISE[test]} == EXERCISE[test]


def test_no_series_of_the_exercise_is_left_out():
    assert set(EXERCISE) == set(SERIES) | set(LEGACY) | OTHERWISE_TESTED
    assert len(LEGACY) == 6


def test_the_adjusted_scores_of_fore_buchholz(read_trf):
    adjusted = ScoreTable(read_trf("tec")).fore.adjusted
    expected = EXERCISE["test_adjusted_score_fore"]
    assert {str(number): float(score) for number, score in adjusted.items()} == expected


def test_the_lower_rating_first(read_trf):
    found = all_values(read_trf("tec"), "rating-reversed")
    order = {str(number): value.order for number, value in found.items()}
    assert order == EXERCISE["test_player_rating_reversed"]


CODES = {
    "buchholz": "BH",
    "buchholz-cut1": "BH/C1",
    "buchholz-cut2": "BH/C2",
    "buchholz-median1": "BH/M1",
    "buchholz-median2": "BH/M2",
    "fore-buchholz": "FB",
    "average-buchholz": "AOB",
    "sonneborn-berger": "SB",
    "sonneborn-berger-cut1": "SB/C1",
    "wins": "WIN",
    "games-won": "WON",
    "black-games": "BPG",
    "black-wins": "BWG",
    "rounds-played": "REP",
    "standard-points": "STD",
    "progressive": "PS",
    "progressive-cut1": "PS/C1",
    "progressive-cut2": "PS/C2",
    "koya": "KS",
    "average-rating": "ARO",
    "average-rating-cut1": "ARO/C1",
    "performance": "TPR",
    "perfect-performance": "PTP",
    "average-performance": "APRO",
    "average-perfect-performance": "APPO",
    "rating": "RTG",
}
NAMES = [path.stem for path in sorted(GOLDEN.glob("t1*.trf"))]


def library(text, codes, started, *, fixed_pairings=False):
    """Return what the library makes of a TRF file, ready to be asked."""
    reader = trf2json()
    reader.parse_file(text + f"\n042 {started:%Y-%m-%d}\n", False)
    tournament = reader.get_tournament(1)
    tournament["tournamentInfo"]["startDate"] = started.isoformat()
    params = {
        "pre_determined": fixed_pairings,
        "swiss": not fixed_pairings,
        "tiebreak": codes,
        "unrated": None,
        "check": False,
    }
    rounds = max(tournament["numRounds"], tournament["currentRound"])
    computer = tiebreak(tournament, rounds, params)
    computer.compute_tiebreaks(tournament, params)
    return computer


def oracle(text, codes, started, **options):
    """Return {code: {number: value}} as the library computes it."""
    computer, found = library(text, codes, started, **options), {}
    for number, competitor in computer.cmps.items():
        for code, value in zip(codes, competitor["tiebreakScore"], strict=True):
            found.setdefault(code, {})[number] = value
    return found


def golden_text(name):
    return (GOLDEN / f"{name}.trf").read_text()


def same(value, theirs, key):
    if value is None or theirs is None:
        return (theirs or 0) == (value or 0)
    if key == "average-buchholz":
        return abs(value - Fraction(theirs)) <= Fraction(1, 100)
    return value == Fraction(theirs)


@pytest.mark.parametrize(("on", "keys"), [(BEFORE, LEGACY.values()), (SINCE, CODES)])
@pytest.mark.parametrize("name", NAMES)
def test_the_library_says_the_same(name, on, keys, read_trf):
    codes = {key: CODES[key] for key in keys}
    theirs = oracle(golden_text(name), list(codes.values()), on)
    scoring = SCORINGS["2-1-0" if name.startswith("t1077") else "1-0.5-0"]
    state = read_trf(name, on=on, scoring=scoring)
    for key, code in codes.items():
        assert set(theirs[code]) == set(state.by_number)
        different = {
            number: (value.value, theirs[code][number])
            for number, value in all_values(state, key).items()
            if not same(value.value, theirs[code][number], key)
        }
        assert different == {}, code


@pytest.mark.parametrize("name", NAMES)
def test_the_library_ranks_by_direct_encounter_alike(name, read_trf):
    codes = ["PTS", "BH", "DE", "SB"]
    theirs = {number: each["rank"] for number, each in library(golden_text(name), codes, SINCE).cmps.items()}
    scoring = SCORINGS["2-1-0" if name.startswith("t1077") else "1-0.5-0"]
    rows = standings(read_trf(name, scoring=scoring), ["buchholz", "direct-encounter", "sonneborn-berger"])
    assert {row.number: row.place for row in rows} == theirs


FIXED = (
    "buchholz",
    "sonneborn-berger",
    "sonneborn-berger-cut1",
    "koya",
    "wins",
    "progressive",
    "performance",
)


@pytest.mark.parametrize("players", [6, 7, 10, 13])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_library_says_the_same_of_round_robins(players, seed):
    rounds = players - 1 + players % 2
    state = simulate(Simulation(players, rounds, seed, forfeits=0.1, pairing_system="round-robin")).state
    text = write_trf(to_trf26(state, TrfHeader(pairing_system="round-robin")))
    theirs = oracle(text, [CODES[key] for key in FIXED], SINCE, fixed_pairings=True)
    for key in FIXED:
        ours = {number: value.value for number, value in all_values(state, key).items()}
        different = [n for n, value in ours.items() if not same(value, theirs[CODES[key]][n], key)]
        assert different == [], key
