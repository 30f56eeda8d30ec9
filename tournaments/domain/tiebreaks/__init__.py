"""Tie-breaks by their stored key. To add one: a file, a line here, its golden cases, a label."""

from collections.abc import Sequence

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.tiebreaks.base import Term, TieBreak, TieBreakValue
from tournaments.domain.tiebreaks.boards import BOARDS
from tournaments.domain.tiebreaks.counts import COUNTS, PROGRESSIVE
from tournaments.domain.tiebreaks.direct_encounter import DirectEncounter
from tournaments.domain.tiebreaks.opponents import OPPONENT_SCORES, AverageBuchholz
from tournaments.domain.tiebreaks.presets import TIEBREAK_PRESETS, TieBreakPreset
from tournaments.domain.tiebreaks.ranking import DrawingOfLots, Koya, RankingResults
from tournaments.domain.tiebreaks.ratings import RATING_TIEBREAKS
from tournaments.domain.tiebreaks.scores import ScoreTable
from tournaments.domain.tiebreaks.solkoff import Solkoff, TruncatedSolkoff

_ALL: tuple[TieBreak, ...] = (
    *OPPONENT_SCORES,
    DirectEncounter(),
    *COUNTS,
    *PROGRESSIVE,
    *BOARDS,
    Solkoff(),
    TruncatedSolkoff(),
    Koya(),
    RankingResults(),
    AverageBuchholz(),
    *RATING_TIEBREAKS,
    DrawingOfLots(),
)
TIEBREAKS: dict[str, TieBreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}
MAX_TIEBREAKS = 8
"""How many a tournament orders at most: nobody is told apart by a ninth."""


def tiebreak_keys(names: Sequence[str]) -> list[str]:
    """Return the stored keys of tie-breaks named by key or by code, such as ``BH/C1``, ``bh-c1`` or ``SB``.

    Raises ``InputError`` (``tiebreak-unknown``) for a name that is neither.
    """
    known = {_plain(name): each.key for each in _ALL for name in (each.key, each.code)}
    for name in names:
        if _plain(name) not in known:
            raise InputError(
                "tiebreak-unknown",
                gettext_noop("There is no tie-break “%(key)s”. Choose from: %(keys)s."),
                key=name,
                keys=", ".join(each.code for each in _ALL),
            )
    return [known[_plain(name)] for name in names]


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


__all__ = [
    "MAX_TIEBREAKS",
    "TIEBREAKS",
    "TIEBREAK_PRESETS",
    "ScoreTable",
    "Term",
    "TieBreak",
    "TieBreakPreset",
    "TieBreakValue",
    "tiebreak_keys",
]
