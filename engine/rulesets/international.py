"""Systems whose men capture backward: Russian, Brazilian, pool and international draughts."""

from __future__ import annotations

from engine.errors import gettext_noop
from engine.rulesets.base import Promotion, Ruleset

RUSSIAN = Ruleset(
    key="russian",
    label=gettext_noop("Russian draughts"),
    gametype="25,W,8,8,A0,0",
    men_capture_backward=True,
    promotion=Promotion.GOES_ON,
)

BRAZILIAN = Ruleset(
    key="brazilian",
    label=gettext_noop("Brazilian draughts"),
    gametype="26,W,8,8,A0,0",
    men_capture_backward=True,
    majority=True,
    promotion=Promotion.AT_END,
)

POOL = Ruleset(
    key="pool",
    label=gettext_noop("Pool checkers"),
    gametype="23,W,8,8,A0,0",
    men_capture_backward=True,
    promotion=Promotion.AT_END,
)

INTERNATIONAL = Ruleset(
    key="international",
    label=gettext_noop("International draughts"),
    gametype="20,W,10,10,N2,0",
    size=10,
    setup_rows=4,
    algebraic=False,
    men_capture_backward=True,
    majority=True,
    promotion=Promotion.AT_END,
)
