"""Points by decision, as pages and the log show them."""

from __future__ import annotations

from tournaments.domain.results import SCORINGS
from tournaments.models import Entry, PointAdjustment, Tournament


def points_text(points: int, tournament: Tournament) -> str:
    """Integer points with their sign, as people write them: `−½`, `+2`."""
    shown = SCORINGS[tournament.scoring].show(abs(points))
    return f"{'+' if points > 0 else '−'}{shown}"


def adjustments_of(entry: Entry, after_round: int | None = None) -> list[PointAdjustment]:
    """The decisions about a player, those of rounds up to `after_round` where it is given. One query."""
    made = entry.adjustments.select_related("entry__tournament", "decided_by")
    if after_round is not None:
        made = made.filter(round_number__lte=after_round)
    return list(made.order_by("round_number", "pk"))
