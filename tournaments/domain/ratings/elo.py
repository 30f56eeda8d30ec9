"""Elo: an event's games change ratings by K times (score - expected), summed and rounded once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.ratings.base import RatedGame, RatedPlayer, RatingOutcome, RatingTerm
from tournaments.domain.ratings.expectation import EXPECTATIONS, PERFORMANCES, round_half_away
from tournaments.domain.ratings.settings import K_RULES, EloSettings, settings_from
from tournaments.domain.state import Colour


@dataclass(frozen=True)
class EloSystem:
    """The Elo system with the settings of a list."""

    key: str = "elo"
    label: str = gettext_noop("Elo")

    def settings(self, stored: Mapping[str, object]) -> EloSettings:
        """Return a list's stored settings, checked; raises ``InputError``."""
        return settings_from(stored)

    def rate(
        self, players: Mapping[int, RatedPlayer], games: Sequence[RatedGame], settings: EloSettings
    ) -> dict[int, RatingOutcome]:
        """Return what an event does to each player's rating, by the ratings everybody had before it.

        Only games between two players count where the opponent is rated. Who is unrated gets his performance
        against rated players as a first rating. An event without any rated player starts everybody at the
        list's starting value. Players with no game that counts are not in the answer.

        Raises ``InputError`` when a game names a player who is not in ``players``.
        """
        _check(players, games)
        at_the_board = {number for game in games for number in (game.white, game.black)}
        from_start = all(players[number].rating is None for number in at_the_board)
        base = {
            number: settings.start_value if from_start else players[number].rating for number in at_the_board
        }
        outcomes = {}
        for number in sorted(at_the_board):
            terms = _terms(number, base, games, settings)
            outcome = _outcome(players[number], base[number], terms, settings)
            if outcome is not None:
                outcomes[number] = outcome
        return outcomes


def _check(players: Mapping[int, RatedPlayer], games: Sequence[RatedGame]) -> None:
    for game in games:
        for number in (game.white, game.black):
            if number not in players:
                raise InputError(
                    "rated-game-without-player",
                    gettext_noop("A rated game names player %(number)s, who is not in the event."),
                    number=number,
                )


def _terms(
    number: int, base: Mapping[int, int | None], games: Sequence[RatedGame], settings: EloSettings
) -> list[RatingTerm]:
    own = base[number]
    terms = []
    for game in games:
        sides: tuple[tuple[int, int, Colour, Fraction], ...] = (
            (game.white, game.black, "white", game.score),
            (game.black, game.white, "black", 1 - game.score),
        )
        for player, opponent, colour, score in sides:
            theirs = base[opponent]
            if player == number and theirs is not None:
                expected = None if own is None else _expected(own - theirs, settings)
                terms.append(RatingTerm(opponent, theirs, colour, score, expected))
    return terms


def _expected(difference: int, settings: EloSettings) -> Fraction:
    limit = settings.difference_limit
    if limit is not None:
        difference = max(-limit, min(limit, difference))
    return EXPECTATIONS[settings.expected](difference)


def _outcome(
    player: RatedPlayer, base: int | None, terms: list[RatingTerm], settings: EloSettings
) -> RatingOutcome | None:
    if not terms:
        return None
    score = sum((term.score for term in terms), Fraction(0))
    performance = _performance(terms, score, settings)
    provisional = player.games + len(terms) < settings.provisional_games
    if base is None:
        if score < settings.first_minimum:
            return None
        first = max(performance, settings.floor)
        return RatingOutcome(
            None, first, len(terms), score, None, None, provisional, performance, "performance", tuple(terms)
        )
    expected = sum((term.expected or Fraction(0) for term in terms), Fraction(0))
    k = K_RULES[settings.k_rule](player, len(terms), settings) * settings.share
    change = round_half_away(k * settings.scale * (score - expected))
    return RatingOutcome(
        player.rating,
        max(base + change, min(settings.floor, base)),
        len(terms),
        score,
        expected,
        k,
        provisional,
        performance,
        "start" if player.rating is None else "change",
        tuple(terms),
    )


def _performance(terms: Sequence[RatingTerm], score: Fraction, settings: EloSettings) -> int:
    average = Fraction(sum(term.opponent_rating for term in terms), len(terms))
    return round_half_away(average + PERFORMANCES[settings.first_rating](score / len(terms)))
