"""Check-in: everybody on one page, a tap each."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.forms.check_in import AbsentForm, HereForm
from tournaments.models import Tournament
from tournaments.selectors.check_in import check_in_sheet
from tournaments.services.check_in import check_in, mark_absent, undo_check_in, unmark_absent
from tournaments.views.codes import door_address
from tournaments.views.desk.access import for_entries, sentences, status_of
from tournaments.views.desk.entry import entry_of
from tournaments.views.my import private

MISSING = "missing"


@require_safe
@for_entries
def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: Any) -> HttpResponse:
    text = request.GET.get("q", "").strip()[:100]
    only_missing = request.GET.get("show") == MISSING
    context = {
        "tournament": tournament,
        "tab": "players",
        "sheet": check_in_sheet(tournament, text, only_missing=only_missing),
        "text": text,
        "only_missing": only_missing,
        "problems": (),
        **more,
    }
    return render(request, "tournaments/desk/check_in.html", context, status=status)


@require_POST
@for_entries
def note(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Somebody is here, or is not after all. Says what holds: sent twice, it is as sent once."""
    entry, form = entry_of(tournament, pk), HereForm(request.POST)
    if not form.is_valid():
        problems = [_("The page was sent incomplete: open it again.")]
        return _page(request, tournament, problems=problems, status=400)
    is_here = form.cleaned_data["here"] == "1"
    try:
        (check_in if is_here else undo_check_in)(actor=request.user, entry=entry)
    except DomainError as error:
        return _page(request, tournament, problems=sentences(error), status=status_of(error))
    said = _("%(player)s is here.") if is_here else _("%(player)s is not here.")
    messages.success(request, said % {"player": entry.player.name})
    if form.cleaned_data["back"] == "entry":
        return redirect("desk-entry", tournament.slug, pk)
    # After a search comes the next one; in the list one goes on where one was.
    show = form.cleaned_data["show"]
    place = f"#entry-{pk}" if not form.cleaned_data["q"] and show != MISSING else ""
    query = f"?{urlencode({'show': show})}" if show == MISSING else ""
    return redirect(f"{reverse('desk-check-in', args=[tournament.slug])}{query}{place}")


@require_POST
@for_entries
def absent(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """No game in the next round for who is not here, or all of it taken back."""
    form = AbsentForm(request.POST)
    if not form.is_valid():
        problems = [_("The page was sent incomplete: open it again.")]
        return _page(request, tournament, problems=problems, status=400)
    number, is_undo = form.cleaned_data["round_number"], form.cleaned_data["undo"]
    service = unmark_absent if is_undo else mark_absent
    try:
        changed = service(actor=request.user, tournament=tournament, round_number=number)
    except DomainError as error:
        return _page(request, tournament, problems=sentences(error), status=status_of(error))
    messages.success(request, _changed_text(len(changed), number, is_undo))
    return redirect("desk-check-in", tournament.slug)


def _changed_text(count: int, number: int, is_undo: bool) -> str:
    if is_undo:
        said = ngettext(
            "%(count)s player will be paired in round %(number)s again.",
            "%(count)s players will be paired in round %(number)s again.",
            count,
        )
    else:
        said = ngettext(
            "%(count)s player gets no game in round %(number)s.",
            "%(count)s players get no game in round %(number)s.",
            count,
        )
    return said % {"count": count, "number": number}


@private
@require_safe
@for_entries
def poster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet for the door with the code by which players check themselves in."""
    context = {"tournament": tournament, "tab": "players", "address": door_address(request, tournament)}
    return render(request, "tournaments/desk/check_in_poster.html", context)
