"""The wall: names, tables and results on a screen in the hall, which turns its pages and keeps up to date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.models import Round, Tournament
from tournaments.permissions import tournament_for_reading
from tournaments.selectors.prints import places_by_name
from tournaments.selectors.standings import standings_table
from tournaments.selectors.state import rounds_of
from tournaments.selectors.team_pages import round_matches
from tournaments.selectors.teams import competitors, team_snapshot
from tournaments.selectors.tournament_pages import round_lines
from tournaments.views.standing_columns import shown_columns
from tournaments.views.tags import version_tag

USUAL = ("pairings", "standings")
SECONDS, FASTEST, SLOWEST = 12, 3, 300
POLL_SECONDS = 5
PLAIN_SECONDS = 30
"""How often the page without scripts loads itself anew."""
TIEBREAKS = 2
"""How many tie-breaks fit beside a name that is read from afar."""
THEMES = ("dark", "bright")


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """The full screen. `?show=pairings,names,standings`, `?seconds=` a page, `?theme=dark` or `bright`."""
    # Read before the tables: what changes in between is then asked for again.
    tag = _etag(request, slug)
    context = _tables(request, tournament_for_reading(request.user, slug))
    theme = request.GET.get("theme")
    context |= {
        "tag": tag,
        "theme": theme if theme in THEMES else "",
        "seconds": _seconds(request),
        "poll_seconds": POLL_SECONDS,
        "plain_seconds": PLAIN_SECONDS,
    }
    return render(request, "wall/wall.html", context)


def _etag(request: HttpRequest, slug: str) -> str | None:
    return version_tag(request, slug, "wall")


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_etag)
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables alone, for a wall that asks again and again: 304 while nothing has changed."""
    return render(request, "wall/_tables.html", _tables(request, tournament_for_reading(request.user, slug)))


def _seconds(request: HttpRequest) -> int:
    text = request.GET.get("seconds", "")
    if not text.isdecimal():
        return SECONDS
    return min(max(int(text[:4]), FASTEST), SLOWEST)


def _tables(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What is shown, in the order asked for. A draft never is, whoever is signed in at the screen."""
    this = rounds_of(tournament).last()
    context: dict[str, Any] = {"tournament": tournament, "round": this, "show": []}
    if this is None:
        return context
    asked = [each for each in request.GET.get("show", "").split(",") if each in _PARTS]
    context["show"] = list(dict.fromkeys(asked)) or list(USUAL)
    for each in context["show"]:
        context |= _PARTS[each](request, tournament, this)
    return context


def _pairings(request: HttpRequest, tournament: Tournament, this: Round) -> dict[str, Any]:
    if tournament.is_team_event:
        return {"matches": round_matches(team_snapshot(tournament), this.number, request.user)}
    return {"lines": round_lines(tournament, this.number, request.user)}


def _names(request: HttpRequest, tournament: Tournament, this: Round) -> dict[str, Any]:
    return {"places": places_by_name(tournament, this)}


def _standings(request: HttpRequest, tournament: Tournament, this: Round) -> dict[str, Any]:
    snapshot = competitors(tournament)
    columns = shown_columns(standings_table(tournament, snapshot=snapshot))
    sections = [
        (each.section, [(row.line, row.cells[:TIEBREAKS]) for row in each.rows]) for each in columns.sections
    ]
    return {
        "tiebreaks": columns.tiebreaks[:TIEBREAKS],
        "sections": sections,
        "is_round_open": any(each.unfinished for each in snapshot.state.rounds[-1:]),
    }


_PARTS: dict[str, Callable[[HttpRequest, Tournament, Round], dict[str, Any]]] = {
    "pairings": _pairings,
    "names": _names,
    "standings": _standings,
}
