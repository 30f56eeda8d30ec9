"""A new tournament, its settings, its arbiters."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.errors import DomainError, StaleError
from tournaments.forms.settings import ArbitersForm, SettingsForm
from tournaments.forms.tournament import NewTournamentForm
from tournaments.models import Tournament
from tournaments.permissions import can_create_tournament, can_manage_tournament
from tournaments.services.entry_lists import EntryListError, set_up_tournament
from tournaments.services.tournaments import set_arbiters, update_tournament
from tournaments.views.desk.access import for_arbiters, refuse, status_of
from tournaments.views.desk.players import entered_text

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
@for_arbiters
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
        return _settings_page(request, now, form, meanwhile=changes, status=status_of(error))
    except ValidationError as error:
        form.refuse(error)
        return _settings_page(request, tournament, form, status=BAD_REQUEST)
    except DomainError as error:
        return _settings_page(request, tournament, form, status=refuse(form, error))
    messages.success(request, _("The settings are saved."))
    return redirect("desk-settings", tournament.slug)


@require_POST
@for_arbiters
def arbiters(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ArbitersForm(request.POST)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            set_arbiters(actor=request.user, tournament=tournament, arbiters=form.cleaned_data["usernames"])
        except DomainError as error:
            status = refuse(form, error, "usernames")
        else:
            messages.success(request, _("The arbiters are saved."))
            stays = can_manage_tournament(request.user, tournament)
            return redirect("desk-settings" if stays else "tournament", tournament.slug)
    settings_form = SettingsForm(tournament=tournament, user=request.user)
    return _settings_page(request, tournament, settings_form, arbiters_form=form, status=status)


def _settings_page(
    request: HttpRequest,
    tournament: Tournament,
    form: SettingsForm,
    *,
    arbiters_form: ArbitersForm | None = None,
    meanwhile: object = (),
    status: int = 200,
) -> HttpResponse:
    if arbiters_form is None:
        names = tournament.arbiters.order_by("username").values_list("username", flat=True)
        arbiters_form = ArbitersForm(initial={"usernames": "\n".join(names)})
    context = {
        "tournament": tournament,
        "tab": "settings",
        "form": form,
        "arbiters_form": arbiters_form,
        "meanwhile": meanwhile,
    }
    return render(request, "tournaments/desk/settings.html", context, status=status)
