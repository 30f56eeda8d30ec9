"""TRF files: a tournament to take away, and one to bring."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.domain.errors import DomainError, InputError
from tournaments.domain.trf import EDITIONS, TrfError
from tournaments.forms.trf import TrfImportForm
from tournaments.messages import explain
from tournaments.permissions import can_create_tournament, tournament_for_reading
from tournaments.selectors.trf import file_name, trf_text
from tournaments.services.trf_import import TrfImport, import_trf
from tournaments.views.desk.access import status_of

MOST_SAID = 50
"""Bad lines named at once; a file with more is of another kind."""
BAD_REQUEST = 400


@require_safe
def export(request: HttpRequest, slug: str, edition: str) -> HttpResponse:
    """The tournament as a file of an edition."""
    tournament = tournament_for_reading(request.user, slug)
    if edition not in EDITIONS:
        raise Http404(_("There is no such edition of TRF."))
    try:
        text = trf_text(tournament, edition)
    except InputError as error:
        messages.error(request, explain(error))
        return redirect("tournament-about", slug)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(tournament, edition)}"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """A new tournament from a file."""
    if not can_create_tournament(request.user):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, TrfImportForm(user=request.user))
    form = TrfImportForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return _page(request, form, BAD_REQUEST)
    source = form.source()
    try:
        done = import_trf(actor=request.user, source=source, **form.values())
    except (DomainError, ValidationError) as error:
        form.refuse(source, _sentences(error))
        return _page(request, form, status_of(error))
    _say(request, done)
    return redirect("desk", done.tournament.slug)


def _page(request: HttpRequest, form: TrfImportForm, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/import.html", {"form": form}, status=status)


def _sentences(error: DomainError | ValidationError) -> list[str]:
    if isinstance(error, ValidationError):
        return error.messages
    if not isinstance(error, TrfError):
        return [explain(error)]
    said = [explain(problem) for problem in error.problems[:MOST_SAID]]
    further = len(error.problems) - len(said)
    if further:
        more = ngettext("… and %(count)s more line.", "… and %(count)s more lines.", further)
        said.append(more % {"count": further})
    return said


def _say(request: HttpRequest, done: TrfImport) -> None:
    said = _("“%(name)s” is imported.") % {"name": done.tournament.name}
    if done.made:
        new = ngettext(
            "%(count)s player is new: %(names)s.", "%(count)s players are new: %(names)s.", len(done.made)
        )
        names = ", ".join(player.name for player in done.made[:MOST_SAID])
        more = "…" if len(done.made) > MOST_SAID else ""
        said += " " + new % {"count": len(done.made), "names": names + more}
    messages.success(request, said)
    for note in done.notes:
        messages.info(request, explain(note))
