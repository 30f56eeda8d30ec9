"""Checking a stored game again, apart from its submission."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.domain.findings import DUPLICATE_PLIES, Found, find_departure, find_in_game
from games.domain.opinions import opinion
from games.models import Flag, Game
from tournaments.services.locking import lock_tournament


@transaction.atomic
def verify_game(*, game_id: int) -> dict[str, Any]:
    """Replay a game and queue what an arbiter should see. Twice does the same as once.

    Returns `{"game", "plies", "findings": [{"kind", "ply"}, …], "verdict"}`, or `{"game", "gone": True}`
    for a game that was deleted with its round. What an arbiter has decided stays decided.

    The tournament's version is not raised: nothing here changes a result or a table, and an arbiter who is
    filling in a form must not be refused because a check has ended meanwhile.
    """
    tournament_id = Game.objects.filter(pk=game_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        return {"game": game_id, "gone": True}
    lock_tournament(tournament_id)
    game = Game.objects.filter(pk=game_id).select_related("pairing__round", "tournament").first()
    if game is None:
        return {"game": game_id, "gone": True}
    found = _search(game)
    for each in found:
        Flag.objects.get_or_create(
            game=game, kind=each.kind, ply=each.ply, defaults={"details": each.details}
        )
    _ask_engine(game)
    set_verdict(game)
    return {
        "game": game.pk,
        "plies": game.plies,
        "verdict": game.verdict,
        "findings": [{"kind": each.kind, "ply": each.ply} for each in found],
    }


def _ask_engine(game: Game) -> None:
    """Write beside each open finding what the engine says of the position at its ply."""
    for flag in game.flags.filter(status=Flag.Status.OPEN, opinion={}):
        said = opinion(game.ruleset, game.moves, flag.ply, game.start_fen)
        flag.opinion = {"template": said.template, "params": dict(said.params)}
        flag.save(update_fields=["opinion"])


def set_verdict(game: Game) -> None:
    """Say whether something about the game waits for the arbiter."""
    waits = game.flags.filter(status=Flag.Status.OPEN).exists()
    game.verdict = Game.Verdict.FLAGGED if waits else Game.Verdict.CLEAN
    game.verified_at = timezone.now()
    game.save(update_fields=["verdict", "verified_at"])


def _search(game: Game) -> list[Found]:
    # A replaced record is history: only the current one has to agree with the recorded result. Where the
    # arbiter has decided the result over this game, he knew what the board and the record said.
    is_settled = game.flags.exclude(decided_result="").exists()
    recorded = game.recorded_code if game.is_current and not is_settled else None
    found = find_in_game(
        ruleset=game.ruleset,
        start_fen=game.start_fen,
        moves=game.moves,
        result="" if is_settled else game.result,
        recorded=recorded,
    )
    departure = find_departure(game.opening, game.start_fen, game.moves) if game.is_current else []
    return found + departure + _copies(game)


def _copies(game: Game) -> list[Found]:
    """The first earlier game with the same moves, among those the tournament's arbiter may know of."""
    if game.plies <= DUPLICATE_PLIES or not game.is_current:
        return []
    known = Q(tournament__is_public=True) | Q(tournament=game.tournament_id)
    same = (
        Game.objects.filter(known, fingerprint=game.fingerprint, is_current=True, pk__lt=game.pk)
        .select_related("tournament", "pairing__white__player", "pairing__black__player")
        .order_by("pk")
        .first()
    )
    if same is None:
        return []
    players = f"{same} ({same.tournament})"
    return [Found("duplicate", game.plies, {"other": same.pk, "players": players, "plies": game.plies})]
