"""What a ruleset is: values only. The move generator and the board read them; nothing asks for the key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

Colour = Literal["white", "black"]
# What becomes of the player to move who has no legal move.
Ending = Literal["loses", "wins", "draws"]


class Promotion(Enum):
    """What happens to a man that reaches the last row in the middle of a capture."""

    STOPS = "stops"  # it is crowned and the capture ends there
    GOES_ON = "goes-on"  # it is crowned and goes on capturing as a king
    AT_END = "at-end"  # it goes on as a man and is crowned only if the move ends there


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A draughts system.

    `gametype` is what the PDN tag GameType says, empty for systems without a number of their own;
    `other_gametypes` are numbers that older drafts of the standard used. `no_pieces` and `blocked` say
    what becomes of the player to move without a piece or without a legal move. `threefold` is how often a
    position must stand, `no_progress` after how many plies without a capture or a man's move a draw can be
    claimed; None switches a claim off.
    """

    key: str
    label: str
    gametype: str = ""
    other_gametypes: tuple[int, ...] = ()
    size: int = 8
    setup_rows: int = 3
    first: Colour = "white"
    algebraic: bool = True
    men_capture_backward: bool = False
    flying_kings: bool = True
    king_priority: bool = False
    majority: bool = False
    promotion: Promotion = Promotion.STOPS
    strict_landing: bool = True
    may_stop_after_one: bool = False
    no_pieces: Ending = "loses"
    blocked: Ending = "loses"
    threefold: int | None = 3
    no_progress: int | None = None

    @property
    def gametype_numbers(self) -> tuple[int, ...]:
        """Every GameType number that means this ruleset, the present one first."""
        own = (int(self.gametype.split(",")[0]),) if self.gametype else ()
        return own + self.other_gametypes

    @property
    def men_a_side(self) -> int:
        """How many pieces a side starts with, and so the most it can ever have."""
        return self.setup_rows * self.size // 2
