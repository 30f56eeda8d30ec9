"""Boards for the terminal, and the command that shows them: `python -m engine show FEN`."""

from __future__ import annotations

import argparse

from engine import svg
from engine.board import Board
from engine.move import Move

_LETTERS = {"wm": "w", "wk": "W", "bm": "b", "bk": "B"}
_SYMBOLS = {"wm": "⛀", "wk": "⛁", "bm": "⛂", "bk": "⛃"}
_EMPTY, _LEFT, _TAKEN = ".", "o", "x"


def text(board: Board, *, last_move: Move | None = None, flipped: bool = False, symbols: bool = False) -> str:
    """The position as lines of text, the side to move below them.

    Men are `w` and `b`, kings `W` and `B` (or draughtsmen of Unicode with `symbols`). Of `last_move` the
    square it left is `o` and what it captured or huffed `x`. Letters and rows stand at the edges; where
    squares are numbered, the number of each row's first and last square.
    """
    size = board.ruleset.size
    signs = _SYMBOLS if symbols else _LETTERS
    shown = {square: signs[piece] for square, piece in board.pieces().items()}
    if last_move is not None:
        gone = {*last_move.captured, last_move.huffed} - {""}
        shown = {last_move.from_square: _LEFT, **dict.fromkeys(gone, _TAKEN), **shown}
    files = range(size) if flipped == board.geometry.mirrored else range(size - 1, -1, -1)
    lines = []
    for row in range(size) if flipped else range(size - 1, -1, -1):
        names = [f"{chr(ord('a') + file)}{row + 1}" for file in files]
        playing = [name for name in names if name in board.geometry.bit]
        cells = [shown.get(name, _EMPTY) if name in board.geometry.bit else " " for name in names]
        if board.ruleset.algebraic:
            lines.append(f"{row + 1:>3}  {' '.join(cells)}")
        else:
            first, last = (board.geometry.number[name] for name in (playing[0], playing[-1]))
            lines.append(f"{first:>3}  {' '.join(cells)}  {last:>3}")
    if board.ruleset.algebraic:
        lines.append("     " + " ".join(chr(ord("a") + file) for file in files))
    lines.append(f"{board.turn.capitalize()} to move")
    return "\n".join(lines) + "\n"


def board_of(ruleset: str, fen: str) -> Board:
    """The board a command is about; `start` is the start of a game. Errors as of `Board`."""
    return Board(ruleset, None if fen == "start" else fen)


def add_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `show`."""
    parser = commands.add_parser("show", help="show a position in the terminal or as SVG")
    parser.add_argument("fen", help="the position, or start")
    parser.add_argument("--ruleset", default="czech")
    parser.add_argument("--move", help="play this move first and mark it")
    parser.add_argument("--flipped", action="store_true", help="Black's side below")
    parser.add_argument("--symbols", action="store_true", help="draughtsmen of Unicode instead of letters")
    parser.add_argument("--svg", action="store_true", help="write an SVG picture instead")
    parser.set_defaults(command=_show)


def _show(arguments: argparse.Namespace) -> int:
    board = board_of(arguments.ruleset, arguments.fen)
    move = board.push_text(arguments.move) if arguments.move else None
    if arguments.svg:
        print(svg.board(board, last_move=move, flipped=arguments.flipped))
    else:
        shown = text(board, last_move=move, flipped=arguments.flipped, symbols=arguments.symbols)
        print(shown, end="")
    return 0
