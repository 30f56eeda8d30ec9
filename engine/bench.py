"""How fast the engine is on this machine: `python -m engine.bench [RULESET ...]`.

Every figure is counted per second of processor time on one core, so that other programs on the machine
disturb it little. Without arguments the peers are measured as well, each as a program of its own in an
environment of its own under var/bench, which is made at the first run and needs the package index for it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine import movegen, pdn
from engine._compiled import ROOT, is_built
from engine.board import Board
from engine.perft import perft
from engine.rulesets import RULESETS
from engine.search import speed

PERFT_DEPTH = 7
DEEPER = 2  # when compiled
GAMES = 100
LONGEST = 200
STREAM = 200_000_000  # bytes
PEERS = {"py-draughts": "py_draughts.py", "pydraughts": "pydraughts.py", "chess": "python_chess.py"}
_FIGURES = ("perft", "legal_moves", "plies")
_HEAD = ("perft leaves/s", "legal_moves/s", "PDN plies/s", "search nodes/s")


def game_moves(ruleset: str, step: int) -> list[str]:
    """A made-up game: at each ply the `step * ply`-th legal move, going round. Always the same."""
    board = Board(ruleset)
    written: list[str] = []
    while len(written) < LONGEST:
        legal = board.legal_moves
        if not legal:
            break
        move = legal[step * len(written) % len(legal)]
        written.append(board.notation(move))
        board.push(move)
    return written


def perft_rate(ruleset: str, depth: int = 0) -> float:
    """Leaves a second of the tree from the start."""
    board = Board(ruleset)
    depth = depth or PERFT_DEPTH + (DEEPER if movegen.COMPILED else 0) - (board.ruleset.men_a_side > 12)
    return _rate(lambda: perft(board.ruleset, board.position, depth))


def positions(ruleset: str) -> list[str]:
    """FENs of all positions of the made-up games."""
    fens = []
    for step in range(1, GAMES + 1):
        board = Board(ruleset)
        for text in game_moves(ruleset, step):
            board.push_text(text)
            fens.append(board.fen())
    return fens


def legal_moves_rate(ruleset: str) -> float:
    """Calls of `Board.legal_moves` a second, each in a position it has not seen yet."""
    boards = [Board(ruleset, fen) for fen in positions(ruleset)]
    return _rate(lambda: sum(1 for board in boards if board.legal_moves is not None))


def records(ruleset: str) -> list[str]:
    """The made-up games as PDN."""
    tags = {"Event": "Bench", "GameType": RULESETS[ruleset].gametype}
    games = (game_moves(ruleset, step) for step in range(1, GAMES + 1))
    return [pdn.write_game(tags, moves, "*") for moves in games]


def pdn_rate(ruleset: str) -> float:
    """Plies a second of reading PDN text and checking every move."""
    text = "".join(records(ruleset))
    return _rate(lambda: sum(pdn.verify(game, ruleset).plies for game in pdn.read_games(text)))


def _rate(work: Callable[[], int]) -> float:
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def stream_figures(size: int = STREAM) -> dict[str, float]:
    """Reads a PDN stream of `size` bytes: megabytes a second, and by how many megabytes memory grew."""
    block = "".join(records("czech")).encode()

    def lines() -> Iterator[bytes]:
        for _ in range(size // len(block) + 1):
            yield from block.splitlines(keepends=True)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    games = sum(1 for _ in pdn.read_games(lines()))
    seconds = time.process_time() - start
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"games": games, "MB/s": size / 1e6 / seconds, "grown MB": grown / 1024}


def _line(name: str, rates: Sequence[float | None]) -> None:
    cells = "".join(f"{'-' if rate is None else f'{rate:,.0f}':>16}" for rate in rates)
    print(f"{name:32}{cells}", flush=True)


def own(rulesets: Sequence[str]) -> None:
    """A line a ruleset in the form that is loaded."""
    print(f"{'compiled' if movegen.COMPILED else 'plain':32}" + "".join(f"{title:>16}" for title in _HEAD))
    for key in rulesets:
        _line(key, (perft_rate(key), legal_moves_rate(key), pdn_rate(key), speed.bench(key)))


def peers() -> None:
    """A line a peer: Russian draughts for perft and moves, international for PDN; chess for python-chess."""
    print(f"{'peers':32}" + "".join(f"{title:>16}" for title in _HEAD[:-1]))
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.json"
        written = records("international")
        plies = sum(len(game_moves("international", step)) for step in range(1, GAMES + 1))
        content = {
            "russian_fens": [Board("russian", fen).fen(numeric=True) for fen in positions("russian")],
            "international_pdn": written,
            "international_plies": plies,
        }
        games.write_text(json.dumps(content), encoding="utf-8")
        for package, script in PEERS.items():
            figures = _measure(package, script, games)
            if figures:
                _line(figures["name"], [figures[name] for name in _FIGURES])


def _measure(package: str, script: str, games: Path) -> dict[str, Any] | None:
    home = ROOT / "var" / "bench" / package
    python = home / "bin" / "python"
    try:
        if not python.exists():
            venv.create(home, with_pip=True)
        installed = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
        subprocess.run(installed, check=True, capture_output=True, text=True)  # noqa: S603
        program = [str(python), str(Path(__file__).parent / "peers" / script), str(games)]
        done = subprocess.run(program, check=True, capture_output=True, text=True)  # noqa: S603
    except subprocess.CalledProcessError as error:
        print(f"SKIPPED {package}: {(error.stderr or str(error)).strip().splitlines()[-1]}", flush=True)
        return None
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main(rulesets: Sequence[str] = ()) -> None:
    """Measure these rulesets in the form that is loaded; without any, everything there is to measure."""
    if rulesets:
        own(rulesets)
        return
    load = os.getloadavg()[0]
    print(f"one core, processor time; load of this machine at the start: {load:.1f}")
    own(tuple(RULESETS))
    if movegen.COMPILED and is_built():
        plain = {**os.environ, "ENGINE_COMPILED": "0"}
        subprocess.run([sys.executable, "-m", "engine.bench", *RULESETS], env=plain, cwd=ROOT, check=True)  # noqa: S603
    figures = stream_figures()
    print(
        f"a PDN stream of {STREAM / 1e6:.0f} MB: {figures['games']:,.0f} games, {figures['MB/s']:.1f} MB/s,"
        f" memory grew by {figures['grown MB']:.1f} MB"
    )
    peers()


if __name__ == "__main__":
    main(sys.argv[1:])
