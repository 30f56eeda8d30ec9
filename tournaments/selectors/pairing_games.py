"""The games of a pairing one by one: those of the round, and those that played off a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.match_score import play_off_is_open
from tournaments.domain.pairing import options_of
from tournaments.domain.pairing.bracket_chart import BracketSystem
from tournaments.domain.pairing.knockout import PLAY_OFF_GAMES
from tournaments.domain.results import SCORINGS
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from tournaments.models.round import MAX_GAMES
from tournaments.selectors.state import GROUPS, pairing_system


@dataclass(frozen=True)
class PairingGame:
    """A game of a pairing with the players by its own colours; `of_round` is how many the round has."""

    number: int
    of_round: int
    code: str | None
    white: Entry
    black: Entry | None

    @property
    def is_play_off(self) -> bool:
        return self.number > self.of_round

    @property
    def label(self) -> str:
        """Which game it is, where that must be said; empty for the only one of the round."""
        if self.is_play_off:
            return _("play-off game %(number)s") % {"number": self.number - self.of_round}
        return _("game %(number)s") % {"number": self.number} if self.of_round > 1 else ""


def game_of(pairing: Pairing, number: int, code: str | None = None) -> PairingGame:
    """A game of the pairing: colours change over from game to game."""
    both = (pairing.white, pairing.black)
    white, black = both if number % 2 or pairing.is_bye else (pairing.black, pairing.white)
    return PairingGame(number, pairing.round.games, code, white, black)


def games_of(pairing: Pairing, play_off: Sequence[str] = (), *, also_next: bool = False) -> list[PairingGame]:
    """The round's games and those of the play-off; `also_next` adds the one after them, without a code."""
    codes = [*round_codes(pairing), *play_off, *([None] if also_next else [])]
    return [game_of(pairing, number, code) for number, code in enumerate(codes, start=1)]


def round_codes(pairing: Pairing) -> list[str | None]:
    """The results of the round's one or two games; a bye has one."""
    if pairing.round.games == 1 or pairing.is_bye:
        return [pairing.result_code]
    return [pairing.result_code, pairing.second_code]


def code_of(pairing: Pairing, number: int) -> str | None:
    """What is recorded for a game of the pairing. A query for games of a play-off."""
    if number <= pairing.round.games:
        return pairing.result_code if number == 1 else pairing.second_code
    confirmed = pairing.results.filter(status=Result.Status.CONFIRMED, game=number)
    return confirmed.values_list("code", flat=True).first()


def planned_play_off(tournament: Tournament, this_round: Round) -> int:
    """How many further games decide a tie in the round at most; 0 where it is not played off."""
    system = pairing_system(tournament)
    if not isinstance(system, BracketSystem):
        return 0
    if not system.plays_off_in(this_round.options.get(GROUPS, ())):
        return 0
    return int(str(options_of(system, tournament.system_settings)[PLAY_OFF_GAMES]))


def needs_play_off(tournament: Tournament, pairing: Pairing, play_off: Sequence[str]) -> bool:
    """Whether a further game must decide between the two, and can be entered."""
    if pairing.is_bye:
        return False
    codes = round_codes(pairing)
    if len(codes) + len(play_off) >= MAX_GAMES:
        return False
    planned = planned_play_off(tournament, pairing.round)
    return play_off_is_open(codes, play_off, SCORINGS[tournament.scoring], planned)
