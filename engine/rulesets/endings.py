"""Draws of endings with kings, as the federations' rules of play count them."""

from __future__ import annotations

from engine.rulesets.base import FewPieces, Force

_LONE_KING = Force(pieces=(1, 1), kings=(1, 1))

# Draughts-64 (Russian and Brazilian): three kings or more have 15 moves against one; where both sides have
# kings and nothing is captured or crowned, 5 moves with two or three pieces on the board, 30 with four or
# five, 60 with six or seven.
ON_64 = (
    FewPieces(kind="three-kings", plies=30, one=Force(kings=(3, 99), men=(0, 0)), other=_LONE_KING),
    FewPieces(kind="two-or-three-pieces", plies=10, pieces=(2, 3)),
    FewPieces(kind="four-or-five-pieces", plies=60, pieces=(4, 5)),
    FewPieces(kind="six-or-seven-pieces", plies=120, pieces=(6, 7)),
)

# FMJD: one king against three pieces, of which one is a king, draws after 16 moves of each side, against two
# or one after 5. A man crowned meanwhile does not start the count again.
ON_100 = (
    FewPieces(kind="three-against-king", plies=32, one=Force(pieces=(3, 3)), other=_LONE_KING, anew=False),
    FewPieces(kind="two-against-king", plies=10, one=Force(pieces=(1, 2)), other=_LONE_KING, anew=False),
)
