"""A new tournament, and its settings."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import DomainError, StaleError
from tournaments.forms.settings import SettingsForm
from tournaments.forms.tournament import NewTournamentForm
from tournaments.models import Tournament
from tournaments.permissions import Right, can_create_tournament
from tournaments.selectors.audit import LogLine
from tournaments.selectors.meanwhile import done_since
from tournaments.services.entry_lists import EntryListError, set_up_tournament
from tournaments.services.tournaments import update_tournament
from tournaments.views.desk.access import refuse, status_of, with_right
from tournaments.views.desk.players import entered_text
from tournaments.views.desk.stale import read_at

BAD_REQUEST = 400


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A name and the players; everything else has its default."""
    if not can_create_tournament(request.user):
        raise PermissionDenied
    if request.method != "POST":
        return render(request, "tournaments/new.html", {"form": NewTournamentForm(user=request.user)})
    form = NewTournamentForm(request.POST, user=request.user)
    status = BAD_REQUEST
    if form.is_valid():
        values = form.values()
        try:
            tournament = set_up_tournament(
                actor=request.user,
                players=form.cleaned_data["players"],
                rounds=values.pop("planned_rounds"),
                **values,
            )
        except ValidationError as error:
            form.refuse(error)
        except DomainError as error:
            status = refuse(form, error, "players" if isinstance(error, EntryListError) else None)
        else:
            return _created(request, tournament)
    return render(request, "tournaments/new.html", {"form": form}, status=status)


def _created(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries = list(tournament.entries.select_related("player").order_by("pk"))
    said = [_("“%(name)s” is set up.") % {"name": tournament.name}]
    if entries:
        said.append(entered_text(tournament, entries))
    messages.success(request, " ".join(said))
    return redirect("desk", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@with_right(Right.SETTINGS)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _settings_page(request, tournament, SettingsForm(tournament=tournament, user=request.user))
    form = SettingsForm(request.POST, tournament=tournament, user=request.user)
    if not form.is_valid():
        return _settings_page(request, tournament, form, status=BAD_REQUEST)
    try:
        update_tournament(
            actor=request.user,
            tournament=tournament,
            changes=form.values(),
            version=form.cleaned_data["version"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
        )
    except StaleError as error:
        now = Tournament.objects.get(pk=tournament.pk)
        changes, form = form.changed_meanwhile(now), form.on_top_of(now, request.user)
        told = [
            line
            for line in done_since(now, read_at(request), [now.name])
            if line.entry.action == "update-tournament"
        ]
        return _settings_page(request, now, form, meanwhile=changes, told=told, status=status_of(error))
    except ValidationError as error:
        form.refuse(error)
        return _settings_page(request, tournament, form, status=BAD_REQUEST)
    except DomainError as error:
        return _settings_page(request, tournament, form, status=refuse(form, error))
    messages.success(request, _("The settings are saved."))
    return redirect("desk-settings", tournament.slug)


def _settings_page(
    request: HttpRequest,
    tournament: Tournament,
    form: SettingsForm,
    *,
    meanwhile: object = (),
    told: Sequence[LogLine] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "settings",
        "form": form,
        "meanwhile": meanwhile,
        "told": told,
    }
    return render(request, "tournaments/desk/settings.html", context, status=status)
