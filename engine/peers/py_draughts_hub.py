"""py-draughts' engines behind the HUB protocol, for matches. Run by a Python that has py-draughts.

    python -m venv peers && peers/bin/pip install py-draughts
    python -m engine.search.match --opponent "peers/bin/python engine/peers/py_draughts_hub.py" ...

It imports nothing of this project, and nothing here depends on it.
"""

from __future__ import annotations

import re
import sys
import time
from typing import Any

from draughts.boards import american, brazilian, russian, standard
from draughts.engines import SimpleEngine, TurboEngine
from loguru import logger

DEEPEST = 64
ARGUMENT = re.compile(r'([\w-]+)=(?:"([^"]*)"|(\S*))')
BOARDS = {
    "normal": standard.Board,
    "international": standard.Board,
    "russian": russian.Board,
    "brazilian": brazilian.Board,
    "english": american.Board,
}
# Its fast engine plays the 10x10 board only.
ENGINES = {"normal": TurboEngine, "international": TurboEngine}


def fen_of(position: str) -> str:
    """A FEN from the protocol's form of a position."""
    sides: dict[str, list[str]] = {"w": [], "b": []}
    for number, letter in enumerate(position[1:], 1):
        if letter != "e":
            sides[letter.lower()].append(("K" if letter.isupper() else "") + str(number))
    return f"{position[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}"


def written(move: Any) -> str:
    """The protocol's form of a move."""
    ends = [move.square_list[0] + 1, move.square_list[-1] + 1]
    if not move.captured_list:
        return "-".join(map(str, ends))
    return "x".join(map(str, ends + sorted(square + 1 for square in move.captured_list)))


def board_of(variant: str, position: str, moves: list[str]) -> Any:
    """A board after some moves."""
    board = BOARDS[variant].from_fen(fen_of(position))
    for text in moves:
        squares = text.replace("-", "x").split("x")
        wanted = squares[:2] + sorted(squares[2:])
        for move in board.legal_moves:
            found = written(move).replace("-", "x").split("x")
            if found[:2] + sorted(found[2:]) == wanted:
                board.push(move)
                break
        else:
            raise ValueError(f"{text} is not legal in {board.fen}")
    return board


def main() -> None:
    """Serve until `quit`."""
    logger.remove()
    variant, seconds, board, engine = "normal", 1.0, None, None
    for line in sys.stdin:
        name, *_ = line.split() or [""]
        found = {key: quoted or plain for key, quoted, plain in ARGUMENT.findall(line)}
        if name == "hub":
            print('id name=py-draughts author="py-draughts"\nwait', flush=True)
        elif name == "set-param" and found.get("name") == "variant":
            variant = found["value"]
        elif name == "init":
            print("ready", flush=True)
        elif name == "new-game":
            engine = None
        elif name == "pos":
            board = board_of(variant, found["pos"], found.get("moves", "").split())
        elif name == "level":
            seconds = float(found["move-time"])
        elif name == "go":
            engine = engine or ENGINES.get(variant, SimpleEngine)(DEEPEST, seconds)
            start = time.perf_counter()
            move = engine.get_best_move(board)
            spent = time.perf_counter() - start
            print(
                f"info nodes={getattr(engine, 'inspected_nodes', engine.nodes)} time={spent:.3f}", flush=True
            )
            print(f"done move={written(move)}", flush=True)
        elif name == "quit":
            return


if __name__ == "__main__":
    main()
