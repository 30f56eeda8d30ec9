"""The snapshot of a tournament that every rule reads: frozen, complete, without a database behind it.

Players are known by their starting numbers, from 1. Rounds are in order. A player without a pairing in a
paired round was absent: it counts as ``zero-bye``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from tournaments.domain.results import DEFAULT_SCORING, RESULTS, SCORINGS, ResultKind, Scoring

Colour = Literal["white", "black"]

FORFEITS_COUNT = "forfeits_count"
"""Option: in tie-breaks a forfeit counts as a played game (FIDE C.07 art. 15: round robins)."""
HALF_RULE = "half_rule"
"""Option: who withdrew with under half of the games done leaves the standings (FIDE C.05)."""


@dataclass(frozen=True, slots=True)
class EntryState:
    """A player in a tournament.

    ``joined_round`` is the first round he can be paired in; ``withdrawn_after`` the last round he took part
    in (0: none), None while he plays on; ``byes`` maps a round to the bye he has asked for.
    """

    number: int
    rating: int = 0
    name: str = ""
    joined_round: int = 1
    withdrawn_after: int | None = None
    byes: Mapping[int, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Number and name, for messages."""
        return f"{self.number} {self.name}".strip()

    def has_joined(self, round_number: int) -> bool:
        """Return whether he was entered by that round."""
        return self.joined_round <= round_number

    def has_withdrawn(self, round_number: int) -> bool:
        """Return whether he is out of that round because he withdrew before it."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_number

    def is_present(self, round_number: int) -> bool:
        """Return whether he is to be paired in that round."""
        return (
            self.has_joined(round_number)
            and not self.has_withdrawn(round_number)
            and round_number not in self.byes
        )


@dataclass(frozen=True, slots=True)
class PairingState:
    """Two players in a round by starting number; without an opponent ``result`` is a bye code."""

    white: int
    black: int | None
    result: str | None = None

    @property
    def kind(self) -> ResultKind | None:
        """The result's line of the truth table, None while there is no result."""
        return RESULTS[self.result] if self.result else None


@dataclass(frozen=True, slots=True)
class RoundState:
    """A paired round; its pairings are in board order."""

    number: int
    pairings: tuple[PairingState, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One player's part of one round. ``result`` None with an opponent: the game is not finished."""

    round: int
    opponent: int | None
    colour: Colour | None
    result: str | None
    points: int

    @property
    def kind(self) -> ResultKind | None:
        """The result's line of the truth table, None while there is no result."""
        return RESULTS[self.result] if self.result else None

    @property
    def played(self) -> bool:
        """Whether a game on the board was finished."""
        return self.kind is not None and self.kind.played

    @property
    def side(self) -> str | None:
        """``win``, ``draw`` or ``loss`` of this player, None while there is no result."""
        if self.kind is None:
            return None
        return self.kind.black if self.colour == "black" else self.kind.white

    @property
    def voluntary(self) -> bool:
        """Whether it is a voluntary unplayed round of his (FIDE C.07 art. 16)."""
        if self.kind is None:
            return False
        return self.kind.black_voluntary if self.colour == "black" else self.kind.white_voluntary

    @property
    def is_forfeit(self) -> bool:
        """Whether he had an opponent and the game was decided without play."""
        return self.kind is not None and self.kind.is_forfeit

    @property
    def forfeit_win(self) -> bool:
        """Whether he won because the opponent did not come."""
        return self.is_forfeit and self.side == "win"


@dataclass(frozen=True)
class TournamentState:
    """A tournament as it stands. ``on`` picks the edition of dated rules; None means today's edition."""

    entries: tuple[EntryState, ...]
    rounds: tuple[RoundState, ...] = ()
    planned_rounds: int | None = None
    scoring: Scoring = SCORINGS[DEFAULT_SCORING]
    seed: int = 0
    initial_colour: Colour | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    on: date | None = None

    @cached_property
    def by_number(self) -> Mapping[int, EntryState]:
        """Entries by starting number, ascending."""
        return {entry.number: entry for entry in sorted(self.entries, key=lambda entry: entry.number)}

    @cached_property
    def histories(self) -> Mapping[int, tuple[PlayerRound, ...]]:
        """Each player's rounds, one for every paired round; rounds without a pairing are ``zero-bye``."""
        found: dict[int, dict[int, PlayerRound]] = {number: {} for number in self.by_number}
        for played_round in self.rounds:
            for pairing in played_round.pairings:
                self._note(found, played_round.number, pairing)
        missing = self.scoring.points(RESULTS["zero-bye"].white)
        return {
            number: tuple(
                rounds.get(each.number) or PlayerRound(each.number, None, None, "zero-bye", missing)
                for each in self.rounds
            )
            for number, rounds in found.items()
        }

    def _note(self, found: dict[int, dict[int, PlayerRound]], number: int, pairing: PairingState) -> None:
        kind, scoring = pairing.kind, self.scoring
        white_points = scoring.points(kind.white) if kind else 0
        if pairing.black is None:
            found[pairing.white][number] = PlayerRound(number, None, None, pairing.result, white_points)
            return
        black_points = scoring.points(kind.black) if kind else 0
        found[pairing.white][number] = PlayerRound(
            number, pairing.black, "white", pairing.result, white_points
        )
        found[pairing.black][number] = PlayerRound(
            number, pairing.white, "black", pairing.result, black_points
        )

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Each player's points over all rounds."""
        return {number: sum(each.points for each in rounds) for number, rounds in self.histories.items()}

    def until(self, round_number: int | None) -> "TournamentState":
        """Return the tournament as it stood after that round (None: as it stands)."""
        if round_number is None or round_number >= len(self.rounds):
            return self
        kept = tuple(each for each in self.rounds if each.number <= round_number)
        return TournamentState(
            self.entries,
            kept,
            self.planned_rounds,
            self.scoring,
            self.seed,
            self.initial_colour,
            self.options,
            self.on,
        )
