"""Moves as text: reading the squares of a written move, and writing one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.errors import InvalidMoveError, gettext_noop
from engine.geometry import Geometry, geometry_of
from engine.move import Move
from engine.rulesets.base import Ruleset

_HUFF = re.compile(r"huff\s+([a-l]\d{1,2}|\d{1,2})\s+")
_ALGEBRAIC = re.compile(r"[a-l]\d{1,2}(?:\s*[-x:]?\s*[a-l]\d{1,2})+")
_NUMERIC = re.compile(r"\d{1,2}(?:\s*[-x:]\s*\d{1,2})+")
_SQUARE = re.compile(r"[a-l]\d{1,2}|\d{1,2}")
_DASHES = str.maketrans("–—−×", "---x")


class WrittenMove(NamedTuple):
    """The squares of a move as somebody wrote it, whether as a capture, and the square huffed before it."""

    squares: tuple[str, ...]
    capture: bool
    huffed: str = ""


def usual_names(rules: Ruleset) -> Mapping[int, str]:
    """The name of each square (by its bit) as moves of this ruleset are usually written."""
    board = geometry_of(rules)
    if rules.algebraic:
        return board.name
    return {bit: str(board.number[name]) for bit, name in board.name.items()}


def read_squares(text: str, board: Geometry) -> WrittenMove:
    """Read a move in algebraic (`c3-d4`, `c3d4`, `f4xd6xf8`) or numeric (`22-18`, `19x10`) notation.

    Captures are written with `x` or `:`; only first and last square, or any of the squares between, may be
    given; `huff f4 ` may stand before. Returns algebraic names. Raises InvalidMoveError when the text is no
    move of this board.
    """
    plain = text.strip().translate(_DASHES).lower()
    huff = _HUFF.match(plain)
    huffed = ""
    if huff is not None:
        huffed = _known(huff.group(1), board)
        plain = plain[huff.end() :]
    if not _ALGEBRAIC.fullmatch(plain) and not _NUMERIC.fullmatch(plain):
        raise InvalidMoveError(
            "unreadable-move",
            gettext_noop("%(move)s is not a move. Write it like c3-d4, f4xd6 or 22-18."),
            move=text.strip() or "''",
        )
    squares = tuple(_known(square, board) for square in _SQUARE.findall(plain))
    return WrittenMove(squares, "x" in plain or ":" in plain, huffed)


def _known(square: str, board: Geometry) -> str:
    """The algebraic name of a square written either way."""
    name = board.by_number.get(int(square)) if square.isdecimal() else square
    if name is None or name not in board.bit:
        raise InvalidMoveError(
            "no-such-square", gettext_noop("%(square)s is not a playing square of this board."), square=square
        )
    return name


def write_move(
    move: Move, board: Geometry, *, full: bool, numeric: bool = False, separator: str = "x"
) -> str:
    """Write a move: from and to, or with every square between when `full`."""
    squares: Sequence[str] = move.path if full else (move.from_square, move.to_square)
    huffed = move.huffed
    if numeric:
        squares = [str(board.number[square]) for square in squares]
        huffed = str(board.number[huffed]) if huffed else ""
    huff = f"huff {huffed} " if huffed else ""
    return huff + (separator if move.captured else "-").join(squares)


def write_golden(move: Move, board: Geometry) -> str:
    """The long form `d8:g5 x f6`: the route, then the captured squares from White's first row up."""
    if not move.captured:
        return str(move)
    huff = f"huff {move.huffed} " if move.huffed else ""
    captured = " ".join(sorted(move.captured, key=board.bit.__getitem__))
    return f"{huff}{':'.join(move.path)} x {captured}"
