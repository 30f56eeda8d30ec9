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
from tournaments.forms.rounds import AdjournForm, ResultForm
from tournaments.models import Pairing, Result, Tournament
from tournaments.selectors.pairing_games import (
    PairingGame,
    code_of,
    game_of,
    games_of,
)
from tournaments.selectors.play_offs import game_is_due
from tournaments.selectors.state import play_off_codes
from tournaments.services.results import is_settled, record_result
from tournaments.services.round_states import set_adjourned
from tournaments.templatetags.pages import result_text
from tournaments.views.desk.access import for_arbiters, not_elsewhere, sentences, status_of
from tournaments.views.desk.now import now_page
from tournaments.views.desk.rounds import round_page
from tournaments.views.desk.rows import Refused, game_anchor

BAD_REQUEST = 400


@require_POST
@for_arbiters
def record(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """Record, correct or clear a result. A stale one is shown beside what stands there, to be sent again."""
    pairing = _pairing(tournament, pk)
    if pairing is None:
        gone = ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))
        return now_page(request, tournament, problems=sentences(gone), status=status_of(gone))
    game = _game(request)
    recorded = code_of(pairing, game)
    # Of a finished tournament the service says more than that a reason is missing.
    is_correction = recorded is not None and not tournament.is_finished and is_settled(pairing.round)
    form = ResultForm({"game": game, **request.POST.dict()}, recorded=recorded, is_correction=is_correction)
    sent = Refused(
        pk,
        game,
        request.POST.get("code", "")[:10],
        request.POST.get("reason", ""),
        adjudicated=bool(request.POST.get("adjudicated")),
    )
    if not form.is_valid():
        problems = [sentence for errors in form.errors.values() for sentence in errors]
        refused = replace(sent, problems=problems)
        return round_page(request, tournament, pairing.round.number, refused=refused, status=BAD_REQUEST)
    try:
        pairing = record_result(actor=request.user, pairing=pairing, **form.cleaned_data)
    except DomainError as error:
        return refuse_result(request, tournament, replace(sent, problems=sentences(error)), error)
    return _recorded(request, tournament, pairing, game)


def _game(request: HttpRequest) -> int:
    """The game the result is of; the first where nothing, or nothing that is a number, says which."""
    text = request.POST.get("game", "")
    return int(text) if text.isdecimal() and len(text) <= 2 else 1


def _pairing(tournament: Tournament, pk: int) -> Pairing | None:
    """The pairing, None when its round has been undone. Raises Http404 for one of another event."""
    found = (
        Pairing.objects.filter(round__tournament=tournament, pk=pk)
        .select_related("round", "white__player", "black__player")
        .first()
    )
    if found is None:
        not_elsewhere(Pairing.objects, pk)
    return found


@require_POST
@for_arbiters
def adjourn(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """Say that a game is adjourned, or that it is not."""
    pairing, form = _pairing(tournament, pk), AdjournForm(request.POST)
    if pairing is None:
        gone = ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))
        return now_page(request, tournament, problems=sentences(gone), status=status_of(gone))
    if not form.is_valid():
        problems = [_("The page was sent incomplete: open it again.")]
        return round_page(request, tournament, pairing.round.number, problems=problems, status=BAD_REQUEST)
    try:
        pairing = set_adjourned(actor=request.user, pairing=pairing, **form.cleaned_data)
    except DomainError as error:
        return round_page(
            request, tournament, pairing.round.number, problems=sentences(error), status=status_of(error)
        )
    said = _("Table %(table)s is adjourned: the next round can be paired without its result.")
    if not pairing.is_adjourned:
        said = _("Table %(table)s is not adjourned any more.")
    messages.success(request, said % {"table": pairing.table})
    address = reverse("desk-round", args=[tournament.slug, pairing.round.number])
    return redirect(f"{address}#{game_anchor(pairing.pk, 1)}")


def refuse_result(
    request: HttpRequest, tournament: Tournament, refused: Refused, error: DomainError
) -> HttpResponse:
    """The page that shows what was not recorded, beside what stands there when somebody was first."""
    pairing = _pairing(tournament, refused.pairing_id)
    if pairing is None:
        return now_page(request, tournament, problems=refused.problems, status=status_of(error))
    if isinstance(error, StaleError):
        if refused.code == (code_of(pairing, refused.game) or ""):
            # A colleague recorded the same: there is nothing to decide.
            return _recorded(request, tournament, pairing, refused.game)
        confirmed = pairing.results.filter(status=Result.Status.CONFIRMED, game=refused.game)
        standing = confirmed.select_related("recorded_by").first()
        refused = replace(refused, problems=[], standing=standing, is_stale=True)
    return round_page(request, tournament, pairing.round.number, refused=refused, status=status_of(error))


def _recorded(request: HttpRequest, tournament: Tournament, pairing: Pairing, number: int) -> HttpResponse:
    game = game_of(pairing, number, code_of(pairing, number))
    place = {"table": pairing.table, "players": _players(game), "result": result_text(game.code)}
    if game.code:
        messages.success(request, _("Table %(table)s: %(players)s %(result)s") % place)
    else:
        messages.success(request, _("Table %(table)s: %(players)s, the result is cleared") % place)
    address = reverse("desk-round", args=[tournament.slug, pairing.round.number])
    return redirect(f"{address}#{_next_open(tournament, pairing, number)}")


def _players(game: PairingGame) -> str:
    """Who played, White first, and which game it was where that must be said."""
    both = f"{game.white} – {game.black or _('bye')}"
    return f"{both} ({game.label})" if game.label else both


def _next_open(tournament: Tournament, pairing: Pairing, number: int) -> str:
    """Where the arbiter goes on: the next game without a result, of this table or of a later one, else where
    he was."""
    play_off = play_off_codes(tournament, pairing.round.number).get(pairing.pk, ())
    games = games_of(pairing, play_off, also_next=game_is_due(tournament, pairing, play_off))
    for game in games[number:]:
        if game.code is None:
            return game_anchor(pairing.pk, game.number)
    following = (
        Pairing.objects.filter(round=pairing.round_id, table__gt=pairing.table)
        .unfinished()
        .order_by("table")
        .first()
    )
    if following is None:
        return game_anchor(pairing.pk, number)
    return game_anchor(following.pk, 1 if following.result_code is None else 2)
