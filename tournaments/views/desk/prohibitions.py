"""Who may not meet: said and taken back on the players' page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.errors import DomainError
from tournaments.forms.prohibitions import ProhibitionForm
from tournaments.models import ProhibitedPairing, Tournament
from tournaments.selectors.prohibitions import prohibitions_of
from tournaments.services.prohibitions import allow_pairing, prohibit_pairing
from tournaments.views.desk.access import for_arbiters, not_elsewhere, refuse, sentences, status_of
from tournaments.views.desk.players import BAD_REQUEST, players_page


@require_POST
@for_arbiters
def prohibit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Two players who are not to be paired from the next round on."""
    form = ProhibitionForm(request.POST, tournament=tournament)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            made = prohibit_pairing(actor=request.user, tournament=tournament, **form.cleaned_data)
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("%(players)s will not be paired.") % {"players": made})
            return _back(tournament)
    return players_page(request, tournament, prohibition_form=form, status=status)


@require_POST
@for_arbiters
def allow(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The two may meet again; what is gone already is gone."""
    prohibition = prohibitions_of(tournament).filter(pk=pk).first()
    if prohibition is None:
        not_elsewhere(ProhibitedPairing.objects, pk)
    else:
        try:
            allow_pairing(actor=request.user, prohibition=prohibition)
        except DomainError as error:
            return players_page(request, tournament, problems=sentences(error), status=status_of(error))
        messages.success(request, _("%(players)s may meet again.") % {"players": prohibition})
    return _back(tournament)


def _back(tournament: Tournament) -> HttpResponse:
    return redirect(reverse("desk-players", args=[tournament.slug]) + "#may-not-meet")
