"""What the evaluation counts, in hundredths of a man, for each kind of game.

`engine.search.tune` finds these numbers from games the engine plays against itself.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.rulesets.base import Ruleset

ROWS = 8


class Weights(NamedTuple):
    """The value of everything the evaluation looks at; `MAN` is the unit.

    `rows` is what a man gains on each row from its own first row on (the last one is never stood on; on
    larger boards rows in between are interpolated), `back` what it gains there beside other men that guard
    it. `edge` and `centre` are by file, `diagonal` is a king's on a longest line. `mobility` counts steps
    forward, `support` men with a friend behind, `turn` is the right to move.
    """

    king: int
    rows: tuple[int, int, int, int, int, int, int, int]
    edge: int
    centre: int
    king_centre: int
    diagonal: int
    mobility: int
    support: int
    turn: int


MAN = 100

# By: do kings fly, and does having no piece left win.
WEIGHTS: dict[tuple[bool, bool], Weights] = {
    (True, False): Weights(300, (14, 4, 6, 8, 14, 24, 40, 0), -4, 4, 6, 15, 2, 3, 3),
    (False, False): Weights(150, (14, 4, 6, 8, 12, 18, 26, 0), -3, 4, 8, 0, 2, 3, 3),
    (True, True): Weights(300, (14, 4, 6, 8, 14, 24, 40, 0), -4, 4, 6, 15, 2, 3, 3),
    (False, True): Weights(150, (14, 4, 6, 8, 12, 18, 26, 0), -3, 4, 8, 0, 2, 3, 3),
}


def weights_of(rules: Ruleset) -> Weights:
    """The weights of a ruleset."""
    return WEIGHTS[rules.flying_kings, rules.no_pieces == "wins"]
