"""The public page of a knockout's bracket."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors.bracket import bracket_table
from tournaments.views.tournaments import frame


@require_safe
def bracket_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who meets whom round by round, and who went on. 404 where the pairing system has no bracket."""
    context = frame(request, slug, "bracket")
    if not context["tournament"].has_bracket:
        raise Http404(_("This tournament has no bracket."))
    context["bracket"] = bracket_table(context["tournament"])
    return render(request, "tournaments/bracket.html", context)
