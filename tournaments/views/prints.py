"""Lists on paper that everybody may read: pairings by table and by name, standings, the cross table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.sections import Section
from tournaments.domain.state import TournamentState
from tournaments.models import Round, Tournament
from tournaments.permissions import can_manage_tournament, tournament_for_reading, visible_rounds
from tournaments.selectors.prints import places_by_name
from tournaments.selectors.standings import crosstables_of, standings_table
from tournaments.selectors.team_pages import round_matches
from tournaments.selectors.teams import competitors, team_snapshot
from tournaments.selectors.tournament_pages import round_lines
from tournaments.views.standing_columns import Square, other_way, squares
from tournaments.views.tournaments import of_category

WIDE_FROM = 10
"""Columns of results from which a cross table is printed on a sheet turned over."""
MOST_COLUMNS = 24
"""Columns of results that a sheet takes; what is more goes on another table."""


@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays whom at which table: what hangs in the hall."""
    context = sheet(request, slug)
    tournament, this = context["tournament"], context["round"]
    context["title"] = _("Round %(number)s: pairings") % {"number": this.number} if this else _("Pairings")
    if this is not None and tournament.is_team_event:
        snapshot = team_snapshot(tournament, drafts=this.is_draft)
        context["matches"] = round_matches(snapshot, this.number, request.user)
    elif this is not None:
        context["lines"] = round_lines(tournament, this.number, request.user)
    return render(request, "prints/pairings.html", context)


@require_safe
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """Where everybody sits, in the order of names."""
    context = sheet(request, slug) | {"title": _("Pairings")}
    this = context["round"]
    if this is not None:
        context["title"] = _("Round %(number)s: who sits where") % {"number": this.number}
        context["places"] = places_by_name(context["tournament"], this)
    return render(request, "prints/names.html", context)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings now, or after the round asked for, of all or of one category (`?category=`)."""
    context = sheet(request, slug, published=True)
    tournament, this = context["tournament"], context["round"]
    if this is None:
        return render(request, "prints/standings.html", context | {"title": _("Standings")})
    snapshot = competitors(tournament)
    table = standings_table(tournament, after_round=_after(request, this), snapshot=snapshot)
    state = snapshot.state.until(this.number)
    context |= {
        **of_category(request, tournament, table),
        "table": table,
        "title": _standings_title(tournament, this, state, is_last=this == context["rounds"][-1]),
        "missing": sum(len(each.unfinished) for each in state.rounds),
    }
    columns = context["columns"]
    context["width"] = 4 + columns.has_clubs + columns.has_ratings + len(columns.tiebreaks)
    return render(request, "prints/standings.html", context)


def _standings_title(tournament: Tournament, this: Round, state: TournamentState, *, is_last: bool) -> str:
    if is_last and tournament.is_finished:
        return _("Final standings")
    if is_last and state.rounds and state.rounds[-1].unfinished:
        return _("Standings during round %(number)s") % {"number": this.number}
    return _("Standings after round %(number)s") % {"number": this.number}


@dataclass(frozen=True)
class Part:
    """A cross table, or as many of its columns as a sheet takes: `columns` and each line's cells from
    `start` to `end`."""

    square: Square
    columns: tuple[int, ...]
    start: int
    end: int

    @property
    def section(self) -> Section:
        return self.square.section

    @property
    def lines(self) -> list[tuple[int, Any, Sequence[Any]]]:
        """The position, the line and its cells."""
        cut = slice(self.start, self.end)
        return [
            (position, line, (line.row.opponents if self.square.by_opponents else line.row.rounds)[cut])
            for position, line in self.square.lines
        ]

    @property
    def is_wide(self) -> bool:
        return len(self.columns) >= WIDE_FROM

    @property
    def width(self) -> int:
        """How many columns there are with place, name and points."""
        return len(self.columns) + 3


def parts_of(square: Square) -> list[Part]:
    """The cross table in parts of about equal width that sheets take."""
    heads = tuple(position for position, _line in square.lines) if square.by_opponents else square.rounds
    count = max(1, -(-len(heads) // MOST_COLUMNS))
    size = max(1, -(-len(heads) // count))
    starts = range(0, max(1, len(heads)), size)
    return [Part(square, heads[start : start + size], start, start + size) for start in starts]


@require_safe
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """The cross table, turned over where it is wide and in parts where it is wider still."""
    context = sheet(request, slug, published=True) | {"title": _("Cross table")}
    this = context["round"]
    if this is not None:
        context["title"] = _("Cross table after round %(number)s") % {"number": this.number}
        found = crosstables_of(context["tournament"], after_round=_after(request, this))
        shown = squares(found, request.GET.get("by", ""))
        context |= {
            "parts": [part for square in shown for part in parts_of(square)],
            "by_opponents": any(each.by_opponents for each in shown),
            "other_way": other_way(found, shown),
            "has_rounds": not all(each.by_opponents for each in shown),
            "has_pairs_of_games": any(each.games > 1 for one in shown for each in one.section.state.rounds),
        }
    return render(request, "prints/crosstable.html", context)


def sheet(request: HttpRequest, slug: str, *, published: bool = False) -> dict[str, Any]:
    """What every list needs: the tournament, its rounds, and the one asked for (`?round=`), else the last.

    A draft is among them for who may see it, unless only what is `published` counts. Raises Http404 for a
    tournament the reader may not know of and for a round that is not there.
    """
    tournament: Tournament = tournament_for_reading(request.user, slug)
    rounds = rounds_for(request, tournament)
    if published:
        rounds = [each for each in rounds if not each.is_draft]
    return {
        "tournament": tournament,
        "rounds": rounds,
        "round": chosen_round(request, rounds),
        "printed_at": timezone.localtime(),
        "can_manage": can_manage_tournament(request.user, tournament),
    }


def rounds_for(request: HttpRequest, tournament: Tournament) -> list[Round]:
    """The rounds the reader may know of, in their order. One query."""
    return list(visible_rounds(request.user).filter(tournament=tournament).order_by("number"))


def chosen_round(request: HttpRequest, rounds: Sequence[Round]) -> Round | None:
    """The round of `?round=`, else the last one, None before the first."""
    text = request.GET.get("round", "")
    if not text:
        return rounds[-1] if rounds else None
    for each in rounds:
        if str(each.number) == text:
            return each
    raise Http404(_("There is no such round."))


def _after(request: HttpRequest, this: Round) -> int | None:
    """The round after which the table is asked for; None for the table as it is now."""
    return this.number if request.GET.get("round") else None
