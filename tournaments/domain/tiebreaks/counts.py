"""Tie-breaks that count a player's own rounds (FIDE C.07 art. 7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import PlayerGame, PlayerRound
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, add, for_each, summed
from tournaments.domain.tiebreaks.scores import ScoreTable

_NOTHING, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
_STANDARD = {"win": _ONE, "draw": _HALF}
_KASHDAN = {"win": Fraction(4), "draw": Fraction(2), "loss": _ONE}


@dataclass(frozen=True)
class RoundCount:
    """The sum of what ``worth`` gives for each round; a term for each round that gives anything.

    More is better, or fewer with ``sign`` -1. ``tells_plus_draws``: plus draws count otherwise than draws.
    """

    key: str
    code: str
    label: str
    short: str
    about: str
    worth: Callable[[PlayerRound], Fraction]
    sign: int = 1
    tells_plus_draws: bool = False

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player."""
        return for_each(groups, lambda number: self._value(scores.history(number)))

    def _value(self, parts: Sequence[PlayerRound]) -> TieBreakValue:
        worth = [(part, self.worth(part)) for part in parts]
        found = summed([Term(part.round, part.opponent, value) for part, value in worth if value])
        return found if self.sign > 0 else replace(found, order=-found.order)


def _if(condition: Callable[[PlayerRound], bool]) -> Callable[[PlayerRound], Fraction]:
    return lambda part: _ONE if condition(part) else _NOTHING


def _games(condition: Callable[[PlayerGame], bool]) -> Callable[[PlayerRound], Fraction]:
    """Return how many of a round's games at the board are such."""
    return lambda part: Fraction(sum(game.played and condition(game) for game in part.games))


def _standard(part: PlayerRound) -> Fraction:
    if part.opponent is None:
        return _STANDARD.get(part.side or "", _NOTHING) * part.weight
    return add(_STANDARD.get(game.side or "", _NOTHING) for game in part.games)


def _kashdan(part: PlayerRound) -> Fraction:
    return add(_KASHDAN[game.side] for game in part.games if game.played and game.side)


def _elected(part: PlayerRound) -> bool:
    """Return whether the round was played, or would have been had there been an opponent."""
    return part.played or part.side == "win" or (part.kind is not None and part.kind.pairing_bye)


@dataclass(frozen=True)
class Progressive:
    """The sum of the scores after each round (7.5); the first ``cut`` rounds' scores are left out."""

    key: str
    code: str
    label: str
    short: str
    about: str
    cut: int = 0

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player, a term for each round with the score after it."""
        return for_each(groups, lambda number: self._value(scores, number))

    def _value(self, scores: ScoreTable, number: int) -> TieBreakValue:
        terms, so_far = [], 0
        for part in scores.history(number):
            so_far += part.points
            value = scores.paper(so_far)
            terms.append(Term(part.round, part.opponent, value, cut=part.round <= self.cut))
        return summed(terms)


COUNTS = (
    RoundCount(
        "wins",
        "WIN",
        gettext_noop("Number of wins"),
        gettext_noop("Wins"),
        gettext_noop("How many rounds were won, played or not; the sum decides a round of two games."),
        _if(lambda part: part.side == "win"),
    ),
    RoundCount(
        "games-won",
        "WON",
        gettext_noop("Games won at the board"),
        gettext_noop("Won"),
        gettext_noop("How many games were won by playing them."),
        _games(lambda game: game.side == "win"),
    ),
    RoundCount(
        "black-wins",
        "BWG",
        gettext_noop("Wins with Black"),
        gettext_noop("W/Bl"),
        gettext_noop("How many games with Black were won by playing them."),
        _games(lambda game: game.side == "win" and game.colour == "black"),
    ),
    RoundCount(
        "black-games",
        "BPG",
        gettext_noop("Games with Black"),
        gettext_noop("G/Bl"),
        gettext_noop("How many games were played with Black."),
        _games(lambda game: game.colour == "black"),
    ),
    RoundCount(
        "rounds-played",
        "REP",
        gettext_noop("Rounds played by choice"),
        gettext_noop("Rds"),
        gettext_noop("How many rounds were played, or missed only because there was no opponent."),
        _if(_elected),
    ),
    RoundCount(
        "standard-points",
        "STD",
        gettext_noop("Standard points"),
        gettext_noop("Std"),
        gettext_noop("One for each win and a half for each draw, whatever the scoring."),
        _standard,
    ),
    RoundCount(
        "kashdan",
        "KASH",
        gettext_noop("Kashdan"),
        gettext_noop("Kash."),
        gettext_noop("Four for each game won, two for each drawn and one for each lost at the board."),
        _kashdan,
    ),
    RoundCount(
        "plus-draws",
        "PLUS",
        gettext_noop("Plus draws"),
        gettext_noop("D+"),
        gettext_noop("How many games were drawn with the better position."),
        _games(lambda game: game.plus > 0),
        tells_plus_draws=True,
    ),
    RoundCount(
        "minus-draws",
        "MINUS",
        gettext_noop("Minus draws"),
        gettext_noop("D−"),
        gettext_noop("How many games were drawn with the worse position; fewer are better."),
        _games(lambda game: game.plus < 0),
        sign=-1,
        tells_plus_draws=True,
    ),
    RoundCount(
        "plus-minus",
        "PLUSMIN",
        gettext_noop("Plus draws less minus draws"),
        gettext_noop("D+/−"),
        gettext_noop("How many more games were drawn with the better position than with the worse."),
        lambda part: Fraction(sum(game.plus for game in part.games)),
        tells_plus_draws=True,
    ),
)
PROGRESSIVE = (
    Progressive(
        "progressive",
        "PS",
        gettext_noop("Progressive score"),
        gettext_noop("PS"),
        gettext_noop("The sum of the scores after each round: points won early count more often."),
    ),
    Progressive(
        "progressive-cut1",
        "PS/C1",
        gettext_noop("Progressive score Cut 1"),
        gettext_noop("PS C1"),
        gettext_noop("The sum of the scores after each round but the first."),
        cut=1,
    ),
    Progressive(
        "progressive-cut2",
        "PS/C2",
        gettext_noop("Progressive score Cut 2"),
        gettext_noop("PS C2"),
        gettext_noop("The sum of the scores after each round but the first two."),
        cut=2,
    ),
)
