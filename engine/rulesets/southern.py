"""Systems of the Mediterranean: Spanish, Portuguese and Turkish draughts."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import gettext_noop
from engine.rulesets.base import Promotion, Ruleset

# Most pieces, then most kings; a board with the dark corner at the right, numbered from it.
SPANISH = Ruleset(
    key="spanish",
    label=gettext_noop("Spanish draughts"),
    gametype="24,W,8,8,N1,1",
    mirrored=True,
    numbers_from_below=True,
    algebraic=False,
    preferences=("pieces", "kings"),
)

PORTUGUESE = replace(
    SPANISH, key="portuguese", label=gettext_noop("Portuguese draughts"), gametype="28,W,8,8,N1,1"
)

# Men go forward and sideways; captured pieces leave at once; no turning back in mid-capture.
TURKISH = Ruleset(
    key="turkish",
    label=gettext_noop("Turkish draughts"),
    gametype="30,W,8,8,A0,0",
    every_square=True,
    setup_rows=2,
    setup_gap=1,
    preferences=("pieces",),
    promotion=Promotion.AT_END,
    removed_at_once=True,
    counts_routes=True,
)
