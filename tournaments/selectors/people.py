"""Finding players."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.domain.names import search_key
from tournaments.models import Player

MAX_WORDS = 20  # a name has fewer; databases limit how many conditions a query has


def players_matching(text: str, players: QuerySet[Player] | None = None) -> QuerySet[Player]:
    """Players whose name has every word of the text, in any order and without regard to diacritics.

    "zizala rehor" finds Řehoř Žížala. An empty text finds everybody.
    """
    players = Player.objects.all() if players is None else players
    return players.filter(named(text)).select_related("club", "federation")


def named(text: str, *paths: str) -> Q:
    """The rows whose player has every word of the text in his name, as `players_matching`.

    `paths` lead from the row to its players ("player", or "white__player" and "black__player"): a word may be
    in the name of any of them.
    """
    found = Q()
    for word in search_key(text).split()[:MAX_WORDS]:
        anywhere = Q()
        for path in paths or ("",):
            anywhere |= Q(**{f"{path}__search_text__contains".removeprefix("__"): word})
        found &= anywhere
    return found
