"""The standings as their page shows them: what has nothing to say of anybody takes no column."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.tiebreaks import TieBreak
from tournaments.selectors.standings import StandingLine, StandingsTable


@dataclass(frozen=True)
class Row:
    """A line with the cells of the shown tie-breaks; a text is empty where the tie-break does not apply."""

    line: StandingLine
    cells: tuple[tuple[TieBreak, str], ...]


@dataclass(frozen=True)
class Columns:
    tiebreaks: tuple[TieBreak, ...]
    rows: tuple[Row, ...]
    has_clubs: bool
    has_ratings: bool


def shown_columns(table: StandingsTable) -> Columns:
    """The table without the tie-breaks that apply to nobody, as direct encounter where nobody is tied, and
    without clubs and ratings where nobody has one."""
    texts = [{tiebreak.key: value.show for tiebreak, value in line.tiebreaks} for line in table.lines]
    shown = tuple(each for each in table.tiebreaks if any(text.get(each.key) for text in texts))
    rows = tuple(
        Row(line, tuple((each, text.get(each.key, "")) for each in shown))
        for line, text in zip(table.lines, texts, strict=True)
    )
    entries = [line.entry for line in table.lines]
    return Columns(
        shown,
        rows,
        has_clubs=any(entry.player.club_id is not None for entry in entries),
        has_ratings=any(entry.rating for entry in entries),
    )
