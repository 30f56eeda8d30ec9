"""The command `python -m engine tables build|check|probe`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.endgame.material import MOST_PIECES
from engine.endgame.probe import SHIPPED, Probe, Tables
from engine.rulesets import ruleset_of
from engine.streams import counting_number
from engine.terminal import board_of

if TYPE_CHECKING:
    from engine.endgame.build import Progress
    from engine.endgame.check import Checked
    from engine.endgame.storage import Count

OK, UNSOUND, UNREADABLE = 0, 1, 2
# How long the builder takes without numba, and how to get it.
_PLAIN_TIMES = {4: "a few minutes", MOST_PIECES: "an hour or more"}
_SLOW = (
    "numba is not installed, so this takes {time}. With it, some twenty times less: "
    "{python} -m pip install -r requirements-tables.txt"
)


def add_tables(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `tables` to those of `python -m engine`."""
    tables = commands.add_parser("tables", help="build, check and ask endgame tables")
    actions = tables.add_subparsers(required=True, metavar="ACTION")
    build = actions.add_parser("build", help="build tables; a build that was broken off goes on")
    build.add_argument(
        "--pieces", type=counting_number, required=True, help=f"up to how many pieces, 2 to {MOST_PIECES}"
    )
    build.add_argument("--dir", type=Path, required=True, help="where the tables go")
    build.add_argument("--ruleset", default="czech")
    build.add_argument("--jobs", type=counting_number, help="processes (as many as there are cores)")
    build.set_defaults(command=_build)
    check = actions.add_parser("check", help="check tables by a second method")
    check.add_argument("--dir", type=Path, default=SHIPPED, help="where the tables are (the shipped ones)")
    check.add_argument("--ruleset", default="czech")
    check.add_argument("--positions", type=counting_number, default=2000, help="how many of each part (2000)")
    check.add_argument("--all", action="store_true", help="every position")
    check.set_defaults(command=_check)
    probe = actions.add_parser("probe", help="say what perfect play makes of a position")
    probe.add_argument("fen", metavar="FEN")
    probe.add_argument("--dir", type=Path, default=SHIPPED, help="where the tables are (the shipped ones)")
    probe.add_argument("--ruleset", default="czech")
    probe.set_defaults(command=_probe)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 (a command speaks on standard output)


def _complain(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return UNREADABLE


def _build(arguments: argparse.Namespace) -> int:
    # The builder loads numba where it is installed, which takes a second no other command should wait.
    from engine.endgame.build import build  # noqa: PLC0415
    from engine.endgame.jit import COMPILED  # noqa: PLC0415

    if not COMPILED and arguments.pieces in _PLAIN_TIMES:
        _complain(_SLOW.format(time=_PLAIN_TIMES[arguments.pieces], python=sys.executable))
    start = time.monotonic()

    def report(progress: Progress) -> None:
        _say(_progress(progress, time.monotonic() - start))

    rules = ruleset_of(arguments.ruleset)
    try:
        counts = build(rules, arguments.pieces, arguments.dir, jobs=arguments.jobs, report=report)
    except KeyboardInterrupt:
        return _complain("Broken off. The same command goes on from here.")
    _say(_totals(counts))
    return OK


def _progress(progress: Progress, seconds: float) -> str:
    done = f"{progress.done:{len(str(progress.total))}}/{progress.total}"
    positions = sum(count.positions for count in progress.counts)
    state = "kept" if progress.kept else "built"
    return f"{done} {progress.material!s:7} {state}, {positions:,} positions, {seconds:.1f} s"


def _totals(counts: list[Count]) -> str:
    by_pieces: dict[int, int] = {}
    for count in counts:
        pieces = len(count.material) - 1
        by_pieces[pieces] = by_pieces.get(pieces, 0) + count.positions
    return "\n".join(f"{pieces} pieces: {positions:,} positions" for pieces, positions in by_pieces.items())


def _check(arguments: argparse.Namespace) -> int:
    from engine.endgame.check import check  # noqa: PLC0415

    faults = 0

    def report(checked: Checked) -> None:
        nonlocal faults
        faults += len(checked.faults)
        explained, searched = f"{checked.explained:,} explained", f"{checked.searched} searched"
        _say(f"{checked.material!s:7} {explained}, {searched}, {len(checked.faults)} faults")
        for fault in checked.faults[:5]:
            _say(f"        {fault}")
        for count in checked.counts:
            _say(f"        {_in_words(count)}")

    sample = None if arguments.all else arguments.positions
    found = check(ruleset_of(arguments.ruleset), arguments.dir, sample=sample, report=report)
    _say(_totals([count for checked in found for count in checked.counts]))
    _say("all sound" if not faults else f"{faults} faults")
    return UNSOUND if faults else OK


def _in_words(count: Count) -> str:
    return (
        f"{count.material}: {count.positions:,} positions, {count.won:,} won, {count.lost:,} lost, "
        f"{count.drawn:,} drawn, longest {count.longest} plies, a capture can be forced in {count.forced:,}"
    )


def _probe(arguments: argparse.Namespace) -> int:
    board = board_of(arguments.ruleset, arguments.fen)
    with Tables(arguments.dir) as tables:
        probe = tables.probe(board)
        if probe is None:
            return _complain(f"No table in {tables.folder} knows this position.")
        _say(_said(probe))
        best = tables.best_moves(board)
    if best:
        _say(f"best: {', '.join(board.notation(move, numeric=not board.ruleset.algebraic) for move in best)}")
    return OK


def _said(probe: Probe) -> str:
    value = probe.value if probe.distance is None else f"{probe.value} in {probe.distance} plies"
    able = [
        side
        for side, can in (
            ("the side to move", probe.can_capture),
            ("the other side", probe.other_can_capture),
        )
        if can
    ]
    return f"{value}; a capture can be forced by {' and '.join(able) or 'nobody'}"
