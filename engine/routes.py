"""The squares a capture passes: finding a route, and matching a route somebody wrote."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.geometry import DIRECTIONS, Geometry
from engine.movegen import INDEX, SHIFT, MoveGenerator
from engine.position import Position, huffed_by, last_row


class Step(NamedTuple):
    """One jump of a capture: the squares crossed after leaving (landing last) and the piece taken."""

    crossed: tuple[int, ...]
    victim: int


class Jump(NamedTuple):
    """A single capture that a piece could make: the piece taken and the squares to land on."""

    victim: int
    landings: list[int]
    direction: int


def jumps(generator: MoveGenerator, at: int, king: bool, white: bool, opp: int, empty: int) -> Iterator[Jump]:
    """Single captures from `at`. Plain rather than fast: it serves explanations and route finding."""
    board = generator.board
    flying = king and generator.flying
    ways = 15 if king else generator.ways_white if white else generator.ways_black
    for direction in DIRECTIONS:
        if not ways >> direction & 1:
            continue
        victim = board.step(at, direction)
        while flying and victim & empty:
            victim = board.step(victim, direction)
        if not victim & opp:
            continue
        landings = []
        landing = board.step(victim, direction)
        while landing & empty:
            landings.append(landing)
            landing = board.step(landing, direction) if flying else 0
        if landings:
            yield Jump(victim, landings, direction)


def routes(generator: MoveGenerator, position: Position, move: int, taken: int) -> Iterator[tuple[Step, ...]]:
    """Every route from origin to target that takes exactly the pieces of `taken`."""
    _, kings, _, _ = position.mine
    origin = 1 << (move >> SHIFT & INDEX)
    target = 1 << (move & INDEX)
    empty = generator.board.squares ^ (position.occupied & ~huffed_by(move) & ~origin)
    walk = _Walk(generator, position.white_to_move, target)
    yield from walk.steps(origin, bool(kings & origin), taken, empty, None)


class _Walk:
    """The fixed part of a route search: the board, the target, and who moves."""

    def __init__(self, generator: MoveGenerator, white: bool, target: int) -> None:
        self.generator = generator
        self.white = white
        self.target = target
        self.last = last_row(generator, white)
        self.vanishing = generator.rules.removed_at_once

    def steps(
        self, at: int, king: bool, left: int, empty: int, came: int | None
    ) -> Iterator[tuple[Step, ...]]:
        if not left:
            if at == self.target:
                yield ()
            return
        for victim, landings, direction in jumps(self.generator, at, king, self.white, left, empty):
            if came is not None and direction == came ^ 2:
                continue
            free = empty | victim if self.vanishing else empty
            for count, landing in enumerate(landings):
                crossed = self._approach(at, victim) + tuple(landings[: count + 1])
                crowned = king or (self.generator.goes_on and bool(landing & self.last))
                for rest in self.steps(landing, crowned, left ^ victim, free, direction):
                    yield (Step(crossed, victim), *rest)

    def _approach(self, at: int, victim: int) -> tuple[int, ...]:
        return tuple(self.generator.board.line(at, victim) or ())


def path_of(generator: MoveGenerator, position: Position, move: int, taken: int) -> tuple[str, ...]:
    """Names of the squares of one route, from origin to target."""
    name = generator.board.name
    _, kings, _, _ = position.mine
    occupied = position.occupied & ~huffed_by(move)
    squares = generator.path(kings, occupied, position.white_to_move, move, taken)
    return tuple([name[1 << square] for square in squares])


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
