"""What an analysis says: lines of moves with their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Board
from engine.move import Move
from engine.search.alphabeta import SURE, WIN


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play, best first in an analysis.

    `score` is in hundredths of a man for the side to move; a game that is decided has about 30,000.
    `win_in` is the number of plies to the end of a decided game, positive when the side to move wins,
    negative when it loses, else None. `depth` is how many plies deep the search went, `nodes` how many
    positions the whole analysis has looked at. `text` is the moves in PDN.
    """

    score: int
    win_in: int | None
    depth: int
    nodes: int
    moves: tuple[Move, ...]
    text: str

    @property
    def verdict(self) -> str:
        """The score in words: `+0.35`, `wins in 5`, `loses in 4`."""
        if self.win_in is None:
            return f"{self.score / 100:+.2f}"
        return f"wins in {self.win_in}" if self.win_in > 0 else f"loses in {-self.win_in}"


def win_in(value: int) -> int | None:
    """The plies to the end that a decided value tells, as in `Line`."""
    if value > SURE:
        return WIN - value
    if value < -SURE:
        return -(WIN + value)
    return None


def notations(board: Board, moves: Sequence[Move]) -> list[str]:
    """The PDN forms of moves played one after the other, as the ruleset usually writes them."""
    numeric = not board.ruleset.algebraic
    board = board.copy()
    written: list[str] = []
    for move in moves:
        written.append(board.notation(move, numeric=numeric))
        board.push(move)
    return written


def line_of(board: Board, value: int, indexes: Sequence[int], depth: int, nodes: int) -> Line:
    """A line of a board from the indexes of its moves among the legal ones."""
    ahead = board.copy()
    moves: list[Move] = []
    for index in indexes:
        moves.append(ahead.legal_moves[index])
        ahead.push(moves[-1])
    return Line(value, win_in(value), depth, nodes, tuple(moves), " ".join(notations(board, moves)))
