"""Searching deeper and deeper, for the best move and for the next best ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.movegen import Moves, Taken
from engine.search.alphabeta import DEEPEST, INFINITE, Searcher
from engine.search.lines import win_in

WINDOW = 30
FIRST_WINDOW = 5  # from this depth on the last value tells where to look


class Found(NamedTuple):
    """A line as the indexes of its moves among the legal ones of each position, and its value."""

    value: int
    indexes: tuple[int, ...]
    depth: int
    nodes: int


def deepen(searcher: Searcher, deepest: int | None, lines: int) -> Iterator[list[Found]]:
    """The best lines from the searcher's root after each depth, until it is stopped or all is decided.

    It yields at least once; the root must have a legal move.
    """
    moves, taken = searcher.mover.moves(searcher.line[0])
    value = searcher.evaluation.evaluate(searcher.line[0])
    found = [Found(value, (index,), 0, 0) for index in range(min(lines, len(moves)))]
    for depth in range(1, (DEEPEST if deepest is None else min(deepest, DEEPEST)) + 1):
        deeper = _iteration(searcher, moves, taken, depth, found)
        whole = not searcher.stopped
        if deeper:
            found = _renewed(found, deeper)
        if deeper or not whole:
            yield found
        if not whole or all(_is_decided(line, depth) for line in found):
            return


def _is_decided(line: Found, depth: int) -> bool:
    plies = win_in(line.value)
    return plies is not None and abs(plies) <= depth


def _iteration(
    searcher: Searcher, moves: Moves, taken: Taken, depth: int, before: list[Found]
) -> list[Found]:
    """The best lines of one depth, as many as there were before unless it is stopped."""
    left = list(range(len(moves)))
    found: list[Found] = []
    for guess in before:
        line = _best(searcher, moves, taken, left, depth, guess)
        if line is not None:
            found.append(line)
            left.remove(line.indexes[0])
        if searcher.stopped:
            return found
    found.sort(key=lambda line: -line.value)
    return found


def _best(
    searcher: Searcher, moves: Moves, taken: Taken, left: list[int], depth: int, guess: Found
) -> Found | None:
    """The best of the moves `left`; None when stopped too early to tell."""
    some_moves = [moves[index] for index in left]
    some_taken = [taken[index] for index in left] if taken else taken
    hint = left.index(guess.indexes[0]) if guess.indexes[0] in left else -1
    narrow = depth >= FIRST_WINDOW and win_in(guess.value) is None
    alpha, beta = (guess.value - WINDOW, guess.value + WINDOW) if narrow else (-INFINITE, INFINITE)
    while True:
        searcher.best_line[0] = []
        value, at = searcher.best_of(0, depth, alpha, beta, some_moves, some_taken, hint)
        line = searcher.best_line[0]
        if searcher.stopped or alpha < value < beta:
            return Found(value, (left[line[0]], *line[1:]), depth, searcher.nodes) if line else None
        if value <= alpha:
            alpha = -INFINITE
        else:
            beta, hint = INFINITE, at


def _renewed(old: list[Found], new: list[Found]) -> list[Found]:
    """New lines instead of old ones; old ones stay where time was short, but no first move twice."""
    known = {line.indexes[0] for line in new}
    return (new + [line for line in old if line.indexes[0] not in known])[: len(old)]
