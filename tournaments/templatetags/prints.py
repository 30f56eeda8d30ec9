"""Template tags of paper and of the wall."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from tournaments.selectors.teams import MatchLine
from tournaments.templatetags.pages import result_text

register = template.Library()

NO_OPPONENT = gettext_noop("no opponent (%(why)s)")


@register.simple_tag
def no_opponent(code: str | None) -> str:
    """What stands in the place of an opponent, so that nobody takes a bye for a player of that name."""
    text = result_text(code)
    return gettext(NO_OPPONENT) % {"why": text} if text else gettext("no opponent")


@register.simple_tag
def disc(colour: str) -> SafeString:
    """A colour as a drawn disc beside its word; nothing for no colour."""
    if not colour:
        return SafeString("")
    return format_html('<span class="disc {}" aria-hidden="true"></span>', colour)


@register.filter
def has_begun(line: MatchLine) -> bool:
    """Whether any game of the match has a result: before, a score of 0–0 says nothing."""
    return any(code for each in line.boards for code in each.board.codes)
