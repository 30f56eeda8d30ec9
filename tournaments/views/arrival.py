"""Arriving: the player at the door, and the arbiter who scans the player's code."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.messages import explain
from tournaments.models import Entry, Tournament
from tournaments.permissions import Right, has_right
from tournaments.selectors.reports import entry_by_key
from tournaments.services.check_in import check_in, check_in_oneself, undo_check_in
from tournaments.views.codes import is_door_token
from tournaments.views.desk.access import status_of
from tournaments.views.links import link_cookie, no_such_link, remember_link
from tournaments.views.my import own_page, private


@private
@require_POST
def check_oneself_in(request: HttpRequest, key: str) -> HttpResponse:
    """Who has the link is here. An arbiter may take it back too."""
    entry = entry_by_key(key)
    if entry is None:
        raise no_such_link()
    as_arbiter = has_right(request.user, entry.tournament, Right.ENTRIES)
    try:
        if not as_arbiter:
            actor = request.user if request.user.is_authenticated else None
            check_in_oneself(actor=actor, entry=entry)
        elif request.POST.get("here") == "0":
            undo_check_in(actor=request.user, entry=entry)
        else:
            check_in(actor=request.user, entry=entry)
    except DomainError as error:
        return own_page(request, entry, problems=[explain(error)], status=status_of(error))
    return redirect(reverse("my", args=[key]))


@private
@require_safe
def door(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """What the code on the door opens: the player's own page, where the phone knows it, else how to get
    there."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not is_door_token(tournament, token):
        raise Http404(_("This code is not valid any more."))
    if not tournament.players_check_in:
        raise Http404(_("Players do not check themselves in at this tournament. Tell the arbiter."))
    entry = _entry_of(request, tournament)
    if entry is not None:
        return remember_link(request, entry, redirect("my", entry.private_key))
    return render(request, "my/door.html", {"tournament": tournament})


def _entry_of(request: HttpRequest, tournament: Tournament) -> Entry | None:
    """Whose phone it is: by his account, or by the link it opened before."""
    entries = tournament.entries.select_related("tournament")
    if request.user.is_authenticated:
        own = entries.filter(player__user_id=request.user.pk).first()
        if own is not None:
            return own
    return entries.filter(private_key=request.COOKIES.get(link_cookie(tournament), "")).first()
