"""Template tags of events of teams."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.selectors.team_pages import BoardRow, TeamRound
from tournaments.templatetags.pages import result

register = template.Library()


@register.simple_tag
def board_result(row: BoardRow) -> SafeString:
    """What stands at a board, the first team's part first: of one game the result, of two games the sum."""
    if row.score:
        return format_html('<span class="result">{}</span>', row.score)
    return result(row.code)


@register.filter
def side_word(each: TeamRound) -> str:
    """How a match ended for the team, in a word, or that it goes on."""
    words = {"win": _("won"), "draw": _("drawn"), "loss": _("lost")}
    return words.get(each.side or "", _("not finished"))
