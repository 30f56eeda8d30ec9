"""What needs the arbiter now, and the end of the event."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.domain.errors import DomainError, StaleError
from tournaments.forms.entries import RequiredReasonForm
from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.selectors.desk import desk_state, rating_state
from tournaments.selectors.standings import standings_table
from tournaments.services.lifecycle import finish_tournament, reopen_tournament
from tournaments.views.desk.access import for_persons, refuse, say, sentences, status_of, with_right
from tournaments.views.desk.stale import note_stale, seen_version

ON_FINISH_PAGE = 3


@require_safe
@for_persons
def now(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return now_page(request, tournament)


def now_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    problems: Sequence[str] = (),
    reopen_form: RequiredReasonForm | None = None,
    by_hand: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk's first page, with what stood in the way of the last action, if anything did.

    `by_hand` is the round that the system could not pair and the arbiter still can.
    """
    context = {
        "tournament": tournament,
        "tab": "now",
        "desk": desk_state(tournament, drafts=Right.PLAY in request.rights),
        "problems": problems,
        "by_hand": by_hand,
        "reopen_form": reopen_form or RequiredReasonForm(),
        "rating": rating_state(tournament) if tournament.is_finished else None,
    }
    return render(request, "tournaments/desk/now.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@with_right(Right.FINISH)
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say what finishing means, then do it."""
    if request.method == "POST":
        try:
            finish_tournament(actor=request.user, tournament=tournament, version=seen_version(request))
        except StaleError:
            tournament.refresh_from_db()
            return _finish_page(request, tournament, status=note_stale(request, tournament))
        except DomainError as error:
            return now_page(request, tournament, problems=sentences(error), status=status_of(error))
        messages.success(request, _("The tournament is finished."))
        return redirect("desk", tournament.slug)
    if tournament.is_finished:
        return redirect("desk", tournament.slug)
    return _finish_page(request, tournament)


def _finish_page(request: HttpRequest, tournament: Tournament, status: int = 200) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "now",
        "desk": desk_state(tournament),
        "lines": standings_table(tournament).lines[:ON_FINISH_PAGE],
    }
    return render(request, "tournaments/desk/finish.html", context, status=status)


@require_POST
@with_right(Right.FINISH)
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = RequiredReasonForm(request.POST)
    status = 400
    if form.is_valid():
        try:
            reopen_tournament(
                actor=request.user,
                tournament=tournament,
                reason=form.cleaned_data["reason"],
                version=seen_version(request),
            )
        except StaleError:
            tournament.refresh_from_db()
            status = note_stale(request, tournament, reverse("desk", args=[tournament.slug]))
        except DomainError as error:
            status = refuse(form, error, "reason")
        else:
            messages.success(request, _("The tournament is open again."))
            return redirect("desk", tournament.slug)
    return now_page(request, tournament, reopen_form=form, status=status)


def back_to_desk(request: HttpRequest, tournament: Tournament, error: DomainError) -> HttpResponse:
    """What was to be changed is gone: say so on the desk."""
    say(request, error)
    return redirect("desk", tournament.slug)
