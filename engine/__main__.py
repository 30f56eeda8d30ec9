"""The command line: `python -m engine perft|moves|verify|show|analyse|play|hub|tables`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine import pdn
from engine.board import Board
from engine.endgame.cli import add_tables
from engine.errors import EngineError
from engine.notation import write_golden
from engine.perft import perft
from engine.rulesets import ruleset_of
from engine.search.cli import add_commands
from engine.streams import counting_number, speak_utf8, standard_input
from engine.terminal import add_show, board_of

OK, UNSOUND, UNREADABLE = 0, 1, 2
INTERRUPTED = 130  # what a shell says of a program that Ctrl-C ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0 fine, 1 a game is unsound, 2 the input cannot be used."""
    arguments = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = arguments.command
    try:
        return command(arguments)
    except EngineError as error:
        return _complain(str(error))
    except UnicodeDecodeError:
        return _complain("The input is not UTF-8 text.")
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be flushed into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _complain(f"{error.filename or 'The input'}: {error.strerror or error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Draughts from the command line.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    counting = commands.add_parser("perft", help="count the leaves of the move tree, a line for each depth")
    counting.add_argument("ruleset")
    counting.add_argument("depth", type=counting_number)
    counting.add_argument("--fen", help="count from this position instead of the start")
    counting.set_defaults(command=_perft)
    moves = commands.add_parser("moves", help="list the legal moves of a position")
    moves.add_argument("ruleset")
    moves.add_argument(
        "fen", help="the position, or start; - reads one a line from standard input and writes JSON"
    )
    moves.set_defaults(command=_moves)
    verify = commands.add_parser("verify", help="check the games of a PDN file")
    verify.add_argument("--ruleset", help="use this ruleset whatever the GameType says")
    verify.add_argument("--json", action="store_true", help="write one JSON object a game")
    verify.add_argument("file", metavar="FILE.pdn", help="the file; - reads standard input")
    verify.set_defaults(command=_verify)
    add_show(commands)
    add_commands(commands)
    add_tables(commands)
    return parser


def _complain(message: str) -> int:
    print(message, file=sys.stderr)
    return UNREADABLE


def _perft(arguments: argparse.Namespace) -> int:
    board = Board(arguments.ruleset, arguments.fen)
    for depth in range(1, arguments.depth + 1):
        print(depth, perft(board.ruleset, board.position, depth), flush=True)
    return OK


def _moves(arguments: argparse.Namespace) -> int:
    if arguments.fen == "-":
        return _moves_of_lines(arguments.ruleset, standard_input())
    print("".join(f"{move}\n" for move in _listed(board_of(arguments.ruleset, arguments.fen))), end="")
    return OK


def _moves_of_lines(ruleset: str, lines: Iterable[str]) -> int:
    """A line that is no position gets its reason instead of moves, and the others are still answered."""
    start = Board(ruleset)
    status = OK
    for line in lines:
        fen = line.removeprefix("\ufeff").strip()
        if not fen:
            continue
        try:
            answer = {"fen": fen, "moves": _listed(Board(start.ruleset, fen))}
        except EngineError as error:
            answer = {"fen": fen, "moves": [], "error": str(error)}
            status = _complain(f"{fen}: {error}")
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return status


def _listed(board: Board) -> list[str]:
    return sorted(write_golden(move, board.geometry) for move in board.legal_moves)


def _verify(arguments: argparse.Namespace) -> int:
    rules = ruleset_of(arguments.ruleset) if arguments.ruleset else None
    source = standard_input().buffer if arguments.file == "-" else Path(arguments.file)
    status = OK
    games = 0
    for game in pdn.read_games(source):
        verdict = pdn.verify(game, rules)
        games += 1
        if not verdict.ok:
            status = UNSOUND
        line = json.dumps(verdict.as_dict(), ensure_ascii=False) if arguments.json else _in_words(verdict)
        print(line, flush=True)
    if not games:
        return _complain(f"{arguments.file}: there is no game in it")
    return status


def _in_words(verdict: pdn.Verdict) -> str:
    error = verdict.error
    parts = [f"{verdict.game.number} {'ok' if verdict.ok else 'error'}: {verdict.plies} plies"]
    if error is not None:
        place = f"line {error.line}, column {error.column}, " if error.line else ""
        parts.append(f"{place}ply {error.ply} {error.move}: {error.message}".replace(" :", ":"))
    if verdict.legal:
        parts.append(f"legal: {', '.join(verdict.legal)}")
    claims = ", ".join(f"{claim.kind} at ply {claim.ply}" for claim in verdict.claims)
    parts.append(f"claims: {claims or 'none'}")
    said = [
        f"tag {verdict.game.tag('Result') or '-'}",
        f"terminator {verdict.game.terminator or '-'}",
        f"board {verdict.outcome.result if verdict.outcome else 'undecided'}",
    ]
    parts.append(f"{', '.join(said)} {'agree' if verdict.agree else 'DISAGREE'}")
    parts += [f"warning: {warning}" for warning in verdict.warnings]
    return "; ".join(parts)


if __name__ == "__main__":
    speak_utf8()
    sys.exit(main())
