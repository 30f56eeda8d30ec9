"""The people of the event: who runs it, who may what, and appointing them."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.forms.officials import ROLE_NAMES, AppointForm, DismissForm, RoleForm
from tournaments.models import Tournament
from tournaments.permissions import Right, rights_in
from tournaments.rights import RIGHTS, Role, appointable_roles, who_may
from tournaments.selectors.officials import officials_of
from tournaments.services.officials import APPOINTED
from tournaments.services.officials import appoint as appoint_person
from tournaments.services.officials import dismiss as dismiss_person
from tournaments.views.desk.access import for_persons, refuse, with_right

BAD_REQUEST = 400


@require_safe
@for_persons
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody with a role; the forms for who may appoint."""
    return _page(request, tournament)


@require_POST
@with_right(Right.PEOPLE)
def appoint(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    roles = appointable_roles(request.user, tournament)
    _require_allowed(request, roles)
    form = AppointForm(request.POST, roles=roles)
    status = BAD_REQUEST
    if form.is_valid():
        user, role = form.cleaned_data["username"], form.cleaned_data["role"]
        try:
            appoint_person(
                actor=request.user,
                tournament=tournament,
                user=user,
                role=role,
                instead_of=request.user if form.cleaned_data["hand_over"] else None,
                seen_chief=form.cleaned_data["seen_chief"] if "seen_chief" in request.POST else None,
            )
        except DomainError as error:
            status = refuse(form, error)
            tournament.refresh_from_db()
        else:
            return _done(request, tournament, _("%(person)s: %(role)s."), user, role)
    return _page(request, tournament, form, status)


@require_POST
@with_right(Right.PEOPLE)
def dismiss(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    roles = appointable_roles(request.user, tournament)
    _require_allowed(request, roles)
    form = DismissForm(request.POST, roles=roles)
    status = BAD_REQUEST
    if form.is_valid():
        user, role = form.cleaned_data["username"], form.cleaned_data["role"]
        try:
            dismiss_person(actor=request.user, tournament=tournament, user=user, role=role)
        except DomainError as error:
            status = refuse(form, error)
        else:
            return _done(request, tournament, _("%(person)s: no longer %(role)s."), user, role)
    return _page(request, tournament, refused=form, status=status)


def _require_allowed(request: HttpRequest, roles: tuple[Role, ...]) -> None:
    """A chief does not appoint organisers where the event has some."""
    if request.POST.get("role") == Role.ORGANISER and Role.ORGANISER not in roles:
        raise PermissionDenied(_("Only the organisers of this tournament may do this."))
    if not roles:
        raise PermissionDenied(who_may(Right.PEOPLE))


def _done(request: HttpRequest, tournament: Tournament, said: str, user: object, role: str) -> HttpResponse:
    messages.success(request, said % {"person": user, "role": ROLE_NAMES[Role(role)]})
    stays = bool(rights_in(request.user, tournament))
    return redirect("desk-people" if stays else "tournament", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: AppointForm | None = None,
    status: int = 200,
    *,
    refused: RoleForm | None = None,
) -> HttpResponse:
    roles = appointable_roles(request.user, tournament)
    chief = tournament.chief_arbiter
    if form is None:
        form = AppointForm(roles=roles, initial={"role": Role.ARBITER})
    # After a refusal the page shows who is chief now, and what is sent next was seen there.
    form.initial["seen_chief"] = chief.get_username() if chief else ""
    if form.is_bound:
        form.data = form.data.copy()
        form.data["seen_chief"] = form.initial["seen_chief"]
    context = {
        "tournament": tournament,
        "tab": "people",
        "people": [
            (official, ROLE_NAMES[official.role], official.role in roles)
            for official in officials_of(tournament)
        ],
        "has_chief": chief is not None,
        "may_appoint": bool(roles),
        "form": form,
        "refused": refused,
        "table": _table(),
    }
    return render(request, "tournaments/desk/people.html", context, status=status)


def _table() -> list[tuple[str, list[object]]]:
    """Each right in words, and the roles of an event that have it."""
    words = {
        Right.ENTRIES: _("Entries, check-in, fees, categories, teams"),
        Right.DESK: _("Prints and codes"),
        Right.PLAY: _("Rounds, results, corrections, the queue, players' reports, points by decision"),
        Right.LOG: _("The log"),
        Right.SETTINGS: _("Settings, and whether the event is public"),
        Right.PEOPLE: _("Appointing people"),
        Right.SNAPSHOT: _("The whole event as a file"),
        Right.FINISH: _("Finishing and reopening"),
    }
    return [
        (said, [ROLE_NAMES[role] for role in APPOINTED if right in RIGHTS[role]])
        for right, said in words.items()
    ]
