"""A position: four bitboards, the side to move and what may be huffed, and what a move does to it."""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry import bits_of, geometry_of
from engine.movegen import HUFF_SHIFT, INDEX, SHIFT, MoveGenerator, Moves, Taken
from engine.rulesets.base import Colour, Ruleset


class Position(NamedTuple):
    """Who stands where. Positions are values: two that are equal are the same for repetition.

    `huffable` are the opponent's pieces that the side to move may take away before its move; without
    huffing there are none.
    """

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    white_to_move: bool
    huffable: int = 0

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return "white" if self.white_to_move else "black"

    @property
    def mine(self) -> tuple[int, int, int, int]:
        """Men and kings of the side to move, then of the other."""
        if self.white_to_move:
            return self.white_men, self.white_kings, self.black_men, self.black_kings
        return self.black_men, self.black_kings, self.white_men, self.white_kings

    @property
    def occupied(self) -> int:
        """Every square with a piece on it."""
        return self.white_men | self.white_kings | self.black_men | self.black_kings

    def without(self, square: int) -> Position:
        """The same position with one piece (or none) less and nothing to huff."""
        men, kings, other_men, other_kings = (board & ~square for board in self[:4])
        return Position(men, kings, other_men, other_kings, self.white_to_move)


def start_position(rules: Ruleset) -> Position:
    """The position a game of this ruleset starts from."""
    rows = geometry_of(rules).rows
    first, end = rules.setup_gap, rules.setup_gap + rules.setup_rows
    return Position(sum(rows[first:end]), 0, sum(rows[::-1][first:end]), 0, rules.first == "white")


def legal(generator: MoveGenerator, position: Position) -> tuple[Moves, Taken]:
    """The legal moves of a position, as `MoveGenerator.generate` gives them, with those after a huff.

    A move after a huff has `index of the huffed square + 1` from bit HUFF_SHIFT on.
    """
    moves, taken = generator.generate(*position.mine, position.white_to_move)
    if position.huffable:
        taken = taken or [0] * len(moves)
        for bit in bits_of(position.huffable):
            rest = position.without(bit)
            more, captured = generator.generate(*rest.mine, rest.white_to_move)
            huff = bit.bit_length() << HUFF_SHIFT
            moves += [huff | move for move in more]
            taken += captured or [0] * len(more)
    return moves, taken


def huffed_by(move: int) -> int:
    """The bit of the square that a generated move huffs, 0 for none."""
    index = move >> HUFF_SHIFT
    return 1 << index >> 1 if index else 0


def play(generator: MoveGenerator, position: Position, move: int, taken: int) -> Position:
    """The position after a generated move; captured pieces leave the board when the move is over."""
    if move >> HUFF_SHIFT:
        position = position.without(huffed_by(move))
    huffable = 0
    if generator.huffing and not taken:
        able = capturers(generator, position)
        origin, target = 1 << (move >> SHIFT & INDEX), 1 << (move & INDEX)
        huffable = able ^ origin | target if able & origin else able
    men, kings, other_men, other_kings, white, _ = position
    if white:
        after = generator.after(men, kings, other_men, other_kings, True, move, taken)
        return Position(*after, False, huffable)
    other_men, other_kings, men, kings = generator.after(
        other_men, other_kings, men, kings, False, move, taken
    )
    return Position(men, kings, other_men, other_kings, True, huffable)


def capturers(generator: MoveGenerator, position: Position) -> int:
    """The pieces of the side to move that have a legal capture."""
    moves, taken = generator.generate(*position.mine, position.white_to_move)
    able = 0
    for move, captured in zip(moves, taken, strict=False):
        if captured:
            able |= 1 << (move >> SHIFT)
    return able


def last_row(generator: MoveGenerator, white: bool) -> int:
    """The row where a man of this side is crowned."""
    return generator.board.rows[-1 if white else 0]
