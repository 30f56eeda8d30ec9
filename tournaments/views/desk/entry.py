"""One player in the tournament: leaving, coming back, byes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError, StaleError
from tournaments.forms.entries import ByeForm, PlayerForm, ReasonForm
from tournaments.forms.reports import AdjustmentForm
from tournaments.models import Entry, Tournament
from tournaments.permissions import can_correct_player
from tournaments.selectors.decisions import adjustments_of
from tournaments.selectors.fees import fee_line
from tournaments.selectors.prohibitions import prohibited_opponents
from tournaments.selectors.state import paired_count
from tournaments.services.corrections import correct_player
from tournaments.services.register import fingerprint
from tournaments.services.registration import (
    cancel_bye,
    remove_entry,
    request_bye,
    return_entry,
    withdraw_entry,
)
from tournaments.views.desk.access import for_entries, refuse, status_of
from tournaments.views.desk.stale import problems_of, refuse_form, seen_version

BAD_REQUEST = 400


def entry_of(tournament: Tournament, pk: int) -> Entry:
    entry = (
        tournament.entries.filter(pk=pk)
        .select_related("player__club", "player__federation")
        .prefetch_related("requested_byes")
        .first()
    )
    if entry is None:
        raise Http404(_("There is no such player in this tournament."))
    return entry


@require_safe
@for_entries
def entry(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return entry_page(request, tournament, entry_of(tournament, pk))


def entry_page(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, status: int = 200, **more: Any
) -> HttpResponse:
    round_count = paired_count(tournament)
    may_correct = not tournament.is_finished and can_correct_player(request.user, tournament, entry.player)
    context = {
        "tournament": tournament,
        "tab": "players",
        "entry": entry,
        "byes": list(entry.requested_byes.all()),
        "kept_apart": prohibited_opponents(entry),
        "categories": list(entry.categories.order_by("name")),
        "fee_line": fee_line(tournament, entry),
        "is_paired": entry.seats.exists(),
        "round_count": round_count,
        "next_round": round_count + 1,
        "bye_form": ByeForm(initial={"round_number": round_count + 1}),
        "reason_form": ReasonForm(),
        "adjustments": adjustments_of(entry),
        "adjustment_form": AdjustmentForm(
            tournament=tournament, initial={"round_number": max(round_count, 1)}
        ),
        "player_form": PlayerForm(player=entry.player) if may_correct else None,
        "problems": (),
        **more,
    }
    return render(request, "tournaments/desk/entry.html", context, status=status)


def refused_page(
    request: HttpRequest, tournament: Tournament, pk: int, error: DomainError, **more: Any
) -> HttpResponse:
    """The page as it stands now, with why nothing was done or with what others did first."""
    entry = entry_of(tournament, pk)
    problems = problems_of(request, error, entry)
    return entry_page(request, tournament, entry, problems=problems, status=status_of(error), **more)


def _with_reason(service: Callable[..., object], done: str, after: str) -> Callable[..., HttpResponse]:
    """A view that does one thing to an entry for a reason, says `done` and goes on to `after`."""

    @require_POST
    @for_entries
    def view(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
        entry = entry_of(tournament, pk)
        form = ReasonForm(request.POST)
        if not form.is_valid():
            return entry_page(request, tournament, entry, reason_form=form, status=BAD_REQUEST)
        try:
            service(
                actor=request.user,
                entry=entry,
                reason=form.cleaned_data["reason"],
                version=seen_version(request),
            )
        except DomainError as error:
            return refused_page(request, tournament, pk, error, reason_form=form)
        messages.success(request, _(done) % {"player": entry.player.name})
        return redirect(after, tournament.slug)

    return view


remove = _with_reason(remove_entry, gettext_noop("%(player)s is removed."), "desk-players")
withdraw = _with_reason(withdraw_entry, gettext_noop("%(player)s is withdrawn."), "desk-players")
come_back = _with_reason(return_entry, gettext_noop("%(player)s plays again."), "desk-players")


@require_POST
@for_entries
def correct(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Mend the player's name, year of birth or club."""
    entry = entry_of(tournament, pk)
    if not can_correct_player(request.user, tournament, entry.player):
        raise PermissionDenied(_("This player's record is kept by the federation's staff."))
    form = PlayerForm(request.POST, player=entry.player)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            player = correct_player(
                actor=request.user, entry=entry, changes=form.changes(), seen=form.cleaned_data["seen"]
            )
        except StaleError as error:
            return _stale_correction(request, tournament, pk, form, error)
        except (DomainError, ValidationError) as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("The player is now %(player)s.") % {"player": player.formal_name})
            return redirect("desk-entry", tournament.slug, pk)
    return entry_page(request, tournament, entry, player_form=form, status=status)


def _stale_correction(
    request: HttpRequest, tournament: Tournament, pk: int, form: PlayerForm, error: StaleError
) -> HttpResponse:
    """What was written, over the player's record as it is now."""
    entry = entry_of(tournament, pk)
    data = form.data.copy()
    data["seen"] = fingerprint(entry.player)
    again = PlayerForm(data, player=entry.player)
    return refused_page(request, tournament, pk, error, player_form=again, is_correcting=True)


@require_POST
@for_entries
def ask_bye(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    entry = entry_of(tournament, pk)
    form = ByeForm(request.POST)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            request_bye(actor=request.user, entry=entry, version=seen_version(request), **form.cleaned_data)
        except DomainError as error:
            status = refuse_form(request, form, error, entry, "round_number")
            entry = entry_of(tournament, pk)
        else:
            number = form.cleaned_data["round_number"]
            messages.success(request, _("The bye in round %(number)s is noted.") % {"number": number})
            return redirect("desk-entry", tournament.slug, pk)
    return entry_page(request, tournament, entry, bye_form=form, status=status)


@require_POST
@for_entries
def take_back_bye(request: HttpRequest, tournament: Tournament, pk: int, number: int) -> HttpResponse:
    entry = entry_of(tournament, pk)
    bye = entry.requested_byes.filter(round_number=number).first()
    if bye is not None:
        try:
            cancel_bye(actor=request.user, bye=bye, version=seen_version(request))
        except DomainError as error:
            return refused_page(request, tournament, pk, error)
    messages.success(request, _("The bye in round %(number)s is cancelled.") % {"number": number})
    return redirect("desk-entry", tournament.slug, pk)
