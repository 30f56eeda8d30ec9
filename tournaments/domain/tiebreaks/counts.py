"""Tie-breaks that count a player's own rounds (FIDE C.07 art. 7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import PlayerRound
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, for_each, summed
from tournaments.domain.tiebreaks.scores import ScoreTable

_NOTHING, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
_STANDARD = {"win": _ONE, "draw": _HALF}
_KASHDAN = {"win": Fraction(4), "draw": Fraction(2), "loss": _ONE}


@dataclass(frozen=True)
class RoundCount:
    """The sum of what ``worth`` gives for each round; a term for each round that gives anything."""

    key: str
    code: str
    label: str
    short: str
    about: str
    worth: Callable[[PlayerRound], Fraction]

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player."""
        return for_each(groups, lambda number: self._value(scores.history(number)))

    def _value(self, parts: Sequence[PlayerRound]) -> TieBreakValue:
        worth = [(part, self.worth(part)) for part in parts]
        return summed([Term(part.round, part.opponent, value) for part, value in worth if value])


def _if(condition: Callable[[PlayerRound], bool]) -> Callable[[PlayerRound], Fraction]:
    return lambda part: _ONE if condition(part) else _NOTHING


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
        gettext_noop("How many rounds brought the points of a win, played or not."),
        _if(lambda part: part.side == "win"),
    ),
    RoundCount(
        "games-won",
        "WON",
        gettext_noop("Games won at the board"),
        gettext_noop("Won"),
        gettext_noop("How many games were won by playing them."),
        _if(lambda part: part.played and part.side == "win"),
    ),
    RoundCount(
        "black-wins",
        "BWG",
        gettext_noop("Wins with Black"),
        gettext_noop("W/Bl"),
        gettext_noop("How many games with Black were won by playing them."),
        _if(lambda part: part.played and part.side == "win" and part.colour == "black"),
    ),
    RoundCount(
        "black-games",
        "BPG",
        gettext_noop("Games with Black"),
        gettext_noop("G/Bl"),
        gettext_noop("How many games were played with Black."),
        _if(lambda part: part.played and part.colour == "black"),
    ),
    RoundCount(
        "rounds-played",
        "REP",
        gettext_noop("Rounds played by choice"),
        gettext_noop("Rds"),
        gettext_noop("How many rounds were played, or missed only because there was no opponent."),
        _if(lambda part: part.played or part.side == "win"),
    ),
    RoundCount(
        "standard-points",
        "STD",
        gettext_noop("Standard points"),
        gettext_noop("Std"),
        gettext_noop("One for each win and a half for each draw, whatever the scoring."),
        lambda part: _STANDARD.get(part.side or "", _NOTHING),
    ),
    RoundCount(
        "kashdan",
        "KASH",
        gettext_noop("Kashdan"),
        gettext_noop("Kash."),
        gettext_noop("Four for each game won, two for each drawn and one for each lost at the board."),
        lambda part: _KASHDAN[part.side] if part.played and part.side else _NOTHING,
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
