"""Tournaments of several stages: which rounds and players make one, and how a preliminary stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, runtime_checkable

from tournaments.domain.errors import gettext_noop
from tournaments.domain.pairing.base import Reason
from tournaments.domain.pairing.settings import NumberSetting
from tournaments.domain.standings import standings
from tournaments.domain.state import PlayerRound, RoundState, TournamentState

ROUNDS = NumberSetting(
    "preliminary_rounds",
    gettext_noop("Rounds of the preliminary"),
    gettext_noop("It ends sooner when final A is full, or when nobody is left to be paired."),
    default=5,
    least=1,
    most=15,
    changeable=True,
)
BALANCE = NumberSetting(
    "qualifying_balance",
    gettext_noop("Balance that qualifies"),
    gettext_noop("So many more matches won than lost put a player into final A and end his preliminary."),
    default=2,
    least=1,
    most=9,
)
A_SIZE = NumberSetting(
    "final_a_size",
    gettext_noop("Players of final A"),
    gettext_noop("Places that nobody qualified for are filled by the order of the preliminary."),
    default=6,
    least=2,
    most=20,
    changeable=True,
)
B_SIZE = NumberSetting(
    "final_b_size",
    gettext_noop("Players of final B"),
    gettext_noop("0: everybody who is not in final A."),
    default=0,
    least=0,
    most=40,
    changeable=True,
)

PRELIMINARY_TIEBREAKS = ("buchholz", "direct-encounter", "sonneborn-berger", "wins")
"""What ranks equal points of a preliminary; the tournament's own tie-breaks are those of its finals."""


@runtime_checkable
class StagedSystem(Protocol):
    """What a pairing system offers whose rounds belong to several stages."""

    def next_stage(self, state: TournamentState) -> Reason:
        """Say which stage the next round is of, and who plays in it."""


@runtime_checkable
class GroupedSystem(Protocol):
    """What a pairing system offers whose rounds are played in finals or groups of their own."""

    def group_labels(self, groups: Sequence[Sequence[int]]) -> tuple[Reason, ...]:
        """Return names of the groups a round is stored with, none where it is not played in groups."""


def number_of(state: TournamentState, setting: NumberSetting) -> int:
    """Return what a setting is in this tournament."""
    return state.number_option(setting.key, setting.default)


def grouped_round(state: TournamentState) -> RoundState | None:
    """Return the first round that was stored with its groups, None before one was."""
    return next((each for each in state.rounds if each.groups), None)


def part(
    state: TournamentState, players: Sequence[int], *, first: int, last: int, options: Mapping[str, object]
) -> TournamentState:
    """Return a stage as a tournament: only these players, their games from round ``first`` to ``last``.

    Players and rounds keep their numbers; ``options`` are added to the tournament's.
    """
    members = frozenset(players)
    rounds = tuple(
        replace(
            each,
            pairings=tuple(
                pairing
                for pairing in each.pairings
                if pairing.white in members and (pairing.black is None or pairing.black in members)
            ),
        )
        for each in state.rounds
        if first <= each.number <= last
    )
    return replace(
        state,
        entries=tuple(entry for entry in state.entries if entry.number in members),
        rounds=rounds,
        options={**state.options, **options},
    )


@dataclass(frozen=True)
class Preliminary:
    """A preliminary as it stands: ``state`` has its rounds only, and everybody who is entered.

    Who has ``balance`` more matches won than lost after any of its rounds has qualified, and plays no more
    of it.
    """

    state: TournamentState
    balance: int

    @cached_property
    def qualified(self) -> Mapping[int, int]:
        """The round after which each qualified player had the balance, by number."""
        found = {}
        for number, parts in self.state.as_matches.histories.items():
            after = _reached(parts, self.balance)
            if after is not None:
                found[number] = after
        return found

    @cached_property
    def places(self) -> Mapping[int, int]:
        """Places by points and PRELIMINARY_TIEBREAKS; who is equal in all of them shares one."""
        return {row.number: row.place for row in standings(self.state, PRELIMINARY_TIEBREAKS)}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Everybody who has joined, as the finals are filled.

        First who has qualified, by the round of it; then by place, then by starting number.
        """
        return tuple(sorted(self.places, key=lambda number: (*self._level(number), number)))

    def levels(self, players: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return some players in ``order``, those together whom nothing but their numbers tells apart."""
        found: dict[tuple[int, int], list[int]] = {}
        for number in self.order:
            if number in players:
                found.setdefault(self._level(number), []).append(number)
        return tuple(tuple(level) for level in found.values())

    def _level(self, number: int) -> tuple[int, int]:
        never = len(self.state.rounds) + 1
        return self.qualified.get(number, never), self.places[number]


def _reached(parts: Sequence[PlayerRound], balance: int) -> int | None:
    stands = 0
    for each in parts:
        stands += _gain(each)
        if stands >= balance:
            return each.round
    return None


def _gain(part: PlayerRound) -> int:
    """1 for a match won, -1 for one lost; a bye worth a win is a match won, an absence is no match."""
    if part.opponent is None:
        return int(part.side == "win")
    return {"win": 1, "loss": -1}.get(part.side or "", 0)


def preliminary(state: TournamentState, end: int) -> Preliminary:
    """Return the preliminary of so many rounds."""
    return Preliminary(replace(state, rounds=state.rounds[:end]), number_of(state, BALANCE))


def preliminary_end(state: TournamentState) -> int | None:
    """Return the last round of the preliminary, None while it goes on.

    It ends after its rounds, when as many have qualified as final A holds, or when fewer than two are left.
    """
    grouped = grouped_round(state)
    if grouped is not None:
        return grouped.number - 1
    return next((end for end in range(1, len(state.rounds) + 1) if _ends(state, end)), None)


def _ends(state: TournamentState, end: int) -> bool:
    qualified = preliminary(state, end).qualified
    going_on = [entry.number for entry in state.entries if not entry.has_withdrawn(end + 1)]
    left = [number for number in going_on if number not in qualified]
    full = len(going_on) - len(left) >= number_of(state, A_SIZE)
    return end >= number_of(state, ROUNDS) or full or len(left) < 2


def groups(state: TournamentState, end: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of final A, and of final B where two are left for it, as their tables have them.

    As they were stored with the first round of the finals, else as they would be after a preliminary of
    ``end`` rounds.
    """
    grouped = grouped_round(state)
    if grouped is not None:
        return grouped.groups
    going_on = [
        number
        for number in preliminary(state, end).order
        if not state.by_number[number].has_withdrawn(end + 1)
    ]
    size, other_size = number_of(state, A_SIZE), number_of(state, B_SIZE)
    finals = (going_on[:size], going_on[size : size + other_size if other_size else None])
    return tuple(tuple(final) for final in finals if len(final) >= 2)
