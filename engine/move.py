"""A move as a value."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Move:
    """A move, known by origin, target and the set of captured squares.

    `path` is one route of it, first square to last; routes with the same three are the same move, so it
    takes no part in comparison.
    """

    from_square: str
    to_square: str
    captured: frozenset[str] = frozenset()
    path: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", (self.from_square, self.to_square))

    @property
    def is_capture(self) -> bool:
        """Whether the move takes anything."""
        return bool(self.captured)

    def __str__(self) -> str:
        return ("x" if self.captured else "-").join(self.path)
