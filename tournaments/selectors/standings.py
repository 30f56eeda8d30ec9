"""Standings and cross table with the people in them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.crosstable import CrosstableRow, crosstable
from tournaments.domain.results import SCORINGS
from tournaments.domain.standings import StandingRow, standings
from tournaments.domain.tiebreaks import TIEBREAKS, TieBreak, TieBreakValue
from tournaments.models import Entry, Tournament
from tournaments.selectors.state import Snapshot, pairing_system, tournament_snapshot


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings with its player; points and tie-breaks also as people write them."""

    row: StandingRow
    entry: Entry
    points: str
    tiebreaks: tuple[tuple[TieBreak, TieBreakValue], ...]


@dataclass(frozen=True)
class StandingsTable:
    """The standings after a round (`after_round` None: as they are now)."""

    lines: tuple[StandingLine, ...]
    tiebreaks: tuple[TieBreak, ...]
    after_round: int | None
    entries: dict[int, Entry]


@dataclass(frozen=True)
class CrosstableLine:
    row: CrosstableRow
    entry: Entry
    points: str


def standings_table(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    snapshot: Snapshot | None = None,
) -> StandingsTable:
    """The standings now or after an earlier round. Give a `snapshot` that is at hand, else one is read."""
    snapshot = snapshot or tournament_snapshot(tournament)
    scoring = SCORINGS[tournament.scoring]
    order = tuple(TIEBREAKS[key] for key in tournament.tiebreaks)
    lines = tuple(
        StandingLine(
            row,
            snapshot.entries[row.number],
            scoring.show(row.points),
            # Who is out of the standings (FIDE C.05) has no tie-breaks.
            tuple(zip(order, row.tiebreaks, strict=not row.excluded)),
        )
        for row in standing_rows(tournament, snapshot, after_round)
    )
    return StandingsTable(lines, order, after_round, snapshot.entries)


def standing_rows(
    tournament: Tournament, snapshot: Snapshot, after_round: int | None = None
) -> list[StandingRow]:
    """The rows of the standings by the tournament's tie-breaks, in the pairing system's sections."""
    return standings(
        snapshot.state,
        tournament.tiebreaks,
        after_round=after_round,
        sections=pairing_system(tournament).sections,
    )


def crosstable_table(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    snapshot: Snapshot | None = None,
) -> list[CrosstableLine]:
    """The cross table in the order of the standings."""
    snapshot = snapshot or tournament_snapshot(tournament)
    scoring = SCORINGS[tournament.scoring]
    rows = standing_rows(tournament, snapshot, after_round)
    return [
        CrosstableLine(row, snapshot.entries[row.number], scoring.show(row.points))
        for row in crosstable(snapshot.state, rows, after_round=after_round)
    ]
