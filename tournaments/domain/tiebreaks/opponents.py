"""Tie-breaks that sum opponents' scores: Buchholz and Sonneborn-Berger (FIDE C.07 art. 8, 9 and 14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.tiebreaks.base import NO_VALUE, Term, TieBreakValue, add, for_each, summed
from tournaments.domain.tiebreaks.scores import Contribution, ScoreTable


@dataclass(frozen=True)
class OpponentScores:
    """The sum over his rounds of the opponents' adjusted scores, times his own points when ``weighted``.

    Points are those of the tournament's scoring: on 2-1-0 a win weighs the opponent's score twice.
    ``low`` and ``high`` are how many of the lowest and highest are left out; ``fore`` counts every game of
    the last round as drawn.
    """

    key: str
    code: str
    label: str
    short: str
    about: str
    weighted: bool = False
    low: int = 0
    high: int = 0
    fore: bool = False

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player, one term a round; a game that is not finished gives none yet."""
        table = scores.fore if self.fore else scores
        return for_each(groups, lambda number: self.value(table, number))

    def value(self, scores: ScoreTable, number: int) -> TieBreakValue:
        """Return the sum for one player."""
        parts = scores.contributions[number]
        out = _cut(parts, self.weighted, *self._cuts(scores.rounds)) if self.low or self.high else frozenset()
        return summed([self._term(scores, part, part.round in out) for part in parts])

    def _cuts(self, rounds: int) -> tuple[int, int]:
        low = min(self.low, rounds)
        return low, min(self.high, rounds - low)

    def _term(self, scores: ScoreTable, part: Contribution, cut: bool) -> Term:
        value = score = scores.paper(part.score)
        factor = None
        if self.weighted:
            factor = scores.paper(part.points)
            value = scores.paper(part.score, part.points)
        return Term(part.round, part.opponent, value, score, factor, part.dummy, cut, part.note)


def _cut(parts: Sequence[Contribution], weighted: bool, low: int, high: int) -> frozenset[int]:
    """Return the rounds that are left out.

    The lowest opponents go first, except that a voluntary unplayed round goes before them unless that would
    take less away (16.5); the highest go without exception.
    """
    left = [(part, part.score * part.points if weighted else part.score) for part in parts]
    out = set()
    for _ in range(min(low, len(left))):
        lowest = min(left, key=lambda each: (each[0].score, each[1]))
        first = min(left, key=lambda each: (not each[0].voluntary, each[1], each[0].score))
        gone = lowest if not first[0].voluntary or lowest[1] > first[1] else first
        left.remove(gone)
        out.add(gone[0].round)
    for _ in range(min(high, len(left))):
        gone = max(left, key=lambda each: (each[0].score, each[1]))
        left.remove(gone)
        out.add(gone[0].round)
    return frozenset(out)


@dataclass(frozen=True)
class AverageBuchholz:
    """The mean of the Buchholz of the opponents met at the board (8.2)."""

    key: str = "average-buchholz"
    code: str = "AOB"
    label: str = gettext_noop("Average of opponents' Buchholz")
    short: str = gettext_noop("AOB")
    about: str = gettext_noop("The average of the Buchholz of the opponents played.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the mean for each player, None for who has played nobody."""
        sums = {
            number: BUCHHOLZ.value(scores, number).value or Fraction(0) for number in scores.contributions
        }
        return for_each(groups, lambda number: _mean(scores, number, sums))


def _mean(scores: ScoreTable, number: int, sums: Mapping[int, Fraction]) -> TieBreakValue:
    terms = tuple(
        Term(part.round, part.opponent, sums[part.opponent])
        for part in scores.history(number)
        if part.opponent is not None
        for game in part.games
        if game.played
    )
    if not terms:
        return NO_VALUE
    mean = add(term.value for term in terms) / len(terms)
    return TieBreakValue(mean, terms, mean, "mean")


BUCHHOLZ = OpponentScores(
    "buchholz",
    "BH",
    gettext_noop("Buchholz"),
    gettext_noop("BH"),
    gettext_noop("The sum of the opponents' scores."),
)
SONNEBORN_BERGER = OpponentScores(
    "sonneborn-berger",
    "SB",
    gettext_noop("Sonneborn-Berger"),
    gettext_noop("SB"),
    gettext_noop("The sum of each opponent's score times the points taken from that opponent."),
    weighted=True,
)
OPPONENT_SCORES = (
    BUCHHOLZ,
    replace(
        BUCHHOLZ,
        key="buchholz-cut1",
        code="BH/C1",
        label=gettext_noop("Buchholz Cut 1"),
        short=gettext_noop("BH C1"),
        about=gettext_noop("Buchholz without the opponent of the lowest score."),
        low=1,
    ),
    replace(
        BUCHHOLZ,
        key="buchholz-cut2",
        code="BH/C2",
        label=gettext_noop("Buchholz Cut 2"),
        short=gettext_noop("BH C2"),
        about=gettext_noop("Buchholz without the two opponents of the lowest scores."),
        low=2,
    ),
    replace(
        BUCHHOLZ,
        key="buchholz-median1",
        code="BH/M1",
        label=gettext_noop("Median Buchholz 1"),
        short=gettext_noop("BH M1"),
        about=gettext_noop("Buchholz without the opponents of the lowest and of the highest score."),
        low=1,
        high=1,
    ),
    replace(
        BUCHHOLZ,
        key="buchholz-median2",
        code="BH/M2",
        label=gettext_noop("Median Buchholz 2"),
        short=gettext_noop("BH M2"),
        about=gettext_noop("Buchholz without the two lowest and the two highest scores of opponents."),
        low=2,
        high=2,
    ),
    replace(
        BUCHHOLZ,
        key="fore-buchholz",
        code="FB",
        label=gettext_noop("Fore Buchholz"),
        short=gettext_noop("FB"),
        about=gettext_noop("Buchholz as if every game of the last round were drawn."),
        fore=True,
    ),
    SONNEBORN_BERGER,
    replace(
        SONNEBORN_BERGER,
        key="sonneborn-berger-cut1",
        code="SB/C1",
        label=gettext_noop("Sonneborn-Berger Cut 1"),
        short=gettext_noop("SB C1"),
        about=gettext_noop("Sonneborn-Berger without the opponent of the lowest score."),
        low=1,
    ),
)
