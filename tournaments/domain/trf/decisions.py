"""Record 299, points by decision: those given or taken from a round on are the state's adjustments.

What a result is worth to some alone, or points of the final standings, is not counted here: it is refused.
"""

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.state import Adjustment
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.records import DecisionRecord

FINAL = 999
"""The round of a decision that counts in the final standings alone."""


def adjustments(document: TrfDocument, unit: int) -> tuple[Adjustment, ...]:
    """Return the points given or taken from a round on, ``unit`` integer points to a point on paper."""
    return tuple(
        Adjustment(number, record.round, int(record.points * unit))
        for record in document.of(DecisionRecord)
        if is_adjustment(record, unit)
        for number in record.players
    )


def is_adjustment(record: DecisionRecord, unit: int) -> bool:
    """Return whether a decision gives or takes points that can be counted, from a round on."""
    points = record.points * unit
    return not record.letter and 1 <= record.round < FINAL and points.denominator == 1 and points != 0


def decisions_before(document: TrfDocument, round_number: int, unit: int) -> list[DecisionRecord]:
    """Return the decisions of the rounds before one that are not counted here."""
    return [
        each
        for each in document.of(DecisionRecord)
        if max(each.round, 1) < round_number and not is_adjustment(each, unit)
    ]


def require_no_decisions(document: TrfDocument, unit: int, after_round: int | None = None) -> None:
    """Raise ``InputError`` (``trf-decisions``) where the standings after a round (None: the final ones) have
    points by decision that are not counted here."""
    last = FINAL if after_round is None else after_round
    if decisions_before(document, last + 1, unit):
        raise InputError(
            "trf-decisions",
            gettext_noop(
                "The file (record 299) gives other points for a result, or points of the final standings, by"
                " decision, which are not counted here. The rounds before that can be paired and counted."
            ),
        )
