"""Squares, their names and numbers, and where each stands in a bitboard.

A board of `size` rows has size/2 dark squares a row. In the bitboard the rows follow each other from
White's first row up, with one bit that is never a square (a ghost) after every odd row. So a step up and to
the left is always `left` bits, up and to the right always `left + 1`, on every row, and a step over the
edge lands on a ghost or outside `squares`. On the 8x8 board:

    row 4      14  15  16  17        b4 d4 f4 h4
    row 3     9  10  11  12          a3 c3 e3 g3      (13 ghost)
    row 2       5   6   7   8        b2 d2 f2 h2
    row 1     0   1   2   3          a1 c1 e1 g1      ( 4 ghost)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

FILES = "abcdefghijklmnopqrstuvwxyz"


def bits_of(board: int) -> Iterator[int]:
    """The single bits of a bitboard, lowest first."""
    while board:
        bit = board & -board
        board ^= bit
        yield bit


class Geometry:
    """The dark squares of a square board with a dark `a1`.

    `names` lists the squares in bitboard order (a1, c1, ... from White's side), `bit` gives the bit of a
    name, `number` its PDN number (1 is the leftmost dark square of the last row) and `by_number` the name
    of a number.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.left = size // 2
        self.right = size // 2 + 1
        self.rows: list[int] = []
        self.names: list[str] = []
        self.bit: dict[str, int] = {}
        self.name: dict[int, str] = {}
        for row in range(size):
            self.rows.append(self._add_row(row))
        self.squares = sum(self.rows)
        numbered = [name for row in range(size - 1, -1, -1) for name in self.names_of(self.rows[row])]
        self.number = {name: index + 1 for index, name in enumerate(numbered)}
        self.by_number = {number: name for name, number in self.number.items()}

    def _add_row(self, row: int) -> int:
        width = self.size // 2
        base = (row // 2) * (2 * width + 1) + (row % 2) * (width + 1)
        mask = 0
        for column in range(width):
            name = f"{FILES[2 * column + row % 2]}{row + 1}"
            bit = 1 << (base + column)
            self.names.append(name)
            self.bit[name] = bit
            self.name[bit] = name
            mask |= bit
        return mask

    def names_of(self, board: int) -> list[str]:
        """Names of the squares set in a bitboard, in bitboard order."""
        return [self.name[bit] for bit in bits_of(board)]

    def board_of(self, names: Iterable[str]) -> int:
        """The bitboard of some squares; a KeyError for a name that is no dark square."""
        board = 0
        for name in names:
            board |= self.bit[name]
        return board

    def line(self, start: int, end: int) -> list[int] | None:
        """The bits strictly between two squares on one diagonal; None when they share none."""
        for step in (self.left, self.right):
            for up in (True, False):
                between: list[int] = []
                bit = start << step if up else start >> step
                while bit & self.squares:
                    if bit == end:
                        return between
                    between.append(bit)
                    bit = bit << step if up else bit >> step
        return None


@cache
def geometry_of(size: int) -> Geometry:
    """The geometry of a board of `size` x `size`, made once."""
    return Geometry(size)
