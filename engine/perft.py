"""Counting the move tree: the standard test of a move generator."""

from __future__ import annotations

from engine.generators import generator_of
from engine.position import Position
from engine.rulesets.base import Ruleset


def perft(rules: Ruleset, position: Position, depth: int, *, routes_apart: bool | None = None) -> int:
    """Number of leaves `depth` plies below the position (1 at depth 0).

    Captures with the same origin, target and captured set count once, unless `routes_apart`; None counts as
    the published counts of the ruleset do. A move after a huff counts apart from the same move without; a
    finished game has no leaves; draws are not looked at.
    """
    if depth <= 0:
        return 1
    generator = generator_of(rules, rules.counts_routes if routes_apart is None else routes_apart)
    return generator.count_leaves(*position.mine, position.white_to_move, position.huffable, depth)
