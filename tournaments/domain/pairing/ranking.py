"""The order of starting numbers by strength."""

from tournaments.domain.names import czech_sort_key
from tournaments.domain.state import TournamentState


def rank_by_rating(state: TournamentState) -> tuple[int, ...]:
    """Return the numbers by rating, then alphabetically as in Czech (FIDE C.04.2 art. 2.2)."""
    order = sorted(state.entries, key=lambda each: (-each.rating, czech_sort_key(each.name), each.number))
    return tuple(entry.number for entry in order)
