"""Squares, their names and numbers, and where each stands in a bitboard.

Most boards use the dark squares alone. Of a board of `size` rows the rows then follow each other in the
bitboard from White's first row up, with one bit that is never a square (a ghost) after every odd row. So a
step up and to the left is always `size // 2` bits, up and to the right one more, on every row, and a step
over the edge lands on a ghost or outside `squares`. On the 8x8 board:

    row 4      14  15  16  17        b4 d4 f4 h4
    row 3     9  10  11  12          a3 c3 e3 g3      (13 ghost)
    row 2       5   6   7   8        b2 d2 f2 h2
    row 1     0   1   2   3          a1 c1 e1 g1      ( 4 ghost)

On a board that uses all squares a step goes along a row (1 bit) or a file (`size` bits), and there are no
ghosts: 64 squares fill 64 bits.

A step is `first` or `second` bits, up (to higher bits) or down. What `into[direction]` does not hold cannot
be stepped into in that direction; with ghosts that is every bit that is no square anyway. Directions are
numbered up by `first`, up by `second`, down by `first`, down by `second`: `direction ^ 2` leads back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.rulesets.base import Ruleset

FILES = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = (0, 1, 2, 3)


def bits_of(board: int) -> Iterator[int]:
    """The single bits of a bitboard, lowest first."""
    while board:
        bit = board & -board
        board ^= bit
        yield bit


class Geometry:
    """The squares of a board whose `a1` is a playing square.

    `names` lists the squares in bitboard order (a1, c1, ... from White's side), `bit` gives the bit of a
    name, `number` its PDN number and `by_number` the name of a number. A mirrored board (dark square at the
    right hand) has the same names and moves as the one seen in a mirror; only its numbers and its picture
    show the difference. Numbers run from the upper left corner as White sees it, or from the lower right.
    """

    def __init__(self, size: int, every_square: bool, mirrored: bool, numbers_from_below: bool) -> None:
        self.size = size
        self.every_square = every_square
        self.mirrored = mirrored
        self.first, self.second = (1, size) if every_square else (size // 2, size // 2 + 1)
        self.rows: list[int] = []
        self.names: list[str] = []
        self.bit: dict[str, int] = {}
        self.name: dict[int, str] = {}
        for row in range(size):
            self.rows.append(self._add_row(row))
        self.squares = sum(self.rows)
        self.into = tuple(self._into(direction) for direction in DIRECTIONS)
        self.number = {name: index + 1 for index, name in enumerate(self._numbered(numbers_from_below))}
        self.by_number = {number: name for name, number in self.number.items()}

    def _add_row(self, row: int) -> int:
        width = self.size if self.every_square else self.size // 2
        base = row * width
        if not self.every_square:
            base = (row // 2) * (2 * width + 1) + (row % 2) * (width + 1)
        mask = 0
        for column in range(width):
            file = column if self.every_square else 2 * column + row % 2
            name = f"{FILES[file]}{row + 1}"
            bit = 1 << (base + column)
            self.names.append(name)
            self.bit[name] = bit
            self.name[bit] = name
            mask |= bit
        return mask

    def _into(self, direction: int) -> int:
        """The squares a step can arrive on: without ghosts not those it could only reach round an edge."""
        if not self.every_square:
            return self.squares
        left = sum(row & -row for row in self.rows)
        edges = (left, self.rows[0], left << (self.size - 1), self.rows[-1])
        return self.squares ^ edges[direction]

    def _numbered(self, from_below: bool) -> list[str]:
        rows = self.rows if from_below else self.rows[::-1]
        # From below the numbers run right to left; in a mirror that is left to right.
        backward = from_below != self.mirrored
        return [name for row in rows for name in self.names_of(row)[:: -1 if backward else 1]]

    def step(self, bit: int, direction: int) -> int:
        """The neighbour of a square in a direction, 0 where the board ends."""
        width = self.second if direction % 2 else self.first
        return (bit << width if direction < 2 else bit >> width) & self.into[direction]

    def names_of(self, board: int) -> list[str]:
        """Names of the squares set in a bitboard, in bitboard order."""
        return [self.name[bit] for bit in bits_of(board)]

    def board_of(self, names: Iterable[str]) -> int:
        """The bitboard of some squares; a KeyError for a name that is no playing square."""
        board = 0
        for name in names:
            board |= self.bit[name]
        return board

    def line(self, start: int, end: int) -> list[int] | None:
        """The bits strictly between two squares on one line of play; None when they share none."""
        found = self.leg(start, end)
        return found[1] if found else None

    def leg(self, start: int, end: int) -> tuple[int, list[int]] | None:
        """The direction from one square to another and the bits between; None when they share no line."""
        for direction in DIRECTIONS:
            between: list[int] = []
            bit = self.step(start, direction)
            while bit:
                if bit == end:
                    return direction, between
                between.append(bit)
                bit = self.step(bit, direction)
        return None


_made = cache(Geometry)


def geometry_of(rules: Ruleset) -> Geometry:
    """The geometry of a ruleset's board, made once."""
    return _made(rules.size, rules.every_square, rules.mirrored, rules.numbers_from_below)
