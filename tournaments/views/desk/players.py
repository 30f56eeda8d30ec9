"""Entering players: from the list, by name, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.forms.entries import KnownPlayerForm, NewPlayerForm, PlayerListForm
from tournaments.forms.prohibitions import ProhibitionForm
from tournaments.models import Entry, Player, Tournament
from tournaments.permissions import User, players_made_by, visible_players
from tournaments.selectors.people import players_matching
from tournaments.selectors.prohibitions import prohibitions_of
from tournaments.selectors.state import pairing_system, tournament_snapshot
from tournaments.services.entry_lists import add_entries_from_text
from tournaments.services.player_lookup import DoubtfulPlayer, known_players
from tournaments.services.registration import add_entry
from tournaments.views.desk.access import for_entries, refuse, sentences, status_of

SHOWN_PLAYERS = 12
BAD_REQUEST = 400


@require_safe
@for_entries
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return players_page(request, tournament, text=request.GET.get("q", "").strip()[:100])


def players_page(
    request: HttpRequest, tournament: Tournament, *, text: str = "", status: int = 200, **forms: Any
) -> HttpResponse:
    """Who plays, and the three ways to enter somebody; `forms` are those that were sent and refused."""
    snapshot = tournament_snapshot(tournament)
    # In an event of teams the teams have the places: players come and go as reserves.
    is_open = tournament.is_team_event
    problem = None if is_open else pairing_system(tournament).late_entry_problem(snapshot.state)
    context = {
        "tournament": tournament,
        "tab": "players",
        "entries": list(snapshot.entries.values()),
        "new_players": players_made_by(tournament),
        "next_round": len(snapshot.state.rounds) + 1,
        "closed": " ".join(sentences(problem)) if problem else "",
        "text": text,
        "found": _found(request.user, tournament, text),
        "shown_players": SHOWN_PLAYERS,
        "problems": (),
        "doubtful": None,
        "new_form": NewPlayerForm(initial={"name": text}),
        "list_form": PlayerListForm(),
        "prohibitions": prohibitions_of(tournament),
        "prohibition_form": ProhibitionForm(tournament=tournament),
        **forms,
    }
    return render(request, "tournaments/desk/players.html", context, status=status)


def _found(user: User, tournament: Tournament, text: str) -> list[Player]:
    """Players of the list who are not entered yet, one more than is shown so that the page can say so."""
    if not text:
        return []
    entered = tournament.entries.values("player")
    found = players_matching(text, known_players(tournament) & visible_players(user))
    found = found.exclude(pk__in=entered)
    return list(found[: SHOWN_PLAYERS + 1])


def entered_text(tournament: Tournament, entries: Sequence[Entry]) -> str:
    """Who was entered; who is new to the site is named so that surname and given name can be told apart."""
    if len(entries) == 1:
        return _("%(player)s is entered.") % {"player": entries[0].player.formal_name}
    said = ngettext("%(count)s player is entered.", "%(count)s players are entered.", len(entries)) % {
        "count": len(entries)
    }
    made = players_made_by(tournament)
    new = [entry.player.formal_name for entry in entries if entry.player_id in made]
    if not new:
        return said
    return " ".join((said, _("New to the site: %(players)s.") % {"players": "; ".join(new)}))


@require_POST
@for_entries
def enter(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter somebody from the list of players."""
    form = KnownPlayerForm(request.POST, user=request.user)
    if not form.is_valid():
        problems = [_("This player is not on the list any more.")]
        return players_page(request, tournament, problems=problems, status=BAD_REQUEST)
    try:
        entry = add_entry(actor=request.user, tournament=tournament, player=form.cleaned_data["player"])
    except (DomainError, ValidationError) as error:
        return players_page(request, tournament, problems=sentences(error), status=status_of(error))
    return _entered(request, tournament, [entry])


@require_POST
@for_entries
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter somebody by name."""
    form = NewPlayerForm(request.POST)
    status = BAD_REQUEST
    doubtful = None
    if form.is_valid():
        try:
            entry = add_entry(actor=request.user, tournament=tournament, **form.cleaned_data)
        except DoubtfulPlayer as doubt:
            status = refuse(form, doubt)
            doubtful = _doubtful(doubt, request)
        except (DomainError, ValidationError) as error:
            status = refuse(form, error)
        else:
            return _entered(request, tournament, [entry])
    # The namesakes the name may stand for are shown beside it, each with its button.
    text = request.POST.get("name", "")[:100]
    return players_page(request, tournament, text=text, new_form=form, doubtful=doubtful, status=status)


def _doubtful(doubt: DoubtfulPlayer, request: HttpRequest) -> dict[str, Any]:
    """Whom the name may mean, and what was sent, for the button that makes a new player of it."""
    sent = [(name, request.POST.get(name, "")) for name in ("name", "birth_year", "club", "rating")]
    return {"players": doubt.players, "is_double": doubt.code == "probable-double", "sent": sent}


@require_POST
@for_entries
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter many at once, or nobody."""
    form = PlayerListForm(request.POST)
    status = BAD_REQUEST
    if form.is_valid():
        text = form.cleaned_data["text"]
        try:
            entries = add_entries_from_text(actor=request.user, tournament=tournament, text=text)
        except DomainError as error:
            status = refuse(form, error, "text")
        else:
            return _entered(request, tournament, entries)
    return players_page(request, tournament, list_form=form, status=status)


def _entered(request: HttpRequest, tournament: Tournament, entries: list[Entry]) -> HttpResponse:
    messages.success(request, entered_text(tournament, entries))
    return redirect(reverse("desk-players", args=[tournament.slug]) + "#find-player")
