"""The cross table: what each player did in each round, and against each other player."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.domain.standings import StandingRow
from tournaments.domain.state import Colour, PlayerRound, TournamentState


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. ``result`` None: the game is not finished; ``side`` is win, draw or loss.

    ``opponent_place`` is the opponent's place in the table, for tables that name players by place.
    """

    round: int
    opponent: int | None
    opponent_place: int | None
    colour: Colour | None
    result: str | None
    side: str | None
    points: int
    played: bool


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


def crosstable(
    state: TournamentState, rows: Sequence[StandingRow], *, after_round: int | None = None
) -> list[CrosstableRow]:
    """Return a line for each row of the standings, in their order.

    Give the ``after_round`` the standings were made for.
    """
    then = state.until(after_round)
    places = {row.number: row.place for row in rows}
    table = []
    for row in rows:
        joined = then.by_number[row.number].joined_round
        cells = tuple(
            None if part.round < joined else _cell(part, places) for part in then.histories[row.number]
        )
        table.append(CrosstableRow(row.place, row.number, row.points, cells, _against(cells, row, rows)))
    return table


def _cell(part: PlayerRound, places: dict[int, int]) -> Cell:
    return Cell(
        part.round,
        part.opponent,
        None if part.opponent is None else places.get(part.opponent),
        part.colour,
        part.result,
        part.side,
        part.points,
        part.played,
    )


def _against(
    cells: Sequence[Cell | None], row: StandingRow, rows: Sequence[StandingRow]
) -> tuple[tuple[Cell, ...] | None, ...]:
    met: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell is not None and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(cell)
    return tuple(None if other.number == row.number else tuple(met.get(other.number, ())) for other in rows)
