"""Private links: whose phone this is, and what it may do at the door."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from tournaments.permissions import Right, User, has_right


def no_such_link() -> Http404:
    return Http404(_("This link is not valid any more. Ask the arbiter for another one."))


def arrival(user: User, entry: Entry) -> dict[str, bool]:
    """Whether the page has the button that checks in: as an arbiter who scanned the player's code, or as the
    player, where players may."""
    if entry.tournament.is_finished or entry.is_withdrawn:
        return {"checks_in": False, "arbiter_checks_in": False}
    as_arbiter = has_right(user, entry.tournament, Right.ENTRIES)
    return {
        "checks_in": as_arbiter or entry.tournament.players_check_in,
        "arbiter_checks_in": as_arbiter,
    }


def remember_link(request: HttpRequest, entry: Entry, response: HttpResponse) -> HttpResponse:
    """Let the code on the door know whose phone this is, where players may check themselves in. The cookie
    goes nowhere else, and an arbiter's phone, which opens many links, gets none."""
    tournament = entry.tournament
    if tournament.players_check_in and not has_right(request.user, tournament, Right.ENTRIES):
        response.set_cookie(
            link_cookie(tournament),
            entry.private_key,
            max_age=timedelta(days=14),
            path="/door/",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def link_cookie(tournament: Tournament) -> str:
    return f"link_{tournament.pk}"
