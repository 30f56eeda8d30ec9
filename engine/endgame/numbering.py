"""The number of a position within its part, and back: what finds a position in a table file.

A set of squares has the rank sum(comb(square, place)) over its squares in rising order, place 1 for the
lowest (the combinatorial number system). A part's number is made of four ranks: men of the side to move,
the other's men, kings of the side to move, the other's kings, the last counting fastest. All is seen by the
side to move, who moves up; squares are numbered as `Geometry.names` lists them, the other side's men from
the first square where they can stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb

from engine.endgame.material import Material, squares_of
from engine.geometry import bits_of, geometry_of
from engine.position import Position
from engine.rulesets import Ruleset

_MOST = 5


class Numbering:
    """The numbers of one board's positions."""

    def __init__(self, rules: Ruleset) -> None:
        board = geometry_of(rules)
        self.squares, self.men_squares = squares_of(rules)
        self.row = self.squares - self.men_squares
        self._bits = [board.bit[name] for name in board.names]
        # By White's and by Black's view of the board.
        white = {bit: square for square, bit in enumerate(self._bits)}
        self._white = white
        self._black = {bit: self.squares - 1 - square for bit, square in white.items()}
        self._binomial = [[comb(n, k) for k in range(_MOST + 1)] for n in range(self.squares + 1)]

    def number(self, position: Position) -> tuple[Material, int]:
        """The part and the number of a position where each side has one to four pieces."""
        view = self._white if position.white_to_move else self._black
        men, kings, other_men, other_kings = (
            sorted([view[bit] for bit in bits_of(board)]) for board in position.mine
        )
        row = self.row
        number = self._rank(men)
        number = number * self._binomial[self.men_squares][len(other_men)]
        number += self._rank([square - row for square in other_men])
        number = number * self._binomial[self.squares][len(kings)] + self._rank(kings)
        number = number * self._binomial[self.squares][len(other_kings)] + self._rank(other_kings)
        return Material(len(men), len(kings), len(other_men), len(other_kings)), number

    def _rank(self, squares: list[int]) -> int:
        binomial = self._binomial
        return sum([binomial[square][place] for place, square in enumerate(squares, 1)])

    def position(self, material: Material, number: int, white_to_move: bool = True) -> Position | None:
        """The position of a number; None where two pieces would share a square."""
        number, other_kings = divmod(number, comb(self.squares, material.other_kings))
        number, kings = divmod(number, comb(self.squares, material.kings))
        men, other_men = divmod(number, comb(self.men_squares, material.other_men))
        boards = (
            self._board(self._set(men, material.men), 0, white_to_move),
            self._board(self._set(kings, material.kings), 0, white_to_move),
            self._board(self._set(other_men, material.other_men), self.row, white_to_move),
            self._board(self._set(other_kings, material.other_kings), 0, white_to_move),
        )
        if sum(boards).bit_count() != material.pieces or boards[0] | boards[1] | boards[2] | boards[3] != sum(
            boards
        ):
            return None
        if white_to_move:
            return Position(*boards, True)
        return Position(boards[2], boards[3], boards[0], boards[1], False)

    def _set(self, rank: int, size: int) -> list[int]:
        """The squares of the set of a rank, highest first."""
        squares = []
        for place in range(size, 0, -1):
            square = place - 1
            while comb(square + 1, place) <= rank:
                square += 1
            squares.append(square)
            rank -= comb(square, place)
        return squares

    def _board(self, squares: Iterable[int], row: int, white: bool) -> int:
        last = self.squares - 1
        return sum(self._bits[square + row if white else last - square - row] for square in squares)


@cache
def numbering_of(rules: Ruleset) -> Numbering:
    """The numbering of a ruleset's board, made once."""
    return Numbering(rules)
