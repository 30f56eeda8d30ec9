"""Forms that somebody else was faster than: which version they carry, and the page that says what changed.

A form has `{% seen thing %}`. Its view hands `seen_version(request)` to the service, and answers what the
service refused through `refuse_form` or `problems_of`. When that was a StaleError, `desk/_stale.html`, which
every page of the desk includes, says who did what meanwhile; the form below keeps what was written and has
the new version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse

from tournaments.domain.errors import DomainError, StaleError
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.audit import LogLine
from tournaments.selectors.meanwhile import done_since, moment_read, names_in_log
from tournaments.views.desk.access import refuse, sentences

MAX_VERSION = 2**31 - 1


@dataclass(frozen=True)
class Stale:
    """What was done meanwhile, and where it can be looked at without what was written here."""

    lines: list[LogLine]
    back: str


def seen_version(request: HttpRequest) -> int | None:
    """The version the form was read at; 0, which no row has, for what is no version at all."""
    text = request.POST.get("version")
    if text is None:
        return None
    return int(text) if text.isdecimal() and len(text) < 11 and int(text) <= MAX_VERSION else 0


def read_at(request: HttpRequest) -> datetime | None:
    """When the form was read, by the clock of the server."""
    return moment_read(request.POST.get("read_at", ""))


def note_stale(request: HttpRequest, thing: Model, back: str = "") -> int:
    """Let the page say what others did to `thing` (an entry, a team, a match; the tournament: to anything);
    return the status to answer with."""
    tournament = thing if isinstance(thing, Tournament) else _tournament(thing)
    names = () if isinstance(thing, Tournament) else names_in_log(thing)
    request.stale = Stale(done_since(tournament, read_at(request), names), back or _page_of(request, thing))
    return HTTPStatus.CONFLICT


def _tournament(thing: Model) -> Tournament:
    return thing.tournament if hasattr(thing, "tournament") else thing.round.tournament


def _page_of(request: HttpRequest, thing: Model) -> str:
    """Where the desk shows it; by default the page the form was sent to."""
    for kind, name in ((Entry, "desk-entry"), (Team, "desk-team")):
        if isinstance(thing, kind):
            return reverse(name, args=[thing.tournament.slug, thing.pk])
    return request.path


def refuse_form(
    request: HttpRequest,
    form: BaseForm,
    error: DomainError | ValidationError,
    thing: Model,
    field: str | None = None,
) -> int:
    """Put the error into the form, or let the page say what changed; return the status to answer with."""
    if isinstance(error, StaleError):
        return note_stale(request, thing)
    return refuse(form, error, field)


def problems_of(request: HttpRequest, error: DomainError, thing: Model) -> Sequence[str]:
    """The sentences of the error; none where the page says what changed instead."""
    if isinstance(error, StaleError):
        note_stale(request, thing)
        return ()
    return sentences(error)
