"""What every bracket rests on: the order of seeds, and how a match of one or more games ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.domain.errors import PairingError, gettext_noop
from tournaments.domain.match_score import match_code, play_off_is_open, play_off_points
from tournaments.domain.results import RESULTS, Scoring
from tournaments.domain.state import PairingState

How = Literal["open", "tied", "bye", "games", "forfeit", "play-off", "seed", "nobody"]
"""How a match ended. ``open``: games are missing; ``tied``: play-off games are; ``seed``: the better seed
went on after a tie; ``nobody``: both lost."""


def bracket_order(size: int) -> list[int]:
    """Return seeds 1 to ``size`` (a power of two) from the top of the bracket down.

    Neighbours meet. Seeds 1 and 2 can meet only in the final, 1 to 4 only from the semi-finals on, and so
    on; while the favourites win, the best meets the worst who is left. The better of two stands first.
    """
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, both - better)]
    return order


def places_for(count: int) -> int:
    """Return the smallest power of two that is not below ``count`` (1 or more)."""
    return 1 << (count - 1).bit_length()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; ``winner`` goes on, ``loser`` is who lost to him."""

    how: How = "open"
    winner: int | None = None
    loser: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether it is known who goes on, if anybody."""
        return self.how not in ("open", "tied")


def outcome_of(
    pairing: PairingState, games: int, scoring: Scoring, play_off_games: int, seeds: Mapping[int, int]
) -> Outcome:
    """Return how a match of a round of so many ``games`` ended; ``seeds`` are by starting number.

    The round's games decide by their sum; a forfeit is a lost game, and who came to none loses. A tie is
    decided by the sum of the play-off games, as soon as the lead cannot be caught in those that are left. Is
    it still a tie after all ``play_off_games`` (0: at once), the better seed goes on.
    """
    white, black = pairing.white, pairing.black
    if black is None:
        return Outcome("bye", white)
    code = match_code(pairing.codes(games), scoring)
    if code is None:
        return Outcome()
    kind = RESULTS[code]
    if kind.white == kind.black == "loss":
        return Outcome("nobody")
    if kind.white != kind.black:
        ends = (white, black) if kind.white == "win" else (black, white)
        return Outcome("games" if kind.played else "forfeit", *ends)
    if play_off_is_open(pairing.codes(games), pairing.play_off, scoring, play_off_games):
        return Outcome("tied")
    for_white, for_black = play_off_points(pairing.play_off, games, scoring)
    if for_white != for_black:
        return Outcome("play-off", *((white, black) if for_white > for_black else (black, white)))
    # Somebody from outside, whom only an arbiter's hand can have paired, is the worse seed.
    return Outcome("seed", *sorted((white, black), key=lambda number: seeds.get(number, len(seeds) + 1)))


def play_off_missing(round_number: int, tables: Sequence[int]) -> PairingError:
    """Return the error that names the tied matches of a round which wait for games of a play-off."""
    return PairingError(
        "play-off-missing",
        gettext_noop(
            "Matches of round %(round)s are tied at tables %(tables)s. Record their play-off games first."
        ),
        round=round_number,
        tables=", ".join(str(table) for table in tables),
    )
