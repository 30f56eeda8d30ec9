"""The games of a pairing on the pages of a tournament, each with its own record."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from tournaments.models import Pairing
from tournaments.selectors.pairing_games import PairingGame, code_of, game_of, games_of

register = template.Library()


@dataclass(frozen=True)
class GameRecord:
    """A game of the round; `game_id` is None while it is not on record."""

    game: PairingGame
    game_id: int | None


@register.filter
def records(pairing: Pairing) -> list[GameRecord]:
    """The games of a pairing that has `game_id` and `second_game_id`: `{% for each in pairing|records %}`."""
    ids = (pairing.game_id, pairing.second_game_id)
    return [GameRecord(game, pk) for game, pk in zip(games_of(pairing), ids, strict=False)]


@register.filter
def recorded(pairing: Pairing) -> PairingGame:
    """The game that a row of `recorded_games` is about, by its own colours: `{{ pairing|recorded }}`."""
    return game_of(pairing, pairing.game_number, code_of(pairing, pairing.game_number))


@register.filter
def record_of(pairing: Pairing, number: int) -> int | None:
    """The id of the record of one game of such a pairing, None where there is none."""
    return {1: pairing.game_id, 2: pairing.second_game_id}.get(number)
