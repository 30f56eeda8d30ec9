"""A move as a value."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Move:
    """A move, known by origin, target, the set of captured squares and the square huffed before it.

    `path` is one route of it, first square to last; routes with the same ends and captures are the same
    move, so it takes no part in comparison. `huffed` is empty but where the rules know huffing.
    """

    from_square: str
    to_square: str
    captured: frozenset[str] = frozenset()
    path: tuple[str, ...] = field(default=(), compare=False)
    huffed: str = ""

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", (self.from_square, self.to_square))

    @property
    def is_capture(self) -> bool:
        """Whether the move takes anything."""
        return bool(self.captured)

    def __str__(self) -> str:
        huff = f"huff {self.huffed} " if self.huffed else ""
        return huff + ("x" if self.captured else "-").join(self.path)
