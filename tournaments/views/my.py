"""The player's own page: his next game, and the button that reports it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import DomainError
from tournaments.domain.results import RESULTS
from tournaments.forms.reports import ReportForm, TableReportForm
from tournaments.messages import explain
from tournaments.models import Entry, Pairing, ResultReport
from tournaments.permissions import pairing_for_reading, plays_in, require_part_in
from tournaments.selectors.pairing_games import PairingGame, games_of
from tournaments.selectors.reports import (
    entry_by_key,
    games_to_report,
    may_report,
    pairing_at_table,
    pairings_of_entry,
    reportable_codes,
)
from tournaments.selectors.standings import StandingLine, standings_table
from tournaments.services.reports import report_result
from tournaments.views.codes import is_table_token
from tournaments.views.desk.access import status_of
from tournaments.views.links import arrival, no_such_link, remember_link

View = Callable[..., HttpResponse]
BAD_REQUEST = 400


@dataclass(frozen=True)
class Choice:
    code: str
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class OwnGame:
    """A game as the page shows it. `side` is the reader's colour in it, "" where the table does not know.

    `own` is what he reported last, `other` what waits of his opponent.
    """

    game: PairingGame
    side: str
    choices: tuple[Choice, ...]
    own: ResultReport | None = None
    other: ResultReport | None = None

    @property
    def opponent(self) -> Entry | None:
        return self.game.white if self.side == "black" else self.game.black

    @property
    def own_label(self) -> str:
        """What he reported, in his words."""
        return _own_words(self.own.code, self.side) if self.own else ""


@dataclass(frozen=True)
class PastGame:
    number: int
    game: PairingGame
    colour: str
    opponent: Entry | None


def private(view: View) -> View:
    """What a key or a code opens is for its holder: no cache keeps it, no search engine lists it."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


@private
@require_http_methods(["GET", "HEAD", "POST"])
def my(request: HttpRequest, key: str) -> HttpResponse:
    """The page of who has the key. A POST reports a result."""
    entry = entry_by_key(key)
    if entry is None:
        raise no_such_link()
    return remember_link(request, entry, _own_page(request, entry))


@private
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for a player who is signed in, by the game he plays."""
    pairing = pairing_for_reading(request.user, pk)
    if pairing.round.is_draft:
        raise Http404(_("There is no such pairing."))
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not plays_in(request.user, pairing):
        require_part_in(request.user, pairing)
        raise PermissionDenied(_("Only the two who play can report a game."))
    seats = pairing.seats.filter(entry__player__user_id=request.user.pk)
    entry = seats.select_related("entry__tournament", "entry__player__club").first().entry
    return _own_page(request, entry)


def _own_page(request: HttpRequest, entry: Entry) -> HttpResponse:
    problems: list[str] = []
    status = 200
    if request.method == "POST":
        form = ReportForm(request.POST)
        pairing = _own_pairing(entry, form.cleaned_data.get("pairing")) if form.is_valid() else None
        if pairing is None:
            problems, status = [_("The page was sent incomplete: open it again.")], BAD_REQUEST
        else:
            try:
                _report(request, pairing, entry, form)
            except DomainError as error:
                problems, status = [explain(error)], status_of(error)
            else:
                messages.success(request, _("Reported. It counts when the arbiter confirms it."))
                return redirect(request.path)
    return own_page(request, entry, problems=problems, status=status)


def own_page(
    request: HttpRequest, entry: Entry, *, problems: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    """The player's page, with what stood in the way of what he just did."""
    context = _own_context(entry) | {"problems": problems} | arrival(request.user, entry)
    return render(request, "my/page.html", context, status=status)


def _own_pairing(entry: Entry, pk: int | None) -> Pairing | None:
    return Pairing.objects.published().filter(pk=pk, seats__entry=entry).first()


def _report(request: HttpRequest, pairing: Pairing, entry: Entry, form: ReportForm) -> None:
    report_result(
        actor=request.user if request.user.is_authenticated else None,
        pairing=pairing,
        entry=entry,
        code=form.cleaned_data["code"],
        game=form.cleaned_data["game"],
    )


def _own_context(entry: Entry) -> dict[str, Any]:
    """What the player's page shows."""
    pairings = pairings_of_entry(entry)
    last = entry.tournament.rounds.published().order_by("-number").first()
    now = next((each for each in pairings if last is not None and each.round_id == last.pk), None)
    return {
        "entry": entry,
        "tournament": entry.tournament,
        "last": last,
        "now": now,
        "games": own_games(now, entry) if now else [],
        "may_report": now is not None and may_report(now),
        "past": [past for each in pairings if each != now for past in _past(each, entry)],
        "line": _line(entry, last.number) if last else None,
        "byes": sorted(entry.requested_byes.all(), key=lambda bye: bye.round_number),
    }


def own_games(pairing: Pairing, entry: Entry | None) -> list[OwnGame]:
    """The games of the pairing for one of its players; for the table (None) without what was reported."""
    codes = reportable_codes(pairing.round.tournament)
    return [_own_game(pairing, game, entry, codes) for game in games_to_report(pairing)]


def _own_game(pairing: Pairing, game: PairingGame, entry: Entry | None, codes: tuple[str, ...]) -> OwnGame:
    if entry is None:
        return OwnGame(game, "", tuple(Choice(code, _table_words(code, game), False) for code in codes))
    side = "white" if game.white.pk == entry.pk else "black"
    reports = [each for each in pairing.reports.all() if each.game == game.number]
    waiting = [each for each in reports if each.status == ResultReport.Status.OPEN]
    own = next((each for each in reversed(reports) if each.entry_id == entry.pk), None)
    chosen = own.code if own in waiting else None
    return OwnGame(
        game,
        side,
        tuple(Choice(code, _own_words(code, side), code == chosen) for code in _own_order(codes, side)),
        own,
        next((each for each in waiting if each.entry_id != entry.pk), None),
    )


def _own_order(codes: Sequence[str], side: str) -> list[str]:
    """From won to lost, with either colour: a thumb finds each button where it was."""
    order = ("win", "draw", "loss")
    return sorted(codes, key=lambda code: order.index(_own_side(code, side)))


def _own_side(code: str, side: str) -> str:
    kind = RESULTS[code]
    return (kind.black if side == "black" else kind.white) or "loss"


def _own_words(code: str, side: str) -> str:
    kind = RESULTS[code]
    if kind.plus is not None:
        return _("Draw, plus for me") if kind.plus == side else _("Draw, plus for the opponent")
    return {"win": _("I won"), "draw": _("Draw"), "loss": _("I lost")}[_own_side(code, side)]


def _table_words(code: str, game: PairingGame) -> str:
    kind = RESULTS[code]
    names = {"white": game.white.player.name, "black": game.black.player.name if game.black else ""}
    if kind.plus is not None:
        return _("Draw, plus for %(player)s") % {"player": names[kind.plus]}
    if kind.white == "draw":
        return _("Draw")
    return _("%(player)s won") % {"player": names["white" if kind.white == "win" else "black"]}


def _past(pairing: Pairing, entry: Entry) -> list[PastGame]:
    """The games of an earlier round as the player saw them."""
    found = []
    for game in games_of(pairing):
        is_white = game.white.pk == entry.pk
        colour = "" if pairing.is_bye else "white" if is_white else "black"
        found.append(PastGame(pairing.round.number, game, colour, game.black if is_white else game.white))
    return found


def _line(entry: Entry, after_round: int) -> StandingLine | None:
    """The player's line of the standings; none where teams are ranked."""
    if entry.tournament.is_team_event:
        return None
    lines = standings_table(entry.tournament, after_round=after_round).lines
    return next((line for line in lines if line.entry.pk == entry.pk), None)


@private
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, slug: str, number: int, table: int, token: str) -> HttpResponse:
    """The game at a table, for who has the code that lies there. A POST reports its result."""
    pairing = pairing_at_table(slug, number, table)
    if pairing is None or not is_table_token(pairing, token):
        raise Http404(_("This code is not valid any more: the round was paired anew."))
    if request.method != "POST":
        if not pairing.round.tournament.players_report:
            raise Http404(_("Players do not report results in this tournament. Tell the arbiter."))
        return _table_page(request, pairing, TableReportForm())
    form = TableReportForm(request.POST)
    if not form.is_valid():
        return _table_page(request, pairing, form, status=BAD_REQUEST)
    entry = pairing.white if form.cleaned_data["side"] == "white" else pairing.black
    try:
        _report(request, pairing, entry or pairing.white, form)
    except DomainError as error:
        return _table_page(request, pairing, form, problems=[explain(error)], status=status_of(error))
    messages.success(
        request,
        _("Reported by %(player)s. It counts when the arbiter confirms it.") % {"player": entry.player.name},
    )
    return redirect(request.path)


def _table_page(
    request: HttpRequest,
    pairing: Pairing,
    form: TableReportForm,
    *,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "pairing": pairing,
        "tournament": pairing.round.tournament,
        "games": own_games(pairing, None),
        "may_report": may_report(pairing),
        "form": form,
        "problems": problems or [],
    }
    return render(request, "my/table.html", context, status=status)
