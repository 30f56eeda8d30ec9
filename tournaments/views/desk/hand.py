"""A round paired by hand: the next one, or the last one put right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import DomainError
from tournaments.domain.pairing import PlannedPairing, Reason
from tournaments.domain.results import RESULTS
from tournaments.domain.state import PAIRING_BYE, PairingState
from tournaments.forms.hand_rounds import (
    HandRoundForm,
    HandRow,
    bye_labels,
    read_rows,
    rows_sent,
    seat_label,
)
from tournaments.messages import explain
from tournaments.models import Round, Tournament
from tournaments.selectors.state import tournament_snapshot
from tournaments.services.hand_plans import (
    DoubtfulPairing,
    HandPair,
    Proposal,
    propose_again,
    propose_next_round,
)
from tournaments.services.hand_rounds import edit_round_by_hand, pair_round_by_hand
from tournaments.services.rounds import require_results
from tournaments.views.desk.access import for_arbiters, sentences, status_of

SPARE_ROWS = 2


@dataclass
class HandPage:
    """What the page shows beside the proposal: the rows, what stood in the way, what is unusual."""

    rows: list[HandRow]
    form: HandRoundForm
    problems: Sequence[str] = ()
    warnings: Sequence[Reason] = ()
    confirm: str = ""
    status: int = 200


@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters
def hand(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Rows of names for the next round, or for the last one while it can still be changed."""
    paired = tournament.rounds.count()
    is_new = request.POST.get("version", "") == "" if request.method == "POST" else number > paired
    if number > paired + 1 or not number:
        raise Http404(_("There is no such round."))
    if tournament.is_team_event:
        return render(
            request, "tournaments/desk/hand_teams.html", {"tournament": tournament, "tab": "rounds"}
        )
    if is_new and number <= paired:
        messages.warning(request, _("Round %(number)s is already paired.") % {"number": number})
        return redirect("desk-round", tournament.slug, number)
    if number < paired:
        messages.warning(request, _("Only the last round can be paired anew."))
        return redirect("desk-round", tournament.slug, number)
    this = tournament.rounds.filter(number=number).first()
    if this is None and not is_new:
        messages.warning(request, _("This round has been undone meanwhile."))
        return redirect("desk", tournament.slug)
    proposal = propose_again(this) if this is not None else propose_next_round(tournament)
    if request.method == "POST":
        return _sent(request, tournament, this, proposal)
    return _page(request, tournament, this, proposal, _fresh(tournament, this, proposal))


def _fresh(tournament: Tournament, this: Round | None, proposal: Proposal) -> HandPage:
    form = HandRoundForm(initial={"version": tournament.version if this is not None else None})
    page = HandPage(_prefilled(tournament, this, proposal), form)
    try:
        if this is None:
            require_results(tournament)
    except DomainError as error:
        page.problems = sentences(error)
    return page


def _prefilled(tournament: Tournament, this: Round | None, proposal: Proposal) -> list[HandRow]:
    """What stands in the round, else what the system would pair; who is absent is added by the service."""
    standing: Sequence[PlannedPairing | PairingState] = proposal.plan.pairings if proposal.plan else ()
    if this is not None:
        standing = tournament_snapshot(tournament, drafts=True).state.rounds[this.number - 1].pairings
    return [
        HandRow(_label(proposal, each.white), _black_text(proposal, each))
        for each in standing
        if each.black is not None or each.white in proposal.present
    ]


def _label(proposal: Proposal, number: int) -> str:
    return seat_label(number, proposal.snapshot.entries[number])


def _black_text(proposal: Proposal, pairing: PlannedPairing | PairingState) -> str:
    if pairing.black is not None:
        return _label(proposal, pairing.black)
    return _(RESULTS[pairing.result].label) if pairing.result else ""


def _sent(
    request: HttpRequest, tournament: Tournament, this: Round | None, proposal: Proposal
) -> HttpResponse:
    form = HandRoundForm(request.POST)
    rows = rows_sent(request.POST.getlist("white"), request.POST.getlist("black"))
    page = HandPage(rows, form)
    options = proposal.snapshot.state.options
    read = read_rows(rows, proposal.snapshot.entries, str(options.get(PAIRING_BYE, "bye")))
    if not form.is_valid() or any(row.errors for row in rows):
        page.status = HTTPStatus.BAD_REQUEST
        return _page(request, tournament, this, proposal, page)
    pairs = [pair for _row, pair in read]
    try:
        done = _write(request, tournament, this, proposal, pairs, form)
    except DoubtfulPairing as doubt:
        page.warnings, page.status = doubt.warnings, status_of(doubt)
        page.confirm = _fingerprint(doubt.warnings, pairs)
    except DomainError as error:
        at = error.params.get("row")
        if isinstance(at, int):
            read[at][0].errors += sentences(error)
        else:
            page.problems = sentences(error)
        page.status = status_of(error)
    else:
        messages.success(request, _said(done))
        return redirect("desk-round", tournament.slug, done.number)
    return _page(request, tournament, this, proposal, page)


def _write(
    request: HttpRequest,
    tournament: Tournament,
    this: Round | None,
    proposal: Proposal,
    pairs: list[HandPair],
    form: HandRoundForm,
) -> Round:
    """Write the round. Confirmed is only what was shown: after a change it is asked again."""
    sent = form.cleaned_data
    common: dict[str, Any] = {
        "actor": request.user,
        "tournament": tournament,
        "pairs": pairs,
        "reason": sent["reason"],
    }
    write = partial(pair_round_by_hand, expected_number=proposal.number, **common)
    if this is not None:
        write = partial(edit_round_by_hand, number=this.number, version=sent["version"], **common)
    try:
        return write()
    except DoubtfulPairing as doubt:
        if sent["confirm"] != _fingerprint(doubt.warnings, pairs):
            raise
    return write(confirm=True)


def _fingerprint(warnings: Sequence[Reason], pairs: Sequence[HandPair]) -> str:
    """What stands for a round and its warnings in the button that confirms them."""
    who = [[white.pk, black and black.pk, result] for white, black, result in pairs]
    said = json.dumps([who, *([each.code, each.params] for each in warnings)], default=str, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()


def _said(done: Round) -> str:
    tables = done.pairings.filter(black__isnull=False).count()
    text = ngettext(
        "Round %(number)s is paired by hand: %(count)s table.",
        "Round %(number)s is paired by hand: %(count)s tables.",
        tables,
    )
    return text % {"number": done.number, "count": tables}


def _page(
    request: HttpRequest, tournament: Tournament, this: Round | None, proposal: Proposal, page: HandPage
) -> HttpResponse:
    entries, state = proposal.snapshot.entries, proposal.snapshot.state
    present = proposal.present
    missing = max((len(present) + 1) // 2 - len([row for row in page.rows if not row.is_empty]), 0)
    spare = max(missing + SPARE_ROWS - len([row for row in page.rows if row.is_empty]), 0)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "number": proposal.number,
        "this": this,
        "rows": [*page.rows, *(HandRow() for _row in range(spare))],
        "form": page.form,
        "version": tournament.version if this is not None else "",
        "problems": page.problems,
        "warnings": [explain(each) for each in page.warnings],
        "confirm": page.confirm,
        "why_not": sentences(proposal.problem) if proposal.problem is not None else (),
        "players": [seat_label(number, entry) for number, entry in entries.items()],
        "byes": bye_labels(),
        "absent": [entry.label for entry in state.by_number.values() if entry.number not in present],
    }
    return render(request, "tournaments/desk/hand.html", context, status=page.status)
