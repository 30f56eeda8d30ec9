"""Games of a tournament or a player, and one game's neighbours."""

from __future__ import annotations

from django.db.models import Prefetch, Q, QuerySet

from games.models import Game
from tournaments.models import Pairing, Player, Tournament


def pairing_with_result(path: str = "pairing") -> Prefetch:
    """The prefetch of a game's pairing that brings its recorded result, which a join cannot."""
    pairings = Pairing.objects.select_related("round__tournament", "white__player", "black__player")
    return Prefetch(path, pairings)


def current_game(pairing: Pairing, number: int = 1) -> Game | None:
    """The record that counts of one game of a pairing."""
    return pairing.games.filter(is_current=True, number=number).first()


def current_games() -> QuerySet[Game]:
    """Games on record (not those replaced since), with pairing, round, tournament and players."""
    return Game.objects.filter(is_current=True).select_related(
        "tournament",
        "pairing__round__tournament",
        "pairing__white__player",
        "pairing__black__player",
        "submitted_by",
    )


def tournament_games(tournament: Tournament) -> QuerySet[Game]:
    """The games of a tournament in the order of rounds, tables and games, each pairing with its result."""
    return (
        Game.objects.filter(is_current=True, tournament=tournament)
        .prefetch_related(pairing_with_result())
        .order_by("pairing__round__number", "pairing__table", "number")
    )


def player_games(player: Player) -> QuerySet[Game]:
    """The games of a player, the newest tournament first. Narrow it to the tournaments a reader may see."""
    return (
        current_games()
        .filter(Q(pairing__white__player=player) | Q(pairing__black__player=player))
        .order_by("-tournament__starts_on", "-tournament_id", "pairing__round__number", "number")
    )


def neighbours(game: Game) -> tuple[int | None, int | None]:
    """The ids of the game before and after this one in its tournament; None at the ends. One query."""
    order = list(
        Game.objects.filter(tournament=game.tournament_id)
        .filter(Q(is_current=True) | Q(pk=game.pk))
        .order_by("pairing__round__number", "pairing__table", "number", "-is_current")
        .values_list("pk", flat=True)
    )
    at = order.index(game.pk)
    return (order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None)
