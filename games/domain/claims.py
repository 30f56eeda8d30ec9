"""Draws a player claims with his record, and what the engine answers.

CLAIMS is the registry: to add a kind, write its label here and its answer in `answer_to`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import RULESETS
from engine.endgame import theoretical
from engine.game import Replay, replay
from games.domain.errors import Said
from games.domain.opinions import drawn_since
from tournaments.domain.errors import gettext_noop

THEORETICAL = "theoretical"
CLAIMS: dict[str, str] = {
    "threefold": gettext_noop("the same position for the third time"),
    "no-progress": gettext_noop("too many moves without a capture or a man's move"),
    THEORETICAL: gettext_noop("a theoretical draw"),
}


def answer_to(claim: str, ruleset: str, moves: Sequence[str], start_fen: str = "") -> Said:
    """What the engine answers to a claim (a key of CLAIMS) made at the end of a sound game."""
    played = replay(ruleset, moves, start_fen or None)
    if claim == THEORETICAL:
        return _theoretical(played, drawn_since(ruleset, moves, start_fen))
    rules = RULESETS[ruleset]
    if {"threefold": rules.threefold, "no-progress": rules.no_progress}[claim] is None:
        return Said(gettext_noop("The ruleset knows no such draw."))
    plies = [each.ply for each in played.claims if each.kind == claim]
    if not plies:
        return Said(gettext_noop("The engine does not find it in the game."))
    return Said(gettext_noop("The engine confirms it, from ply %(ply)s on."), {"ply": min(plies)})


def _theoretical(played: Replay, since: int | None) -> Said:
    if since is not None:
        return Said(gettext_noop("The endgame tables confirm it, from ply %(ply)s on."), {"ply": since})
    if theoretical(played.board) is not None:
        return Said(gettext_noop("The endgame tables say otherwise."))
    return Said(gettext_noop("The position is beyond the endgame tables; the arbiter decides."))
