"""Recording one result."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.errors import ConflictError, DomainError, StaleError, gettext_noop
from tournaments.forms.rounds import ResultForm
from tournaments.models import Pairing, Result, Tournament
from tournaments.services.results import record_result
from tournaments.templatetags.pages import result_text
from tournaments.views.desk.access import for_arbiters, sentences, status_of
from tournaments.views.desk.now import now_page
from tournaments.views.desk.rounds import round_page
from tournaments.views.desk.rows import Refused

BAD_REQUEST = 400


@require_POST
@for_arbiters
def record(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """Record, correct or clear a result. A stale one is shown beside what stands there, to be sent again."""
    pairing = _pairing(tournament, pk)
    if pairing is None:
        gone = ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))
        return now_page(request, tournament, problems=sentences(gone), status=status_of(gone))
    form = ResultForm(request.POST, pairing=pairing, is_correction=_is_correction(tournament, pairing))
    code, reason = request.POST.get("code", "")[:10], request.POST.get("reason", "")
    if not form.is_valid():
        problems = [sentence for errors in form.errors.values() for sentence in errors]
        refused = Refused(pk, code, reason, problems)
        return round_page(request, tournament, pairing.round.number, refused=refused, status=BAD_REQUEST)
    try:
        pairing = record_result(actor=request.user, pairing=pairing, **form.cleaned_data)
    except DomainError as error:
        return _refuse(request, tournament, Refused(pk, code, reason, sentences(error)), error)
    return _recorded(request, tournament, pairing)


def _pairing(tournament: Tournament, pk: int) -> Pairing | None:
    return (
        Pairing.objects.filter(round__tournament=tournament, pk=pk)
        .select_related("round", "white__player", "black__player")
        .first()
    )


def _is_correction(tournament: Tournament, pairing: Pairing) -> bool:
    """Whether a later round rests on the result that stands there."""
    is_last = not tournament.rounds.filter(number__gt=pairing.round.number).exists()
    return pairing.result_code is not None and not is_last


def _refuse(
    request: HttpRequest, tournament: Tournament, refused: Refused, error: DomainError
) -> HttpResponse:
    pairing = _pairing(tournament, refused.pairing_id)
    if pairing is None:
        return now_page(request, tournament, problems=refused.problems, status=status_of(error))
    if isinstance(error, StaleError):
        if refused.code == (pairing.result_code or ""):
            # A colleague recorded the same: there is nothing to decide.
            return _recorded(request, tournament, pairing)
        confirmed = pairing.results.filter(status=Result.Status.CONFIRMED)
        standing = confirmed.select_related("recorded_by").first()
        refused = replace(refused, problems=[], standing=standing, is_stale=True)
    return round_page(request, tournament, pairing.round.number, refused=refused, status=status_of(error))


def _recorded(request: HttpRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    place = {"table": pairing.table, "players": str(pairing), "result": result_text(pairing.result_code)}
    if pairing.result_code:
        messages.success(request, _("Table %(table)s: %(players)s %(result)s") % place)
    else:
        messages.success(request, _("Table %(table)s: %(players)s, the result is cleared") % place)
    address = reverse("desk-round", args=[tournament.slug, pairing.round.number])
    return redirect(f"{address}#pairing-{_next_open(pairing)}")


def _next_open(pairing: Pairing) -> int:
    """Where the arbiter goes on: the next table without a result, else where he was."""
    following = (
        Pairing.objects.filter(round=pairing.round_id, table__gt=pairing.table)
        .unfinished()
        .order_by("table")
        .first()
    )
    return following.pk if following else pairing.pk
