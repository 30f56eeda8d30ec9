"""Tie-breaks by the ratings of opponents met at the board (FIDE C.07 art. 10).

None of them has a value while a player is without a rating (see ``UNRATED_AS``). Performances take a win for
one point and a draw for a half, whatever the scoring.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tournaments.domain.errors import gettext_noop
from tournaments.domain.ratings.expectation import difference_by_table, expected_by_table, round_half_away
from tournaments.domain.state import PlayerRound
from tournaments.domain.tiebreaks.base import NO_VALUE, Combined, Term, TieBreakValue, for_each
from tournaments.domain.tiebreaks.scores import ScoreTable, fraction

_HALVES = {"win": 2, "draw": 1}
_LAST = Fraction(-1_000_000)
"""The order of who has no value: a performance may be below zero."""
_FARTHEST = 800
"""The largest difference that a result can stand for."""


@dataclass(frozen=True)
class Games:
    """A player's games at the board: the opponents' ratings and his score on 1-½-0, without those cut.

    There is a term and a rating for each game: two for an opponent met twice in a round.
    """

    terms: tuple[Term, ...]
    ratings: list[int]
    halves: int

    @property
    def score(self) -> Fraction:
        """The points made."""
        return fraction(self.halves, 2)


def _games(scores: ScoreTable, number: int, ratings: Mapping[int, int], cut: int = 0) -> Games:
    met = [(part, ratings[opponent]) for part, opponent in _met(scores, number)]
    out = {part.round for part, _ in sorted(met, key=lambda each: each[1])[:cut]}
    games = [(part, rating, game) for part, rating in met for game in part.games if game.played]
    terms = tuple(
        Term(part.round, part.opponent, fraction(rating, 1), cut=part.round in out)
        for part, rating, _ in games
    )
    counted = [(rating, game) for part, rating, game in games if part.round not in out]
    halves = sum(_HALVES.get(game.side or "", 0) for _, game in counted)
    return Games(terms, [rating for rating, _ in counted], halves)


def _met(scores: ScoreTable, number: int) -> list[tuple[PlayerRound, int]]:
    """Return the rounds with a game at the board, each with its opponent."""
    return [
        (part, part.opponent)
        for part in scores.history(number)
        if part.opponent is not None and any(game.played for game in part.games)
    ]


def _mean(values: Sequence[int]) -> int:
    return round_half_away(Fraction(sum(values), len(values)))


def average(games: Games) -> int:
    """Return the mean of the opponents' ratings, a half rounded up (10.1)."""
    return _mean(games.ratings)


def performance(games: Games) -> int:
    """Return the mean of the opponents' ratings plus FIDE's difference for the share of points (10.2)."""
    return average(games) + int(difference_by_table(games.score / len(games.ratings)))


def perfect_performance(games: Games) -> int:
    """Return the lowest rating whose expected score is at least the score made (10.3)."""
    low, high = min(games.ratings) - _FARTHEST, max(games.ratings) + _FARTHEST
    if games.score == 0:
        return low
    hundredths = 50 * games.halves
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(_expected_hundredths(middle - rating) for rating in games.ratings)
        low, high = (low, middle) if expected >= hundredths else (middle, high)
    return high


@cache
def _expected_hundredths(difference: int) -> int:
    return int(100 * expected_by_table(difference))


@dataclass(frozen=True)
class OpponentRatings:
    """A number made of the opponents' ratings and the score against them."""

    key: str
    code: str
    label: str
    short: str
    about: str
    measure: Callable[[Games], int]
    combined: Combined = "rule"
    cut: int = 0

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the number for each player, a term with the rating of each opponent he played."""
        return for_each(groups, lambda number: self.value(scores, number))

    def value(self, scores: ScoreTable, number: int) -> TieBreakValue:
        """Return the number for one player; None for who has played nobody."""
        if scores.ratings is None:
            return NO_VALUE
        games = _games(scores, number, scores.ratings, self.cut)
        if not games.ratings:
            return TieBreakValue(None, games.terms, _LAST, self.combined)
        value = Fraction(self.measure(games))
        return TieBreakValue(value, games.terms, value, self.combined)


@dataclass(frozen=True)
class AverageOfOpponents:
    """The mean, a half rounded up, of what ``of`` gives for the opponents met at the board (10.4, 10.5)."""

    key: str
    code: str
    label: str
    short: str
    about: str
    of: OpponentRatings

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the mean for each player; None for who has played nobody."""
        theirs = {number: self.of.value(scores, number).value for number in scores.state.by_number}
        return for_each(groups, lambda number: _average_of(scores, number, theirs))


def _average_of(scores: ScoreTable, number: int, theirs: Mapping[int, Fraction | None]) -> TieBreakValue:
    met = [(part, theirs[opponent]) for part, opponent in _met(scores, number)]
    terms = tuple(
        Term(part.round, part.opponent, value)
        for part, value in met
        for game in part.games
        if game.played and value is not None
    )
    if not terms:
        return TieBreakValue(None, order=_LAST, combined="mean")
    value = Fraction(_mean([int(term.value) for term in terms]))
    return TieBreakValue(value, terms, value, "mean")


@dataclass(frozen=True)
class OwnRating:
    """The player's rating: the higher is better, or the lower with ``sign`` -1."""

    key: str
    code: str
    label: str
    short: str
    about: str
    sign: int = 1

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the rating of each player, None for who has none; he comes last."""
        return for_each(groups, lambda number: self._value(scores.state.by_number[number].rating))

    def _value(self, rating: int) -> TieBreakValue:
        if not rating:
            return TieBreakValue(None, order=_LAST, combined="rule")
        return TieBreakValue(Fraction(rating), order=Fraction(self.sign * rating), combined="rule")


PERFORMANCE = OpponentRatings(
    "performance",
    "TPR",
    gettext_noop("Tournament performance"),
    gettext_noop("TPR"),
    gettext_noop("The average rating of the opponents played plus FIDE's difference for the score."),
    performance,
)
PERFECT_PERFORMANCE = OpponentRatings(
    "perfect-performance",
    "PTP",
    gettext_noop("Perfect performance"),
    gettext_noop("PTP"),
    gettext_noop("The lowest rating that made the score against the opponents played likely."),
    perfect_performance,
)
RATING_TIEBREAKS = (
    OpponentRatings(
        "average-rating",
        "ARO",
        gettext_noop("Average rating of opponents"),
        gettext_noop("ARO"),
        gettext_noop("The average rating of the opponents played."),
        average,
        "mean",
    ),
    OpponentRatings(
        "average-rating-cut1",
        "ARO/C1",
        gettext_noop("Average rating of opponents Cut 1"),
        gettext_noop("ARO C1"),
        gettext_noop("The average rating of the opponents played, the lowest left out."),
        average,
        "mean",
        cut=1,
    ),
    PERFORMANCE,
    PERFECT_PERFORMANCE,
    AverageOfOpponents(
        "average-performance",
        "APRO",
        gettext_noop("Average performance of opponents"),
        gettext_noop("APRO"),
        gettext_noop("The average of the tournament performances of the opponents played."),
        PERFORMANCE,
    ),
    AverageOfOpponents(
        "average-perfect-performance",
        "APPO",
        gettext_noop("Average perfect performance of opponents"),
        gettext_noop("APPO"),
        gettext_noop("The average of the perfect performances of the opponents played."),
        PERFECT_PERFORMANCE,
    ),
    OwnRating(
        "rating",
        "RTG",
        gettext_noop("Rating"),
        gettext_noop("Rtg"),
        gettext_noop("The rating, the higher first."),
    ),
    OwnRating(
        "rating-reversed",
        "RTG/R",
        gettext_noop("Rating, the lower first"),
        gettext_noop("Rtg ↑"),
        gettext_noop("The rating, the lower first: the same points are worth more to the weaker player."),
        sign=-1,
    ),
)
