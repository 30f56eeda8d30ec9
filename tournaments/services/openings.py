"""Drawing the opening of a round."""

from __future__ import annotations

from tournaments.domain.errors import gettext_noop
from tournaments.domain.openings import draw_opening, opening_lines
from tournaments.domain.pairing import Reason
from tournaments.models import Tournament


def drawn_opening(tournament: Tournament, number: int) -> tuple[str, tuple[Reason, ...]]:
    """The opening of round `number` and what the round's notes say of it; empty where play is free.

    The draw comes from the tournament's seed: a round that was undone gets the same opening again.
    """
    lines = opening_lines(tournament.openings)
    if not lines:
        return "", ()
    used = tournament.rounds.filter(number__lt=number).values_list("opening", flat=True)
    drawn = draw_opening(lines, seed=tournament.seed, round_number=number, used=used)
    template = gettext_noop("The opening was drawn by lot, out of %(count)s on the list: %(opening)s")
    return drawn, (Reason("opening-drawn", template, {"count": len(lines), "opening": drawn}),)
