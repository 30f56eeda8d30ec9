"""What is kept of a login that failed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

MOST = 150  # no user has a longer name, and the log's column is not endless


def username_tried(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str | None:
    """The name somebody tried to log in with, cut to what the log of attempts can keep."""
    given = (credentials or request.POST).get("username")
    return given[:MOST] if given else given
