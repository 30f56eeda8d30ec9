"""Standings and cross tables as their pages show them: what has nothing to say of anybody takes no column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.domain.sections import Section
from tournaments.domain.tiebreaks import TieBreak
from tournaments.selectors.standings import CrosstableLine, CrosstableLines, StandingLine, StandingsTable


@dataclass(frozen=True)
class Row:
    """A line with the cells of the shown tie-breaks; a text is empty where the tie-break does not apply."""

    line: StandingLine
    cells: tuple[tuple[TieBreak, str], ...]
    place_within: int | None = None
    """The place among the players of a category."""


@dataclass(frozen=True)
class SectionRows:
    section: Section
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Columns:
    tiebreaks: tuple[TieBreak, ...]
    sections: tuple[SectionRows, ...]
    has_clubs: bool
    has_ratings: bool

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all sections."""
        return tuple(row for each in self.sections for row in each.rows)


def shown_columns(table: StandingsTable) -> Columns:
    """The table without the tie-breaks that apply to nobody, as direct encounter where nobody is tied, and
    without clubs and ratings where nobody has one."""
    lines = table.lines
    texts = {
        line.row.number: {tiebreak.key: value.show for tiebreak, value in line.tiebreaks} for line in lines
    }
    shown = tuple(each for each in table.tiebreaks if any(text.get(each.key) for text in texts.values()))
    sections = tuple(
        SectionRows(
            each.section,
            tuple(
                Row(
                    line,
                    tuple((tiebreak, texts[line.row.number].get(tiebreak.key, "")) for tiebreak in shown),
                )
                for line in each.lines
            ),
        )
        for each in table.sections
    )
    return Columns(
        shown,
        sections,
        has_clubs=any(line.club is not None for line in lines),
        has_ratings=any(line.rating for line in lines),
    )


def within(columns: Columns, places: Mapping[int, int]) -> Columns:
    """The rows of a category alone, by their `places` within it (`places_within`), in one part."""
    rows = tuple(
        replace(row, place_within=places[row.line.row.number])
        for row in columns.rows
        if row.line.row.number in places
    )
    only = replace(columns.sections[0].section, label="", params={}) if columns.sections else None
    return replace(columns, sections=(SectionRows(only, rows),) if only is not None else ())


@dataclass(frozen=True)
class Square:
    """The cross table of a section on its page; each line has its position in the whole standings.

    `by_opponents`: everybody against everybody, else the rounds in a row.
    """

    section: Section
    rounds: tuple[int, ...]
    lines: tuple[tuple[int, CrosstableLine], ...]
    by_opponents: bool


def squares(found: list[CrosstableLines], by: str) -> list[Square]:
    """The cross tables `by` rounds or opponents; else by opponents where everybody meets everybody.

    Where opponents are in other sections too, only a table by rounds has them all.
    """
    shown, ahead = [], 0
    for each in found:
        by_opponents = each.table.closed if by == "opponents" else each.table.all_meet and by != "rounds"
        lines = tuple(enumerate(each.lines, start=ahead + 1))
        shown.append(Square(each.table.section, each.table.rounds, lines, by_opponents))
        ahead += len(lines)
    return shown


def other_way(found: list[CrosstableLines], shown: list[Square]) -> str | None:
    """What `by` must be to see the tables the other way: empty for each as it is best, None where there is
    no other way."""
    if any(each.by_opponents for each in shown):
        return "rounds"
    if not any(each.table.closed for each in found):
        return None
    return "" if any(each.table.all_meet for each in found) else "opponents"
