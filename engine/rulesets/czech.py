"""Czech draughts and the systems played beside it.

The default follows the rules of the Czech draughts federation: free choice among the sequences, kings
capture before men, a king lands where it can go on, crowning ends the move.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import gettext_noop
from engine.rulesets.base import Ruleset

CZECH = Ruleset(
    key="czech",
    label=gettext_noop("Czech draughts"),
    gametype="29,W,8,8,A0,0",
    other_gametypes=(32,),
    king_priority=True,
    no_progress=80,
)

ONE_OR_ALL = replace(
    CZECH,
    key="czech-one-or-all",
    label=gettext_noop("Czech draughts, one piece or all"),
    gametype="",
    other_gametypes=(),
    may_stop_after_one=True,
)

FREE_LANDING = replace(
    CZECH,
    key="czech-free-landing",
    label=gettext_noop("Czech draughts, free landing of kings"),
    gametype="",
    other_gametypes=(),
    strict_landing=False,
)

CECH_DAMA = replace(
    CZECH,
    key="cech-dama",
    label=gettext_noop("Čech draughts (eight men on two rows)"),
    gametype="",
    other_gametypes=(),
    setup_rows=2,
    no_progress=None,
)

# Capturing is free, but whoever does not capture may be huffed; a blocked player draws.
SLOVAK = replace(
    CZECH,
    key="slovak",
    label=gettext_noop("Slovak draughts (huffing)"),
    gametype="",
    other_gametypes=(),
    setup_rows=2,
    huffing=True,
    blocked="draws",
)

MISERE = replace(
    CZECH,
    key="czech-misere",
    label=gettext_noop("Czech giveaway draughts"),
    gametype="",
    other_gametypes=(),
    no_pieces="wins",
    blocked="wins",
)
