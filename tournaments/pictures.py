"""Boards as pictures with their words in the reader's language."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from engine import Board, Move, svg


def picture(
    board: Board, *, last_move: Move | None = None, flipped: bool = False, coordinates: bool = True
) -> SafeString:
    """The position as `<svg>`, the last move marked."""
    template, values = svg.description(board)
    title = gettext(template) % values
    drawn = svg.board(board, last_move=last_move, flipped=flipped, coordinates=coordinates, title=title)
    return mark_safe(drawn)  # noqa: S308 (written by the engine, which escapes its words)
