"""What a quiet position is worth, in hundredths of a man.

Material and squares are summed up while moves are played (`engine.search.node`); here come the terms that
depend on several pieces. All is driven by the ruleset's values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.movegen import MoveGenerator

from .node import Node
from .tables import main_line
from .weights import Weights
from .words import size_of, word

if TYPE_CHECKING:
    from mypy_extensions import i64

# A side of so few pieces cannot catch a flying king; from the next number on it can on most squares.
CATCHERS_8: Final = 2
CATCHERS: Final = 3
DRAWISH: Final = 8


class Evaluation:
    """The evaluation of one ruleset."""

    def __init__(self, generator: MoveGenerator, weights: Weights) -> None:
        board = generator.board
        self.first: i64 = generator.first
        self.second: i64 = generator.second
        self.squares: i64 = generator.squares
        self.up1: i64 = generator.up1
        self.up2: i64 = generator.up2
        # A step down never arrives on the top row; a shift of the sign bit would.
        self.down1: i64 = word(board.into[2] & ~board.rows[-1] if not board.every_square else board.into[2])
        self.down2: i64 = word(board.into[3] & ~board.rows[-1])
        sign = -1 if generator.rules.no_pieces == "wins" else 1
        self.mobility: i64 = sign * weights.mobility
        self.support: i64 = sign * weights.support
        self.trade: i64 = sign * weights.trade
        self.all: i64 = 2 * generator.rules.men_a_side
        self.turn: i64 = sign * weights.turn
        self.flying: bool = generator.flying and sign > 0
        self.main_line: i64 = word(main_line(board))
        self.catchers: i64 = CATCHERS_8 if board.size <= 8 else CATCHERS

    def evaluate(self, node: Node) -> i64:
        """The value for the side to move, without looking ahead."""
        value = self.plain(node)
        if self.flying and node.kings and node.okings:
            return self._scaled(node, value)
        return value

    def plain(self, node: Node) -> i64:
        """The weighted sum, without regard to what cannot be won."""
        if node.white:
            value = node.score + self._play(node.men, node.kings, node.omen, node.okings)
        else:
            value = -node.score - self._play(node.omen, node.okings, node.men, node.kings)
        return value + self.turn

    def _play(self, men: i64, kings: i64, omen: i64, okings: i64) -> i64:
        """Steps forward, guarded men and pieces ahead, White's minus Black's."""
        own, other = men | kings, omen | okings
        empty = self.squares ^ (own | other)
        steps = size_of(men << self.first & empty & self.up1) + size_of(men << self.second & empty & self.up2)
        steps -= size_of(omen >> self.first & empty & self.down1)
        steps -= size_of(omen >> self.second & empty & self.down2)
        guarded = size_of(men & (own << self.first & self.up1 | own << self.second & self.up2))
        guarded -= size_of(omen & (other >> self.first & self.down1 | other >> self.second & self.down2))
        value = steps * self.mobility + guarded * self.support
        pieces, others = size_of(own), size_of(other)
        # Divided as a positive number: the same for either side.
        if pieces > others:
            value += (pieces - others) * (self.all - pieces - others) * self.trade // self.all
        elif others > pieces:
            value -= (others - pieces) * (self.all - pieces - others) * self.trade // self.all
        return value

    def _scaled(self, node: Node, value: i64) -> i64:
        """A value nearer to a draw where the stronger side cannot catch a flying king."""
        strong, weak_kings = node.men | node.kings, node.okings
        if value < 0:
            strong, weak_kings = node.omen | node.okings, node.kings
        pieces = size_of(strong)
        if pieces > self.catchers + 1:
            return value
        if pieces > self.catchers and not weak_kings & self.main_line:
            return value
        # Toward zero for either side: a plain // would round the two apart.
        return value // DRAWISH if value > 0 else -(-value // DRAWISH)
