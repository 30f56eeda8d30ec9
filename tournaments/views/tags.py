"""What pages that are asked for again and again are compared by."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import get_language

from tournaments.permissions import visible_tournaments


def version_tag(request: HttpRequest, slug: str, *parts: object) -> str | None:
    """An ETag of the tournament's version in this language, and of the parts; None where there is nothing to
    see. One query."""
    found = visible_tournaments(request.user).filter(slug=slug).values_list("version", flat=True).first()
    return found and '"{}"'.format(".".join(str(each) for each in (*parts, found, get_language())))
