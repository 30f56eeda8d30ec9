"""Public pages of rating lists."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.selectors.rating_pages import rating_lines, rating_lists
from tournaments.views.paging import SearchFilter, paged


@require_safe
def rating_list_list(request: HttpRequest) -> HttpResponse:
    return render(request, "ratings/lists.html", {"lists": rating_lists()})


@require_safe
def rating_list_page(request: HttpRequest, slug: str) -> HttpResponse:
    rating_list = get_object_or_404(rating_lists(), slug=slug)
    form = SearchFilter(request.GET)
    page = paged(request, rating_lines(rating_list, text=form.values().get("q", "")), 100)
    context = {"list": rating_list, "form": form, "page": page, "is_filtered": form.has_changed()}
    return render(request, "ratings/list.html", context)
