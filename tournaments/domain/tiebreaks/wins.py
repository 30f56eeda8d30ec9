"""Number of wins (FIDE C.07 art. 7.1): rounds that brought the points of a win, played or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, summed
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True)
class Wins:
    """Rounds won."""

    key: str = "wins"
    label: str = gettext_noop("Number of wins")
    short: str = gettext_noop("Wins")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the number of rounds won by each player, a term for each."""
        return {
            number: summed(
                [
                    Term(part.round, part.opponent, Fraction(1))
                    for part in scores.history(number)
                    if part.side == "win"
                ]
            )
            for group in groups
            for number in group
        }
