"""The buttons of a round: publish, pair anew, take back, start, close, reopen, and when it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.domain.errors import DomainError
from tournaments.forms.rounds import StartForm, VersionForm
from tournaments.messages import moment_text
from tournaments.models import Round, Tournament
from tournaments.services.round_drafts import publish_draft, repair_draft, unpublish_round
from tournaments.services.round_states import close_round, reopen_round, set_starts_at, start_round
from tournaments.views.desk.access import for_arbiters, status_of
from tournaments.views.desk.now import back_to_desk
from tournaments.views.desk.rounds import round_page
from tournaments.views.desk.stale import problems_of, refuse_form

View = Callable[..., HttpResponse]
BAD_REQUEST = 400


def _button(service: Callable[..., Round], said: str | Promise, *, takes_reason: bool = False) -> View:
    """A view that does one thing to a round and says so; what stands in the way is said on its page."""

    @require_POST
    @for_arbiters
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        form = VersionForm(request.POST)
        if not form.is_valid():
            return _refused(
                request, tournament, number, [_("The page was sent incomplete: open it again.")], BAD_REQUEST
            )
        more = {"reason": form.cleaned_data["reason"]} if takes_reason else {}
        try:
            this = service(
                actor=request.user,
                tournament=tournament,
                number=number,
                version=form.cleaned_data["version"],
                **more,
            )
        except DomainError as error:
            if not tournament.rounds.filter(number=number).exists():
                return back_to_desk(request, tournament, error)
            problems = problems_of(request, error, tournament)
            return _refused(request, tournament, number, problems, status_of(error))
        messages.success(request, str(said) % {"number": this.number})
        return redirect("desk-round", tournament.slug, number)

    return view


def _refused(
    request: HttpRequest, tournament: Tournament, number: int, problems: Sequence[str], status: int
) -> HttpResponse:
    tournament.refresh_from_db(fields=["version"])
    return round_page(request, tournament, number, problems=problems, status=status)


publish = _button(publish_draft, gettext_lazy("Round %(number)s is published: everybody sees it."))
repair = _button(
    repair_draft, gettext_lazy("Round %(number)s is paired anew. The log keeps what stood there.")
)
unpublish = _button(
    unpublish_round,
    gettext_lazy("Round %(number)s is a draft again: only the arbiters see it."),
    takes_reason=True,
)
start = _button(start_round, gettext_lazy("Round %(number)s is being played."))
close = _button(close_round, gettext_lazy("Round %(number)s is closed."))
reopen = _button(reopen_round, gettext_lazy("Round %(number)s is open again."), takes_reason=True)


@require_POST
@for_arbiters
def schedule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Say when the round begins; an empty field means that nobody knows yet."""
    standing = tournament.rounds.filter(number=number).values_list("starts_at", flat=True).first()
    form = StartForm(request.POST, standing=standing)
    if not form.is_valid():
        return round_page(request, tournament, number, start_form=form, status=BAD_REQUEST)
    try:
        this = set_starts_at(actor=request.user, tournament=tournament, number=number, **form.cleaned_data)
    except DomainError as error:
        if not tournament.rounds.filter(number=number).exists():
            return back_to_desk(request, tournament, error)
        refuse_form(request, form, error, tournament, "starts_at")
        return round_page(request, tournament, number, start_form=form, status=status_of(error))
    if this.starts_at is None:
        messages.success(request, _("Round %(number)s has no start time.") % {"number": number})
    else:
        said = _("Round %(number)s begins on %(time)s.")
        messages.success(request, said % {"number": number, "time": moment_text(this.starts_at)})
    return redirect("desk-round", tournament.slug, number)
