"""Rounds: pairing the next one, what stands in one, undoing the last."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.domain.errors import DomainError, PairingError
from tournaments.forms.entries import ReasonForm
from tournaments.forms.rounds import PairForm, StartForm
from tournaments.models import Pairing, Result, Round, Tournament
from tournaments.selectors.desk import desk_state
from tournaments.selectors.team_pages import RoundMatch, round_matches
from tournaments.selectors.teams import team_snapshot
from tournaments.selectors.tournament_pages import round_lines, round_numbers
from tournaments.services.round_drafts import is_untouched
from tournaments.services.rounds import pair_next_round, round_record, undo_last_round
from tournaments.views.desk.access import for_arbiters, sentences, status_of
from tournaments.views.desk.now import back_to_desk, now_page
from tournaments.views.desk.rows import Refused, groups_of, rows_of
from tournaments.views.desk.stale import problems_of, seen_version


@require_safe
@for_arbiters
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The last round; before there is one, the desk says what comes first."""
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return redirect("desk", tournament.slug)
    return redirect("desk-round", tournament.slug, last.number)


@require_POST
@for_arbiters
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next round, or prepare it as a draft; who presses the button second is shown the round of the
    first."""
    form = PairForm(request.POST)
    if not form.is_valid():
        return now_page(request, tournament, problems=[_("Say which round to pair.")], status=400)
    expected = form.cleaned_data["expected_number"]
    try:
        paired = pair_next_round(
            actor=request.user,
            tournament=tournament,
            expected_number=expected,
            draft=form.cleaned_data["draft"],
        )
    except DomainError as error:
        if tournament.rounds.filter(number=expected).exists():
            tournament.refresh_from_db()
            problems = [_("Round %(number)s is already paired.") % {"number": expected}]
            return round_page(request, tournament, expected, problems=problems, status=409)
        can = isinstance(error, PairingError) and not tournament.is_team_event
        return now_page(
            request,
            tournament,
            problems=sentences(error),
            by_hand=tournament.rounds.count() + 1 if can else None,
            status=status_of(error),
        )
    messages.success(request, _paired(paired))
    return redirect("desk-round", tournament.slug, paired.number)


def _paired(paired: Round) -> str:
    tables = paired.pairings.filter(black__isnull=False).count()
    if paired.is_draft:
        draft = ngettext(
            "Round %(number)s is prepared as a draft: %(count)s table. Only the arbiters see it.",
            "Round %(number)s is prepared as a draft: %(count)s tables. Only the arbiters see it.",
            tables,
        )
        return draft % {"number": paired.number, "count": tables}
    said = ngettext(
        "Round %(number)s is paired: %(count)s table.",
        "Round %(number)s is paired: %(count)s tables.",
        tables,
    )
    return said % {"number": paired.number, "count": tables}


@require_safe
@for_arbiters
def round_view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return round_page(request, tournament, number)


def round_page(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    *,
    refused: Refused | None = None,
    problems: Sequence[str] = (),
    start_form: StartForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """A round with a form a table; `refused` is the result that was sent and not recorded, `problems` what
    stood in the way of another button."""
    this = _round(tournament, number)
    numbers = round_numbers(tournament, drafts=True)
    is_last = number == numbers[-1]
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "round": this,
        "number": number,
        "rounds": numbers,
        "is_last": is_last,
        "rows": rows_of(
            tournament,
            round_lines(tournament, number, request.user),
            is_settled=this.is_closed or not is_last,
            refused=refused,
        ),
        "desk": desk_state(tournament),
        "problems": problems,
        "start_form": start_form or StartForm(initial={"starts_at": this.starts_at}),
        "may_unpublish": is_last and this.status == Round.Status.PUBLISHED and is_untouched(this),
    }
    context["matches"] = _matches(request, tournament, number)
    context["groups"] = groups_of(tournament, context["rows"], context["matches"])
    context["open_count"] = sum(row.game.code is None for row in context["rows"])
    waiting = [row for row in context["rows"] if row.game.code is None]
    context["must_wait"] = any(not row.pairing.is_adjourned for row in waiting)
    return render(request, "tournaments/desk/round.html", context, status=status)


def _matches(request: HttpRequest, tournament: Tournament, number: int) -> list[RoundMatch]:
    """The matches of a round of teams; none where players play for themselves."""
    if not tournament.is_team_event:
        return []
    return round_matches(team_snapshot(tournament, drafts=True), number, request.user)


def _round(tournament: Tournament, number: int) -> Round:
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise Http404(_("There is no such round."))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters
def undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Say what goes with the round, then undo it."""
    if request.method != "POST":
        return _undo_page(request, tournament, _round(tournament, number), ReasonForm())
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _undo_page(request, tournament, _round(tournament, number), form, status=400)
    was_draft = tournament.rounds.filter(number=number, status=Round.Status.DRAFT).exists()
    try:
        undo_last_round(
            actor=request.user,
            tournament=tournament,
            number=number,
            reason=form.cleaned_data["reason"],
            version=seen_version(request),
        )
    except DomainError as error:
        found = tournament.rounds.filter(number=number).first()
        if found is None:
            return back_to_desk(request, tournament, error)
        tournament.refresh_from_db()
        for sentence in problems_of(request, error, tournament):
            messages.error(request, sentence)
        return _undo_page(request, tournament, found, form, status=status_of(error))
    if was_draft:
        done = _("The draft of round %(number)s is deleted. The log keeps what stood there.")
    else:
        done = _("Round %(number)s is undone. The log keeps what stood there.")
    messages.success(request, done % {"number": number})
    return redirect("desk", tournament.slug)


def _undo_page(
    request: HttpRequest, tournament: Tournament, this: Round, form: ReasonForm, status: int = 200
) -> HttpResponse:
    record = round_record(this)
    numbers = round_numbers(tournament, drafts=True)
    games = Pairing.objects.filter(round=this, black__isnull=False)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "number": this.number,
        "is_draft": this.is_draft,
        "is_last": this.number == numbers[-1],
        "last": numbers[-1],
        "form": form,
        "table_count": games.count(),
        "result_count": Result.objects.filter(pairing__in=games, status=Result.Status.CONFIRMED).count(),
        "game_count": sum(game["is_current"] for game in record.get("games", ())),
    }
    return render(request, "tournaments/desk/undo.html", context, status=status)
