"""Looking positions up in endgame tables: with the standard library, through memory maps."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from engine.board import Board
from engine.endgame.errors import TableError
from engine.endgame.material import MOST_PIECES, Material, materials, owner
from engine.endgame.numbering import numbering_of
from engine.endgame.storage import TableFile, path_of
from engine.errors import gettext_noop
from engine.generators import generator_of
from engine.move import Move
from engine.position import Position, legal, play
from engine.rulesets import Colour, Ruleset

Value = Literal["win", "draw", "loss"]
SHIPPED = Path(__file__).resolve().parent / "data"
_CACHED_BLOCKS = 2048  # 10 MB
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}


@dataclass(frozen=True, slots=True)
class Probe:
    """What a table says of a position, seen by the side to move.

    `distance`: plies to the end of the game, the winner playing for the shortest and the loser for the
    longest; None in a draw. At distance 0 the side to move has no legal move.

    `can_capture`: the side to move can force that, sooner or later, it captures a piece of the other side,
    whatever the other side plays; `other_can_capture`: the other side can. What is captured on the way from
    the side that forces does not matter, and play goes on through it; a game that ends before, or goes on
    for ever, is no success. A sacrifice therefore is no forced capture for the side that sacrifices, unless
    it takes back by force. Draw rules (repetition, moves without progress) are not counted.
    """

    value: Value
    distance: int | None
    can_capture: bool
    other_can_capture: bool

    @property
    def capture_forced(self) -> bool:
        """Whether either side can still force that it captures."""
        return self.can_capture or self.other_can_capture


@dataclass(frozen=True, slots=True)
class Theoretical:
    """What perfect play makes of a position, by colours.

    `winner` is None in a draw; `plies` is the distance to the win. `capturing` are the colours that can
    still force that they capture.
    """

    winner: Colour | None
    plies: int | None
    capturing: tuple[Colour, ...]

    @property
    def is_draw(self) -> bool:
        """Neither side can force a win."""
        return self.winner is None

    @property
    def is_dead_draw(self) -> bool:
        """Neither side can force a win, nor even a capture, as the federation words a theoretical draw."""
        return self.winner is None and not self.capturing


class Tables:
    """The tables of a folder, for all rulesets that have some there.

    Files are opened when they are first needed and stay open; blocks that were unpacked last are kept.
    """

    def __init__(self, folder: str | Path = SHIPPED) -> None:
        """Raises TableError when there is no such folder."""
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise TableError(
                "no-tables",
                gettext_noop("There is no folder %(folder)s with endgame tables."),
                folder=str(folder),
            )
        self._views: dict[int, _View] = {}
        self._blocks: OrderedDict[tuple[TableFile, int], bytes] = OrderedDict()

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all files."""
        for view in self._views.values():
            view.close()
        self._views.clear()
        self._blocks.clear()

    def most_pieces(self, ruleset: Ruleset) -> int:
        """The number of pieces up to which every table of a ruleset is there; 0 for none."""
        rules = owner(ruleset)
        for pieces in range(2, MOST_PIECES + 1):
            if not all(path_of(self.folder, rules, each).is_file() for each in materials(pieces)):
                return pieces - 1 if pieces > 2 else 0
        return MOST_PIECES

    def probe(self, board: Board) -> Probe | None:
        """What perfect play makes of the board's position; None when its table is not there.

        A position where one side has no piece needs no table. Raises TableError for a damaged file.
        """
        return self.probe_position(board.ruleset, board.position)

    def probe_position(self, ruleset: Ruleset, position: Position) -> Probe | None:
        """As `probe`, for a position as bitboards."""
        # By identity: a ruleset has so many values that looking it up by them would take most of the time.
        view = self._views.get(id(ruleset))
        if view is None:
            view = self._views[id(ruleset)] = _View(ruleset, self.folder)
        if not view.is_plain:
            return None
        white, black = position[0] | position[1], position[2] | position[3]
        if not white or not black:
            return _without_pieces(ruleset, bool(white) == position.white_to_move)
        if (white | black).bit_count() > MOST_PIECES:
            return None
        material, number = view.numbering.number(position)
        file, part = view.parts.get(material) or view.open(material)
        if file is None:
            return None
        value, force = self._look(file, part, number)
        return view.probes[value << 2 | force]

    def best_moves(self, board: Board) -> list[Move]:
        """The moves that perfect play allows: the quickest wins, else draws, else the slowest losses.

        None at the end of the game, and none where a table that is needed is not there.
        """
        return [move for move, rank in self._ranked(board) if rank is not None]

    def _ranked(self, board: Board) -> list[tuple[Move, int | None]]:
        """The legal moves with a rank for the best of them, None for the others."""
        generator = generator_of(board.ruleset)
        moves, taken = legal(generator, board.position)
        ranks = []
        for index, move in enumerate(moves):
            after = play(generator, board.position, move, taken[index] if taken else 0)
            probe = self.probe_position(board.ruleset, after)
            if probe is None:
                return []
            ranks.append(_worth(probe))
        best = max(ranks, default=0)
        return [
            (move, rank if rank == best else None)
            for move, rank in zip(board.legal_moves, ranks, strict=True)
        ]

    def _look(self, file: TableFile, part: int, number: int) -> tuple[int, int]:
        """A position's value and forces."""
        block, place = divmod(number, file.block)
        key = (file, file.first[part] + block)
        data = self._blocks.get(key)
        if data is None:
            data = self._blocks[key] = file.unpacked(key[1])
            if len(self._blocks) > _CACHED_BLOCKS:
                self._blocks.popitem(last=False)
        held = min(file.block, file.sizes[part] - block * file.block)
        return data[place], data[held + (place >> 2)] >> 2 * (place & 3) & 3


class _View:
    """The tables of a folder that one ruleset uses."""

    def __init__(self, ruleset: Ruleset, folder: Path) -> None:
        self.ruleset = ruleset  # kept, so that its identity stays its own
        self.folder = folder
        self.rules = owner(ruleset)
        self.numbering = numbering_of(ruleset)
        # A game must end by one rule with and without pieces, so that values have one meaning.
        ends_alike = ruleset.no_pieces == ruleset.blocked != "draws"
        self.is_plain = ends_alike and not ruleset.huffing
        self.parts: dict[Material, tuple[TableFile | None, int]] = {}
        self.probes = [_probe(index >> 2, index & 3, ruleset) for index in range(1024)]

    def open(self, material: Material) -> tuple[TableFile | None, int]:
        """The table with a part, and which of its parts that is; no table where there is none."""
        path = path_of(self.folder, self.rules, material)
        file = TableFile(path, self.rules) if path.is_file() else None
        for part, each in enumerate(material.stronger_first.parts):
            self.parts[each] = file, part
        return self.parts[material]

    def close(self) -> None:
        """Let go of the files."""
        for file, _ in self.parts.values():
            if file is not None:
                file.close()


def _probe(value: int, force: int, ruleset: Ruleset) -> Probe:
    can, other_can = bool(force & 1), bool(force & 2)
    if not value:
        return Probe("draw", None, can, other_can)
    lost = (value & 1 == 1) == (ruleset.no_pieces == "loses")
    return Probe("loss" if lost else "win", value - 1, can, other_can)


def _without_pieces(ruleset: Ruleset, own: bool) -> Probe:
    """A position where only the side to move (`own`) or only the other has pieces, or nobody has."""
    lost = (ruleset.no_pieces == "loses") != own
    return Probe("loss" if lost else "win", 1 if own else 0, False, False)


def _worth(after: Probe) -> int:
    """How good a move is that leads to this for the other side: greater is better."""
    if after.distance is None:
        return 0
    return 1000 - after.distance if after.value == "loss" else after.distance - 1000


@cache
def shipped_tables() -> Tables:
    """The tables that come with the engine."""
    return Tables(SHIPPED)


def theoretical(board: Board, tables: Tables | None = None) -> Theoretical | None:
    """What perfect play makes of a position; None beyond the tables (the shipped ones unless given)."""
    probe = (tables or shipped_tables()).probe(board)
    if probe is None:
        return None
    own = board.turn
    winners: dict[Value, Colour | None] = {"win": own, "loss": _OTHER[own], "draw": None}
    capturing = [own] if probe.can_capture else []
    if probe.other_can_capture:
        capturing.append(_OTHER[own])
    return Theoretical(winners[probe.value], probe.distance, tuple(capturing))
