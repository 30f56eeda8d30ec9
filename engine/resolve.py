"""Which of several captures with the same ends a written path means."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import AmbiguousMoveError, IllegalMoveError, gettext_noop
from engine.movegen import MoveGenerator
from engine.notation import usual_names
from engine.position import Position
from engine.routes import passes, path_of, routes, written_captures


class Resolver:
    """The legal captures from one square to another: `move` (their ends) and the set each of them takes."""

    def __init__(
        self, generator: MoveGenerator, position: Position, text: str, move: int, rivals: Sequence[int]
    ) -> None:
        self.generator = generator
        self.position = position
        self.board = generator.board
        self.text = text
        self.move = move
        self.rivals = rivals

    def settle(self, path: Sequence[int]) -> int:
        """The captured set that a written path (bits of its squares) means.

        Raises AmbiguousMoveError when several fit, and IllegalMoveError when none passes those squares.
        """
        chosen = self._fit(path)
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            raise self._ambiguous(chosen)
        raise IllegalMoveError(
            "wrong-route",
            gettext_noop("No capture from %(start)s to %(end)s passes the squares of %(move)s."),
            move=self.text,
            start=self._named(path[:1]),
            end=self._named(path[-1:]),
        )

    def _fit(self, path: Sequence[int]) -> Sequence[int]:
        if len(self.rivals) == 1 and len(path) == 2:
            return self.rivals
        # A path in full spells its captures out, also one of a single jump among longer captures.
        _, _, omen, okings = self.position.mine
        spelled = written_captures(self.board, path, omen | okings)
        exact = [taken for taken in self.rivals if taken == spelled]
        return exact or [taken for taken in self.rivals if self._passes(taken, path[1:-1])]

    def _passes(self, taken: int, between: Sequence[int]) -> bool:
        found = routes(self.generator, self.position, self.move, taken)
        return any(passes(route, between) for route in found)

    def _ambiguous(self, chosen: Sequence[int]) -> AmbiguousMoveError:
        paths = [path_of(self.generator, self.position, self.move, taken) for taken in chosen]
        squares = [self._settling(taken, path) for taken, path in zip(chosen, paths, strict=True)]
        return AmbiguousMoveError(
            "ambiguous-move",
            gettext_noop("%(move)s can mean %(moves)s. Add the square that settles it: %(squares)s."),
            move=self.text,
            moves=", ".join(self._named([self.board.bit[square] for square in path]) for path in paths),
            squares=", ".join(squares),
        )

    def _settling(self, taken: int, path: Sequence[str]) -> str:
        """The square on the way that tells one capture from its rivals, or all of them where none does."""
        first, *between, last = (self.board.bit[square] for square in path)
        for bit in between:
            if self._fit([first, bit, last]) == [taken]:
                return self._named([bit])
        return self._named(between)

    def _named(self, path: Sequence[int]) -> str:
        names = usual_names(self.generator.rules)
        return "x".join(names[bit] for bit in path)
