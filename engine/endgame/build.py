"""Building endgame tables: every material after those it leads to, each kept when it is done.

Several are built at once, in processes that share their memory. A build that was broken off goes on:
tables that are there are read, checked and not built again.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from math import comb
from pathlib import Path

from engine.endgame import jit
from engine.endgame.errors import TableError
from engine.endgame.material import MOST_PIECES, Material, check_supported, materials, owner, squares_of
from engine.endgame.moves import MOST_MOVES, SETS, ground_of
from engine.endgame.retrograde import (
    NONE,
    SLOTS,
    Part,
    Planes,
    Store,
    first_pass,
    force_captures,
    hand_over,
    pack,
    settle,
    tally,
)
from engine.endgame.storage import SUFFIX, Count, TableFile, path_of, write_table
from engine.errors import gettext_noop
from engine.rulesets import Ruleset

# Below this one process is done before a second has started.
_FEW_PIECES = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """A table that is done: the `done`th of `total`, built now or found complete (`kept`)."""

    material: Material
    counts: tuple[Count, ...]
    kept: bool
    done: int
    total: int


class Workshop:
    """The memory of a build, which its processes share, and the work on one material."""

    def __init__(self, rules: Ruleset, pieces: int, folder: Path) -> None:
        self.rules = rules
        self.folder = folder
        self.ground = ground_of(rules)
        self.place: dict[Material, int] = {}
        size = 0
        for material in materials(pieces):
            for part in material.parts:
                self.place[part] = size
                size += part.size(rules)
        # Anonymous shared memory: processes forked from this one see the same pages, and nothing is left
        # behind when a build is killed.
        self.memory = memoryview(mmap.mmap(-1, 2 * size))
        self.total = size
        offsets = [-1] * SLOTS
        for part, place in self.place.items():
            offsets[_slot(part)] = place
        self.store = Store(jit.table(offsets), jit.shared(self.memory[:size]), jit.shared(self.memory[size:]))

    def path(self, material: Material) -> Path:
        """Where the table of a material lies."""
        return path_of(self.folder, self.rules, material)

    def load(self, material: Material) -> tuple[Count, ...] | None:
        """Read a finished table into the memory; None when it is not there or damaged."""
        path = self.path(material)
        if not path.is_file():
            return None
        try:
            table = TableFile(path, self.rules)
            for number, part in enumerate(material.parts):
                values, forces = table.part(number)
                place = self.place[part]
                self.memory[place : place + len(values)] = values
                place += self.total
                self.memory[place : place + len(values)] = _unpacked(forces)[: len(values)]
            table.close()
        except TableError as error:
            if error.code == "other-rules":
                raise
            return None
        return tuple(table.counts)

    def make(self, material: Material) -> tuple[Count, ...]:
        """Build a material whose followers are in the memory, and write its table."""
        ground, store = self.ground, self.store
        squares, men_squares = squares_of(self.rules)
        size = material.size(self.rules)
        kings_stride = comb(squares, material.other_kings)
        black_men_stride = kings_stride * comb(squares, material.kings)
        white_men_stride = black_men_stride * comb(men_squares, material.other_men)
        part = Part(*material, size, white_men_stride, black_men_stride, kings_stride)
        planes = Planes(*(jit.plane(2 * size) for _ in Planes._fields))
        out = jit.room(MOST_MOVES)
        open_ends = first_pass(ground, store, part, planes, out)
        if settle(ground, part, planes, out, open_ends) < 0:
            raise TableError(
                "too-long",
                gettext_noop("The longest win with %(material)s is longer than a table can say."),
                material=str(material),
            )
        stack = jit.room(2 * size)
        for white in (1, 0):
            force_captures(ground, part, planes, out, stack, white)
        turned = -1 if len(material.parts) == 1 else self.place[material.turned]
        hand_over(ground, part, planes, store, self.place[material], turned)
        return self._write(material)

    def _write(self, material: Material) -> tuple[Count, ...]:
        counts, parts = [], []
        for part in material.parts:
            place, size = self.place[part], part.size(self.rules)
            numbers = jit.table([0] * (NONE + 1))
            tally(self.store.value, self.store.force, place, size, numbers)
            counts.append(self._count(part, numbers))
            packed = jit.plane(-(-size // 4))
            pack(self.store.force, place, size, packed)
            parts.append((bytes(self.memory[place : place + size]), jit.bytes_of(packed)))
        write_table(self.path(material), self.rules, counts, parts)
        return tuple(counts)

    def _count(self, part: Material, numbers: jit.Table) -> Count:
        by_value = [int(numbers[value]) for value in range(NONE)]
        odd, even = sum(by_value[1::2]), sum(by_value[2::2])
        return Count(
            material=str(part),
            positions=sum(by_value),
            won=even if self.ground.losing else odd,
            lost=odd if self.ground.losing else even,
            drawn=by_value[0],
            forced=int(numbers[NONE]),
            longest=max((value - 1 for value in range(1, NONE) if by_value[value]), default=0),
        )


def _slot(part: Material) -> int:
    slot = 0
    for count in part:
        slot = slot * SETS + count
    return slot


def _unpacked(forces: bytes) -> bytes:
    spread = [bytes(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256)]
    return b"".join([spread[byte] for byte in forces])


def build(
    ruleset: Ruleset,
    pieces: int,
    folder: Path,
    *,
    jobs: int | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> list[Count]:
    """Build the tables of up to `pieces` pieces into `folder` and return what is in them.

    Works in `jobs` processes (as many as there are cores, one for few pieces). Tables that are there and
    sound are kept; damaged ones are built again. Rulesets that play alike share tables: they lie in a folder
    named by the first of them. Raises TableError for rules the builder does not know, or when the folder
    holds tables of other rules.
    """
    if not 2 <= pieces <= MOST_PIECES:
        raise TableError(
            "pieces-range",
            gettext_noop("Tables are built for 2 to %(most)d pieces, not for %(pieces)d."),
            most=MOST_PIECES,
            pieces=pieces,
        )
    check_supported(ruleset)
    rules = owner(ruleset)
    _sweep(folder / rules.key)
    shop = Workshop(rules, pieces, folder)
    if jobs is None:
        jobs = 1 if pieces <= _FEW_PIECES else os.cpu_count() or 1
    if "fork" not in multiprocessing.get_all_start_methods():
        jobs = 1
    return list(_run(shop, list(materials(pieces)), report, jobs))


def _sweep(folder: Path) -> None:
    """Remove what a killed build left half written."""
    for file in folder.glob(f".*{SUFFIX}.new"):
        file.unlink(missing_ok=True)


def _run(
    shop: Workshop, wanted: list[Material], report: Callable[[Progress], None], jobs: int
) -> Iterator[Count]:
    finished: set[Material] = set()

    def finish(material: Material, counts: tuple[Count, ...], kept: bool) -> tuple[Count, ...]:
        finished.add(material)
        report(Progress(material, counts, kept, len(finished), len(wanted)))
        return counts

    missing = []
    for material in wanted:
        counts = shop.load(material)
        if counts is None:
            missing.append(material)
        else:
            yield from finish(material, counts, True)
    # The first is made here, so that the loops are compiled once, before the processes part.
    alone = missing if jobs == 1 else missing[:1]
    for material in alone:
        yield from finish(material, shop.make(material), False)
    if len(missing) == len(alone):
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _start, (shop,)) as pool:
        try:
            for material, counts in _in_processes(pool, missing[1:], finished):
                yield from finish(material, counts, False)
        except BrokenExecutor:
            raise TableError(
                "build-broken-off",
                gettext_noop("A process of the build ended (out of memory?). The same command goes on."),
            ) from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _in_processes(
    pool: Executor, missing: Iterable[Material], finished: set[Material]
) -> Iterator[tuple[Material, tuple[Count, ...]]]:
    """Build each material as soon as all it leads to are finished; the caller adds to `finished`."""
    waiting = list(missing)
    running: dict[Future[tuple[Count, ...]], Material] = {}
    while waiting or running:
        ready = [material for material in waiting if material.leads_to() <= finished]
        for material in ready:
            waiting.remove(material)
            running[pool.submit(_make, material)] = material
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


_shop: list[Workshop] = []


def _start(shop: Workshop) -> None:
    # Ctrl-C is the first process's business: it lets the others finish what they are at.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _shop.append(shop)


def _make(material: Material) -> tuple[Count, ...]:
    return _shop[0].make(material)
