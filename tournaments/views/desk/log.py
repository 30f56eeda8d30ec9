"""The log of a tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.selectors.audit import audit_log, log_lines
from tournaments.views.desk.access import for_arbiters
from tournaments.views.paging import paged


@require_safe
@for_arbiters
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page = paged(request, audit_log(tournament))
    context = {"tournament": tournament, "tab": "log", "page": page, "lines": log_lines(page)}
    return render(request, "tournaments/desk/log.html", context)
