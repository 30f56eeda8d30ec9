"""What the arbiter's desk shows of the queue."""

from __future__ import annotations

from django import template

from games.selectors.queue import open_flag_count
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def open_flags(tournament: Tournament) -> int:
    """How many findings wait for a decision: `{% open_flags tournament as waiting %}`."""
    return open_flag_count(tournament)
