"""What a tie-break is given, what it returns, and how it explains itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.domain.results import show_fraction
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a tie-break, in points on paper.

    ``opponent`` is the starting number, None where there was none. ``score`` is the opponent's score as
    adjusted, or the dummy's when ``dummy``; ``factor`` what it was multiplied by; ``value`` what it
    gave. A ``cut`` term was left out of the sum. ``note`` is
    ``capped-by-opponent`` or ``capped-by-draws`` where the dummy's score was limited, else empty.
    """

    round: int
    opponent: int | None
    value: Fraction
    score: Fraction | None = None
    factor: Fraction | None = None
    dummy: bool = False
    cut: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """The value of a tie-break for one player, in points on paper, and the sum it comes from.

    ``value`` is None where the tie-break does not apply to him. ``order`` is what standings sort by, more is
    better; it differs from ``value`` where equal values are told apart by place (direct encounter).
    """

    value: Fraction | None
    terms: tuple[Term, ...] = ()
    order: Fraction = Fraction(0)

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


def summed(terms: Sequence[Term]) -> TieBreakValue:
    """Return the value that is the sum of the terms that are not cut."""
    total = sum((term.value for term in terms if not term.cut), Fraction(0))
    return TieBreakValue(total, tuple(terms), total)


class TieBreak(Protocol):
    """A way of telling players apart who have the same points."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def short(self) -> str: ...

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return each player's value; ``groups`` are the players still tied, best group first."""
