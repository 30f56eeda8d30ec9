"""What results are worth in a file."""

from dataclasses import replace
from fractions import Fraction
from math import lcm

from tournaments.domain.results import SCORINGS, Scoring
from tournaments.domain.state import TournamentState
from tournaments.domain.trf.decisions import adjustments
from tournaments.domain.trf.document import TrfDocument

TRF_SCORING = "1-0.5-0"
"""What results are worth in a file that does not say (TRF16)."""


def scoring_of(document: TrfDocument, state: TournamentState) -> Scoring:
    """Return the scoring a remark or record 162 states, else the one that the players' points agree with.

    ``state`` has the file's rounds; its own scoring does not matter.
    """
    if document.points is not None:
        return _stated(document)
    stated = document.remark("scoring")
    if stated is not None:
        return SCORINGS[str(stated)]
    for key in (TRF_SCORING, *SCORINGS):
        unit = SCORINGS[key].unit
        points = replace(state, scoring=SCORINGS[key], adjustments=adjustments(document, unit)).points
        if all(
            player.points is None or player.points * unit == points[number]
            for number, player in document.players.items()
        ):
            return SCORINGS[key]
    return SCORINGS[TRF_SCORING]


def _stated(document: TrfDocument) -> Scoring:
    worth = tuple(document.worth(letter) for letter in "WDL")
    for scoring in SCORINGS.values():
        if worth == tuple(Fraction(each, scoring.unit) for each in (scoring.win, scoring.draw, scoring.loss)):
            return scoring
    unit = lcm(*(each.denominator for each in worth))
    win, draw, loss = (int(each * unit) for each in worth)
    label = "-".join(f"{float(each):g}" for each in worth)
    return Scoring(label, label, win, draw, loss, unit)
