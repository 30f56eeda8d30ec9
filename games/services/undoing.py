"""What is kept of a round's games when the round is undone."""

from __future__ import annotations

from typing import Any

from games.models import Game
from tournaments.models import Round
from tournaments.services.rounds import ROUND_RECORDERS


def games_record(old_round: Round) -> dict[str, Any]:
    """The games of a round with what was found and decided, readable without the round."""
    games = (
        Game.objects.filter(pairing__round=old_round)
        .select_related("pairing")
        .prefetch_related("flags")
        .order_by("pairing__table", "number", "pk")
    )
    return {"games": [_game_record(game) for game in games]}


def _game_record(game: Game) -> dict[str, Any]:
    return {
        "table": game.pairing.table,
        "game": game.number,
        "is_current": game.is_current,
        "pdn": game.pdn,
        "flags": [
            {"kind": flag.kind, "ply": flag.ply, "status": flag.status, "reason": flag.decision_reason}
            for flag in game.flags.all()
        ],
    }


def register() -> None:
    """Have every undone round keep its games in the log."""
    if games_record not in ROUND_RECORDERS:
        ROUND_RECORDERS.append(games_record)
