"""What a tie-break is given, what it returns, and how it explains itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from tournaments.domain.results import show_fraction
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a tie-break, in points on paper (in rating points where ratings are compared).

    ``opponent`` is the starting number, None where there was none. ``score`` is the opponent's score as
    adjusted, or the dummy's when ``dummy``; ``factor`` what it was multiplied by; ``value`` what it
    gave. A ``cut`` term was left out of the sum. ``note`` is ``capped-by-opponent`` or ``capped-by-draws``
    where the dummy's score was limited, ``bye-counts-zero`` where a bye gives nothing, else empty.
    """

    round: int
    opponent: int | None
    value: Fraction
    score: Fraction | None = None
    factor: Fraction | None = None
    dummy: bool = False
    cut: bool = False
    note: str = ""


Combined = Literal["sum", "mean", "rule"]


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """The value of a tie-break for one player, in points on paper, and what it comes from.

    ``value`` is None where the tie-break does not apply to him. ``order`` is what standings sort by, more is
    better; it differs from ``value`` where equal values are told apart by place (direct encounter).
    ``combined`` says how the terms that are not cut make the value: their sum, their mean, or another rule of
    the tie-break. ``steps`` are the values compared one after the other where one does not decide.
    """

    value: Fraction | None
    terms: tuple[Term, ...] = ()
    order: Fraction = Fraction(0)
    combined: Combined = "sum"
    steps: tuple[Fraction, ...] = ()

    @property
    def show(self) -> str:
        """The value as people write it, empty where it does not apply."""
        return "" if self.value is None else show_fraction(self.value)

    @property
    def number(self) -> int | float | None:
        """The value as a plain number."""
        if self.value is None:
            return None
        return self.value.numerator if self.value.denominator == 1 else float(self.value)


NO_VALUE = TieBreakValue(None)


def summed(terms: Sequence[Term]) -> TieBreakValue:
    """Return the value that is the sum of the terms that are not cut."""
    total = add(term.value for term in terms if not term.cut)
    return TieBreakValue(total, tuple(terms), total)


def add(values: Iterable[Fraction]) -> Fraction:
    """Return the sum; ten times faster than adding fractions where, as in points, quarters are enough."""
    quarters, others = 0, []
    for value in values:
        denominator = value.denominator
        if 4 % denominator:
            others.append(value)
        else:
            quarters += value.numerator * (4 // denominator)
    total = Fraction(quarters, 4)
    return sum(others, total) if others else total


def for_each(
    groups: Sequence[Sequence[int]], value: Callable[[int], TieBreakValue]
) -> dict[int, TieBreakValue]:
    """Return the value of every player in the groups."""
    return {number: value(number) for group in groups for number in group}


def ranks(keys: Mapping[int, tuple[Fraction, ...]]) -> dict[int, Fraction]:
    """Return an ``order`` for each player by his key, the highest first; equal keys get the same."""
    levels = sorted(set(keys.values()), reverse=True)
    place = {key: Fraction(-index) for index, key in enumerate(levels)}
    return {number: place[key] for number, key in keys.items()}


class TieBreak(Protocol):
    """A way of telling players apart who have the same points."""

    @property
    def key(self) -> str:
        """What tournaments store."""

    @property
    def code(self) -> str:
        """What files and command lines call it, FIDE's code where FIDE has one: ``BH/C1``."""

    @property
    def label(self) -> str: ...

    @property
    def short(self) -> str: ...

    @property
    def about(self) -> str:
        """One sentence that says what is counted."""

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return each player's value; ``groups`` are the players still tied, best group first."""
