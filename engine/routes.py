"""The squares a capture passes: finding a route, and matching a route somebody wrote."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.geometry import Geometry
from engine.movegen import INDEX, SHIFT, MoveGenerator
from engine.position import Position


class Step(NamedTuple):
    """One jump of a capture: the squares crossed after leaving (landing last) and the piece taken."""

    crossed: tuple[int, ...]
    victim: int


def routes(generator: MoveGenerator, position: Position, move: int, taken: int) -> Iterator[tuple[Step, ...]]:
    """Every route from origin to target that takes exactly the pieces of `taken`."""
    _, kings, _, _ = position.mine
    origin = 1 << (move >> SHIFT)
    target = 1 << (move & INDEX)
    empty = generator.squares ^ (position.occupied ^ origin)
    walk = _Walk(generator, position.white_to_move, empty, target)
    yield from walk.steps(origin, bool(kings & origin), taken)


class _Walk:
    """The fixed part of a route search: the board, the target, and who moves."""

    def __init__(self, generator: MoveGenerator, white: bool, empty: int, target: int) -> None:
        self.generator = generator
        self.white = white
        self.empty = empty
        self.target = target
        self.last = generator.last_white if white else generator.last_black

    def steps(self, at: int, king: bool, left: int) -> Iterator[tuple[Step, ...]]:
        if not left:
            if at == self.target:
                yield ()
            return
        for victim, landings in self.generator.jumps(at, king, self.white, left, self.empty):
            for count, landing in enumerate(landings):
                crossed = self._approach(at, victim) + tuple(landings[: count + 1])
                crowned = king or (self.generator.goes_on and bool(landing & self.last))
                for rest in self.steps(landing, crowned, left ^ victim):
                    yield (Step(crossed, victim), *rest)

    def _approach(self, at: int, victim: int) -> tuple[int, ...]:
        return tuple(self.generator.board.line(at, victim) or ())


def path_of(generator: MoveGenerator, position: Position, move: int, taken: int) -> tuple[str, ...]:
    """Names of the squares of one route, from origin to target."""
    name = generator.board.name
    squares = [name[1 << (move >> SHIFT)]]
    for step in next(routes(generator, position, move, taken)):
        squares.append(name[step.crossed[-1]])
    return tuple(squares)


def passes(route: Sequence[Step], between: Sequence[int]) -> bool:
    """Whether a route crosses or lands on the squares `between`, in that order.

    Archives sometimes name another square of the same straight line than the one landed on, so crossing a
    square is enough.
    """
    wanted = iter(between)
    square = next(wanted, None)
    for step in route:
        for crossed in step.crossed:
            if crossed == square:
                square = next(wanted, None)
    return square is None


def written_captures(board: Geometry, path: Sequence[int], opp: int) -> int | None:
    """The captured set that a written path spells out, None when it is no chain of single jumps."""
    taken = 0
    for start, end in itertools.pairwise(path):
        between = board.line(start, end)
        if between is None:
            return None
        victims = [bit for bit in between if bit & opp & ~taken]
        if len(victims) != 1:
            return None
        taken |= victims[0]
    return taken
