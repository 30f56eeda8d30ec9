"""Round and Date tags as archives write them, and rounds told from the order of the records."""

from datetime import date

import pytest

from games.domain.archive_rounds import deduced_rounds, period, read_days, read_round


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", (1, None)),
        ("1.2", (1, 2)),
        ("12.10", (12, 10)),
        ("1.?", (1, None)),
        ("3. kolo", (3, None)),
        ("", (None, None)),
        ("?", (None, None)),
        ("0", (None, None)),
        ("2006", (None, None)),
        ("Final", (None, None)),
    ],
)
def test_round_tags(text, expected):
    assert read_round(text) == expected


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2006.12.02", date(2006, 12, 2), date(2006, 12, 2)),
        ("25.11.2000", date(2000, 11, 25), date(2000, 11, 25)),
        ("25. 11. 2000", date(2000, 11, 25), date(2000, 11, 25)),
        ("2000-1-2", date(2000, 1, 2), date(2000, 1, 2)),
        ("1950.", date(1950, 1, 1), date(1950, 12, 31)),
        ("1950.??.??", date(1950, 1, 1), date(1950, 12, 31)),
        ("2004.02.??", date(2004, 2, 1), date(2004, 2, 29)),
        ("2006.02.31", date(2006, 2, 1), date(2006, 2, 28)),
        ("2006.13.01", date(2006, 1, 1), date(2006, 12, 31)),
    ],
)
def test_dates(text, first, last):
    assert read_days(text) == (first, last)


@pytest.mark.parametrize("text", ["", "????.??.??", "?", "02.12.", "0000.00.00", "yesterday"])
def test_dates_that_say_nothing(text):
    assert read_days(text) is None


def test_a_period_is_that_of_the_complete_dates():
    days = [read_days(text) for text in ("2006.12.03", "2006.??.??", "2.12.2006")]
    assert period(days) == (date(2006, 12, 2), date(2006, 12, 3))


def test_a_period_of_incomplete_dates_is_all_they_may_mean():
    assert period([read_days("1950."), read_days("1951.02.??")]) == (date(1950, 1, 1), date(1951, 2, 28))
    assert period([]) is None


def test_a_record_between_two_of_one_round_belongs_to_it():
    assert deduced_rounds([1, None, 1], [("a", "b"), ("c", "d"), ("e", "f")]) == {1: 1}


def test_at_the_border_of_rounds_the_players_decide():
    """c and d have played in round 1 already, so theirs is a game of round 2."""
    stated = [1, 1, None, 2]
    assert deduced_rounds(stated, [("a", "b"), ("c", "d"), ("c", "d"), ("a", "b")]) == {2: 2}


def test_at_the_border_of_rounds_players_who_fit_both_decide_nothing():
    assert deduced_rounds([1, None, 2], [("a", "b"), ("c", "d"), ("a", "b")]) == {}


def test_two_records_without_a_round_do_not_take_one_seat():
    found = deduced_rounds([1, None, None, 1], [("a", "b"), ("c", "d"), ("c", "e"), ("f", "g")])
    assert found == {1: 1}


def test_without_any_round_full_rounds_are_told_by_who_plays_again():
    players = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d")]
    assert deduced_rounds([None] * 5, players) == {0: 1, 1: 1, 2: 2, 3: 2, 4: 3}


def test_without_any_round_an_incomplete_one_makes_all_unclear():
    assert deduced_rounds([None] * 3, [("a", "b"), ("a", "c"), ("d", "b")]) == {}
