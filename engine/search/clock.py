"""When a search must stop: time, nodes, or somebody's wish."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from .words import COMPILED

STOP: Final = -1
FOREVER: Final = 1 << 60
# About ten milliseconds of searching.
NODES_BETWEEN: Final = 5000 if COMPILED else 100


class Clock:
    """Says when to look again.

    It stays interpreted when the engine is compiled: calling it lets other threads run, and Ctrl-C work.
    """

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        self.start = time.perf_counter()
        self.seconds = seconds
        self.nodes = FOREVER if nodes is None else nodes
        self.stop = stop

    def elapsed(self) -> float:
        """Seconds since it was made."""
        return time.perf_counter() - self.start

    def first_check(self) -> int:
        """After how many nodes to look first."""
        return min(NODES_BETWEEN, self.nodes)

    def check(self, nodes: int) -> int:
        """After how many nodes to look again, or -1: it is time to stop. `nodes` counts the one to come."""
        if nodes > self.nodes or self.is_over():
            return STOP
        return min(nodes + NODES_BETWEEN, self.nodes)

    def is_over(self) -> bool:
        """Whether the time is up or somebody wants to stop."""
        if self.stop is not None and self.stop():
            return True
        return self.seconds is not None and self.elapsed() >= self.seconds
