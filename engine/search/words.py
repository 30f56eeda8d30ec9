"""Boards as machine words: see `engine.movegen`.

The modules of the search that are compiled import each other relatively: `engine.search.forms` loads their
sources a second time, as plain Python, for boards that do not fit a word.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

SIGN_BIT: Final = 63


def size_of(board: i64) -> i64:
    """How many squares a board holds."""
    if not COMPILED:
        return int(board).bit_count()
    count: i64 = 0
    while board:
        board ^= board & -board
        count += 1
    return count


COMPILED: Final = not isinstance(size_of, FunctionType)


def word(board: int) -> int:
    """A board as compiled code holds it: the 64th bit is the sign."""
    if COMPILED and board >> SIGN_BIT:
        return board - 18446744073709551616
    return board


def board_of(number: int) -> int:
    """A board from a word of compiled code."""
    return number + 18446744073709551616 if number < 0 else number
