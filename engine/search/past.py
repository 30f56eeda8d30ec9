"""What the game so far means for a search: the positions there were, and what the draw rules have counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.board import Board
from engine.position import Position
from engine.rulesets.base import FewPieces, Ruleset

Material = tuple[tuple[int, int], tuple[int, int]]


def positions_of(board: Board) -> list[Position]:
    """Every position of a game, the present one last."""
    board = board.copy()
    positions = [board.position]
    while board.ply:
        board.pop()
        positions.append(board.position)
    return positions[::-1]


def quiet_plies(positions: Sequence[Position]) -> int:
    """How many plies in a row have brought no capture and no man's move."""
    count = 0
    for later, earlier in pairwise(reversed(positions)):
        men = (later.white_men, later.black_men) == (earlier.white_men, earlier.black_men)
        if not men or _material(later) != _material(earlier):
            break
        count += 1
    return count


def plies_left(rules: Ruleset, positions: Sequence[Position]) -> int | None:
    """The plies until a rule of few pieces makes a draw, None when none counts."""
    counts = [(rule.plies, _since(rule, positions)) for rule in rules.few_pieces]
    return min((plies - count for plies, count in counts if count is not None), default=None)


def _since(rule: FewPieces, positions: Sequence[Position]) -> int | None:
    """For how many plies the material has been one that a rule is about; None when it is not now."""
    if not rule.fits(*_material(positions[-1])):
        return None
    count = 0
    for later, earlier in pairwise(reversed(positions)):
        before = _material(earlier)
        if not rule.fits(*before) or (rule.anew and before != _material(later)):
            break
        count += 1
    return count


def _material(position: Position) -> Material:
    """Men and kings of White, and of Black."""
    men, kings, other_men, other_kings = (board.bit_count() for board in position[:4])
    return (men, kings), (other_men, other_kings)
