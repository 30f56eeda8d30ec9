"""What every page passes through, beside Django's own."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DataError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import bad_request

logger = logging.getLogger(__name__)

RETRY_AFTER = "5"  # seconds


def is_busy(problem: OperationalError) -> bool:
    """Whether trying again can help. SQLite says a missing column, too, by this kind of error."""
    return connection.vendor != "sqlite" or "locked" in str(problem)


class BusyDatabaseMiddleware:
    """A database that is locked or away for a moment is answered 503 with advice, not as a fault of the site.

    Whatever was being written has been rolled back by then: sending the form again is safe.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DataError) and "NUL" in str(exception):
            # What PostgreSQL keeps in no text it also finds in none: in a filter of the administration, say.
            return bad_request(request, exception)
        return busy_answer(exception) if isinstance(exception, OperationalError) else None


def busy_answer(problem: OperationalError) -> HttpResponse | None:
    """The page that says so, None where trying again cannot help."""
    if not is_busy(problem):
        return None
    logger.error("The database does not answer: %s", problem)
    # Without the request: who is signed in would be asked of the database.
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})
