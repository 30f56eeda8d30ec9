"""The public pages of tournaments: the list, and the tabs of one."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.domain.errors import ConflictError
from tournaments.domain.standings import require_final
from tournaments.messages import explain
from tournaments.models import Round, Tournament
from tournaments.permissions import (
    Right,
    can_create_tournament,
    rights_in,
    tournament_for_reading,
)
from tournaments.rights import Role
from tournaments.selectors.categories import category_named, members_of, places_within
from tournaments.selectors.officials import public_names
from tournaments.selectors.pairing_games import round_codes
from tournaments.selectors.round_parts import round_parts
from tournaments.selectors.standings import StandingsTable, crosstables_of, standings_table
from tournaments.selectors.state import entries_of, pairing_system
from tournaments.selectors.team_pages import BoardRow, RoundMatch, round_matches
from tournaments.selectors.teams import competitors, team_snapshot, teams_of
from tournaments.selectors.tournament_pages import (
    PairingLine,
    recorded_games,
    round_lines,
    round_numbers,
    tournament_years,
    tournaments_found,
)
from tournaments.views.desk.access import status_of
from tournaments.views.explanations import explained
from tournaments.views.paging import TournamentFilter, paged
from tournaments.views.standing_columns import other_way, shown_columns, squares, within
from tournaments.views.tags import version_tag


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    form = TournamentFilter(request.GET, years=tournament_years(request.user))
    values = form.values()
    page = paged(request, tournaments_found(request.user, text=values.pop("q", ""), **values))
    context = {
        "form": form,
        "page": page,
        "is_filtered": form.has_changed(),
        "may_create": can_create_tournament(request.user),
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    """How it ended, or who plays whom in the latest round."""
    context = frame(request, slug, "pairings")
    if context["tournament"].is_finished:
        return _standings(request, {**context, "tab": "standings"})
    return _round(request, context, context["latest"])


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    context = frame(request, slug, "pairings")
    if number not in context["rounds"] and not _is_own_draft(context, number):
        raise Http404(_("There is no such round."))
    return _round(request, context, number)


def _is_own_draft(context: dict[str, Any], number: int) -> bool:
    """Whether it is a draft of who runs the play: its page is there for him, led to from the desk alone."""
    drafts = context["tournament"].rounds.filter(status=Round.Status.DRAFT, number=number)
    return context["can_manage"] and drafts.exists()


def _round_etag(request: HttpRequest, slug: str, number: int) -> str | None:
    return version_tag(request, slug, number, request.user.pk or 0)


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_round_etag)
def round_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of a round alone, for a page that asks again and again."""
    context = frame(request, slug, "pairings")
    if number not in context["rounds"]:
        raise Http404(_("There is no such round."))
    return render(request, "tournaments/_round_table.html", _round_context(request, context, number))


@require_safe
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    return _standings(request, frame(request, slug, "standings"))


@require_safe
def standing_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Why a player stands where he stands: every tie-break with its sum."""
    context = frame(request, slug, "standings")
    tournament, after = context["tournament"], _after(request, context["rounds"])
    table = standings_table(tournament, after_round=after)
    line = next((line for line in table.lines if line.row.number == number), None)
    if line is None:
        raise Http404(_("There is no such player in the standings."))
    context |= {"after": after, "line": line, **explained(line, table, tournament)}
    return render(request, "tournaments/standing.html", context)


@require_safe
def crosstable_page(request: HttpRequest, slug: str) -> HttpResponse:
    context = frame(request, slug, "crosstable")
    after = _after(request, context["rounds"])
    found = crosstables_of(context["tournament"], after_round=after)
    shown = squares(found, request.GET.get("by", ""))
    context |= {
        "squares": shown,
        "by_opponents": any(each.by_opponents for each in shown),
        "other_way": other_way(found, shown),
        "has_rounds": not all(each.by_opponents for each in shown),
        "has_pairs_of_games": any(each.games > 1 for table in shown for each in table.section.state.rounds),
        "after": after,
    }
    return render(request, "tournaments/crosstable.html", context)


@require_safe
def games_page(request: HttpRequest, slug: str) -> HttpResponse:
    context = frame(request, slug, "games")
    context["page"] = paged(request, recorded_games(context["tournament"]), 100)
    return render(request, "tournaments/games.html", context)


@require_safe
def players_page(request: HttpRequest, slug: str) -> HttpResponse:
    context = frame(request, slug, "players")
    if context["tournament"].is_team_event:
        context["teams"] = teams_of(context["tournament"])
        return render(request, "tournaments/teams.html", context)
    context["entries"] = entries_of(context["tournament"])
    return render(request, "tournaments/players.html", context)


@require_safe
def about_page(request: HttpRequest, slug: str) -> HttpResponse:
    context = frame(request, slug, "about")
    tournament = context["tournament"]
    snapshot = competitors(tournament)
    people = public_names(tournament)
    context |= {
        "arbiters": [*people[Role.CHIEF], *people[Role.ARBITER]],
        "organisers": people[Role.ORGANISER],
        "has_chief": bool(people[Role.CHIEF]),
        "entry_count": len(snapshot.entries),
        "total_rounds": pairing_system(tournament).total_rounds(snapshot.state) if snapshot.entries else None,
        "tiebreaks": standings_table(tournament, snapshot=snapshot).tiebreaks,
        "system_label": pairing_system(tournament).label,
    }
    return render(request, "tournaments/about.html", context)


def frame(request: HttpRequest, slug: str, tab: str) -> dict[str, Any]:
    """What every tab needs. Raises Http404 for a tournament the reader may not know of."""
    tournament: Tournament = tournament_for_reading(request.user, slug)
    rounds = round_numbers(tournament)
    rights = rights_in(request.user, tournament)
    return {
        "tournament": tournament,
        "tab": tab,
        "rounds": rounds,
        "latest": rounds[-1] if rounds else None,
        "rights": rights,
        "can_manage": Right.PLAY in rights,
    }


def _round(request: HttpRequest, context: dict[str, Any], number: int | None) -> HttpResponse:
    if number is not None:
        context = _round_context(request, context, number)
    return render(request, "tournaments/round.html", context)


def _round_context(request: HttpRequest, context: dict[str, Any], number: int) -> dict[str, Any]:
    tournament = context["tournament"]
    matches, lines = _tables(request, tournament, number)
    may_submit = tournament.players_submit and not tournament.is_finished
    submits_all = context["can_manage"] and not tournament.is_finished
    return {
        **context,
        "number": number,
        "matches": matches,
        "lines": lines,
        "parts": [] if tournament.is_team_event else round_parts(tournament, lines),
        "open_count": sum(round_codes(line.pairing).count(None) for line in lines),
        "may_submit": may_submit,
        "has_games": any(
            line.pairing.game_id
            or line.pairing.second_game_id
            or (line.pairing.black_id and (submits_all or (may_submit and line.is_own)))
            for line in lines
        ),
    }


def _tables(
    request: HttpRequest, tournament: Tournament, number: int
) -> tuple[list[RoundMatch], list[PairingLine] | list[BoardRow]]:
    """The matches of a round, none where players play for themselves, and all its tables."""
    if not tournament.is_team_event:
        return [], round_lines(tournament, number, request.user)
    matches = round_matches(team_snapshot(tournament, drafts=True), number, request.user)
    return matches, [row for match in matches for row in match.rows]


def _standings(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    after = _after(request, context["rounds"])
    snapshot = competitors(context["tournament"])
    state = snapshot.state.until(after)
    last_rounds = snapshot.state.rounds[-1:]
    if request.GET.get("final") == "1":
        try:
            require_final(state)
        except ConflictError as error:
            context |= {"problem": explain(error), "after": after}
            return render(request, "tournaments/not_final.html", context, status=status_of(error))
    table = standings_table(context["tournament"], after_round=after, snapshot=snapshot)
    context |= {
        "after": after,
        "table": table,
        **of_category(request, context["tournament"], table),
        "missing": sum(len(each.unfinished) for each in state.rounds),
        "is_round_open": any(each.unfinished for each in last_rounds),
    }
    return render(request, "tournaments/standings.html", context)


def of_category(request: HttpRequest, tournament: Tournament, table: StandingsTable) -> dict[str, Any]:
    """The columns of the standings, of everybody or of the category asked for (`?category=`, by its name or
    its number), and the categories there are. Raises Http404 for one there is not."""
    columns = shown_columns(table)
    if tournament.is_team_event:
        return {"columns": columns, "categories": [], "category": None}
    categories = list(tournament.categories.order_by("name", "pk"))
    text, category = request.GET.get("category", ""), None
    if text:
        category = category_named(categories, text)
        if category is None:
            raise Http404(_("There is no such category."))
        columns = within(columns, places_within(table.lines, members_of(category)))
    return {"columns": columns, "categories": categories, "category": category}


def _after(request: HttpRequest, rounds: list[int]) -> int | None:
    """The round after which the table is asked for; None for the table as it is now."""
    text = request.GET.get("after", "")
    if not text:
        return None
    if not text.isdecimal() or int(text) not in rounds:
        raise Http404(_("There is no such round."))
    return int(text)
