"""What the evaluation counts, in hundredths of a man, for each kind of game.

`engine.search.tune` proposes numbers from games the engine plays against itself; these were then chosen among
such proposals by matches (`engine.search.match`) at equal numbers of positions.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.rulesets.base import Ruleset

ROWS = 8


class Weights(NamedTuple):
    """The value of everything the evaluation looks at.

    `man` is the unit. `rows` is what a man gains on each row from its own first row on (the last is never
    stood on; on larger boards it is interpolated), `edge` on an outer file, `near` on the file beside it,
    `centre` on the middle files of the middle rows. A king gains `king_centre` for each step from the edge
    and `diagonal` on the longest line. `mobility` counts steps forward, `support` men with a friend behind.
    `trade` is what a piece ahead gains as the board empties, `turn` the right to move.
    """

    man: int
    king: int
    rows: tuple[int, ...]
    edge: int
    near: int
    centre: int
    king_centre: int
    diagonal: int
    mobility: int
    support: int
    trade: int
    turn: int


_FLYING = Weights(100, 300, (22, 2, 3, 3, 6, 14, 30, 0), 4, 3, 6, 3, 12, 6, 7, 30, 2)
_SHORT = Weights(100, 140, (16, 2, 2, 2, 4, 7, 12, 0), 0, 0, 0, 3, 0, 9, 6, 20, 1)
# The evaluation is turned round where having no piece wins: what is negative here is good to have there.
_GIVEAWAY = Weights(100, -190, (0, 0, 0, 0, 0, 0, 0, 0), 30, 40, 30, -20, 30, -30, -20, 40, -20)

# By: do kings fly, and does having no piece left win.
WEIGHTS: dict[tuple[bool, bool], Weights] = {
    (True, False): _FLYING,
    (False, False): _SHORT,
    (True, True): _GIVEAWAY,
    (False, True): _GIVEAWAY,
}


def weights_of(rules: Ruleset) -> Weights:
    """The weights of a ruleset."""
    return WEIGHTS[rules.flying_kings, rules.no_pieces == "wins"]
