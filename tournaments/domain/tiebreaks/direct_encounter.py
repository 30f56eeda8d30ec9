"""Direct encounter (FIDE C.07 art. 6): the tied players' games among themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.errors import gettext_noop
from tournaments.domain.tiebreaks.base import NO_VALUE, Term, TieBreakValue
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class _Score:
    """Points against the tied, sure and possible; several rounds with one opponent count as their average."""

    points: Fraction
    possible: Fraction
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class DirectEncounter:
    """Points against those one is tied with.

    When all of them have met, they are ranked by these points, and who is still tied again among themselves
    (6.2). When not, a player is ranked first only if nobody could catch him whatever the missing results
    (6.3); the value of everybody else is None.
    """

    key: str = "direct-encounter"
    code: str = "DE"
    label: str = gettext_noop("Direct encounter")
    short: str = gettext_noop("DE")
    about: str = gettext_noop("The points taken from the tied players, when all of them have met.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the points against the tied group; ``order`` ranks within it."""
        found: dict[int, TieBreakValue] = {}
        for group in groups:
            if len(group) == 1:
                found[group[0]] = NO_VALUE
                continue
            ranked = _ranked(scores, list(group))
            everybody = _scores(scores, group)
            met = all(score.points == score.possible for score in everybody.values())
            known = met or len(ranked) > 1
            for rank, tied in enumerate(ranked):
                for number in tied:
                    found[number] = _value(everybody[number], rank) if known else NO_VALUE
        return found


def _value(score: _Score, rank: int) -> TieBreakValue:
    once = len({term.opponent for term in score.terms}) == len(score.terms)
    return TieBreakValue(score.points, score.terms, Fraction(-rank), "sum" if once else "rule")


def _scores(scores: ScoreTable, group: Sequence[int]) -> dict[int, _Score]:
    return {number: _score(scores, number, set(group) - {number}) for number in group}


def _score(scores: ScoreTable, number: int, others: set[int]) -> _Score:
    games: dict[int, list[Term]] = {}
    for part in scores.history(number):
        if part.opponent in others and part.opponent is not None and scores.counts_as_played(part):
            term = Term(part.round, part.opponent, scores.paper(part.points))
            games.setdefault(part.opponent, []).append(term)
    points = sum(
        (sum((t.value for t in terms), Fraction(0)) / len(terms) for terms in games.values()), Fraction(0)
    )
    missing = len(others) - len(games)
    most = scores.paper(scores.state.scoring.win * scores.games_a_round)
    terms = tuple(term for terms in games.values() for term in terms)
    return _Score(points, points + missing * most, terms)


def _ranked(scores: ScoreTable, group: list[int]) -> list[list[int]]:
    """Return the tied group split into groups that remain tied, best first."""
    if len(group) < 2:
        return [group]
    found = _scores(scores, group)
    all_met = all(score.points == score.possible for score in found.values())
    parts = _by_points(found) if all_met else _certain(found)
    if len(parts) == 1:
        return parts
    return [tied for part in parts for tied in _ranked(scores, part)]


def _by_points(found: Mapping[int, _Score]) -> list[list[int]]:
    levels = sorted({score.points for score in found.values()}, reverse=True)
    return [[number for number, score in found.items() if score.points == level] for level in levels]


def _certain(found: Mapping[int, _Score]) -> list[list[int]]:
    """Return first those whose lead over all who follow is certain, then the rest together."""
    order = sorted(found, key=lambda number: (-found[number].points, -found[number].possible, number))
    sure: list[list[int]] = []
    while len(order) > 1 and found[order[0]].points > max(found[other].possible for other in order[1:]):
        sure.append([order.pop(0)])
    return [*sure, order]
