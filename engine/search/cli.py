"""The commands `analyse`, `play` and `hub` of `python -m engine`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from engine.board import Board
from engine.errors import MoveError
from engine.hub import Hub
from engine.move import Move
from engine.search.analysis import Engine
from engine.search.lines import Line, notations
from engine.streams import counting_number, standard_input
from engine.terminal import board_of, text

OK = 0
ANALYSIS_SECONDS = 3.0
MOVE_SECONDS = 1.0
HELP = "Type a move (c3-d4, f4xd6), or: moves, hint, undo, resign."


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of the commands."""
    analysing = commands.add_parser("analyse", help="find the best moves of a position")
    analysing.add_argument("fen", help="the position, like W:Wa1,Kc3:Bb8; start is the start of a game")
    analysing.add_argument("--ruleset", default="czech", metavar="KEY", help="the ruleset (czech)")
    _add_limits(analysing)
    analysing.add_argument("--lines", type=counting_number, default=1, metavar="K", help="how many lines (1)")
    analysing.add_argument("--json", action="store_true", help="write one JSON object")
    analysing.set_defaults(command=_analyse)
    playing = commands.add_parser("play", help="play a game against the engine")
    playing.add_argument("--ruleset", default="czech", metavar="KEY", help="the ruleset (czech)")
    playing.add_argument("--side", choices=("white", "black"), default="white", help="your side (white)")
    playing.add_argument("--fen", help="begin from this position")
    _add_limits(playing)
    playing.set_defaults(command=_play)
    serving = commands.add_parser("hub", help="serve a draughts program by the HUB protocol")
    serving.set_defaults(command=_serve)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=_seconds, metavar="S", help="think so long")
    limits.add_argument("--nodes", type=counting_number, metavar="N", help="look at so many positions")
    limits.add_argument("--depth", type=counting_number, metavar="D", help="look so many plies ahead")


def _seconds(written: str) -> float:
    try:
        seconds = float(written)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{written!r} is not a number of seconds, more than 0")
    return seconds


def _limits(arguments: argparse.Namespace, seconds: float) -> dict[str, Any]:
    """The limits of the command line, or so many seconds when there are none."""
    limits = {name: getattr(arguments, name) for name in ("seconds", "nodes", "depth")}
    return {"seconds": seconds} if set(limits.values()) == {None} else limits


def _analyse(arguments: argparse.Namespace) -> int:
    board = board_of(arguments.ruleset, arguments.fen)
    limits = _limits(arguments, ANALYSIS_SECONDS)
    lines = Engine(board.ruleset).analyse(board, lines=arguments.lines, **limits)
    if arguments.json:
        print(json.dumps(_as_dict(board, lines), ensure_ascii=False))
    elif not lines:
        print(_ending(board))
    else:
        print(f"depth {max(line.depth for line in lines)}, {max(line.nodes for line in lines)} positions")
        for rank, line in enumerate(lines, 1):
            print(f"{rank}. {line.verdict}: {line.text}")
    return OK


def _as_dict(board: Board, lines: list[Line]) -> dict[str, Any]:
    outcome = board.outcome()
    return {
        "ruleset": board.ruleset.key,
        "fen": board.fen(),
        "turn": board.turn,
        "outcome": outcome.result if outcome else None,
        "lines": [
            {
                "score": line.score,
                "win_in": line.win_in,
                "depth": line.depth,
                "nodes": line.nodes,
                "moves": notations(board, line.moves),
            }
            for line in lines
        ],
    }


def _serve(arguments: argparse.Namespace) -> int:
    Hub(standard_input(), sys.stdout).run()
    return OK


def _ending(board: Board) -> str:
    outcome = board.outcome()
    return f"The game is over: {outcome.result} ({outcome.reason})." if outcome else "There is no legal move."


def _play(arguments: argparse.Namespace) -> int:
    board = Board(arguments.ruleset, arguments.fen, automatic_draws=True)
    engine = Engine(board.ruleset)
    limits = _limits(arguments, MOVE_SECONDS)
    print(f"{board.ruleset.label}. {HELP}")
    words = _words()
    while board.outcome() is None:
        if board.turn != arguments.side:
            move = engine.choose(board, **limits)
            if move is None:
                break
            print(f"{board.turn}: {_usual(board, move)}")
            board.push(move)
            continue
        print(text(board, flipped=arguments.side == "black"), end="")
        word = next(words, None)
        if word is None or word == "resign":
            print(f"{arguments.side} resigns.")
            return OK
        _obey(word, board, engine, limits)
    print(text(board, flipped=arguments.side == "black"), end="")
    print(_ending(board))
    return OK


def _words() -> Iterator[str]:
    """What the player types, line by line."""
    while True:
        print("> ", end="", flush=True)
        line = standard_input().readline()
        if not line:
            print()
            return
        if line.strip():
            yield line.strip()


def _obey(word: str, board: Board, engine: Engine, limits: dict[str, Any]) -> None:
    """Do what the player typed: a command, or else a move."""
    command = _COMMANDS.get(word)
    if command is not None:
        command(board, engine, limits)
        return
    try:
        board.push_text(word)
    except MoveError as error:
        print(error)


def _usual(board: Board, move: Move) -> str:
    return board.notation(move, numeric=not board.ruleset.algebraic)


def _list_moves(board: Board, engine: Engine, limits: dict[str, Any]) -> None:
    print(" ".join(_usual(board, move) for move in board.legal_moves))


def _hint(board: Board, engine: Engine, limits: dict[str, Any]) -> None:
    line = engine.analyse(board, **limits)[0]
    print(f"{line.verdict}: {line.text}")


def _undo(board: Board, engine: Engine, limits: dict[str, Any]) -> None:
    if board.ply < 2:
        print("There is nothing to take back.")
        return
    board.pop()
    board.pop()


_COMMANDS: dict[str, Callable[[Board, Engine, dict[str, Any]], None]] = {
    "moves": _list_moves,
    "hint": _hint,
    "undo": _undo,
}
