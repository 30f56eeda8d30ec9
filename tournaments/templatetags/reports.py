"""What players report, on the desk; codes for phones on paper."""

from __future__ import annotations

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.models import PointAdjustment, Tournament
from tournaments.selectors.decisions import points_text
from tournaments.selectors.reports import AGREED, GameReports, open_reports
from tournaments.selectors.reports import live_state as state_of

register = template.Library()


@register.simple_tag
def waiting_reports(tournament: Tournament, number: int | None = None) -> list[GameReports]:
    """What waits of the tournament or of a round; nothing where players may not report (no query then)."""
    if not tournament.players_report or tournament.is_finished:
        return []
    # A page without a round gives the empty text.
    return open_reports(tournament, number or None)


@register.simple_tag
def live_state(tournament: Tournament) -> str:
    """What an open page compares, to know that another screen has done something."""
    return state_of(tournament)


@register.filter
def agreed_count(waiting: list[GameReports]) -> int:
    """How many of them both players report alike."""
    return sum(each.state == AGREED for each in waiting)


@register.simple_tag
def qr(address: str) -> SafeString:
    """An address as a QR code, drawn as SVG."""
    drawn = segno.make_qr(address, error="m").svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff",
        title=gettext("QR code"),
    )  # fmt: skip
    # Drawn by the library out of black squares: nothing of the address is in it as text.
    return mark_safe(drawn)  # noqa: S308


@register.filter
def decided_points(adjustment: PointAdjustment) -> str:
    """Points by decision with their sign: `−½`."""
    return points_text(adjustment.points, adjustment.entry.tournament)
