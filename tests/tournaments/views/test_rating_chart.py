"""Where the lines and points of a rating history stand."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import RatingChange, Tournament
from tournaments.views.chart import BOTTOM, HEIGHT, LEFT, RIGHT, START_GAP, TOP, WIDTH, rating_chart


def changes(*steps):
    return [
        RatingChange(tournament=Tournament(starts_on=day, ends_on=day), before=before, after=after)
        for day, before, after in steps
    ]


def test_one_point_is_no_picture():
    assert rating_chart([]) is None
    assert rating_chart(changes((date(2026, 1, 1), None, 1500))) is None


def test_a_higher_rating_stands_higher_and_a_later_day_further_right():
    chart = rating_chart(changes((date(2026, 1, 1), 1500, 1540), (date(2026, 7, 1), 1540, 1510)))
    start, up, down = chart.points
    assert (start.value, up.value, down.value) == (1500, 1540, 1510)
    assert up.y < down.y < start.y
    # What he came with stands before the first day, not above it.
    assert (start.x, up.x) == (LEFT + 8, LEFT + 8 + START_GAP)
    assert start.x < up.x < down.x == WIDTH - RIGHT - 8
    assert [line.value for line in chart.grid] == [1500, 1510, 1520, 1530, 1540]
    assert (up.y, start.y) == (TOP, HEIGHT - BOTTOM)


def test_one_tournament_is_a_line_from_what_he_came_with_to_what_he_left_with():
    start, end = rating_chart(changes((date(2026, 1, 1), 1500, 1540))).points
    assert (start.x, end.x) == (LEFT + 8, WIDTH - RIGHT - 8)


@given(st.lists(st.tuples(st.dates(), st.integers(0, 4000)), min_size=2, max_size=30))
def test_every_point_stays_inside_the_picture(steps):
    chart = rating_chart(changes(*((day, None, value) for day, value in sorted(steps))))
    assert 2 <= len(chart.grid) <= 7
    for point in chart.points:
        assert LEFT <= point.x <= WIDTH - RIGHT
        assert TOP <= point.y <= HEIGHT - BOTTOM
