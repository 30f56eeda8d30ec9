"""Finding players."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.domain.names import search_key
from tournaments.models import Player

MAX_WORDS = 20  # a name has fewer; databases limit how many conditions a query has


def players_matching(text: str, players: QuerySet[Player] | None = None) -> QuerySet[Player]:
    """Players whose name has every word of the text, in any order and without regard to diacritics.

    "zizala rehor" finds Řehoř Žížala. An empty text finds everybody.
    """
    players = Player.objects.all() if players is None else players
    for word in search_key(text).split()[:MAX_WORDS]:
        players = players.filter(search_key__contains=word)
    return players.select_related("club", "federation")
