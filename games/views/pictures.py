"""Boards as pictures with their words in the reader's language."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from engine import Board, Move, svg
from engine.game import Replay
from tournaments.pictures import picture

# Every kind of piece and every mark once: the script that steps through a game copies them.
_PARTS_FEN = "W:Wa3,Kc3:Bb6,Kd6"
_PARTS_MOVE = Move("a3", "e3", frozenset({"b4"}), path=("a3", "c5", "e3"))


def picture_of(played: Replay, *, flipped: bool = False) -> SafeString:
    """The position a replay ends in."""
    return picture(played.board, last_move=played.moves[-1] if played.moves else None, flipped=flipped)


def parts(ruleset: str) -> SafeString:
    """The picture the script takes its pieces and marks from."""
    drawn = svg.board(Board(ruleset, _PARTS_FEN), last_move=_PARTS_MOVE, coordinates=False, title="")
    return mark_safe(drawn)  # noqa: S308 (constant input)


def descriptions() -> dict[str, str]:
    """The words for the picture, by the side to move; the script fills in the squares."""
    sides = {}
    for turn in ("W", "B"):
        board = Board("czech", f"{turn}:Wa1:Bb8")
        sides[board.turn] = gettext(svg.description(board)[0])
    return sides
