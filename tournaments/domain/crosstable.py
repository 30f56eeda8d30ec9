"""The cross table: what each player did in each round, and against each other player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.sections import Section
from tournaments.domain.standings import RankedSection, StandingRow
from tournaments.domain.state import FORFEITS_COUNT, Colour, PlayerGame, PlayerRound


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. ``result`` None: a game is not finished; ``side`` is win, draw or loss.

    ``opponent_place`` is the opponent's place in the standings, which several may share; ``opponent_line``
    is the opponent's line, counted through all sections, by which tables name him. In a round of two games
    ``colour`` is that of the first, ``result`` is that of both together, ``points`` are their sum so far and
    ``games`` those with a result; ``weight`` is how many games the round had. ``board_points`` are a team's
    over the boards.
    """

    round: int
    opponent: int | None
    opponent_place: int | None
    opponent_line: int | None
    colour: Colour | None
    result: str | None
    side: str | None
    points: int
    played: bool
    weight: int = 1
    games: tuple[PlayerGame, ...] = ()
    board_points: int = 0


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player's line: ``rounds`` has a cell a round (None before he joined), ``opponents`` one a row.

    ``opponents[i]`` are his games with the player of row i, None for himself.
    """

    place: int
    number: int
    points: int
    rounds: tuple[Cell | None, ...]
    opponents: tuple[tuple[Cell, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The cross table of a section: its players against each other, in the rounds that count for them.

    ``rounds`` are those rounds' numbers. ``closed``: all opponents are in the section, so that a table of
    players against players shows every game; ``all_meet``: and it will be full.
    """

    section: Section
    rounds: tuple[int, ...]
    closed: bool
    all_meet: bool
    rows: tuple[CrosstableRow, ...]


def crosstables(ranked: Sequence[RankedSection]) -> list[Crosstable]:
    """Return the cross table of each section of the standings, with a line for each of its rows."""
    rows = [row for each in ranked for row in each.rows]
    where = {row.number: (row.place, line) for line, row in enumerate(rows, start=1)}
    return [_crosstable(each, where) for each in ranked]


def _crosstable(ranked: RankedSection, where: Mapping[int, tuple[int, int]]) -> Crosstable:
    state = ranked.section.state
    rows = []
    for row in ranked.rows:
        joined = state.by_number[row.number].joined_round
        cells = tuple(
            None if part.round < joined else _cell(part, where) for part in state.histories[row.number]
        )
        against = _against(cells, row, ranked.rows)
        rows.append(CrosstableRow(row.place, row.number, row.points, cells, against))
    numbers = tuple(each.number for each in state.rounds)
    closed = len(rows) == len(state.entries)
    return Crosstable(ranked.section, numbers, closed, closed and _all_meet(ranked), tuple(rows))


def _all_meet(ranked: RankedSection) -> bool:
    state = ranked.section.state
    fixed = bool(state.options.get(FORFEITS_COUNT))
    return fixed or len(ranked.rows) - 1 <= (state.planned_rounds or len(state.rounds))


def _cell(part: PlayerRound, where: Mapping[int, tuple[int, int]]) -> Cell:
    place, line = (None, None) if part.opponent is None else where.get(part.opponent, (None, None))
    return Cell(
        part.round,
        part.opponent,
        place,
        line,
        part.colour,
        part.result,
        part.side,
        part.points,
        part.played,
        part.weight,
        part.games,
        part.board_points,
    )


def _against(
    cells: Sequence[Cell | None], row: StandingRow, rows: Sequence[StandingRow]
) -> tuple[tuple[Cell, ...] | None, ...]:
    met: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell is not None and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(cell)
    return tuple(None if other.number == row.number else tuple(met.get(other.number, ())) for other in rows)
