"""Tie-breaks by their stored key. To add one: a file, a line here, its golden cases, a label."""

from tournaments.domain.tiebreaks.base import Term, TieBreak, TieBreakValue
from tournaments.domain.tiebreaks.direct_encounter import DirectEncounter
from tournaments.domain.tiebreaks.opponents import BUCHHOLZ, SONNEBORN_BERGER
from tournaments.domain.tiebreaks.scores import ScoreTable
from tournaments.domain.tiebreaks.wins import Wins

TIEBREAKS: dict[str, TieBreak] = {
    tiebreak.key: tiebreak for tiebreak in (BUCHHOLZ, SONNEBORN_BERGER, DirectEncounter(), Wins())
}

__all__ = ["TIEBREAKS", "ScoreTable", "Term", "TieBreak", "TieBreakValue"]
