"""Solkoff as the World Draughts Federation (FMJD) counts it: no dummy, a bye is an opponent with nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from tournaments.domain.errors import gettext_noop
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, for_each, ranks, summed
from tournaments.domain.tiebreaks.scores import ScoreTable


@dataclass(frozen=True)
class Solkoff:
    """The sum of the opponents' scores as they are. An opponent who did not come is still an opponent."""

    key: str = "solkoff"
    code: str = "SOLK"
    label: str = gettext_noop("Solkoff")
    short: str = gettext_noop("Solk")
    about: str = gettext_noop("The sum of the opponents' scores; a bye counts as nothing.")

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player, a term for each finished round."""
        return for_each(groups, lambda number: summed(_terms(scores, number)))


def _terms(scores: ScoreTable, number: int) -> list[Term]:
    terms = []
    for part in scores.history(number):
        if part.result is None:
            continue
        if part.opponent is None:
            terms.append(Term(part.round, None, Fraction(0), dummy=True, note="bye-counts-zero"))
        else:
            score = scores.score(part.opponent)
            terms.append(Term(part.round, part.opponent, score, score))
    return terms


@dataclass(frozen=True)
class TruncatedSolkoff:
    """Solkoff without the lowest opponent; who is still tied, without the two lowest; and so on to the last.

    ``value`` is the first of these sums, ``steps`` all of them.
    """

    key: str = "truncated-solkoff"
    code: str = "TSOLK"
    label: str = gettext_noop("Full truncated Solkoff")
    short: str = gettext_noop("SolkT")
    about: str = gettext_noop(
        "Solkoff without the lowest opponent, then without the two lowest, and so on until it differs."
    )

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sums for each player; ``order`` ranks within the tied group."""
        found: dict[int, TieBreakValue] = {}
        for group in groups:
            terms = {number: _terms(scores, number) for number in group}
            steps = {number: _truncated([term.value for term in terms[number]]) for number in group}
            order = ranks(steps)
            for number in group:
                cut = _without_lowest(terms[number])
                found[number] = replace(summed(cut), order=order[number], steps=steps[number])
        return found


def _truncated(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the sums without the lowest value, the two lowest, …, all but the highest."""
    growing = tuple(accumulate(sorted(values, reverse=True), initial=Fraction(0)))
    return growing[-2:0:-1] or (Fraction(0),)


def _without_lowest(terms: Sequence[Term]) -> list[Term]:
    if not terms:
        return []
    lowest = min(range(len(terms)), key=lambda index: (terms[index].value, not terms[index].dummy))
    return [replace(term, cut=True) if index == lowest else term for index, term in enumerate(terms)]
