"""The home page."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.permissions import can_create_tournament
from tournaments.selectors.tournament_pages import home_lists


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    lists = home_lists(request.user)
    context = {
        "lists": lists,
        "may_create": can_create_tournament(request.user),
        "has_accounts": not lists.is_empty or get_user_model().objects.exists(),
    }
    return render(request, "home.html", context)
