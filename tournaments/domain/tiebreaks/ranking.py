"""Tie-breaks that look at the table: Koya, results in ranking order, and the drawing of lots."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.tiebreaks.base import NO_VALUE, Term, TieBreakValue, for_each, ranks, summed
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True)
class Koya:
    """Points against opponents with at least half of what they could have scored (FIDE C.07 art. 9.2).

    Where pairings are fixed in advance a free round is no chance to score.
    """

    key: str = "koya"
    code: str = "KS"
    label: str = gettext_noop("Koya")
    short: str = gettext_noop("Koya")
    about: str = gettext_noop("The points taken from opponents who scored at least half of all they could.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the points for each player; a term for each opponent, cut when he scored less than half."""
        upper = {number for number in scores.state.game_points if _has_half(scores, number)}
        return for_each(groups, lambda number: _koya(scores, number, upper))


def _has_half(scores: ScoreTable, number: int) -> bool:
    parts = scores.history(number)
    chances = [part for part in parts if part.opponent is not None] if scores.forfeits_count else parts
    return 2 * scores.state.game_points[number] >= scores.state.scoring.win * sum(
        part.weight for part in chances
    )


def _koya(scores: ScoreTable, number: int, upper: set[int]) -> TieBreakValue:
    return summed(
        [
            Term(part.round, part.opponent, scores.paper(part.points), cut=part.opponent not in upper)
            for part in scores.history(number)
            if part.opponent is not None and part.result is not None
        ]
    )


@dataclass(frozen=True)
class RankingResults:
    """Points against the first in the ranking, then against the second, and so on (FMJD round robins).

    Who shares a place is taken together. The value and its terms are those of the first comparison that tells
    somebody of the tied group from another; ``steps`` are the points against each place.
    """

    key: str = "ranking-results"
    code: str = "RRO"
    label: str = gettext_noop("Results in ranking order")
    short: str = gettext_noop("Order")
    about: str = gettext_noop("The points against the first in the ranking, then the second, and so on.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the deciding points for each tied player; ``order`` ranks within the group."""
        place = {number: index for index, group in enumerate(groups) for number in group}
        found: dict[int, TieBreakValue] = {}
        for group in groups:
            if len(group) == 1:
                found[group[0]] = NO_VALUE
            else:
                found.update(_by_ranking(scores, group, place, len(groups)))
        return found


def _by_ranking(
    scores: ScoreTable, group: Sequence[int], place: Mapping[int, int], places: int
) -> dict[int, TieBreakValue]:
    against = {number: _against(scores, number, place, places) for number in group}
    steps = {
        number: tuple(sum((term.value for term in terms), Fraction(0)) for terms in by_place)
        for number, by_place in against.items()
    }
    decides = next((i for i in range(places) if len({steps[number][i] for number in group}) > 1), None)
    order = ranks(steps)
    if decides is None:
        return {number: TieBreakValue(None, steps=steps[number]) for number in group}
    return {
        number: TieBreakValue(
            steps[number][decides], tuple(against[number][decides]), order[number], steps=steps[number]
        )
        for number in group
    }


def _against(scores: ScoreTable, number: int, place: Mapping[int, int], places: int) -> list[list[Term]]:
    found: list[list[Term]] = [[] for _ in range(places)]
    for part in scores.history(number):
        if part.opponent is not None and scores.counts_as_played(part):
            found[place[part.opponent]].append(Term(part.round, part.opponent, scores.paper(part.points)))
    return found


@dataclass(frozen=True)
class DrawingOfLots:
    """The order drawn from the tournament's stored seed, for those who are still tied.

    A player's lot depends on the seed and his number alone, so nobody who enters later changes it.
    """

    key: str = "lots"
    code: str = "LOT"
    label: str = gettext_noop("Drawing of lots")
    short: str = gettext_noop("Lot")
    about: str = gettext_noop("An order drawn by the number stored with the tournament, which all can check.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the lot drawn, 1 the best, for each tied player; None for who is tied with nobody."""
        found: dict[int, TieBreakValue] = {}
        for group in groups:
            drawn = sorted(group, key=lambda number: _lot(scores.state.seed, number))
            for place, number in enumerate(drawn, start=1):
                lot = TieBreakValue(Fraction(place), order=Fraction(-place), combined="rule")
                found[number] = lot if len(group) > 1 else NO_VALUE
        return found


def _lot(seed: int, number: int) -> bytes:
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()
