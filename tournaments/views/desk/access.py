"""Who gets to the desk, and how a refusal is said."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.errors import ConflictError, DomainError
from tournaments.messages import explain
from tournaments.permissions import Right, no_such_tournament, require_right, tournament_for_reading
from tournaments.services.entry_lists import EntryListError

View = Callable[..., HttpResponse]


def with_right(right: Right) -> Callable[[View], View]:
    """Give the view the tournament of the address instead of its slug, for who has the right in it.

    Who is not logged in gets the login page where the tournament is public, a stranger 404, a person of the
    event who lacks the right 403. What he may do stands in `request.rights` for the templates.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = tournament_for_reading(request.user, slug)
            if not request.user.is_authenticated:
                # What only takes a POST cannot be where the login leads to.
                readable = request.method in ("GET", "HEAD")
                return redirect_to_login(
                    request.get_full_path() if readable else reverse("desk", args=[slug])
                )
            request.rights = require_right(request.user, tournament, right, no_such_tournament())
            return view(request, tournament, **kwargs)

        return guarded

    return guard


for_arbiters = with_right(Right.PLAY)
"""What is of the play: rounds, results, the queue, reports, decisions."""
for_entries = with_right(Right.ENTRIES)
"""What is of the entries: players, check-in, fees, categories, teams, withdrawals."""
for_persons = with_right(Right.DESK)
"""What everybody with a role in the event sees: the desk, prints, codes."""


def not_elsewhere(rows: QuerySet, pk: int) -> None:
    """Raise Http404 where a row that is not of this event is of another: there is nothing to tell of it.
    What is nowhere was here when the page was opened, and its view says that it is gone."""
    if rows.filter(pk=pk).exists():
        raise Http404(_("There is no such thing."))


def status_of(error: Exception) -> int:
    """409 where the state forbids it or somebody was first, 400 for what was sent."""
    return HTTPStatus.CONFLICT if isinstance(error, ConflictError) else HTTPStatus.BAD_REQUEST


def sentences(error: DomainError | ValidationError) -> list[str]:
    """The error in the reader's language; a list of players may have several."""
    if isinstance(error, ValidationError):
        return error.messages
    problems = error.problems if isinstance(error, EntryListError) else (error,)
    return [explain(problem) for problem in problems]


def refuse(form: BaseForm, error: DomainError | ValidationError, field: str | None = None) -> int:
    """Put the error into the form, at `field` or above all; return the status to answer with."""
    form.add_error(field, sentences(error))
    return status_of(error)


def say(request: HttpRequest, error: DomainError | ValidationError) -> None:
    """Say the error on the next page."""
    for sentence in sentences(error):
        messages.error(request, sentence)
