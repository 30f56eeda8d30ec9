"""The arbiter's queue."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Flag, Game
from games.selectors.games import pairing_with_result
from tournaments.models import Tournament


def open_flags(tournament: Tournament) -> QuerySet[Flag]:
    """What waits for a decision about the tournament's games on record, in the order of rounds and tables.

    Each with its game, pairing (and its result), round, players and who submitted it. Two queries.
    """
    return (
        _open()
        .filter(game__tournament=tournament)
        .select_related("game__submitted_by")
        .prefetch_related(pairing_with_result("game__pairing"))
        .order_by("game__pairing__round__number", "game__pairing__table", "game__number", "ply", "pk")
    )


def open_flag_count(tournament: Tournament) -> int:
    return _open().filter(game__tournament=tournament).count()


def decided_flags(tournament: Tournament) -> QuerySet[Flag]:
    """What has been decided, the newest decision first."""
    return (
        Flag.objects.exclude(status=Flag.Status.OPEN)
        .filter(game__tournament=tournament)
        .select_related(
            "decided_by",
            "game__pairing__round",
            "game__pairing__white__player",
            "game__pairing__black__player",
        )
        .order_by("-decided_at", "-pk")
    )


def flags_of(game: Game) -> QuerySet[Flag]:
    """Everything found in a game, in the order of plies, with who decided."""
    return game.flags.select_related("decided_by").order_by("ply", "pk")


def _open() -> QuerySet[Flag]:
    return Flag.objects.filter(status=Flag.Status.OPEN, game__is_current=True)
