"""Systems with short kings, English and Italian: 40 moves of each side without progress may be a draw."""

from __future__ import annotations

from engine.errors import gettext_noop
from engine.rulesets.base import Ruleset

ENGLISH = Ruleset(
    key="english",
    label=gettext_noop("English draughts"),
    gametype="21,B,8,8,N1,0",
    first="black",
    algebraic=False,
    flying_kings=False,
    no_progress=80,
)

# Federazione Italiana Dama: among the captures of most pieces those by a king, of these those of most
# kings, of these those that meet a king first.
ITALIAN = Ruleset(
    key="italian",
    label=gettext_noop("Italian draughts"),
    gametype="22,W,8,8,N2,1",
    mirrored=True,
    algebraic=False,
    flying_kings=False,
    no_progress=80,
    men_capture_kings=False,
    preferences=("pieces", "king", "kings", "king-first"),
)
