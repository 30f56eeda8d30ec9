"""The truth table, scorings and the spellings of results."""

import pickle
from fractions import Fraction

import pytest

from tournaments.domain import results
from tournaments.domain.errors import InputError, PairingError
from tournaments.domain.results import (
    BYE_CODES,
    GAME_RESULTS,
    REQUESTABLE_BYES,
    RESULTS,
    SCORINGS,
    normal_result_code,
    show_fraction,
)


def yes(flag):
    return "yes" if flag else "no"


def test_the_table_in_the_documentation_is_the_table_in_the_code():
    lines = [line for line in results.__doc__.splitlines() if line.startswith("``")]
    told = {line.split("``")[1]: line.split("``")[2].split() for line in lines}
    who = {(True, True): "both", (True, False): "White", (False, True): "Black", (False, False): "no"}
    expected = {}
    for code, kind in RESULTS.items():
        voluntary = who[kind.white_voluntary, kind.black_voluntary]
        if kind.is_bye:
            voluntary = yes(kind.white_voluntary)
        flags = [yes(kind.played), yes(kind.rated), yes(kind.gives_colour), voluntary]
        expected[code] = [kind.white, *([kind.black] if kind.black else []), *flags, *"".join(kind.trf)]
    assert {code: words[: len(expected[code])] for code, words in told.items()} == expected


def test_codes_by_use():
    assert GAME_RESULTS == ("1-0", "1/2-1/2", "0-1", "0-0", "+/-", "-/+", "-/-", "1/2+-1/2", "1/2-1/2+")
    assert BYE_CODES == ("bye", "draw-bye", "full-bye", "half-bye", "zero-bye", "free")
    assert REQUESTABLE_BYES == ("full-bye", "half-bye", "zero-bye")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2-0", "1-0"),
        ("1:0", "1-0"),
        (" 0 - 2 ", "0-1"),
        ("0–1", "0-1"),
        ("1-1", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2 : 1/2", "1/2-1/2"),
        ("+:-", "+/-"),
        ("-:+", "-/+"),
        ("-:-", "-/-"),
        ("+/-", "+/-"),
        ("-/-", "-/-"),
        ("0-0", "0-0"),
        ("½", "1/2-1/2"),
    ],
)
def test_results_as_people_write_them(text, code):
    assert normal_result_code(text) == code


@pytest.mark.parametrize("text", ["", "3-1", "bye", "1-", "free", "white"])
def test_what_is_no_result_of_two_players_is_refused(text):
    with pytest.raises(InputError) as caught:
        normal_result_code(text)
    assert caught.value.code == "result-unknown"
    assert caught.value.params == {"text": text, "codes": ", ".join(GAME_RESULTS)}


@pytest.mark.parametrize(
    ("key", "points", "shown", "number"),
    [
        ("2-1-0", (2, 1, 0), "5", 5),
        ("1-0.5-0", (2, 1, 0), "2½", 2.5),
        ("3-1-0", (3, 1, 0), "5", 5),
    ],
)
def test_scorings(key, points, shown, number):
    scoring = SCORINGS[key]
    assert tuple(scoring.points(side) for side in ("win", "draw", "loss")) == points
    assert (scoring.show(5), scoring.number(5)) == (shown, number)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 2), "½"),
        (Fraction(149, 4), "37¼"),
        (Fraction(-3, 2), "-1½"),
        (Fraction(-1, 4), "-¼"),
        (Fraction(7, 3), "2.33"),
    ],
)
def test_fractions_as_people_write_them(value, shown):
    assert show_fraction(value) == shown


def test_an_error_carries_its_message_apart_and_survives_a_queue():
    error = PairingError("no-more-rounds", "There are %(total)s rounds.", total=5)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(again), again.code, again.template, again.params, str(again)) == (
        PairingError,
        "no-more-rounds",
        "There are %(total)s rounds.",
        {"total": 5},
        "There are 5 rounds.",
    )
