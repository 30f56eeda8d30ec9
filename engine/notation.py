"""Moves as text: reading the squares of a written move, and writing one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import InvalidMoveError, gettext_noop
from engine.geometry import Geometry
from engine.move import Move

_ALGEBRAIC = re.compile(r"[a-l]\d{1,2}(?:\s*[-x:]?\s*[a-l]\d{1,2})+")
_NUMERIC = re.compile(r"\d{1,2}(?:\s*[-x:]\s*\d{1,2})+")
_SQUARE = re.compile(r"[a-l]\d{1,2}|\d{1,2}")
_DASHES = str.maketrans("–—−×", "---x")


class WrittenMove(NamedTuple):
    """The squares of a move as somebody wrote it, and whether it was written as a capture."""

    squares: tuple[str, ...]
    capture: bool


def read_squares(text: str, board: Geometry) -> WrittenMove:
    """Read a move in algebraic (`c3-d4`, `c3d4`, `f4xd6xf8`) or numeric (`22-18`, `19x10`) notation.

    Captures are written with `x` or `:`; only first and last square, or any of the squares between, may be
    given. Returns algebraic names. Raises InvalidMoveError when the text is no move of this board.
    """
    plain = text.strip().translate(_DASHES).lower()
    if _ALGEBRAIC.fullmatch(plain):
        squares = [_known(name, board.bit, name) for name in _SQUARE.findall(plain)]
    elif _NUMERIC.fullmatch(plain):
        squares = [_known(number, board.by_number, int(number)) for number in _SQUARE.findall(plain)]
        squares = [board.by_number[int(number)] for number in squares]
    else:
        raise InvalidMoveError(
            "unreadable-move",
            gettext_noop("%(move)s is not a move. Write it like c3-d4, f4xd6 or 22-18."),
            move=text.strip() or "''",
        )
    return WrittenMove(tuple(squares), "x" in plain or ":" in plain)


def _known(square: str, table: dict[str, int] | dict[int, str], key: str | int) -> str:
    if key not in table:
        raise InvalidMoveError(
            "no-such-square", gettext_noop("%(square)s is not a playing square of this board."), square=square
        )
    return square


def write_move(
    move: Move, board: Geometry, *, full: bool, numeric: bool = False, separator: str = "x"
) -> str:
    """Write a move: from and to, or with every square between when `full`."""
    squares: Sequence[str] = move.path if full else (move.from_square, move.to_square)
    if numeric:
        squares = [str(board.number[square]) for square in squares]
    return (separator if move.captured else "-").join(squares)


def write_golden(move: Move, board: Geometry) -> str:
    """The long form `d8:g5 x f6`: the route, then the captured squares from White's first row up."""
    if not move.captured:
        return str(move)
    captured = " ".join(sorted(move.captured, key=board.bit.__getitem__))
    return f"{':'.join(move.path)} x {captured}"
