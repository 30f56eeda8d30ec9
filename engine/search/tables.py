"""Numbers for each kind of piece on each square: Zobrist keys, and what the evaluation gives.

Both lists are indexed by the square's index plus 0 for White's men, 128 for his kings, 256 for Black's men
and 384 for his kings.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from engine.geometry import Geometry, geometry_of
from engine.rulesets.base import Ruleset

from .weights import ROWS, Weights, weights_of

KINDS: Final = 4
SQUARES: Final = 128
TURN: Final = 640  # the key of Black's turn stands behind those of the pieces and of what may be huffed
KEY_BITS: Final = 60
SEED: Final = 29


class SquareTables:
    """The keys and values of one ruleset; see the module's head for the index."""

    def __init__(self, rules: Ruleset, weights: Weights) -> None:
        # Reproducible on purpose: a search that may look at so many nodes always finds the same.
        source = random.Random(SEED)  # noqa: S311
        self.keys: list[int] = [source.getrandbits(KEY_BITS) for _ in range(TURN + 1)]
        self.values: list[int] = [0] * (KINDS * SQUARES)
        board = geometry_of(rules)
        # Where having no piece wins, all that is good elsewhere is bad.
        sign = -1 if rules.no_pieces == "wins" else 1
        for bit in board.name:
            index = bit.bit_length() - 1
            row, file = _place(board, bit)
            man, king = _man(board, row, file, weights), _king(board, bit, row, file, weights)
            self.values[index] = sign * man
            self.values[SQUARES + index] = sign * king
            man = _man(board, board.size - 1 - row, file, weights)
            self.values[2 * SQUARES + index] = -sign * man
            self.values[3 * SQUARES + index] = -sign * king


def _place(board: Geometry, bit: int) -> tuple[int, int]:
    name = board.name[bit]
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def _man(board: Geometry, row: int, file: int, weights: Weights) -> int:
    """A man's value on the `row`th row from its own side."""
    scaled = row * (ROWS - 1)
    low, part = divmod(scaled, board.size - 1)
    gain = weights.rows[low] * (board.size - 1 - part)
    if part:
        gain += weights.rows[low + 1] * part
    return weights.man + gain // (board.size - 1) + _by_place(board, row, file, weights)


def _by_place(board: Geometry, row: int, file: int, weights: Weights) -> int:
    from_edge, from_end = min(file, board.size - 1 - file), min(row, board.size - 1 - row)
    if from_edge < 2:
        return weights.near if from_edge else weights.edge
    return weights.centre if from_end >= 2 else 0


def _king(board: Geometry, bit: int, row: int, file: int, weights: Weights) -> int:
    from_edge = min(row, file, board.size - 1 - row, board.size - 1 - file)
    value = weights.king + weights.king_centre * from_edge
    return value + (weights.diagonal if bit & main_line(board) else 0)


def main_line(board: Geometry) -> int:
    """The longest line of a board of dark squares; 0 where lines are rows and files."""
    if board.every_square:
        return 0
    start = board.rows[0] & -board.rows[0]
    line = 0
    while start:
        line |= start
        start = board.step(start, 1)
    return line


@cache
def tables_of(rules: Ruleset) -> SquareTables:
    """The tables of a ruleset, made once."""
    return SquareTables(rules, weights_of(rules))
