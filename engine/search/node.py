"""A position as the search holds it, and playing a move in it.

One `Node` a ply is made once and filled again and again: nothing is allocated while searching. The boards
are words as in `engine.movegen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.movegen import HUFF_SHIFT, INDEX, PRIME, SHIFT, MoveGenerator, Moves, Taken
from engine.position import Position
from engine.rulesets.base import Ruleset

from .tables import TURN, SquareTables
from .words import size_of, word

if TYPE_CHECKING:
    from mypy_extensions import i64

NEVER: Final = 1000000
KING: Final = 128  # from a man's entries in the tables to a king's
BLACK: Final = 256  # from White's entries to Black's
HUFFABLE: Final = 512
FORGOTTEN: Final = 63


class Node:
    """A position: the boards of the side to move (`men`, `kings`) and of the other, and what is known of it.

    `key` is its Zobrist key, `score` the material and squares as White sees them, `quiet` the plies without
    a capture or a man's move, `left` the plies until a rule of few pieces makes it a draw.
    """

    def __init__(self) -> None:
        self.men: i64 = 0
        self.kings: i64 = 0
        self.omen: i64 = 0
        self.okings: i64 = 0
        self.white: bool = True
        self.huffable: i64 = 0
        self.key: i64 = 0
        self.score: i64 = 0
        self.quiet: i64 = 0
        self.left: i64 = NEVER


class Mover:
    """Plays generated moves from one node to another, by the values of a ruleset."""

    def __init__(self, generator: MoveGenerator, tables: SquareTables) -> None:
        self.generator: MoveGenerator = generator
        self.bits: list[int] = generator.bits
        self.index: list[int] = generator.index
        self.keys: list[int] = tables.keys
        self.values: list[int] = tables.values
        self.huffing: bool = generator.huffing
        self.rules: Ruleset = generator.rules
        self.counts_few: bool = len(generator.rules.few_pieces) > 0
        self.limits: dict[int, int] = {}

    def set_up(self, node: Node, position: Position, quiet: int, left: int) -> None:
        """Fill a node from a position; `quiet` and `left` as in `Node`."""
        men, kings, omen, okings = position.mine
        node.men, node.kings, node.omen, node.okings = word(men), word(kings), word(omen), word(okings)
        node.white = position.white_to_move
        node.huffable = word(position.huffable)
        node.quiet = quiet
        node.left = left
        node.key = self.key_of(position)
        node.score = 0
        boards = (position.white_men, position.white_kings, position.black_men, position.black_kings)
        for number, board in enumerate(boards):
            for index in range(board.bit_length()):
                if board >> index & 1:
                    node.score += self.values[KING * number + index]

    def key_of(self, position: Position) -> int:
        """The Zobrist key of a position."""
        key = 0 if position.white_to_move else self.keys[TURN]
        boards = (position.white_men, position.white_kings, position.black_men, position.black_kings)
        for number, board in enumerate((*boards, position.huffable)):
            for index in range(board.bit_length()):
                if board >> index & 1:
                    key ^= self.keys[KING * number + index]
        return key

    def moves(self, node: Node) -> tuple[Moves, Taken]:
        """The legal moves of a node and their captured sets, as `engine.position.legal` gives them."""
        moves, taken = self.generator.moves_of(node.men, node.kings, node.omen, node.okings, node.white)
        if node.huffable:
            return self._with_huffs(node, moves, taken)
        return moves, taken

    def _with_huffs(self, node: Node, moves: Moves, taken: Taken) -> tuple[Moves, Taken]:
        if not taken:
            taken = [0] * len(moves)
        left = node.huffable
        while left:
            bit = left & -left
            left ^= bit
            omen, okings = node.omen & ~bit, node.okings & ~bit
            more, captured = self.generator.moves_of(node.men, node.kings, omen, okings, node.white)
            index = self.index[bit % PRIME]
            huff: i64 = (index + 1) << HUFF_SHIFT
            for move in more:
                moves.append(huff | move)
            taken += captured if captured else [0] * len(more)
        return moves, taken

    def play(self, at: Node, to: Node, move: i64, taken: i64) -> None:
        """Fill `to` with the position after a generated move."""
        own: i64 = 0 if at.white else BLACK
        to.key = at.key ^ self.keys[TURN]
        to.score = at.score
        to.omen, to.okings = at.men, at.kings
        to.men, to.kings = at.omen, at.okings
        to.white = not at.white
        to.huffable = 0
        to.quiet = 0
        to.left = at.left - 1
        if self.huffing:
            self._settle_huffs(at, to, move, taken)
        crowned = self._shift(at, to, move, taken, own)
        if taken:
            self._remove(to, taken, BLACK - own)
        if self.counts_few and (taken or crowned):
            to.left = self.limit_of(to)

    def _shift(self, at: Node, to: Node, move: i64, taken: i64, own: i64) -> bool:
        """Move the piece; True when it was crowned."""
        start: i64 = move >> SHIFT & INDEX
        end: i64 = move & INDEX
        origin: i64 = self.bits[start]
        target: i64 = self.bits[end]
        if at.kings & origin:
            to.okings = at.kings ^ origin | target
            start += own + KING
            end += own + KING
            if not taken and not move >> HUFF_SHIFT:
                to.quiet = at.quiet + 1
            crowned = False
        else:
            crowned = self._is_crowned(at, target, taken)
            start += own
            end += own
            to.omen = at.men ^ origin
            if crowned:
                to.okings = at.kings | target
                end += KING
            else:
                to.omen |= target
        gain: i64 = self.values[end] - self.values[start]
        to.score += gain
        changed: i64 = self.keys[end] ^ self.keys[start]
        to.key ^= changed
        return crowned

    def _is_crowned(self, at: Node, target: i64, taken: i64) -> bool:
        generator = self.generator
        if at.white:
            return (target & generator.last_white | taken & generator.crowned_by_white) != 0
        return (target & generator.last_black | taken & generator.crowned_by_black) != 0

    def _remove(self, to: Node, taken: i64, other: i64) -> None:
        """Take captured pieces of the side that is to move now off the board."""
        while taken:
            bit = taken & -taken
            taken ^= bit
            place: i64 = other + self.index[bit % PRIME]
            if to.kings & bit:
                to.kings ^= bit
                place += KING
            else:
                to.men ^= bit
            value: i64 = self.values[place]
            to.score -= value
            key: i64 = self.keys[place]
            to.key ^= key

    def _settle_huffs(self, at: Node, to: Node, move: i64, taken: i64) -> None:
        """Take away what the move huffs, and note what may be huffed after it."""
        self._change_huffable(to, at.huffable)
        huff = move >> HUFF_SHIFT
        if huff:
            bit: i64 = self.bits[huff - 1]
            self._remove(to, bit, BLACK if at.white else 0)
        if taken:
            return
        moves, captured = self.generator.moves_of(at.men, at.kings, to.men, to.kings, at.white)
        able: i64 = 0
        for index in range(len(captured)):
            if captured[index]:
                mover: i64 = self.bits[moves[index] >> SHIFT & INDEX]
                able |= mover
        origin: i64 = self.bits[move >> SHIFT & INDEX]
        target: i64 = self.bits[move & INDEX]
        if able & origin:
            able = able ^ origin | target
        to.huffable = able
        self._change_huffable(to, able)

    def _change_huffable(self, to: Node, board: i64) -> None:
        while board:
            bit = board & -board
            board ^= bit
            key: i64 = self.keys[HUFFABLE + self.index[bit % PRIME]]
            to.key ^= key

    def limit_of(self, node: Node) -> int:
        """After how many plies with this material a rule of few pieces makes a draw."""
        men, kings = size_of(node.men), size_of(node.kings)
        omen, okings = size_of(node.omen), size_of(node.okings)
        material: i64 = ((men * FORGOTTEN + kings) * FORGOTTEN + omen) * FORGOTTEN + okings
        known = self.limits.get(material, -1)
        if known < 0:
            known = NEVER
            for rule in self.rules.few_pieces:
                if rule.fits((men, kings), (omen, okings)):
                    known = min(known, rule.plies)
            self.limits[material] = known
        return known
