"""The standings as their page shows them: tie-breaks that have nothing to say take no column."""

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


def shown_columns(table: StandingsTable) -> Columns:
    """The table without the tie-breaks that apply to nobody, as direct encounter where nobody is tied."""
    texts = [{tiebreak.key: value.show for tiebreak, value in line.tiebreaks} for line in table.lines]
    shown = tuple(each for each in table.tiebreaks if any(text.get(each.key) for text in texts))
    rows = tuple(
        Row(line, tuple((each, text.get(each.key, "")) for each in shown))
        for line, text in zip(table.lines, texts, strict=True)
    )
    return Columns(shown, rows)
