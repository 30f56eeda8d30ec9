"""The port of pairing systems: what goes in, what comes out, and what a system must offer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.domain.errors import DomainError
from tournaments.domain.pairing.settings import Setting, with_defaults
from tournaments.domain.sections import Section as Section
from tournaments.domain.sections import whole as whole
from tournaments.domain.state import TournamentState


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
    """A round to be: games in board order, then the pairing bye, then who is absent.

    ``resting`` are who has no place in the round by the system's own rule (who was knocked out).

    ``groups`` are the starting numbers of who is in which final or group, the best final first, each in its
    own order. They are stored with the round and come back as ``RoundState.groups``, so that a stage once
    begun keeps its members; the system's ``numbers_frozen`` must hold from then on.
    """

    number: int
    pairings: tuple[PlannedPairing, ...]
    notes: tuple[Reason, ...] = ()
    resting: frozenset[int] = frozenset()
    groups: tuple[tuple[int, ...], ...] = ()


class PairingSystem(Protocol):
    """A way of pairing rounds.

    ``options`` hold for every tournament of the system, ``settings`` are what the arbiter may set; a state's
    ``options`` have both (``options_of``). ``plays_off`` says whether ties are decided by further games.
    """

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def default_tiebreaks(self) -> tuple[str, ...]: ...

    @property
    def options(self) -> Mapping[str, object]: ...

    @property
    def settings(self) -> tuple[Setting, ...]: ...

    @property
    def plays_off(self) -> bool: ...

    def total_rounds(self, state: TournamentState) -> int:
        """Return how many rounds the tournament has."""

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the entries' numbers in ranking order: the first becomes number 1, and so on."""

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return the parts of the standings, best first; every entry is in one of them."""

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


def options_of(system: PairingSystem, stored: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a state: the system's, its settings' defaults, and what is stored."""
    return {**system.options, **with_defaults(system.settings, stored)}
