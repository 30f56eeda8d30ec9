"""Standings and cross tables with the people, or the teams, in them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.crosstable import Crosstable, CrosstableRow, crosstables
from tournaments.domain.results import SCORINGS
from tournaments.domain.sections import Section
from tournaments.domain.standings import RankedSection, StandingRow, section_standings
from tournaments.domain.tiebreaks import TIEBREAKS, TieBreak, TieBreakValue
from tournaments.models import Club, Entry, Team, Tournament
from tournaments.selectors.state import Snapshot, pairing_system
from tournaments.selectors.teams import TeamSnapshot, competitors

AnySnapshot = Snapshot[Entry] | TeamSnapshot


def name_of(entry: Entry | Team) -> str:
    """A player's name, family name first, or a team's."""
    return entry.name if isinstance(entry, Team) else entry.player.name


@dataclass(frozen=True)
class Ranked:
    """Somebody in a table: an entry, or in an event of teams a team."""

    entry: Entry | Team

    @property
    def team(self) -> Team | None:
        return self.entry if isinstance(self.entry, Team) else None

    @property
    def name(self) -> str:
        return name_of(self.entry)

    @property
    def club(self) -> Club | None:
        return self.entry.club if isinstance(self.entry, Team) else self.entry.player.club

    @property
    def rating(self) -> int | None:
        """The rating at entry; a team has none of its own."""
        return None if isinstance(self.entry, Team) else self.entry.rating

    @property
    def user_id(self) -> int | None:
        """The account of a player who has one."""
        return None if isinstance(self.entry, Team) else self.entry.player.user_id


@dataclass(frozen=True)
class StandingLine(Ranked):
    """A row of the standings with its player; points and tie-breaks also as people write them."""

    row: StandingRow
    points: str
    tiebreaks: tuple[tuple[TieBreak, TieBreakValue], ...]


@dataclass(frozen=True)
class SectionLines:
    """A section of the standings with its lines."""

    section: Section
    lines: tuple[StandingLine, ...]


@dataclass(frozen=True)
class StandingsTable:
    """The standings after a round (`after_round` None: as they are now)."""

    sections: tuple[SectionLines, ...]
    tiebreaks: tuple[TieBreak, ...]
    after_round: int | None
    entries: dict[int, Entry] | dict[int, Team]

    @property
    def lines(self) -> tuple[StandingLine, ...]:
        """The lines of all sections, best first."""
        return tuple(line for each in self.sections for line in each.lines)


@dataclass(frozen=True)
class CrosstableLine(Ranked):
    row: CrosstableRow
    points: str


@dataclass(frozen=True)
class CrosstableLines:
    """The cross table of a section with its lines."""

    table: Crosstable
    lines: tuple[CrosstableLine, ...]


def standings_table(
    tournament: Tournament, *, after_round: int | None = None, snapshot: AnySnapshot | None = None
) -> StandingsTable:
    """The standings now or after an earlier round. Give a `snapshot` that is at hand, else one is read."""
    snapshot = snapshot or competitors(tournament)
    order = tuple(TIEBREAKS[key] for key in tournament.tiebreaks)
    sections = tuple(
        SectionLines(each.section, tuple(_line(tournament, snapshot, row, order) for row in each.rows))
        for each in ranked_sections(tournament, snapshot, after_round)
    )
    return StandingsTable(sections, order, after_round, snapshot.entries)


def _line(
    tournament: Tournament, snapshot: AnySnapshot, row: StandingRow, order: tuple[TieBreak, ...]
) -> StandingLine:
    return StandingLine(
        snapshot.entries[row.number],
        row,
        SCORINGS[tournament.scoring].show(row.points),
        # Who is out of the standings (FIDE C.05) has no tie-breaks.
        tuple(zip(order, row.tiebreaks, strict=not row.excluded)),
    )


def ranked_sections(
    tournament: Tournament, snapshot: AnySnapshot, after_round: int | None = None
) -> list[RankedSection]:
    """The sections of the pairing system, each ranked by the tournament's tie-breaks."""
    return section_standings(
        snapshot.state,
        tournament.tiebreaks,
        after_round=after_round,
        sections=pairing_system(tournament).sections,
    )


def crosstables_of(
    tournament: Tournament, *, after_round: int | None = None, snapshot: AnySnapshot | None = None
) -> list[CrosstableLines]:
    """A cross table for each section, in the order of the standings."""
    snapshot = snapshot or competitors(tournament)
    scoring = SCORINGS[tournament.scoring]
    return [
        CrosstableLines(
            table,
            tuple(
                CrosstableLine(snapshot.entries[row.number], row, scoring.show(row.points))
                for row in table.rows
            ),
        )
        for table in crosstables(ranked_sections(tournament, snapshot, after_round))
    ]
