"""What a feed tells of a tournament: its published rounds, and when results came in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Min

from tournaments.models import Pairing, Result, Round, Tournament
from tournaments.selectors.pairing_games import round_codes
from tournaments.selectors.state import rounds_of


@dataclass(frozen=True)
class RoundNews:
    """A published round with all its tables, and when its first and its last result was recorded."""

    round: Round
    pairings: tuple[Pairing, ...]
    first_result: datetime | None
    last_result: datetime | None

    @property
    def games(self) -> tuple[Pairing, ...]:
        """The tables at which two play."""
        return tuple(each for each in self.pairings if not each.is_bye)

    @property
    def finished(self) -> int:
        """At how many of them all games have results."""
        return sum(None not in round_codes(each) for each in self.games)


def round_news(tournament: Tournament, most: int) -> list[RoundNews]:
    """The newest rounds, the last one first; a draft is no news. Three queries."""
    rounds = list(rounds_of(tournament).reverse()[:most])
    pairings: dict[int, list[Pairing]] = {each.pk: [] for each in rounds}
    found = Pairing.objects.filter(round__in=rounds).select_related("round", "white__player", "black__player")
    for pairing in found.order_by("table"):
        pairings[pairing.round_id].append(pairing)
    recorded = Result.objects.filter(
        pairing__round__in=rounds, pairing__black__isnull=False, status=Result.Status.CONFIRMED
    )
    times = {
        pk: (first, last)
        for pk, first, last in recorded.values("pairing__round")
        .annotate(first=Min("recorded_at"), last=Max("recorded_at"))
        .values_list("pairing__round", "first", "last")
    }
    return [RoundNews(each, tuple(pairings[each.pk]), *times.get(each.pk, (None, None))) for each in rounds]
