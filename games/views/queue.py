"""The arbiter's queue: what was found in the games, and deciding it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.domain.steps import position_after
from games.forms import DecisionForm, decision_results
from games.messages import explain_flag, explain_opinion
from games.models import Flag
from games.permissions import flag_for_deciding
from games.selectors.queue import decided_flags, open_flags
from games.services.queue import decide_flag
from games.views.pictures import picture_of
from tournaments.domain.errors import DomainError
from tournaments.models import Tournament
from tournaments.templatetags.pages import result_text
from tournaments.views.desk.access import for_arbiters, status_of
from tournaments.views.desk.stale import problems_of, seen_version
from tournaments.views.paging import paged

PER_PAGE = 20
DECIDED_SHOWN = 20


@dataclass(frozen=True)
class Card:
    """A finding with its sentence, the board where it happened and what the engine says of it."""

    flag: Flag
    said: str
    board: SafeString
    settles: str
    engine: str


@require_safe
@for_arbiters
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@require_POST
@for_arbiters
def decide(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    flag = flag_for_deciding(request.user, tournament.slug, pk)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        problems = [sentence for errors in form.errors.values() for sentence in errors]
        return _page(request, tournament, problems=problems, status=400)
    try:
        flag = decide_flag(actor=request.user, flag=flag, version=seen_version(request), **form.cleaned_data)
    except DomainError as error:
        problems = problems_of(request, error, tournament)
        return _page(request, tournament, problems=problems, status=status_of(error))
    messages.success(request, _decided(flag))
    return redirect("desk-queue", tournament.slug)


def _decided(flag: Flag) -> str:
    has_result = flag.game.recorded_code
    place = {"players": str(flag.game), "result": result_text(has_result)}
    said = (
        _("Decided: %(players)s %(result)s") if has_result else _("Decided: %(players)s has no result now.")
    )
    removed = [] if flag.game.is_current else [_("The record does not count any more; it stays readable.")]
    return " ".join([said % place, *removed])


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    page: Page = paged(request, open_flags(tournament), PER_PAGE)
    context = {
        "tournament": tournament,
        "tab": "queue",
        "page": page,
        "problems": problems,
        "cards": [_card(flag) for flag in page],
        "decided": [(flag, explain_flag(flag)) for flag in decided_flags(tournament)[:DECIDED_SHOWN]],
        "results": decision_results(),
    }
    return render(request, "games/queue.html", context, status=status)


def _card(flag: Flag) -> Card:
    game = flag.game
    # An illegal ply was never on the board: what is shown is the position before it.
    shown = position_after(game.ruleset, game.moves, flag.ply, game.start_fen)
    settles = flag.finding.settled(flag.details)
    return Card(flag, explain_flag(flag), picture_of(shown), settles, explain_opinion(flag))
