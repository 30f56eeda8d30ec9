"""The port of pairing systems: what goes in, what comes out, and what a system must offer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.domain.errors import DomainError
from tournaments.domain.state import EntryState, TournamentState


@dataclass(frozen=True)
class Reason:
    """Why something was paired as it was: a code, an English template and its parameters."""

    code: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True)
class PlannedPairing:
    """Two players who shall meet, or one without an opponent.

    ``result`` is None for a game to be played, a bye code without an opponent, or a forfeit code where it is
    already known that somebody will not come.
    """

    white: int
    black: int | None
    result: str | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class PairingPlan:
    """A round to be: games in board order, then the pairing bye, then who is absent."""

    number: int
    pairings: tuple[PlannedPairing, ...]
    notes: tuple[Reason, ...] = ()


class PairingSystem(Protocol):
    """A way of pairing rounds. ``options`` are to be merged into the state's options, beneath its own."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def default_tiebreaks(self) -> tuple[str, ...]: ...

    @property
    def options(self) -> Mapping[str, object]: ...

    def total_rounds(self, state: TournamentState) -> int:
        """Return how many rounds the tournament has."""

    def rank(self, entries: Sequence[EntryState]) -> tuple[int, ...]:
        """Return the entries' numbers in ranking order: the first becomes number 1, and so on."""

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered any more, None while somebody can."""

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether starting numbers may no longer change."""

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return the plan of round ``number``; ``seed`` decides what is drawn by lot.

        ``time_limit`` is in seconds. Raises ``PairingError`` with a reason and what the arbiter can do.
        """
