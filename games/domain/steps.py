"""A game as a sequence of steps on the board, for pages that show it move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Board, Move
from engine.game import Replay, replay
from games.domain.plies import move_number


@dataclass(frozen=True)
class Step:
    """One ply as it changes the picture: the squares passed, the pieces taken, whether a man is crowned."""

    said: str
    path: tuple[str, ...]
    captured: tuple[str, ...]
    crowned: bool

    def as_dict(self) -> dict[str, object]:
        return {"said": self.said, "path": self.path, "captured": self.captured, "crowned": self.crowned}


@dataclass(frozen=True)
class Line:
    """A game: the pieces it starts from, its sound steps, and what was written after them."""

    start: Mapping[str, str]
    first: str
    steps: tuple[Step, ...]
    unsound: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        return {
            "pieces": dict(self.start),
            "first": self.first,
            "steps": [step.as_dict() for step in self.steps],
        }


@dataclass(frozen=True)
class MoveRow:
    """One numbered line of the move list: for either side the ply and the move, None where there is none."""

    number: int
    first: tuple[int, str] | None
    second: tuple[int, str] | None

    @property
    def cells(self) -> tuple[tuple[int, str] | None, tuple[int, str] | None]:
        return self.first, self.second


def line_of(ruleset: str, moves: Sequence[str], start_fen: str = "") -> Line:
    """The steps of a recorded game, as far as it is sound."""
    played = replay(ruleset, moves, start_fen or None)
    board = Board(ruleset, start_fen or None)
    start, first = board.pieces(), board.turn
    steps = []
    for move, said in zip(played.moves, played.notations, strict=True):
        steps.append(step_of(board, move, said))
        board.push(move)
    return Line(start, first, tuple(steps), tuple(moves[len(steps) :]))


def step_of(board: Board, move: Move, said: str) -> Step:
    """A legal move on this board as a step; the board is left as it is."""
    man = (board.piece_at(move.from_square) or "")[1:] == "m"
    board.push(move)
    crowned = man and (board.piece_at(move.to_square) or "")[1:] == "k"
    board.pop()
    return Step(said, move.path, tuple(sorted(move.captured)), crowned)


def position_after(ruleset: str, moves: Sequence[str], ply: int, start_fen: str = "") -> Replay:
    """The game replayed up to a ply (the end where it has fewer)."""
    return replay(ruleset, moves[: max(ply, 0)], start_fen or None)


def numbered_move(line: Line, ply: int, offset: int) -> str:
    """A ply (from 1) as score sheets number it: "2. d4xf6", "2… g7xe5"."""
    number, half = move_number(ply, offset)
    return f"{number}{'…' if half else '.'} {line.steps[ply - 1].said}"


def move_rows(line: Line, first_mover: str) -> list[MoveRow]:
    """The steps by numbered moves. `first_mover` is the side that begins a game of the ruleset; a game set up
    with the other side to move has its first line half empty."""
    offset = int(line.first != first_mover)
    cells: dict[int, dict[int, tuple[int, str]]] = {}
    for ply, step in enumerate(line.steps, start=1):
        number, half = move_number(ply, offset)
        cells.setdefault(number, {})[half] = (ply, step.said)
    return [MoveRow(number, pair.get(0), pair.get(1)) for number, pair in cells.items()]
