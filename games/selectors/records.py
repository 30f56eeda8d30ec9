"""Games as PDN text."""

from __future__ import annotations

from django.utils import timezone

from games.domain.records import write_record
from games.models import Game
from tournaments.domain.results import RESULTS
from tournaments.models import Pairing, Tournament
from tournaments.selectors.pairing_games import game_of


def record_headers(pairing: Pairing, number: int = 1) -> dict[str, str]:
    """The tags of a record: event, place, date (YYYY.MM.DD), round, players as "Family, Given".

    `number` is which game of the pairing it is: the colours change over.
    """
    tournament = pairing.round.tournament
    game = game_of(pairing, number)
    return {
        "Event": tournament.name,
        "Site": tournament.venue,
        "Date": _day(tournament, pairing),
        "Round": str(pairing.round.number),
        "White": game.white.player.formal_name,
        "Black": game.black.player.formal_name if game.black else "",
    }


def _day(tournament: Tournament, pairing: Pairing) -> str:
    """The day the round began, or was paired, if that is a day of the tournament (an old event may be entered
    later)."""
    paired = timezone.localdate(pairing.round.starts_at or pairing.round.created_at)
    day = paired if tournament.starts_on <= paired <= tournament.ends_on else tournament.starts_on
    return day.strftime("%Y.%m.%d")


def game_text(game: Game) -> str:
    """The game as PDN with the result that counts: the recorded one where it was played, else its own."""
    recorded = game.recorded_code
    result = recorded if recorded and RESULTS[recorded].played else game.result
    headers = record_headers(game.pairing, game.number)
    return write_record(game.ruleset, headers, game.moves, result, game.start_fen)
