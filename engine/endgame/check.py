"""Checking tables by a second method: forward, with the engine's own move generator, without the builder.

1. Every position (or a random sample of each part) must be explained by its moves: a win by its quickest
   lost follower, a loss by its slowest won one, a draw by a drawn follower and no lost one; and the forces
   likewise. Distances fall towards the end of the game, so where this holds everywhere values are proved.
2. Forces have no distance, so a claim could lean on itself. For few pieces they are found again from nothing
   by going over all positions until nothing changes.
3. Random positions are searched move by move on a `Board`, without any table: a value within the search's
   reach must be found at exactly its distance, and none may be found where the table says draw.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.board import Board
from engine.endgame.errors import TableError
from engine.endgame.material import MOST_PIECES, Material, materials, owner
from engine.endgame.numbering import numbering_of
from engine.endgame.probe import Probe, Tables
from engine.endgame.storage import Count, TableFile, path_of
from engine.errors import gettext_noop
from engine.fen import write
from engine.generators import generator_of
from engine.position import Position, legal, play
from engine.rulesets import Ruleset

_SEARCH_PLIES = 4
_FORCES_PIECES = 3


@dataclass(frozen=True, slots=True)
class Checked:
    """A material that was looked over: how many positions by each method, and what was wrong, in words."""

    material: Material
    counts: tuple[Count, ...]
    explained: int
    searched: int
    faults: tuple[str, ...]


def check(
    ruleset: Ruleset,
    folder: Path,
    *,
    sample: int | None = 2000,
    searches: int = 20,
    seed: int = 1,
    report: Callable[[Checked], None] = lambda _: None,
) -> list[Checked]:
    """Check the tables of a ruleset in a folder: `sample` positions of each part (None: all).

    All blocks are unpacked, so that a damaged file is found in any case (TableError). Raises TableError too
    when there are none.
    """
    rules = owner(ruleset)
    found = []
    with Tables(folder) as tables:
        for material in materials(MOST_PIECES):
            if path_of(folder, rules, material).is_file():
                checker = Checker(rules, tables, random.Random(f"{seed} {material}"))  # noqa: S311
                found.append(checker.check(material, sample, searches))
                report(found[-1])
    if not found:
        raise TableError(
            "no-tables-for-ruleset",
            gettext_noop("There are no endgame tables for %(ruleset)s in %(folder)s."),
            ruleset=ruleset.key,
            folder=str(folder),
        )
    return found


class Checker:
    """The second method for one ruleset's tables."""

    def __init__(self, rules: Ruleset, tables: Tables, source: random.Random) -> None:
        self.rules = rules
        self.tables = tables
        self.source = source
        self.generator = generator_of(rules)
        self.numbering = numbering_of(rules)

    def check(self, material: Material, sample: int | None, searches: int) -> Checked:
        """Look over both parts of a material."""
        path = path_of(self.tables.folder, self.rules, material)
        file = TableFile(path, self.rules)
        faults = []
        explained = searched = 0
        for number, part in enumerate(material.parts):
            file.part(number)
            positions = 0
            for position in self._positions(part, sample):
                positions += 1
                faults += self._explain(position)
            explained += positions
            if sample is None and positions != file.counts[number].positions:
                faults.append(f"{part}: {positions} positions, {file.counts[number].positions} counted")
            for position in self._positions(part, searches):
                searched += 1
                faults += self._search(position)
        if sample is None and material.pieces <= _FORCES_PIECES:
            faults += self._forces(material)
        file.close()
        return Checked(material, tuple(file.counts), explained, searched, tuple(faults))

    def _positions(self, part: Material, sample: int | None) -> Iterator[Position]:
        """All positions of a part in its order, White to move, or random ones with either side to move."""
        size = part.size(self.rules)
        numbers = range(size) if sample is None else (self.source.randrange(size) for _ in range(sample))
        for number in numbers:
            white = sample is None or self.source.random() < 0.5
            position = self.numbering.position(part, number, white)
            if position is not None:
                yield position

    def _probe(self, position: Position) -> Probe:
        probe = self.tables.probe_position(self.rules, position)
        if probe is None:
            raise TableError(
                "missing-table",
                gettext_noop("The table with %(position)s is missing: build it first."),
                position=write(position, self.rules),
            )
        return probe

    def followers(self, position: Position) -> tuple[list[Position], bool]:
        """The positions after each legal move, and whether the moves are captures."""
        moves, taken = legal(self.generator, position)
        after = [
            play(self.generator, position, move, taken[index] if taken else 0)
            for index, move in enumerate(moves)
        ]
        return after, bool(taken)

    def _explain(self, position: Position) -> list[str]:
        after, capture = self.followers(position)
        followers = [self._probe(each) for each in after]
        said = self._probe(position)
        wanted = self._judged(followers, capture)
        if said == wanted:
            return []
        return [f"{write(position, self.rules)}: the table says {said}, the moves say {wanted}"]

    def _judged(self, followers: list[Probe], capture: bool) -> Probe:
        """What a position is by what its followers are (each seen by the other side)."""
        if not followers:
            return Probe("loss" if self.rules.blocked == "loses" else "win", 0, False, False)
        mine = capture or any(each.other_can_capture for each in followers)
        theirs = all(each.can_capture for each in followers)
        lost = [each.distance for each in followers if each.value == "loss" and each.distance is not None]
        won = [each.distance for each in followers if each.value == "win" and each.distance is not None]
        if lost:
            return Probe("win", min(lost) + 1, mine, theirs)
        if len(won) == len(followers):
            return Probe("loss", max(won) + 1, mine, theirs)
        return Probe("draw", None, mine, theirs)

    def _search(self, position: Position) -> list[str]:
        board = Board(self.rules, write(position, self.rules))
        said = self._probe(position)
        known = said.distance if said.distance is not None and said.distance <= _SEARCH_PLIES else None
        found = solve(board, _SEARCH_PLIES)
        wanted = None if known is None else (said.value, known)
        if found == wanted:
            return []
        return [f"{board.fen()}: the table says {said}, a search of {_SEARCH_PLIES} plies {found}"]

    def _forces(self, material: Material) -> list[str]:
        """Find the forces again from nothing."""
        state: dict[Position, int] = {}
        follow: dict[Position, tuple[list[Position], bool]] = {}
        for part in material.parts:
            for position in self._positions(part, None):
                state[position] = 0
                after, capture = self.followers(position)
                follow[position] = [self._seen_white(each) for each in after], capture
        known: dict[Position, int] = {}
        changed = True
        while changed:
            changed = False
            for position, (after, capture) in follow.items():
                forces = [self._force(each, state, known) for each in after]
                mine = capture or any(force & 2 for force in forces)
                theirs = bool(forces) and all(force & 1 for force in forces)
                force = mine | theirs << 1
                if force != state[position]:
                    state[position] = force
                    changed = True
        return [
            f"{write(position, self.rules)}: the forces are {force}, the table says {said}"
            for position, force in state.items()
            if (said := self._said_force(position)) != force
        ]

    def _force(self, position: Position, state: dict[Position, int], known: dict[Position, int]) -> int:
        """What is known of a position by now; of another material, what its table says."""
        force = state.get(position)
        if force is None:
            force = known.get(position)
        if force is None:
            force = known[position] = self._said_force(position)
        return force

    def _said_force(self, position: Position) -> int:
        probe = self._probe(position)
        return probe.can_capture | probe.other_can_capture << 1

    def _seen_white(self, position: Position) -> Position:
        """The same position with White to move, turned round if need be."""
        if position.white_to_move or not (position[0] | position[1] and position[2] | position[3]):
            return position
        turned = self.numbering.position(*self.numbering.number(position))
        return turned or position


def solve(board: Board, plies: int) -> tuple[str, int] | None:
    """Value and exact distance of a position by plain search; None when it is not settled within `plies`."""
    moves = board.legal_moves
    if not moves:
        return ("loss" if board.ruleset.blocked == "loses" else "win"), 0
    if not plies:
        return None
    found = []
    for move in moves:
        board.push(move)
        found.append(solve(board, plies - 1))
        board.pop()
    lost = [each[1] for each in found if each is not None and each[0] == "loss"]
    if lost:
        return "win", min(lost) + 1
    won = [each[1] for each in found if each is not None]
    if len(won) < len(found):
        return None
    return "loss", max(won) + 1
