"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.permissions import can_create_tournament
from tournaments.selectors.tournament_pages import home_lists


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {"lists": home_lists(request.user), "may_create": can_create_tournament(request.user)}
    return render(request, "home.html", context)
