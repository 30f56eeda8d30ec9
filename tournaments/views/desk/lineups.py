"""The line-ups of a match."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import DomainError, StaleError
from tournaments.domain.teams import in_team_order
from tournaments.forms.teams import LineUpForm, MatchForfeitForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.team_pages import fixed_boards, sitting
from tournaments.selectors.teams import MatchLine, team_snapshot
from tournaments.services.forfeits import forfeit_match
from tournaments.services.lineups import set_lineup
from tournaments.views.desk.access import refuse
from tournaments.views.desk.stale import note_stale, refuse_form, seen_version
from tournaments.views.desk.teams import for_arbiters_of_teams


@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters_of_teams
def line_up(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """Who sits at which board, for both teams; one of them is saved at a time."""
    line = _match(tournament, number, pk)
    forms = _forms(request, tournament, line)
    sent = next((form for form in forms if form.is_bound), None)
    if sent is None:
        return _page(request, tournament, line, forms)
    if not sent.is_valid():
        return _page(request, tournament, line, forms, HTTPStatus.BAD_REQUEST)
    try:
        set_lineup(
            actor=request.user,
            match=line.match,
            team=sent.team,
            entries=sent.entries(),
            version=seen_version(request),
            reason=sent.cleaned_data["reason"],
        )
    except StaleError:
        status, line = note_stale(request, line.match), _match(tournament, number, pk)
        return _page(request, tournament, line, _forms(request, tournament, line), status)
    except DomainError as error:
        return _page(request, tournament, line, forms, refuse(sent, error))
    messages.success(request, _("The line-up of %(team)s is saved.") % {"team": sent.team.name})
    _warn_of_order(request, sent)
    return redirect("desk-line-up", tournament.slug, number, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters_of_teams
def forfeit(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """Say that a team did not come, which decides the whole match, or that it is played after all."""
    line = _match(tournament, number, pk, also_decided=True)
    form = MatchForfeitForm(request.POST if request.method == "POST" else None, match=line.match)
    status = HTTPStatus.OK
    if form.is_bound and not form.is_valid():
        status = HTTPStatus.BAD_REQUEST
    elif form.is_bound:
        try:
            forfeit_match(
                actor=request.user, match=line.match, version=seen_version(request), **form.cleaned_data
            )
        except DomainError as error:
            status = refuse_form(request, form, error, line.match)
            line = _match(tournament, number, pk, also_decided=True)
        else:
            said = _("The match is decided.") if form.cleaned_data["code"] else _("The match is played.")
            messages.success(request, said)
            return redirect(f"{reverse('desk-round', args=[tournament.slug, number])}#match-{pk}")
    context = {"tournament": tournament, "tab": "rounds", "number": number, "line": line, "form": form}
    return render(request, "tournaments/desk/match_forfeit.html", context, status=status)


def _match(tournament: Tournament, number: int, pk: int, *, also_decided: bool = False) -> MatchLine:
    """A match of two teams that is played; `also_decided`: one without games too."""
    lines = team_snapshot(tournament, drafts=True).matches.get(number, ())
    line = next((each for each in lines if each.match.pk == pk and each.second is not None), None)
    if line is None or not (line.is_played or also_decided):
        raise Http404(_("There is no such match in this round."))
    return line


def _forms(request: HttpRequest, tournament: Tournament, line: MatchLine) -> list[LineUpForm]:
    """A form for each team; the one that was sent is bound."""
    made = []
    fixed = fixed_boards(line)
    for team in (line.first, line.second):
        if team is not None:
            data = request.POST if request.POST.get("team") == str(team.pk) else None
            made.append(
                LineUpForm(
                    data,
                    match=line.match,
                    team=team,
                    sitting=sitting(line, team, tournament.boards or 0),
                    fixed=fixed,
                )
            )
    return made


def _page(
    request: HttpRequest, tournament: Tournament, line: MatchLine, forms: list[LineUpForm], status: int = 200
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "number": line.match.round.number,
        "line": line,
        "forms": forms,
        "fixed": fixed_boards(line),
    }
    return render(request, "tournaments/desk/line_up.html", context, status=status)


def _warn_of_order(request: HttpRequest, form: LineUpForm) -> None:
    """Most regulations ask for the order of the team; it is the arbiter who knows which hold here."""
    order: list[Entry] = [member.entry for member in form.team.members.all()]
    if not in_team_order(order, form.entries()):
        messages.warning(request, _("The players do not sit in the order of the team."))
