"""Whose tie a further game must decide: two players', or two teams' over all boards of their match."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.domain.match_score import play_off_is_open
from tournaments.domain.results import SCORINGS
from tournaments.models import Pairing, Round, Tournament
from tournaments.models.round import MAX_GAMES
from tournaments.selectors.pairing_games import needs_play_off, planned_play_off
from tournaments.selectors.state import play_off_codes
from tournaments.selectors.teams import team_snapshot


def game_is_due(tournament: Tournament, pairing: Pairing, play_off: Sequence[str]) -> bool:
    """Whether a further game is to be played at this table; `play_off` are those it had."""
    if tournament.is_team_event:
        return pairing.pk in boards_due(tournament, pairing.round)
    return needs_play_off(tournament, pairing, play_off)


def boards_due(tournament: Tournament, this_round: Round) -> set[int]:
    """The primary keys of the pairings of a round of teams at which a further game is to be played: all
    boards of a match that is tied, until each of them has it."""
    planned = planned_play_off(tournament, this_round)
    if not planned:
        return set()
    found: set[int] = set()
    codes = play_off_codes(tournament, this_round.number)
    for line in team_snapshot(tournament, drafts=True).matches[this_round.number]:
        done = len(line.play_off)
        is_open = play_off_is_open((line.score.code,), line.play_off, SCORINGS[tournament.scoring], planned)
        if line.match.code or not is_open or this_round.games + done >= MAX_GAMES:
            continue
        boards = [each.pairing.pk for each in line.boards if not each.board.alone]
        found |= {pk for pk in boards if len(codes.get(pk, ())) == done}
    return found
