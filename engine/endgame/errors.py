"""What can be wrong with endgame tables."""

from __future__ import annotations

from engine.errors import EngineError


class TableError(EngineError):
    """A table file that cannot be used, or rules for which no tables can be built."""
