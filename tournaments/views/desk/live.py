"""Whether another screen has done something: asked again and again by an open page of the desk."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.selectors.reports import live_state
from tournaments.views.desk.access import for_arbiters


@require_safe
@never_cache
@for_arbiters
def changes(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """What the page compares with its own state; when they differ it asks for itself anew."""
    return JsonResponse({"state": live_state(tournament)})
