"""Analysing a board: deeper and deeper, several lines, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.board import Board
from engine.endgame.probe import shipped_tables
from engine.errors import EngineError, gettext_noop
from engine.move import Move
from engine.rulesets import Ruleset, ruleset_of
from engine.search.clock import Clock
from engine.search.deepening import Found, deepen
from engine.search.forms import searcher_for
from engine.search.lines import Line, line_of
from engine.search.node import NEVER
from engine.search.past import plies_left, positions_of, quiet_plies
from engine.search.table import DEFAULT_BITS


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
        for found in self._deepen(board, seconds, nodes, depth, lines, stop):
            yield [line_of(board, *each) for each in found]

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
        found: list[Found] = []
        for found in self._deepen(board, seconds, nodes, depth, lines, stop):  # noqa: B007 (the last one counts)
            pass
        return [line_of(board, *each) for each in found]

    def choose(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        stop: Stop | None = None,
    ) -> Move | None:
        """The move to play, at once where there is only one; None when there is none. Else as `analyse`.

        Within reach of the endgame tables that come with the engine it is one of perfect play.
        """
        legal = board.legal_moves
        perfect = shipped_tables().best_moves(board)
        for moves in (legal, perfect):
            if len(moves) == 1:
                return moves[0]
        if not legal:
            return None
        best = self.analyse(board, seconds=seconds, nodes=nodes, depth=depth, stop=stop)[0].moves[0]
        return best if best in perfect or not perfect else perfect[0]

    def evaluate(self, board: Board) -> int:
        """The value of the position for the side to move, in hundredths of a man, without looking ahead."""
        _check(self.ruleset, board, 1)
        self._set_up(board, Clock())
        return self._searcher.evaluation.evaluate(self._searcher.line[0])

    def _deepen(
        self,
        board: Board,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        stop: Stop | None,
    ) -> Iterator[list[Found]]:
        _check(self.ruleset, board, lines)
        clock = Clock(seconds, nodes, stop.is_set if stop is not None else None)
        self._set_up(board, clock)
        if board.legal_moves:
            yield from deepen(self._searcher, depth, lines)

    def _set_up(self, board: Board, clock: Clock) -> None:
        searcher = self._searcher
        positions = positions_of(board)
        left = plies_left(self.ruleset, positions)
        quiet = quiet_plies(positions)
        searcher.mover.set_up(searcher.line[0], board.position, quiet, NEVER if left is None else left)
        earlier = positions[len(positions) - 1 - quiet : -1]
        searcher.begin([searcher.mover.key_of(position) for position in earlier], clock)


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
