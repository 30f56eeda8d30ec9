"""Template tags and filters of the games' pages."""

from __future__ import annotations

from django import template

from games.domain.plies import ply_place as place_of_ply
from games.models import Game
from tournaments.messages import explain
from tournaments.templatetags.pages import result_text

register = template.Library()

register.filter("result_words", result_text)


@register.simple_tag
def ply_place(game: Game, ply: int) -> str:
    """A ply with its move and side, "" for none: `{% ply_place game flag.ply as place %}`."""
    return explain(place_of_ply(game.ruleset, ply, game.start_fen)) if ply else ""
