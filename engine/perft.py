"""Counting the move tree: the standard test of a move generator."""

from __future__ import annotations

from engine.movegen import INDEX, SHIFT, MoveGenerator, generator_of
from engine.position import Position
from engine.rulesets.base import Ruleset


def perft(rules: Ruleset, position: Position, depth: int) -> int:
    """Number of leaves `depth` plies below the position (1 at depth 0).

    Captures with the same origin, target and captured set count once; a finished game has no leaves; draws
    are not looked at.
    """
    if depth <= 0:
        return 1
    return _count(generator_of(rules), *position.mine, position.white_to_move, depth)


def _count(
    generator: MoveGenerator, men: int, kings: int, omen: int, okings: int, white: bool, depth: int
) -> int:
    moves, taken = generator.generate(men, kings, omen, okings, white)
    if depth == 1:
        return len(moves)
    total = 0
    last = generator.last_white if white else generator.last_black
    passed = generator.crowned_by_white if white else generator.crowned_by_black
    captures = taken or [0] * len(moves)
    for move, captured in zip(moves, captures, strict=True):
        origin = 1 << (move >> SHIFT)
        target = 1 << (move & INDEX)
        own_men, own_kings = men, kings
        if kings & origin:
            own_kings = kings ^ origin | target
        elif target & last or captured & passed:
            own_men ^= origin
            own_kings |= target
        else:
            # Not `^ target`: a capture may end where it began.
            own_men = own_men ^ origin | target
        total += _count(
            generator, omen & ~captured, okings & ~captured, own_men, own_kings, not white, depth - 1
        )
    return total
