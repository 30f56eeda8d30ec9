"""Times of the clocks in the hall: the hour that comes twice, and the one that is left out."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.errors import InputError
from tournaments.domain.moments import moment_at

PRAGUE = ZoneInfo("Europe/Prague")
local = datetime.fromisoformat


def test_an_hour_that_comes_twice_is_the_first_of_both():
    assert moment_at(local("2026-10-25T02:30"), PRAGUE) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    again = moment_at(local("2026-10-25T02:30").replace(fold=1), PRAGUE)
    assert again == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_an_offset_says_which():
    winter = datetime(2026, 10, 25, 2, 30, tzinfo=timezone(timedelta(hours=1)))
    assert moment_at(winter, PRAGUE) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize("minute", [0, 30, 59])
def test_an_hour_that_is_left_out_is_refused(minute):
    with pytest.raises(InputError) as caught:
        moment_at(local(f"2026-03-29T02:{minute:02}"), PRAGUE)
    assert caught.value.code == "time-does-not-exist"
    assert f"no 02:{minute:02} on 2026-03-29" in str(caught.value)


@pytest.mark.parametrize(("hour", "minute", "utc"), [(1, 59, (0, 59)), (3, 0, (1, 0))])
def test_the_hours_beside_it_are_there(hour, minute, utc):
    expected = datetime(2026, 3, 29, *utc, tzinfo=UTC)
    assert moment_at(local(f"2026-03-29T{hour:02}:{minute:02}"), PRAGUE) == expected


@given(st.datetimes(local("2000-01-01"), local("2050-01-01")))
def test_the_clocks_show_what_was_meant(shown):
    try:
        moment = moment_at(shown, PRAGUE)
    except InputError:
        assert (shown.month, shown.hour) == (3, 2)
        return
    assert moment.astimezone(PRAGUE).replace(tzinfo=None, fold=0) == shown
