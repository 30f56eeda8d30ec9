"""Points by decision, on the page of a player's entry."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.errors import DomainError
from tournaments.forms.entries import RequiredReasonForm
from tournaments.forms.reports import AdjustmentForm
from tournaments.models import Entry, PointAdjustment, Tournament
from tournaments.services.decisions import add_adjustment, remove_adjustment
from tournaments.views.desk.access import for_arbiters
from tournaments.views.desk.entry import entry_of, entry_page, refused_page
from tournaments.views.desk.stale import refuse_form, seen_version

BAD_REQUEST = 400


@require_POST
@for_arbiters
def add(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give or take points for a reason."""
    entry = entry_of(tournament, pk)
    form = AdjustmentForm(request.POST, tournament=tournament)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            add_adjustment(
                actor=request.user, entry=entry, version=seen_version(request), **form.cleaned_data
            )
        except DomainError as error:
            status = refuse_form(request, form, error, entry)
            entry = entry_of(tournament, pk)
        else:
            messages.success(request, _("The decision is recorded and counts in the standings."))
            return _back(tournament, pk)
    return entry_page(request, tournament, entry, adjustment_form=form, status=status)


@require_POST
@for_arbiters
def remove(request: HttpRequest, tournament: Tournament, pk: int, decision: int) -> HttpResponse:
    """Take a decision back; what is gone already is gone."""
    entry = entry_of(tournament, pk)
    adjustment = _adjustment(entry, decision)
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        problems = [said for errors in form.errors.values() for said in errors]
        return entry_page(request, tournament, entry, problems=problems, status=BAD_REQUEST)
    try:
        remove_adjustment(
            actor=request.user,
            adjustment=adjustment,
            reason=form.cleaned_data["reason"],
            version=seen_version(request),
        )
    except DomainError as error:
        return refused_page(request, tournament, pk, error)
    messages.success(request, _("The decision is taken back."))
    return _back(tournament, pk)


def _adjustment(entry: Entry, pk: int) -> PointAdjustment:
    found = entry.adjustments.select_related("entry").filter(pk=pk).first()
    if found is None:
        raise Http404(_("There is no such decision."))
    return found


def _back(tournament: Tournament, pk: int) -> HttpResponse:
    return redirect(reverse("desk-entry", args=[tournament.slug, pk]) + "#decisions")
