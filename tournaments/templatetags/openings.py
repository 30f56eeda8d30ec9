"""The drawn opening of a round on a page."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString

from engine import Board
from tournaments.domain.errors import InputError
from tournaments.domain.openings import read_opening
from tournaments.models import Round
from tournaments.pictures import picture

register = template.Library()


@dataclass(frozen=True)
class ShownOpening:
    """`name` and `moves` may be empty; `board` is the position play goes on from."""

    name: str
    moves: str
    board: SafeString


@register.simple_tag
def opening_of(this: Round | None, ruleset: str) -> ShownOpening | None:
    """A round's opening, None where there is none: `{% opening_of round tournament.ruleset as opening %}`.

    What cannot be read (it may come from another program) is shown as it is written.
    """
    if not this or not this.opening:
        return None
    try:
        opening = read_opening(this.opening, ruleset)
    except InputError:
        return ShownOpening("", this.opening, SafeString(""))
    # Too small for coordinates that can be read.
    board = picture(Board(ruleset, opening.position), coordinates=False)
    return ShownOpening(opening.name, opening.numbered, board)
