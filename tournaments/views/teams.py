"""The public pages of teams: one team, and what the players did for theirs."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors.standings import standings_table
from tournaments.selectors.team_pages import individual_lines, team_rounds
from tournaments.selectors.teams import team_snapshot
from tournaments.views.tournaments import frame


@require_safe
def team_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A team: its players with what they did, and its matches round by round."""
    context = _team_frame(request, slug, "players")
    tournament = context["tournament"]
    snapshot = team_snapshot(tournament)
    team = snapshot.team(pk)
    if team is None:
        raise Http404(_("There is no such team in this tournament."))
    lines = standings_table(tournament, snapshot=snapshot).lines
    of_team = [line for line in individual_lines(snapshot) if line.team == team]
    context |= {
        "team": team,
        "line": next((line for line in lines if line.entry == team), None),
        "members": sorted(of_team, key=lambda line: line.place),
        "team_rounds": team_rounds(snapshot, team),
    }
    return render(request, "tournaments/team.html", context)


@require_safe
def individual_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What every player did for his team, the best first."""
    context = _team_frame(request, slug, "standings")
    context["individuals"] = individual_lines(team_snapshot(context["tournament"]))
    return render(request, "tournaments/individual.html", context)


def _team_frame(request: HttpRequest, slug: str, tab: str) -> dict[str, Any]:
    """As `frame`. Raises Http404 also where players play for themselves."""
    context = frame(request, slug, tab)
    if not context["tournament"].is_team_event:
        raise Http404(_("In this tournament players play for themselves."))
    return context
