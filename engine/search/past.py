"""What the game so far means for a search: the positions there were, and what the draw rules have counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine import draws
from engine.board import Board
from engine.draws import Progress
from engine.position import Position
from engine.rulesets.base import Ruleset


def positions_of(board: Board) -> list[Position]:
    """Every position of a game, the present one last."""
    board = board.copy()
    positions = [board.position]
    while board.ply:
        board.pop()
        positions.append(board.position)
    return positions[::-1]


def progress_of(rules: Ruleset, positions: Sequence[Position]) -> Progress:
    """What the draw rules have counted after these positions of a game."""
    progress = draws.at_start(rules, positions[0])
    for before, after in pairwise(positions):
        changed = _material(before) != _material(after)
        quiet = not changed and (before.white_men, before.black_men) == (after.white_men, after.black_men)
        progress = draws.after(rules, progress, after, quiet=quiet, changed=changed)
    return progress


def plies_left(rules: Ruleset, progress: Progress) -> int | None:
    """The plies until a rule of few pieces makes a draw, None when none counts."""
    left = [
        rule.plies - count for rule, count in zip(rules.few_pieces, progress.few, strict=True) if count >= 0
    ]
    return min(left, default=None)


def _material(position: Position) -> tuple[int, ...]:
    return tuple(board.bit_count() for board in position[:4])
