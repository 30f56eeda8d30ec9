"""Tie-breaks that sum opponents' scores: Buchholz and Sonneborn-Berger (FIDE C.07 art. 8 and 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import PlayerRound
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, summed
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True)
class OpponentScores:
    """The sum over his rounds of the opponents' adjusted scores, times his own points when ``weighted``.

    Points are those of the tournament's scoring: on 2-1-0 a win weighs the opponent's score twice.
    """

    key: str
    label: str
    short: str
    weighted: bool

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player, one term a round; a game that is not finished gives none yet."""
        return {
            number: summed(
                [term for part in scores.history(number) for term in self._terms(scores, number, part)]
            )
            for group in groups
            for number in group
        }

    def _terms(self, scores: ScoreTable, number: int, part: PlayerRound) -> list[Term]:
        if part.result is None:
            return []
        if scores.counts_as_played(part) and part.opponent is not None:
            return [self._term(scores, part, scores.adjusted[part.opponent])]
        if scores.forfeits_count:
            return []
        score, note = _dummy(scores, number, part)
        return [self._term(scores, part, score, dummy=True, note=note)]

    def _term(
        self, scores: ScoreTable, part: PlayerRound, score: Fraction, *, dummy: bool = False, note: str = ""
    ) -> Term:
        factor = scores.paper(part.points) if self.weighted else None
        value = score if factor is None else score * factor
        return Term(part.round, part.opponent, value, score, factor, dummy=dummy, note=note)


def _dummy(scores: ScoreTable, number: int, part: PlayerRound) -> tuple[Fraction, str]:
    """Return the score of the dummy an unplayed round is counted against, and a note when it was limited.

    It is the player's own score; from the 2026 edition at most the adjusted score of the opponent he should
    have met (16.4.1), or as many draws as there were rounds (16.4.2).
    """
    own = scores.score(number)
    if not scores.dummies_capped:
        return own, ""
    if part.opponent is not None:
        limit, note = scores.adjusted[part.opponent], "capped-by-opponent"
    else:
        limit, note = scores.paper(scores.state.scoring.draw * scores.rounds), "capped-by-draws"
    return (limit, note) if limit < own else (own, "")


BUCHHOLZ = OpponentScores("buchholz", gettext_noop("Buchholz"), gettext_noop("BH"), weighted=False)
SONNEBORN_BERGER = OpponentScores(
    "sonneborn-berger", gettext_noop("Sonneborn-Berger"), gettext_noop("SB"), weighted=True
)
