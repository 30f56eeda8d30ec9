"""Counting the move tree: the standard test of a move generator."""

from __future__ import annotations

from engine.movegen import generator_of
from engine.position import Position
from engine.rulesets.base import Ruleset


def perft(rules: Ruleset, position: Position, depth: int) -> int:
    """Number of leaves `depth` plies below the position (1 at depth 0).

    Captures with the same origin, target and captured set count once, a move after a huff apart from the
    same move without; a finished game has no leaves; draws are not looked at.
    """
    if depth <= 0:
        return 1
    generator = generator_of(rules)
    return generator.count_leaves(*position.mine, position.white_to_move, position.huffable, depth)
