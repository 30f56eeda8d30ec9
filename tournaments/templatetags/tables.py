"""Template tags of standings and cross tables: who somebody is, and what a round brought."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.domain.crosstable import Cell
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import PlayerRound
from tournaments.messages import section_title
from tournaments.models import Entry, Team, Tournament
from tournaments.templatetags.pages import result_for, result_text_for

register = template.Library()


@register.simple_tag
def competitor(entry: Entry | Team | None, css: str = "") -> SafeString:
    """The name of a player or a team as a link to their page, a dash for nobody."""
    if entry is None:
        return SafeString("–")
    page = entry if isinstance(entry, Team) else entry.player
    mark = format_html(' class="{}"', css) if css else SafeString("")
    return format_html('<a href="{}"{}>{}</a>', page.get_absolute_url(), mark, page.name)


@register.simple_tag
def round_result(part: PlayerRound | Cell, tournament: Tournament) -> SafeString:
    """What a round brought in points of the scoring: of two games their sum, of a match of teams its board
    points; pointing at it says what they come from."""
    if not part.played or (part.weight == 1 and not tournament.is_team_event):
        return result_for(part.result, part.colour, tournament.scoring)
    rule = SCORINGS[tournament.scoring]
    text, title = rule.show(part.points), _each_game(part, tournament.scoring)
    if tournament.is_team_event:
        text, title = rule.show(part.board_points), gettext("Match points: %s") % text
    return format_html('<span class="result" title="{}">{}</span>', title, text)


@register.simple_tag
def round_games(part: PlayerRound, scoring: str) -> SafeString:
    """The result of a round as the player sees it, of two games one after the other: `1 + ½`."""
    if part.weight == 1 or not part.played:
        return result_for(part.result, part.colour)
    return format_html('<span class="result">{}</span>', _each_game(part, scoring))


def _each_game(part: PlayerRound | Cell, scoring: str) -> str:
    return " + ".join(result_text_for(game.kind.code, game.colour, scoring) for game in part.games)


register.simple_tag(section_title)
