"""Plies as arbiters count them: by the number of the move and the side."""

from __future__ import annotations

from engine import RULESETS, Board
from games.domain.errors import Said
from tournaments.domain.errors import gettext_noop

_BY_SIDE = {
    "white": gettext_noop("Ply %(ply)s (move %(number)s, White)"),
    "black": gettext_noop("Ply %(ply)s (move %(number)s, Black)"),
}
_OTHER = {"white": "black", "black": "white"}


def move_number(ply: int, offset: int = 0) -> tuple[int, int]:
    """The number of the move a ply (from 1) belongs to, and which half of it the ply is (0 or 1).

    `offset` is 1 in a game set up with the second side to move: its first move has no first half.
    """
    number, half = divmod(ply - 1 + offset, 2)
    return number + 1, half


def ply_offset(ruleset: str, start_fen: str = "") -> int:
    """The `offset` of a game of this ruleset that starts from `start_fen` ("" the usual position)."""
    return int(bool(start_fen) and Board(ruleset, start_fen).turn != RULESETS[ruleset].first)


def ply_place(ruleset: str, ply: int, start_fen: str = "") -> Said:
    """A ply with its move and side: `str(ply_place("czech", 7))` is "Ply 7 (move 4, White)"."""
    first = RULESETS[ruleset].first
    number, half = move_number(ply, ply_offset(ruleset, start_fen))
    return Said(_BY_SIDE[_OTHER[first] if half else first], {"ply": ply, "number": number})
