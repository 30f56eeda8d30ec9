"""The desk's side of what players report: one tap to record it; the codes they report by."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import ConflictError, DomainError, StaleError, gettext_noop
from tournaments.forms.reports import DecideReportForm
from tournaments.models import Pairing, Tournament
from tournaments.services.reports import accept_agreed, accept_report, dismiss_reports, renew_private_key
from tournaments.templatetags.pages import result_text
from tournaments.views.codes import private_address, table_address
from tournaments.views.desk.access import (
    for_arbiters,
    for_entries,
    for_persons,
    not_elsewhere,
    say,
    sentences,
    status_of,
)
from tournaments.views.desk.entry import refused_page
from tournaments.views.desk.now import now_page
from tournaments.views.desk.results import refuse_result
from tournaments.views.desk.rows import Refused
from tournaments.views.desk.stale import problems_of, seen_version
from tournaments.views.my import private


@require_POST
@for_arbiters
def accept(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Record a reported result. What was recorded meanwhile is shown beside it."""
    pairing, form = _pairing(tournament, pk), DecideReportForm(request.POST)
    if pairing is None or not form.is_valid():
        return _gone(request, tournament)
    given = form.cleaned_data
    try:
        accept_report(actor=request.user, pairing=pairing, **given)
    except DomainError as error:
        if error.code == "report-gone":
            return now_page(request, tournament, problems=sentences(error), status=status_of(error))
        sent = Refused(pk, given["game"], given["code"], "", problems=sentences(error))
        return refuse_result(request, tournament, sent, error)
    said = _("Table %(table)s: %(players)s %(result)s")
    place = {"table": pairing.table, "players": pairing, "result": result_text(given["code"])}
    messages.success(request, said % place)
    return _back(request, tournament)


@require_POST
@for_arbiters
def accept_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Record everything that both players report alike."""
    try:
        count = accept_agreed(actor=request.user, tournament=tournament, number=_number(request))
    except DomainError as error:
        return now_page(request, tournament, problems=sentences(error), status=status_of(error))
    done = ngettext("%(count)s result is recorded.", "%(count)s results are recorded.", count)
    messages.success(request, done % {"count": count})
    return _back(request, tournament)


@require_POST
@for_arbiters
def dismiss(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Set aside what is reported of a game."""
    pairing, form = _pairing(tournament, pk), DecideReportForm(request.POST)
    if pairing is None or not form.is_valid():
        return _gone(request, tournament)
    try:
        dismiss_reports(
            actor=request.user,
            pairing=pairing,
            game=form.cleaned_data["game"],
            version=form.cleaned_data["version"],
        )
    except DomainError as error:
        problems = problems_of(request, error, tournament)
        return now_page(request, tournament, problems=problems, status=status_of(error))
    messages.success(request, _("Set aside. The players may report again."))
    return _back(request, tournament)


def _pairing(tournament: Tournament, pk: int) -> Pairing | None:
    """The pairing, None when its round has been undone. Raises Http404 for one of another event."""
    rows = Pairing.objects.filter(round__tournament=tournament, pk=pk)
    found = rows.select_related("round", "white__player", "black__player").first()
    if found is None:
        not_elsewhere(Pairing.objects, pk)
    return found


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    gone = ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))
    return now_page(request, tournament, problems=sentences(gone), status=status_of(gone))


def _number(request: HttpRequest) -> int | None:
    """The round whose page it was sent from; None from the first page of the desk."""
    text = request.POST.get("round", "")
    return int(text) if text.isdecimal() and len(text) <= 3 else None


def _back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the page it was sent from."""
    number = _number(request)
    if number is not None and tournament.rounds.filter(number=number).exists():
        return redirect("desk-round", tournament.slug, number)
    return redirect("desk", tournament.slug)


@private
@require_safe
@for_persons
def player_codes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A card for each player with the code of his private link, for the printer."""
    entries = tournament.entries.select_related("player__club")
    cards = [(entry, private_address(request, entry)) for entry in entries]
    last = tournament.rounds.published().order_by("-number").first()
    context = {"tournament": tournament, "tab": "players", "cards": cards, "last": last}
    return render(request, "tournaments/desk/codes.html", context)


@private
@require_safe
@for_arbiters
def table_codes(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A card for each table of the round with the code that reports its game."""
    this = tournament.rounds.published().filter(number=number).first()
    if this is None:
        raise Http404(_("There is no such round."))
    pairings = (
        Pairing.objects.filter(round=this, black__isnull=False)
        .select_related("round__tournament", "white__player", "black__player")
        .order_by("table")
    )
    cards = [(pairing, table_address(request, pairing)) for pairing in pairings]
    context = {"tournament": tournament, "tab": "rounds", "cards": cards, "number": number, "last": this}
    return render(request, "tournaments/desk/table_codes.html", context)


@require_POST
@for_entries
def renew(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give a player another private link: the old one may be in wrong hands."""
    entry = tournament.entries.filter(pk=pk).first()
    if entry is None:
        raise Http404(_("There is no such player in this tournament."))
    try:
        fresh = renew_private_key(actor=request.user, entry=entry, version=seen_version(request))
    except StaleError as error:
        return refused_page(request, tournament, pk, error)
    except DomainError as error:
        say(request, error)
    else:
        done = _("%(player)s has a new link; the old one opens nothing any more.")
        messages.success(request, done % {"player": fresh.player.name})
    return redirect(reverse("desk-entry", args=[tournament.slug, pk]) + "#private-link")
