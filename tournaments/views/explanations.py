"""How a place in the standings came about, ready for a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.domain.results import SCORINGS
from tournaments.domain.state import PlayerRound, TournamentState
from tournaments.domain.tiebreaks import Term, TieBreak, TieBreakValue
from tournaments.domain.tiebreaks.scores import CAPPED_FROM
from tournaments.models import Entry, PointAdjustment, Team, Tournament
from tournaments.selectors.decisions import adjustments_of
from tournaments.selectors.standings import StandingLine, StandingsTable

NOTES = {
    "capped-by-opponent": _("no more than the score of the opponent who should have been met"),
    "capped-by-draws": _("no more than a draw in every round"),
    "bye-counts-zero": _("a round without an opponent gives nothing"),
}
# An unplayed round without a note counts by FIDE C.07 art. 16.4.
OWN_SCORE = _("counted against an imaginary opponent with the player's own score")
TOTALS = {"sum": _("Sum"), "mean": _("Mean"), "rule": _("Value")}


@dataclass(frozen=True)
class RoundLine:
    """One round of the player."""

    part: PlayerRound
    opponent: Entry | Team | None
    points: str


@dataclass(frozen=True)
class TermLine:
    """One summand with the opponent's name; `note` says how a round that was not played counts."""

    term: Term
    opponent: Entry | Team | None
    note: str


@dataclass(frozen=True)
class Explanation:
    """A tie-break with its sum. `has_scores` and `has_factors` say which columns the sum has."""

    tiebreak: TieBreak
    value: TieBreakValue
    terms: tuple[TermLine, ...]

    @property
    def total_label(self) -> str:
        """What the last line is: the terms make the value by a sum, a mean or a rule of the tie-break."""
        return TOTALS[self.value.combined]

    @property
    def has_scores(self) -> bool:
        return any(line.term.score is not None for line in self.terms)

    @property
    def has_factors(self) -> bool:
        return any(line.term.factor is not None for line in self.terms)


def explained(line: StandingLine, table: StandingsTable, tournament: Tournament) -> dict[str, Any]:
    """The player's rounds and the sums behind his tie-breaks, as the page's context.

    The rounds are those that count in his section of the standings.
    """
    entries, scoring = table.entries, SCORINGS[tournament.scoring]
    section = table.sections[line.row.section].section
    parts = section.state.histories[line.row.number]
    return {
        "section": section,
        "is_latest_edition": tournament.starts_on >= CAPPED_FROM,
        "edition_from": CAPPED_FROM,
        "rounds_played": [
            RoundLine(part, entries.get(part.opponent or 0), scoring.show(part.points)) for part in parts
        ],
        "decisions": _decisions(line, section.state),
        "explanations": [_explanation(tiebreak, value, entries) for tiebreak, value in line.tiebreaks],
    }


def _decisions(line: StandingLine, state: TournamentState) -> list[PointAdjustment]:
    """The points by decision that count in the player's section. One query where there are any, else none."""
    rounds = {each.round for each in state.adjustments_in_force if each.number == line.row.number}
    if not rounds or isinstance(line.entry, Team):
        return []
    return [each for each in adjustments_of(line.entry) if each.round_number in rounds]


def _explanation(
    tiebreak: TieBreak, value: TieBreakValue, entries: dict[int, Entry] | dict[int, Team]
) -> Explanation:
    terms = tuple(
        TermLine(term, entries.get(term.opponent or 0), NOTES.get(term.note, OWN_SCORE))
        for term in value.terms
    )
    return Explanation(tiebreak, value, terms)
