"""Teams at the desk: entering them, and all about one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError, StaleError
from tournaments.forms.entries import ByeForm, ReasonForm
from tournaments.forms.teams import (
    KeptApartForm,
    MembersForm,
    MorePlayersForm,
    NewTeamForm,
    TeamNameForm,
)
from tournaments.models import Team, Tournament
from tournaments.selectors.state import paired_count, pairing_system
from tournaments.selectors.team_pages import has_been_paired, team_list, without_team
from tournaments.selectors.teams import team_snapshot, teams_of
from tournaments.services.entry_lists import EntryListError
from tournaments.services.teams import (
    add_members,
    add_team,
    cancel_team_bye,
    change_team,
    keep_apart,
    remove_team,
    request_team_bye,
    return_team,
    set_members,
    withdraw_team,
)
from tournaments.views.desk.access import View, for_arbiters, for_entries, refuse, sentences, status_of
from tournaments.views.desk.stale import note_stale, problems_of, refuse_form, seen_version


def of_teams(view: View) -> View:
    """404 where players play for themselves."""

    @wraps(view)
    def guarded(request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponse:
        if not tournament.is_team_event:
            raise Http404(_("In this tournament players play for themselves."))
        return view(request, tournament, **kwargs)

    return guarded


def for_arbiters_of_teams(view: View) -> View:
    return for_arbiters(of_teams(view))


def for_entries_of_teams(view: View) -> View:
    return for_entries(of_teams(view))


@require_safe
@for_entries_of_teams
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _teams_page(request, tournament, NewTeamForm())


def _teams_page(
    request: HttpRequest, tournament: Tournament, form: NewTeamForm, status: int = 200
) -> HttpResponse:
    snapshot = team_snapshot(tournament)
    problem = pairing_system(tournament).late_entry_problem(snapshot.state)
    context = {
        "tournament": tournament,
        "tab": "teams",
        "teams": team_list(snapshot),
        "alone": without_team(tournament),
        "next_round": len(snapshot.state.rounds) + 1,
        "closed": " ".join(sentences(problem)) if problem else "",
        "form": form,
    }
    return render(request, "tournaments/desk/teams.html", context, status=status)


@require_POST
@for_entries_of_teams
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter a team with its players."""
    form = NewTeamForm(request.POST)
    status = HTTPStatus.BAD_REQUEST
    if form.is_valid():
        try:
            team = add_team(actor=request.user, tournament=tournament, **form.cleaned_data)
        except (DomainError, ValidationError) as error:
            status = _refuse(form, error)
        else:
            messages.success(request, _("%(team)s is entered.") % {"team": team.name})
            return redirect("desk-teams", tournament.slug)
    return _teams_page(request, tournament, form, status)


def _refuse(form: BaseForm, error: DomainError | ValidationError) -> int:
    """Put the error at its field: a list's at the players, a model's where it belongs, others above all."""
    if isinstance(error, ValidationError) and hasattr(error, "error_dict"):
        for name, said in error.message_dict.items():
            form.add_error(name if name in form.fields else None, said)
        return status_of(error)
    return refuse(form, error, "players" if isinstance(error, EntryListError) else None)


def _team(tournament: Tournament, pk: int) -> Team:
    found = next((team for team in teams_of(tournament) if team.pk == pk), None)
    if found is None:
        raise Http404(_("There is no such team in this tournament."))
    return found


@require_safe
@for_entries_of_teams
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _team_page(request, tournament, _team(tournament, pk))


def _team_page(
    request: HttpRequest, tournament: Tournament, team: Team, *, status: int = 200, **more: Any
) -> HttpResponse:
    following = paired_count(tournament) + 1
    context = {
        "tournament": tournament,
        "tab": "teams",
        "team": team,
        "byes": list(team.requested_byes.all()),
        "is_paired": has_been_paired(team),
        "next_round": following,
        "name_form": TeamNameForm.of(team),
        "members_form": MembersForm(team=team),
        "players_form": MorePlayersForm(),
        "apart_form": KeptApartForm(team=team),
        "bye_form": ByeForm(initial={"round_number": following}),
        "reason_form": ReasonForm(),
        "problems": (),
        **more,
    }
    return render(request, "tournaments/desk/team.html", context, status=status)


def _form_view(
    name: str, make: Callable[[HttpRequest, Team], BaseForm], serve: Callable[..., object], done: str
) -> Callable[..., HttpResponse]:
    """A view for one form of the team's page: `name` is the form's in the context, `serve` calls a service
    with the valid form, `done` is what is said then."""

    @require_POST
    @for_entries_of_teams
    def view(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
        team = _team(tournament, pk)
        form = make(request, team)
        status = HTTPStatus.BAD_REQUEST
        if form.is_valid():
            try:
                serve(request.user, team, form, seen_version(request))
            except StaleError:
                status, form = note_stale(request, team), make(request, _team(tournament, pk))
                _keep_newcomers(form)
            except (DomainError, ValidationError) as error:
                status = _refuse(form, error)
            else:
                messages.success(request, _(done) % {"team": team.name})
                return redirect("desk-team", tournament.slug, pk)
        return _team_page(request, tournament, _team(tournament, pk), **{name: form}, status=status)

    return view


def _keep_newcomers(form: BaseForm) -> None:
    """Who joined the team meanwhile had no place on the page that was sent: he keeps the one he has."""
    form.data = form.data.copy()
    for place in getattr(form, "places", ()):
        form.data.setdefault(place.html_name, place.initial)


change = _form_view(
    "name_form",
    lambda request, team: TeamNameForm(request.POST),
    lambda actor, team, form, version: change_team(
        actor=actor,
        team=team,
        changes={name: form.cleaned_data[name] for name in ("name", "club")},
        version=version,
    ),
    gettext_noop("The team is saved."),
)
members = _form_view(
    "members_form",
    lambda request, team: MembersForm(request.POST, team=team),
    lambda actor, team, form, version: set_members(
        actor=actor, team=team, entries=form.entries(), version=version
    ),
    gettext_noop("The order of %(team)s is saved."),
)
enter = _form_view(
    "players_form",
    lambda request, team: MorePlayersForm(request.POST),
    lambda actor, team, form, version: add_members(
        actor=actor, team=team, players=form.cleaned_data["players"], version=version
    ),
    gettext_noop("The players are entered for %(team)s."),
)
apart = _form_view(
    "apart_form",
    lambda request, team: KeptApartForm(request.POST, team=team),
    lambda actor, team, form, version: keep_apart(
        actor=actor, team=team, others=form.cleaned_data["teams"], version=version
    ),
    gettext_noop("Whom %(team)s may not meet is saved."),
)
ask_bye = _form_view(
    "bye_form",
    lambda request, team: ByeForm(request.POST),
    lambda actor, team, form, version: request_team_bye(
        actor=actor, team=team, version=version, **form.cleaned_data
    ),
    gettext_noop("The bye of %(team)s is noted."),
)
withdraw = _form_view(
    "reason_form",
    lambda request, team: ReasonForm(request.POST),
    lambda actor, team, form, version: withdraw_team(
        actor=actor, team=team, version=version, **form.cleaned_data
    ),
    gettext_noop("%(team)s is withdrawn."),
)
come_back = _form_view(
    "reason_form",
    lambda request, team: ReasonForm(request.POST),
    lambda actor, team, form, version: return_team(
        actor=actor, team=team, version=version, **form.cleaned_data
    ),
    gettext_noop("%(team)s plays again."),
)


@require_POST
@for_entries_of_teams
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take the team out, with its players."""
    team = _team(tournament, pk)
    form = ReasonForm(request.POST)
    status = HTTPStatus.BAD_REQUEST
    if form.is_valid():
        try:
            remove_team(
                actor=request.user,
                team=team,
                reason=form.cleaned_data["reason"],
                version=seen_version(request),
            )
        except DomainError as error:
            status = refuse_form(request, form, error, team)
            team = _team(tournament, pk)
        else:
            messages.success(request, _("%(team)s is removed.") % {"team": team.name})
            return redirect("desk-teams", tournament.slug)
    return _team_page(request, tournament, team, reason_form=form, status=status)


@require_POST
@for_entries_of_teams
def take_back_bye(request: HttpRequest, tournament: Tournament, pk: int, number: int) -> HttpResponse:
    team = _team(tournament, pk)
    bye = team.requested_byes.filter(round_number=number).first()
    if bye is not None:
        try:
            cancel_team_bye(actor=request.user, bye=bye, version=seen_version(request))
        except DomainError as error:
            team = _team(tournament, pk)
            problems = problems_of(request, error, team)
            return _team_page(request, tournament, team, problems=problems, status=status_of(error))
    messages.success(request, _("The bye in round %(number)s is cancelled.") % {"number": number})
    return redirect("desk-team", tournament.slug, pk)
