"""What a rating system is given and what it returns: numbers in, numbers out."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.domain.state import Colour


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player as the event begins. ``rating`` None: not on the list yet; ``games`` rated so far.

    ``age`` in years at the event, None where unknown; ``highest`` is the best rating he ever had.
    """

    rating: int | None = None
    games: int = 0
    age: int | None = None
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game on the board that counts; ``score`` is White's: 1, 1/2 or 0."""

    white: int
    black: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class RatingTerm:
    """One counted game from a player's side. ``expected`` is None for a first rating."""

    opponent: int
    opponent_rating: int
    colour: Colour
    score: Fraction
    expected: Fraction | None


@dataclass(frozen=True, slots=True)
class RatingOutcome:
    """What an event does to a rating, and how it came about.

    ``basis``: ``change`` (K times score minus expected), ``performance`` (a first rating from results against
    rated players) or ``start`` (an event without any rated player, from the list's starting value).
    ``games`` and ``score`` count the games used; ``expected`` and ``k`` are None for a performance.
    """

    before: int | None
    after: int
    games: int
    score: Fraction
    expected: Fraction | None
    k: Fraction | None
    provisional: bool
    performance: int
    basis: str
    terms: tuple[RatingTerm, ...]

    def derivation(self) -> dict[str, Any]:
        """Return the sum behind the outcome as plain data (numbers rounded to 4 decimals)."""
        return {
            "basis": self.basis,
            "before": self.before,
            "after": self.after,
            "score": _plain(self.score),
            "expected": _plain(self.expected),
            "k": _plain(self.k),
            "performance": self.performance,
            "games": [
                {
                    "opponent": term.opponent,
                    "opponent_rating": term.opponent_rating,
                    "colour": term.colour,
                    "score": _plain(term.score),
                    "expected": _plain(term.expected),
                }
                for term in self.terms
            ],
        }


def _plain(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else round(float(value), 4)
