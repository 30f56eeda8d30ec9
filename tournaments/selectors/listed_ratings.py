"""The ratings players bring to a tournament."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Player, Rating, Tournament


def listed_ratings(tournament: Tournament, players: Collection[Player]) -> dict[int, int | None]:
    """The ratings on the tournament's list, by players' primary keys. Where it has none, the one of each that
    says most: of the lists for such a board the federation's come first, then those with more games. One
    query."""
    known = Rating.objects.filter(player__in=players)
    if tournament.rating_list_id is not None:
        return dict(known.filter(rating_list=tournament.rating_list_id).values_list("player", "value"))
    usual = known.filter(rating_list__discipline=tournament.discipline, value__isnull=False)
    best: dict[int, Rating] = {}
    for rating in usual.select_related("rating_list").order_by("rating_list"):
        before = best.get(rating.player_id)
        if before is None or _says(tournament, rating) > _says(tournament, before):
            best[rating.player_id] = rating
    return {player: rating.value for player, rating in best.items()}


def _says(tournament: Tournament, rating: Rating) -> tuple[bool, int]:
    return _is_own(tournament, rating), rating.games


def _is_own(tournament: Tournament, rating: Rating) -> bool:
    home = tournament.federation_id
    return home is not None and rating.rating_list.federation_id == home
