"""Analysing a board: deeper and deeper, several lines, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.board import Board
from engine.errors import EngineError, gettext_noop
from engine.move import Move
from engine.movegen import Moves, Taken
from engine.rulesets import Ruleset, ruleset_of
from engine.search.alphabeta import DEEPEST, INFINITE
from engine.search.clock import Clock
from engine.search.forms import searcher_for
from engine.search.lines import Line, line_of, win_in
from engine.search.node import NEVER
from engine.search.past import plies_left, positions_of, progress_of
from engine.search.table import DEFAULT_BITS

WINDOW = 30
FIRST_WINDOW = 5  # from this depth on the last value tells where to look


class Stop(Protocol):
    """What can stop a search from another thread, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop now."""


class Engine:
    """Analyses boards of one ruleset, and remembers what it has seen until `forget`.

    `table_bits`: its table has `2 ** table_bits` entries of 16 bytes. Without `selective` every line is
    searched to the same depth. One engine serves one thread at a time.
    """

    def __init__(
        self, ruleset: str | Ruleset = "czech", *, table_bits: int = DEFAULT_BITS, selective: bool = True
    ) -> None:
        self.ruleset = ruleset_of(ruleset)
        self._searcher = searcher_for(self.ruleset, table_bits=table_bits, selective=selective)

    def forget(self) -> None:
        """Forget the positions seen so far: a new game begins."""
        self._searcher.forget()

    def analysis(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        stop: Stop | None = None,
    ) -> Iterator[list[Line]]:
        """The best `lines` lines after each depth, for as long as the limits allow.

        It yields at least once, unless there is no legal move. With `nodes` or `depth` alone a new engine
        always finds the same. Raises EngineError when the board has another ruleset.
        """
        _check(self.ruleset, board, lines)
        clock = Clock(seconds, nodes, stop.is_set if stop is not None else None)
        if not board.legal_moves:
            return
        self._set_up(board, clock)
        found = self._at_once(board, lines)
        for deep in range(1, (DEEPEST if depth is None else min(depth, DEEPEST)) + 1):
            deeper, whole = self._iteration(board, deep, found, lines)
            if deeper:
                found = _renewed(found, deeper)
            if deeper or not whole:
                yield found
            if not whole or all(line.win_in is not None and abs(line.win_in) <= deep for line in found):
                return

    def analyse(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        stop: Stop | None = None,
    ) -> list[Line]:
        """The best `lines` lines, best first; none when there is no legal move.

        At least one of the limits must be given; `stop` is one. Raises EngineError without any, or when the
        board has another ruleset.
        """
        if seconds is None and nodes is None and depth is None and stop is None:
            raise EngineError("no-limit", gettext_noop("Say how long to search: seconds, nodes or depth."))
        found: list[Line] = []
        for found in self.analysis(  # noqa: B007 (the last one is wanted)
            board, seconds=seconds, nodes=nodes, depth=depth, lines=lines, stop=stop
        ):
            pass
        return found

    def choose(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        stop: Stop | None = None,
    ) -> Move | None:
        """The move to play, at once where there is only one; None when there is none. Else as `analyse`."""
        legal = board.legal_moves
        if len(legal) < 2:
            return legal[0] if legal else None
        return self.analyse(board, seconds=seconds, nodes=nodes, depth=depth, stop=stop)[0].moves[0]

    def evaluate(self, board: Board) -> int:
        """The value of the position for the side to move, in hundredths of a man, without looking ahead."""
        _check(self.ruleset, board, 1)
        self._set_up(board, Clock())
        return self._searcher.evaluation.evaluate(self._searcher.line[0])

    def _set_up(self, board: Board, clock: Clock) -> None:
        searcher = self._searcher
        positions = positions_of(board)
        progress = progress_of(self.ruleset, positions)
        left = plies_left(self.ruleset, progress)
        quiet = min(progress.quiet, len(positions) - 1)
        searcher.mover.set_up(searcher.line[0], board.position, quiet, NEVER if left is None else left)
        earlier = positions[len(positions) - 1 - quiet : -1]
        searcher.begin([searcher.mover.key_of(position) for position in earlier], clock)

    def _at_once(self, board: Board, lines: int) -> list[Line]:
        """The first legal moves, for when there is no time at all."""
        value = self._searcher.evaluation.evaluate(self._searcher.line[0])
        return [line_of(board, [index], value, 0, 0) for index in range(min(lines, len(board.legal_moves)))]

    def _iteration(self, board: Board, depth: int, before: list[Line], lines: int) -> tuple[list[Line], bool]:
        """The best lines of one depth, and whether there was time to finish it."""
        moves, taken = self._searcher.mover.moves(self._searcher.line[0])
        legal = board.legal_moves
        left = list(range(len(moves)))
        found: list[Line] = []
        for rank in range(min(lines, len(moves))):
            guess = before[rank]
            first = legal.index(guess.moves[0])
            value, line = self._best(moves, taken, left, first, depth, guess.score)
            if line:
                found.append(line_of(board, line, value, depth, self._searcher.nodes))
                left.remove(line[0])
            if self._searcher.stopped:
                return found, False
        found.sort(key=lambda line: -line.score)
        return found, True

    def _best(
        self, moves: Moves, taken: Taken, left: list[int], first: int, depth: int, guess: int
    ) -> tuple[int, list[int]]:
        """The best of the moves `left` and its line; an empty line when stopped too early to tell."""
        searcher = self._searcher
        some_moves = [moves[index] for index in left]
        some_taken = [taken[index] for index in left] if taken else taken
        hint = left.index(first) if first in left else -1
        narrow = depth >= FIRST_WINDOW and win_in(guess) is None
        alpha, beta = (guess - WINDOW, guess + WINDOW) if narrow else (-INFINITE, INFINITE)
        while True:
            searcher.best_line[0] = []
            value, at = searcher.best_of(0, depth, alpha, beta, some_moves, some_taken, hint)
            line = list(searcher.best_line[0])
            if searcher.stopped or alpha < value < beta:
                return value, [left[line[0]], *line[1:]] if line else []
            if value <= alpha:
                alpha = -INFINITE
            else:
                beta, hint = INFINITE, at


def _renewed(old: list[Line], new: list[Line]) -> list[Line]:
    """New lines instead of old ones; old ones stay where time was short, but no first move twice."""
    known = {line.moves[0] for line in new}
    return (new + [line for line in old if line.moves[0] not in known])[: len(old)]


def _check(rules: Ruleset, board: Board, lines: int) -> None:
    if board.ruleset is not rules and board.ruleset != rules:
        raise EngineError(
            "other-ruleset",
            gettext_noop("The board plays %(board)s, the engine %(engine)s."),
            board=board.ruleset.key,
            engine=rules.key,
        )
    if lines < 1:
        raise EngineError(
            "no-lines", gettext_noop("At least one line must be asked for, not %(lines)d."), lines=lines
        )


def analyse(
    board: Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    stop: Stop | None = None,
) -> list[Line]:
    """`Engine.analyse` by an engine of its own."""
    engine = Engine(board.ruleset)
    return engine.analyse(board, seconds=seconds, nodes=nodes, depth=depth, lines=lines, stop=stop)


def analysis(
    board: Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    stop: Stop | None = None,
) -> Iterator[list[Line]]:
    """`Engine.analysis` by an engine of its own."""
    engine = Engine(board.ruleset)
    return engine.analysis(board, seconds=seconds, nodes=nodes, depth=depth, lines=lines, stop=stop)
