"""Record 299, points by decision: they are not counted here, so that what they touch is refused."""

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.records import DecisionRecord

FINAL = 999
"""The round of a decision that counts in the final standings alone."""


def decisions_before(document: TrfDocument, round_number: int) -> list[DecisionRecord]:
    """Return the decisions that count when a round is paired: those of the rounds before it."""
    return [each for each in document.of(DecisionRecord) if max(each.round, 1) < round_number]


def require_no_decisions(document: TrfDocument, after_round: int | None = None) -> None:
    """Raise ``InputError`` (``trf-decisions``) where the standings after a round (None: the final ones) have
    points by decision."""
    last = FINAL if after_round is None else after_round
    if decisions_before(document, last + 1):
        raise InputError(
            "trf-decisions",
            gettext_noop(
                "The file (record 299) gives or takes points by decision, which are not counted here. The"
                " rounds before them can be paired and counted."
            ),
        )
