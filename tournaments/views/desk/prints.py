"""The arbiter's paper: what there is to print, and slips, scoresheets and place cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.errors import InputError
from tournaments.domain.openings import Opening, read_opening
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.selectors.prints import (
    TableGame,
    entrants,
    games_at_tables,
    sitting_in,
    tables_of,
    team_of,
)
from tournaments.selectors.reports import PLAYED_ON
from tournaments.views.codes import private_address, table_address
from tournaments.views.desk.access import for_persons
from tournaments.views.my import private
from tournaments.views.prints import chosen_round, rounds_for

T = TypeVar("T")
ALL = "all"
SLIPS_A_PAGE, CARDS_A_PAGE = (6, 4), (2, 4)
_NAME_SIZES = {"brief": 11, "short": 20, "medium": 28}
"""How many letters a line of a card takes in each size of the name."""
MOVES = 60
"""Moves that a scoresheet takes, half of them in each of its two columns."""


@require_safe
@for_persons
def prints(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything there is to print, with its options."""
    rounds = rounds_for(request, tournament)
    # Only players are in categories.
    categories = [] if tournament.is_team_event else list(tournament.categories.values_list("pk", "name"))
    context = {
        "tournament": tournament,
        "tab": "prints",
        "rounds": rounds,
        "published": [each for each in rounds if not each.is_draft],
        "categories": categories,
        "slips_a_page": SLIPS_A_PAGE,
        "cards_a_page": CARDS_A_PAGE,
    }
    return render(request, "prints/index.html", context)


@dataclass(frozen=True)
class Slip:
    """A result slip: of a table, or a blank one. `games` are the numbers of the games it has boxes for;
    `link` is what the table's code opens, empty where players do not report."""

    pairing: Pairing | None
    games: range
    link: str = ""

    @property
    def teams(self) -> tuple[str, str]:
        """The teams of White and Black, empty where players play for themselves."""
        if self.pairing is None or self.pairing.match_id is None:
            return "", ""
        sides = [team_of(self.pairing.white), team_of(self.pairing.black)]
        return tuple(team.name if team else "" for team in sides)


@private
@require_safe
@for_persons
def slips(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Result slips, four or six a page: of a round, of all, or (`?blank=1`) a page of blank ones."""
    context = _paper(request, tournament, _("Result slips"))
    size = _choice(request, SLIPS_A_PAGE)
    if context["is_blank"]:
        found = [Slip(None, range(1, tournament.games_per_round + 1))] * size
    else:
        found = [_slip(request, pairing) for pairing in tables_of(tournament, context["chosen"])]
    context |= {"size": size, "pages": in_pages(found, size)}
    return render(request, "prints/slips.html", context)


def _slip(request: HttpRequest, pairing: Pairing) -> Slip:
    # Only where the code opens something: not where nobody may report, nor for a draft or a closed round.
    opens = pairing.round.tournament.players_report and pairing.round.status in PLAYED_ON
    games = range(1, pairing.round.games + 1)
    return Slip(pairing, games, table_address(request, pairing) if opens else "")


@dataclass(frozen=True)
class Ply:
    """A line of a scoresheet: the number of the move and what is known of it beforehand."""

    number: int
    white: str = ""
    black: str = ""


@dataclass(frozen=True)
class Scoresheet:
    """A sheet for one game; `writer` is whose it is, None where there is one a game."""

    of: TableGame | None
    writer: Entry | None
    opening: Opening | None
    columns: list[Sequence[Ply]]

    @property
    def teams(self) -> tuple[str, str]:
        """The teams of White and Black of this game, empty where players play for themselves."""
        if self.of is None or self.of.pairing.match_id is None:
            return "", ""
        sides = [team_of(self.of.game.white), team_of(self.of.game.black)]
        return tuple(team.name if team else "" for team in sides)


@private
@require_safe
@for_persons
def scoresheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Scoresheets, one a game or (`?for=player`) one for each player; `?blank=1` is one without names."""
    context = _paper(request, tournament, _("Scoresheets"))
    each_player = request.GET.get("for") == "player"
    if context["is_blank"]:
        sheets = [_scoresheet(None, None, None)]
    else:
        openings = {each.pk: _opening(tournament, each) for each in context["chosen"]}
        sheets = [
            _scoresheet(game, writer, openings[game.round.pk])
            for game in games_at_tables(tournament, context["chosen"])
            for writer in ((game.game.white, game.game.black) if each_player else (None,))
        ]
    context["sheets"] = sheets
    return render(request, "prints/scoresheets.html", context)


def _opening(tournament: Tournament, this: Round) -> Opening | None:
    """The drawn opening as the engine reads it; what it cannot read is only named on the sheet."""
    try:
        return read_opening(this.opening, tournament.ruleset) if this.opening else None
    except InputError:
        return None


def _scoresheet(of: TableGame | None, writer: Entry | None, opening: Opening | None) -> Scoresheet:
    moves = opening.moves if opening else ()
    lines = []
    for number in range(1, MOVES + 1):
        pair = moves[2 * number - 2 : 2 * number]
        lines.append(Ply(number, *pair))
    return Scoresheet(of, writer, opening, in_pages(lines, MOVES // 2))


@dataclass(frozen=True)
class Card:
    """A place card; `pairing` is the table it stands at where it is for a round."""

    entry: Entry | None
    pairing: Pairing | None = None
    link: str = ""
    team: str = ""

    @property
    def size(self) -> str:
        """How large the name may be: the longer of its two lines decides."""
        if self.entry is None:
            return "brief"
        letters = max(len(self.entry.player.family_name), len(self.entry.player.given_name))
        fitting = (size for size, most in _NAME_SIZES.items() if letters <= most)
        return next(fitting, "long")


@private
@require_safe
@for_persons
def place_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Cards to fold: of everybody, or of who sits in a round (`?round=`), with the code of the private link
    where it is asked for (`?codes=1`)."""
    context = _paper(request, tournament, _("Place cards"))
    size = _choice(request, CARDS_A_PAGE)
    this, with_codes = context["round"], request.GET.get("codes") == "1"
    if context["is_blank"]:
        cards = [Card(None)] * size
    elif this is None or not request.GET.get("round"):
        cards = [_card(request, entry, None, with_codes) for entry in entrants(tournament)]
    else:
        sitting = sitting_in(tournament, this)
        cards = [_card(request, entry, pairing, with_codes) for entry, pairing in sitting]
    context |= {"size": size, "pages": in_pages(cards, size)}
    return render(request, "prints/place_cards.html", context)


def _card(request: HttpRequest, entry: Entry, pairing: Pairing | None, with_code: bool) -> Card:
    link = private_address(request, entry) if with_code else ""
    team = team_of(entry)
    return Card(entry, pairing, link, team.name if team else "")


def _paper(request: HttpRequest, tournament: Tournament, title: str) -> dict[str, Any]:
    """What all of these need: the rounds asked for (`?round=3`, `?round=all`, else the last)."""
    rounds = rounds_for(request, tournament)
    is_all = request.GET.get("round") == ALL
    this = None if is_all else chosen_round(request, rounds)
    return {
        "tournament": tournament,
        "title": title,
        "rounds": rounds,
        "round": this,
        "chosen": rounds if is_all else [this] if this else [],
        "is_blank": request.GET.get("blank") == "1",
        "printed_at": timezone.localtime(),
    }


def in_pages(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """The things, so many on each page; the last one may have fewer."""
    return [things[start : start + size] for start in range(0, len(things), size)]


def _choice(request: HttpRequest, sizes: Sequence[int]) -> int:
    """How many a page; the first of the sizes unless another of them is asked for."""
    return next((size for size in sizes if str(size) == request.GET.get("per_page")), sizes[0])
