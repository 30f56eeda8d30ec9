"""Match points and board points: what a match of several games is worth, whole and game by game.

In an event of teams a match has a game on each board; a round of two games is a match of two players. FIDE
calls the points of the single games game points (C.07 art. 12 and 14: MPTS, GPTS, EMGSB).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import PlayerRound
from tournaments.domain.tiebreaks.base import Term, TieBreakValue, for_each, summed
from tournaments.domain.tiebreaks.scores import Contribution, ScoreTable


@dataclass(frozen=True)
class RoundPoints:
    """The sum of what ``points`` gives for each finished round, in integer points."""

    key: str
    code: str
    label: str
    short: str
    about: str
    points: Callable[[ScoreTable, PlayerRound], int]

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player or team, a term for each round with a result."""
        return for_each(groups, lambda number: self._value(scores, scores.history(number)))

    def _value(self, scores: ScoreTable, parts: Sequence[PlayerRound]) -> TieBreakValue:
        return summed(
            [
                Term(part.round, part.opponent, scores.paper(self.points(scores, part)))
                for part in parts
                if part.result is not None
            ]
        )


@dataclass(frozen=True)
class SonnebornBergerBoards:
    """The sum of each opponent's adjusted score times the own board points against him (EMGSB).

    An unplayed round has the same dummy opponent as in Sonneborn-Berger.
    """

    key: str = "sonneborn-berger-boards"
    code: str = "EMGSB"
    label: str = gettext_noop("Sonneborn-Berger by board points")
    short: str = gettext_noop("SB Bd")
    about: str = gettext_noop(
        "The sum of each opponent's score times the board points taken from that opponent."
    )

    def values(self, scores: ScoreTable, groups: Sequence[Sequence[int]]) -> Mapping[int, TieBreakValue]:
        """Return the sum for each player or team, one term a round."""
        return for_each(groups, lambda number: self._value(scores, number))

    def _value(self, scores: ScoreTable, number: int) -> TieBreakValue:
        boards = {part.round: scores.board_points(part) for part in scores.history(number)}
        return summed([_term(scores, part, boards[part.round]) for part in scores.contributions[number]])


def _term(scores: ScoreTable, part: Contribution, boards: int) -> Term:
    return Term(
        part.round,
        part.opponent,
        scores.paper(part.score, boards),
        scores.paper(part.score),
        scores.paper(boards),
        part.dummy,
        note=part.note,
    )


BOARDS = (
    RoundPoints(
        "match-points",
        "MPTS",
        gettext_noop("Match points"),
        gettext_noop("MP"),
        gettext_noop("The points of a win, a draw or a loss for each round as a whole."),
        lambda scores, part: scores.match_points(part),
    ),
    RoundPoints(
        "board-points",
        "GPTS",
        gettext_noop("Board points"),
        gettext_noop("BP"),
        gettext_noop("The points of all single games, which FIDE calls game points."),
        lambda scores, part: scores.board_points(part),
    ),
    SonnebornBergerBoards(),
)
