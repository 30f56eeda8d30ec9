"""Games as PDN text."""

from __future__ import annotations

from django.utils import timezone

from games.domain.records import write_record
from games.models import Game
from tournaments.domain.results import RESULTS
from tournaments.models import Pairing, Tournament


def record_headers(pairing: Pairing) -> dict[str, str]:
    """The tags of a pairing's record: event, place, date (YYYY.MM.DD), round, players as "Family, Given"."""
    tournament = pairing.round.tournament
    return {
        "Event": tournament.name,
        "Site": tournament.venue,
        "Date": _day(tournament, pairing),
        "Round": str(pairing.round.number),
        "White": pairing.white.player.formal_name,
        "Black": pairing.black.player.formal_name if pairing.black else "",
    }


def _day(tournament: Tournament, pairing: Pairing) -> str:
    """The day the round was paired if that is a day of the tournament (an old event may be entered later)."""
    paired = timezone.localdate(pairing.round.created_at)
    day = paired if tournament.starts_on <= paired <= tournament.ends_on else tournament.starts_on
    return day.strftime("%Y.%m.%d")


def game_text(game: Game) -> str:
    """The game as PDN with the result that counts: the pairing's where it was played, else the game's own."""
    recorded = game.pairing.result_code
    result = recorded if recorded and RESULTS[recorded].played else game.result
    return write_record(game.ruleset, record_headers(game.pairing), game.moves, result, game.start_fen)
