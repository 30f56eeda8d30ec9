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
class Force:
    """What a side must have for a draw rule of few pieces: bounds on its pieces, kings and men."""

    pieces: tuple[int, int] = (1, 99)
    kings: tuple[int, int] = (1, 99)
    men: tuple[int, int] = (0, 99)

    def fits(self, men: int, kings: int) -> bool:
        """Whether a side with so many men and kings is such a force."""
        counted = ((self.pieces, men + kings), (self.kings, kings), (self.men, men))
        return all(low <= count <= high for (low, high), count in counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class FewPieces:
    """A draw after `plies` plies in a row with a certain material on the board.

    It counts while one side has the force `one` and the other the force `other`, in either colour, and
    `pieces` (both sides together) is within its bounds. With `anew` every capture and every crowning starts
    the count again, otherwise only leaving the material does.
    """

    kind: str
    plies: int
    one: Force = Force()
    other: Force = Force()
    pieces: tuple[int, int] = (2, 99)
    anew: bool = True

    def fits(self, white: tuple[int, int], black: tuple[int, int]) -> bool:
        """Whether a material, men and kings of each side, is the one this rule is about."""
        low, high = self.pieces
        if not low <= sum(white) + sum(black) <= high:
            return False
        one, other = self.one, self.other
        return (one.fits(*white) and other.fits(*black)) or (one.fits(*black) and other.fits(*white))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A draughts system.

    Identity: `gametype` is what the PDN tag GameType says, empty for systems without a number of their own;
    `other_gametypes` are numbers that older drafts of the standard used.

    Board: `size` rows; `every_square` plays on light squares too, along rows and files; `mirrored` has the
    dark corner at the right hand; `numbers_from_below` numbers the squares from White's right corner;
    `setup_rows` rows of men after `setup_gap` empty ones; `first` is who begins; `algebraic` is how moves
    are usually written.

    Capturing: `preferences` are applied in turn to the captures, each keeps those that are best by it:
    "pieces" (most pieces), "king" (made by a king), "kings" (most kings taken), "king-first" (the king met
    earliest). `king_priority` is judged before the move: if a king can capture, no man does.
    `removed_at_once` takes a captured piece off the board before the capture goes on. `huffing` leaves
    capturing free, and lets the opponent take away a piece that could have captured.

    Ends: `no_pieces` and `blocked` say what becomes of the player to move without a piece or without a
    legal move. `threefold` is how often a position must stand, `no_progress` after how many plies without a
    capture or a man's move a draw can be claimed; None switches a claim off. `few_pieces` are the draws of
    endings with kings.

    `counts_routes`: the published node counts of this system count two routes of one move apart.
    """

    key: str
    label: str
    gametype: str = ""
    other_gametypes: tuple[int, ...] = ()
    size: int = 8
    every_square: bool = False
    mirrored: bool = False
    numbers_from_below: bool = False
    setup_rows: int = 3
    setup_gap: int = 0
    first: Colour = "white"
    algebraic: bool = True
    men_capture_backward: bool = False
    men_capture_kings: bool = True
    flying_kings: bool = True
    king_priority: bool = False
    preferences: tuple[Literal["pieces", "king", "kings", "king-first"], ...] = ()
    promotion: Promotion = Promotion.STOPS
    strict_landing: bool = True
    may_stop_after_one: bool = False
    removed_at_once: bool = False
    huffing: bool = False
    no_pieces: Ending = "loses"
    blocked: Ending = "loses"
    threefold: int | None = 3
    no_progress: int | None = None
    few_pieces: tuple[FewPieces, ...] = ()
    counts_routes: bool = False

    @property
    def gametype_numbers(self) -> tuple[int, ...]:
        """Every GameType number that means this ruleset, the present one first."""
        own = (int(self.gametype.split(",")[0]),) if self.gametype else ()
        return own + self.other_gametypes

    @property
    def men_a_side(self) -> int:
        """How many pieces a side starts with, and so the most it can ever have."""
        return self.setup_rows * (self.size if self.every_square else self.size // 2)
