"""Public pages of players, clubs and federations."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.permissions import can_create_tournament
from tournaments.selectors import people_pages as pages
from tournaments.views.chart import rating_chart
from tournaments.views.paging import ClubFilter, PlayerFilter, paged

TOURNAMENTS_ON_PLAYER_PAGE = 10


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    form = PlayerFilter(request.GET)
    values = form.values()
    found = pages.players_found(
        request.user, text=values.get("q", ""), federation=values.get("federation", "")
    )
    context = {
        "form": form,
        "page": paged(request, found),
        "is_filtered": form.has_changed(),
        "may_create": can_create_tournament(request.user),
    }
    return render(request, "people/players.html", context)


@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    player = pages.player_page(pk, request.user)
    if player is None:
        raise Http404(_("There is no such player."))
    page = paged(request, pages.player_entries(player, request.user), TOURNAMENTS_ON_PLAYER_PAGE)
    histories = pages.rating_histories(player, request.user)
    context = {
        "player": player,
        "page": page,
        "tournaments": pages.player_tournaments(page),
        "histories": [(history, rating_chart(history.changes)) for history in histories],
    }
    return render(request, "people/player.html", context)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    form = ClubFilter(request.GET)
    page = paged(request, pages.club_list(request.user, form.values().get("federation", "")))
    context = {"form": form, "page": page, "is_filtered": form.has_changed()}
    return render(request, "people/clubs.html", context)


@require_safe
def club_page(request: HttpRequest, pk: int) -> HttpResponse:
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    context = {
        "club": club,
        "page": paged(request, pages.players_found(request.user, club=club)),
        "tournaments": pages.organised_tournaments(request.user, club=club)[:20],
    }
    return render(request, "people/club.html", context)


@require_safe
def federation_list(request: HttpRequest) -> HttpResponse:
    return render(request, "people/federations.html", {"federations": pages.federation_list(request.user)})


@require_safe
def federation_page(request: HttpRequest, code: str) -> HttpResponse:
    federation = get_object_or_404(pages.federation_list(request.user), code=code)
    context = {
        "federation": federation,
        "clubs": pages.club_list(request.user, federation.code),
        "rating_lists": pages.federation_lists(federation),
        "page": paged(request, pages.organised_tournaments(request.user, federation=federation), 20),
    }
    return render(request, "people/federation.html", context)
