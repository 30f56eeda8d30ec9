"""Systems whose men capture backward: Russian, Brazilian, pool, international and Canadian draughts."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import gettext_noop
from engine.rulesets.base import Promotion, Ruleset
from engine.rulesets.endings import ON_64, ON_100

RUSSIAN = Ruleset(
    key="russian",
    label=gettext_noop("Russian draughts"),
    gametype="25,W,8,8,A0,0",
    men_capture_backward=True,
    promotion=Promotion.GOES_ON,
    no_progress=30,
    few_pieces=ON_64,
)

BRAZILIAN = Ruleset(
    key="brazilian",
    label=gettext_noop("Brazilian draughts"),
    gametype="26,W,8,8,A0,0",
    men_capture_backward=True,
    preferences=("pieces",),
    promotion=Promotion.AT_END,
    no_progress=30,
    few_pieces=ON_64,
)

POOL = replace(
    BRAZILIAN,
    key="pool",
    label=gettext_noop("Pool checkers"),
    gametype="23,W,8,8,A0,0",
    preferences=(),
)

INTERNATIONAL = Ruleset(
    key="international",
    label=gettext_noop("International draughts"),
    gametype="20,W,10,10,N2,0",
    size=10,
    setup_rows=4,
    algebraic=False,
    men_capture_backward=True,
    preferences=("pieces",),
    promotion=Promotion.AT_END,
    no_progress=50,
    few_pieces=ON_100,
)

CANADIAN = replace(
    INTERNATIONAL,
    key="canadian",
    label=gettext_noop("Canadian draughts"),
    gametype="27,W,12,12,N2,0",
    size=12,
    setup_rows=5,
)
