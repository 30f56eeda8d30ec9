"""The snapshot of a tournament that every rule reads: frozen, complete, without a database behind it.

Players are known by their starting numbers, from 1. Rounds are in order. A player without a pairing in a
paired round was absent: it counts as ``zero-bye``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache
from typing import Literal

from tournaments.domain.match_score import match_code
from tournaments.domain.results import (
    DEFAULT_SCORING,
    RESULTS,
    SCORINGS,
    ResultKind,
    Scoring,
    Side,
)

Colour = Literal["white", "black"]

FORFEITS_COUNT = "forfeits_count"
"""Option: in tie-breaks a forfeit counts as a played game (FIDE C.07 art. 15: round robins)."""
PAIRING_BYE = "pairing_bye"
"""Option: the code of a pairing bye, one of PAIRING_BYES."""
ACCELERATION = "acceleration"
"""Option: how the first rounds of a Swiss are accelerated: "none" or "baku"."""
CYCLES = "cycles"
"""Option: how many times everybody meets everybody in a round robin."""
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
    """Two players in a round by starting number; without an opponent ``result`` is a bye code.

    ``second`` is the second game of a two-game round, ``play_off`` the games that decided a tie: colours
    change over from game to game, and each code is written for its own game's White. ``board_points`` are the
    integer points of both sides over the boards of a match of teams.
    """

    white: int
    black: int | None
    result: str | None = None
    second: str | None = None
    play_off: tuple[str, ...] = ()
    board_points: tuple[int, int] | None = None

    @property
    def kind(self) -> ResultKind | None:
        """The (first) result's line of the truth table, None while there is no result."""
        return RESULTS[self.result] if self.result else None

    def codes(self, games: int) -> tuple[str | None, ...]:
        """Return the results of a round of one or two games; one without an opponent has one code."""
        return (self.result,) if games == 1 or self.black is None else (self.result, self.second)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A paired round of one or two ``games``; its pairings are in board order.

    ``groups`` are the numbers of who is in which final or group, as it was settled when the round was paired:
    a result corrected later moves nobody.
    """

    number: int
    pairings: tuple[PairingState, ...] = ()
    games: int = 1
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def unfinished(self) -> tuple[int, ...]:
        """Tables (places in board order, from 1) at which a result is missing."""
        return tuple(
            table
            for table, each in enumerate(self.pairings, start=1)
            if any(code is None for code in each.codes(self.games))
        )


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Players of whom no two may meet, in rounds from ``first`` to ``last``."""

    players: frozenset[int]
    first: int = 1
    last: int = 999

    def forbids(self, one: int, other: int, round_number: int) -> bool:
        """Return whether these two may not meet in that round."""
        return self.first <= round_number <= self.last and {one, other} <= self.players


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Integer points the arbiter gave a player, or took from him (below zero), from round ``round`` on."""

    number: int
    round: int
    points: int


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Integer points that players of a range of numbers have more when rounds of a range are paired."""

    points: int
    rounds: tuple[int, int]
    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """One game of a player on the board, or one decided without play."""

    colour: Colour
    kind: ResultKind

    @property
    def side(self) -> Side | None:
        """``win``, ``draw`` or ``loss`` of this player."""
        return self.kind.black if self.colour == "black" else self.kind.white

    @property
    def played(self) -> bool:
        """Whether it was played on the board."""
        return self.kind.played

    @property
    def plus(self) -> int:
        """1 for a plus draw of his, -1 for the opponent's, else 0."""
        return 0 if self.kind.plus is None else 1 if self.kind.plus == self.colour else -1


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One player's part of one round. ``result`` None with an opponent: the game is not finished.

    In a round of two games ``colour`` is that of the first, ``result`` is that of both together by their sum,
    and ``points`` are those of the games finished so far. ``weight`` is how many games the round had,
    ``games`` those with a result, ``board_points`` a team's over the boards.
    """

    round: int
    opponent: int | None
    colour: Colour | None
    result: str | None
    points: int
    weight: int = 1
    games: tuple[PlayerGame, ...] = ()
    board_points: int = 0

    @property
    def kind(self) -> ResultKind | None:
        """The result's line of the truth table, None while there is no result."""
        return RESULTS[self.result] if self.result else None

    @property
    def played(self) -> bool:
        """Whether a game on the board was finished."""
        return self.kind is not None and self.kind.played

    @property
    def side(self) -> Side | None:
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


_COLOURS: tuple[Colour, Colour] = ("white", "black")


@lru_cache(maxsize=1024)
def _games_of(
    codes: tuple[str | None, ...], side: int, scoring: Scoring
) -> tuple[tuple[PlayerGame, ...], int]:
    """Return one side's games with a result, and their points: the same few in every round of a table."""
    games = tuple(
        PlayerGame(_COLOURS[(side + at) % 2], RESULTS[code]) for at, code in enumerate(codes) if code
    )
    return games, sum(scoring.points(game.side) for game in games)


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
    prohibited: tuple[Prohibition, ...] = ()
    virtual_points: tuple[VirtualPoints, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

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
                self._note(found, played_round, pairing)
        missing = self.scoring.points(RESULTS["zero-bye"].white)
        return {
            number: tuple(
                rounds.get(each.number)
                or PlayerRound(each.number, None, None, "zero-bye", missing * each.games, each.games)
                for each in self.rounds
            )
            for number, rounds in found.items()
        }

    def _note(
        self, found: dict[int, dict[int, PlayerRound]], this: RoundState, pairing: PairingState
    ) -> None:
        if pairing.black is None:
            kind = pairing.kind
            points = self.scoring.points(kind.white) * this.games if kind else 0
            boards = pairing.board_points[0] if pairing.board_points else 0
            found[pairing.white][this.number] = PlayerRound(
                this.number, None, None, pairing.result, points, this.games, board_points=boards
            )
            return
        codes = pairing.codes(this.games)
        result = match_code(codes, self.scoring)
        both = (pairing.white, pairing.black)
        for side, player in enumerate(both):
            games, points = _games_of(codes, side, self.scoring)
            boards = pairing.board_points[side] if pairing.board_points else 0
            found[player][this.number] = PlayerRound(
                this.number, both[1 - side], _COLOURS[side], result, points, this.games, games, boards
            )

    @cached_property
    def game_points(self) -> Mapping[int, int]:
        """Each player's points over all rounds, without those by decision: what tie-breaks count."""
        return {number: sum(each.points for each in rounds) for number, rounds in self.histories.items()}

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Each player's points over all rounds with those by decision: what ranks him and pairs him."""
        found = dict(self.game_points)
        for each in self.adjustments_in_force:
            if each.number in found:
                found[each.number] += each.points
        return found

    @property
    def adjustments_in_force(self) -> tuple[Adjustment, ...]:
        """The decisions of the rounds that are here: one counts when the round after its own is paired."""
        numbers = {each.number for each in self.rounds}
        return tuple(each for each in self.adjustments if each.round in numbers)

    def until(self, round_number: int | None) -> "TournamentState":
        """Return the tournament as it stood after that round (None: as it stands)."""
        if round_number is None or round_number >= len(self.rounds):
            return self
        kept = tuple(each for each in self.rounds if each.number <= round_number)
        return replace(self, rounds=kept)

    @cached_property
    def as_matches(self) -> "TournamentState":
        """The tournament with each two-game pairing as one game that ended as both together did.

        Pairing systems think in wins, draws and losses; the games' points are for the standings.
        """
        if all(each.games == 1 for each in self.rounds):
            return self
        return replace(
            self,
            rounds=tuple(
                replace(
                    each,
                    games=1,
                    pairings=tuple(
                        replace(
                            pairing, result=match_code(pairing.codes(each.games), self.scoring), second=None
                        )
                        for pairing in each.pairings
                    ),
                )
                for each in self.rounds
            ),
        )

    def number_option(self, option: str, default: int) -> int:
        """Return an option that is a whole number."""
        return int(str(self.options.get(option, default)))

    def forbids(self, one: int, other: int, round_number: int) -> bool:
        """Return whether these two players may not meet in that round by the arbiter's decision."""
        return any(each.forbids(one, other, round_number) for each in self.prohibited)
