"""Tournaments of several stages: which rounds and players make one, and how a preliminary stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.domain.pairing.settings import NumberSetting
from tournaments.domain.standings import standings
from tournaments.domain.state import PlayerRound, RoundState, TournamentState

PRELIMINARY_TIEBREAKS = ("buchholz", "direct-encounter", "sonneborn-berger", "wins")
"""What ranks equal points of a preliminary; the tournament's own tie-breaks are those of its finals."""


def number_of(state: TournamentState, setting: NumberSetting) -> int:
    """Return what a setting is in this tournament."""
    return int(str(state.options.get(setting.key, setting.default)))


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
