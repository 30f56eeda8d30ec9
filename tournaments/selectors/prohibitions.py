"""Who may not meet whom in a tournament."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Entry, ProhibitedPairing, Tournament


def prohibitions_of(tournament: Tournament) -> QuerySet[ProhibitedPairing]:
    """All of the tournament's, in the order they were decided, with both players."""
    found = tournament.prohibited_pairings.select_related("first__player", "second__player")
    return found.order_by("pk")


def prohibited_opponents(entry: Entry) -> list[tuple[ProhibitedPairing, Entry]]:
    """Whom the player may not meet, each with the decision."""
    found = prohibitions_of(entry.tournament).filter(Q(first=entry) | Q(second=entry))
    return [(each, each.second if each.first_id == entry.pk else each.first) for each in found]
