"""A whole tournament to take away as a file, and one to restore or bring home."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from games.forms import RestoreForm, packed
from games.services.snapshot_home import HomeChangedError
from games.services.snapshot_read import Restored, restore_snapshot
from games.services.snapshot_write import snapshot_file
from tournaments.domain.errors import DomainError
from tournaments.messages import explain
from tournaments.models import Tournament
from tournaments.permissions import Right, can_create_tournament
from tournaments.views.desk.access import sentences, status_of, with_right

MOST_SAID = 50
BAD_REQUEST = 400


# Not for HEAD: whoever takes the file leaves an entry in the log.
@require_GET
@with_right(Right.SNAPSHOT)
def save(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The file: for arbiters alone, since it has what nobody else sees."""
    file = snapshot_file(actor=request.user, tournament=tournament)
    response = HttpResponse(file, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """A tournament from a file; what was changed here since the file was made is asked about."""
    if not can_create_tournament(request.user):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, RestoreForm())
    form = RestoreForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, BAD_REQUEST)
    source = form.cleaned_data["source"]
    try:
        done = restore_snapshot(actor=request.user, source=source, replace=form.cleaned_data["replace"])
    except HomeChangedError as error:
        return _ask(request, source, error)
    except DomainError as error:
        form.add_error("file", sentences(error))
        return _page(request, form, status_of(error))
    _say(request, done)
    return redirect("desk", done.tournament.slug)


def _ask(request: HttpRequest, source: bytes, error: HomeChangedError) -> HttpResponse:
    """What would be lost, with the file kept in the page: no browser sends a file again by itself."""
    form = RestoreForm(initial={"kept": packed(source)})
    asked = {"changes": error.changes, "slug": error.slug, "name": error.params["name"]}
    return _page(request, form, status_of(error), asked=asked)


def _page(
    request: HttpRequest, form: RestoreForm, status: int = 200, asked: dict[str, object] | None = None
) -> HttpResponse:
    return render(request, "games/restore.html", {"form": form, "asked": asked}, status=status)


def _say(request: HttpRequest, done: Restored) -> None:
    name = {"name": done.tournament.name}
    if not done.is_changed:
        messages.info(request, _("“%(name)s” has been brought home by this file before.") % name)
        return
    said = _("“%(name)s” is restored.") if done.is_new else _("“%(name)s” is home again.")
    messages.success(request, " ".join([said % name, *_counted(done)]))
    for remark in done.remarks[:MOST_SAID]:
        messages.info(request, explain(remark))


def _counted(done: Restored) -> list[str]:
    counted = _("Players: %(players)s, rounds: %(rounds)s, games: %(games)s.") % {
        "players": done.players,
        "rounds": done.rounds,
        "games": done.games,
    }
    if not done.made:
        return [counted]
    new = ngettext(
        "%(count)s player is new: %(names)s.", "%(count)s players are new: %(names)s.", len(done.made)
    )
    names = ", ".join(player.name for player in done.made[:MOST_SAID])
    more = "…" if len(done.made) > MOST_SAID else ""
    return [counted, new % {"count": len(done.made), "names": names + more}]
