"""Systems with short kings."""

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
)
