"""A rating history as a picture: where its lines, points and words stand. The template draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.models import RatingChange

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 16, 36
STEPS = (10, 20, 50, 100, 200, 500, 1000)
LEAST_RANGE = 40
START_GAP = 40
"""How far before the first tournament stands what the player came with, which has no day of its own."""


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    value: int
    day: date


@dataclass(frozen=True)
class GridLine:
    y: float
    value: int


@dataclass(frozen=True)
class Chart:
    """Coordinates in a picture of `width` by `height`; `path` joins the points for a polyline."""

    points: tuple[Point, ...]
    grid: tuple[GridLine, ...]
    path: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    label_y: int = HEIGHT - 8

    @property
    def first(self) -> Point:
        return self.points[0]

    @property
    def last(self) -> Point:
        return self.points[-1]


def rating_chart(changes: Sequence[RatingChange]) -> Chart | None:
    """The picture of changes in time order; None while it would have fewer than two points."""
    steps = [(change.tournament.ends_on, change.after) for change in changes if change.after is not None]
    days, values = [day for day, _value in steps], [value for _day, value in steps]
    left = LEFT + 8
    columns = _columns(days, left)
    if steps and changes[0].before is not None:
        values.insert(0, changes[0].before)
        columns = [left, *_columns(days, left + START_GAP)]
        days.insert(0, changes[0].tournament.starts_on)
    if len(values) < 2:
        return None
    low, high, step = _scale(values)

    def y(value: int) -> float:
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    points = tuple(
        Point(x, y(value), value, day) for x, value, day in zip(columns, values, days, strict=True)
    )
    return Chart(
        points=points,
        grid=tuple(GridLine(y(value), value) for value in range(low, high + 1, step)),
        path=" ".join(f"{point.x},{point.y}" for point in points),
    )


def _columns(days: Sequence[date], left: int) -> list[float]:
    """Where the days stand from `left` to the right edge: by time, one after the other on a single day."""
    if not days:
        return []
    span, right = (days[-1] - days[0]).days, WIDTH - RIGHT - 8
    last = len(days) - 1
    shares = [(day - days[0]).days / span if span else i / last if last else 1 for i, day in enumerate(days)]
    return [round(left + share * (right - left), 1) for share in shares]


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and highest line of the grid and the step between lines: round numbers, about four steps."""
    spread = max(max(values) - min(values), LEAST_RANGE)
    step = next((step for step in STEPS if spread / step <= 4), STEPS[-1])
    low = min(values) // step * step
    high = -(-max(values) // step) * step
    return (low, high, step) if high > low else (low - step, high + step, step)
