"""A position: four bitboards and the side to move, and what a move does to it."""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry import geometry_of
from engine.movegen import INDEX, SHIFT, MoveGenerator
from engine.rulesets.base import Colour, Ruleset


class Position(NamedTuple):
    """Who stands where. Positions are values: two that are equal are the same for repetition."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    white_to_move: bool

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


def start_position(rules: Ruleset) -> Position:
    """The position a game of this ruleset starts from."""
    rows = geometry_of(rules.size).rows
    count = rules.setup_rows
    return Position(sum(rows[:count]), 0, sum(rows[-count:]), 0, rules.first == "white")


def play(generator: MoveGenerator, position: Position, move: int, taken: int) -> Position:
    """The position after a generated move; captured pieces leave the board when the move is over."""
    men, kings, omen, okings = position.mine
    white = position.white_to_move
    origin = 1 << (move >> SHIFT)
    target = 1 << (move & INDEX)
    if kings & origin:
        kings = kings ^ origin | target
    else:
        men ^= origin
        last = generator.last_white if white else generator.last_black
        passed = generator.crowned_by_white if white else generator.crowned_by_black
        if target & last or taken & passed:
            kings |= target
        else:
            men |= target
    omen &= ~taken
    okings &= ~taken
    if white:
        return Position(men, kings, omen, okings, False)
    return Position(omen, okings, men, kings, True)
