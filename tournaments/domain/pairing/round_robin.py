"""Round robin by Berger's tables (FIDE C.05 annex 1), computed from their formula."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.domain.errors import ConflictError, DomainError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason, Section, whole
from tournaments.domain.pairing.common import (
    asked_for_bye,
    require_next_round,
    require_players,
    withdrawn,
)
from tournaments.domain.pairing.settings import Setting, SwitchSetting
from tournaments.domain.state import CYCLES, FORFEITS_COUNT, HALF_RULE, EntryState, TournamentState

DRAW_NUMBERS = "draw_numbers"
"""Option: starting numbers are drawn by lot (FIDE C.05), not given by the order of entry."""
DRAW_NUMBERS_SETTING = SwitchSetting(
    DRAW_NUMBERS,
    gettext_noop("Draw the starting numbers by lot"),
    gettext_noop("Otherwise they follow the order of entry."),
    default=False,
)

_FORFEITS = {(False, True): "-/+", (True, False): "+/-", (False, False): "-/-"}


def berger_round(players: int, number: int) -> list[tuple[int, int]]:
    """Return round ``number`` of the table for ``players`` as (white, black), in the order of FIDE's tables.

    With an odd number of players the number after the last is nobody: who meets it is free.

    The formula: with n even, a and b below n meet in round r when a + b - 2 = r - 1 (mod n - 1); the lower
    number has White when a + b is odd, the higher when it is even. Who is left over meets n, and has White
    when he is in the first half. The first pair is n's, the others follow by their distance from it.
    """
    n = players + players % 2
    circle = n - 1
    alone = next(x for x in range(1, n) if (2 * x - 2) % circle == (number - 1) % circle)
    pairs = [(alone, n) if alone <= n // 2 else (n, alone)]
    for distance in range(1, n // 2):
        low, high = sorted(((alone - 1 - distance) % circle + 1, (alone - 1 + distance) % circle + 1))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    return pairs


def table_rounds(players: int) -> int:
    """Return the rounds of a Berger table: n - 1, or n when the number of players is odd."""
    return max(players - 1 + players % 2, 0)


def cycle_round(players: int, number: int, cycles: int) -> tuple[int, bool]:
    """Return which round of the table round ``number`` is, and whether its colours are reversed.

    With more than one cycle the last two rounds of the first change places, as FIDE C.05 recommends: nobody
    has the same colour three times in a row.
    """
    rounds = table_rounds(players)
    cycle, at = divmod(number - 1, rounds)
    if cycles > 1 and cycle == 0 and rounds > 1 and at >= rounds - 2:
        at = 2 * rounds - 3 - at
    return at + 1, cycle % 2 == 1


def table_games(
    state: TournamentState,
    players: Sequence[EntryState],
    number: int,
    *,
    table_round: int,
    turned: bool = False,
) -> tuple[list[PlannedPairing], list[PlannedPairing]]:
    """Return a round of the Berger table of ``players``, in the order of its numbers: games, then free ones.

    ``number`` is the tournament's round: it decides who is absent or may not meet; ``turned`` reverses the
    colours of the table.
    """
    games, free = [], []
    for pair in berger_round(len(players), table_round):
        places = pair[::-1] if turned else pair
        # A number that was given only later was nobody's in this round.
        seats = [
            players[place - 1]
            for place in places
            if place <= len(players) and players[place - 1].has_joined(number)
        ]
        if not seats:
            continue
        if len(seats) == 1:
            free.append(_free_round(seats[0]))
        elif state.forbids(seats[0].number, seats[1].number, number):
            free += [_not_to_meet(*seats), _not_to_meet(*seats[::-1])]
        else:
            game = scheduled_game(seats[0], seats[1], number)
            games.append(replace(game, reasons=(_of_table(pair, table_round, turned), *game.reasons)))
    return games, free


@dataclass(frozen=True)
class RoundRobin:
    """Everybody meets everybody once, or with the option CYCLES twice, colours reversed the second time.

    Rounds need no results of earlier ones, so games may be postponed.

    Starting numbers are the numbers of the Berger table. A player who withdrew, or asked for a bye, is still
    paired: his opponent is there and wins by forfeit. In an odd field one player a round is ``free``, and so
    are two who may not meet, in the round in which they would.
    """

    key: str = "round-robin"
    label: str = gettext_noop("Round robin")
    default_tiebreaks: tuple[str, ...] = ("sonneborn-berger", "direct-encounter", "wins")
    options: Mapping[str, object] = field(default_factory=lambda: {FORFEITS_COUNT: True, HALF_RULE: True})
    settings: tuple[Setting, ...] = (DRAW_NUMBERS_SETTING,)
    plays_off: bool = False

    def total_rounds(self, state: TournamentState) -> int:
        """Return the rounds of the table, once for every cycle, fewer when fewer are planned."""
        rounds = table_rounds(len(state.entries)) * self._cycles
        return min(state.planned_rounds or rounds, rounds)

    @property
    def _cycles(self) -> int:
        return int(str(self.options.get(CYCLES, 1)))

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return everybody, by points."""
        return whole(state)

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the numbers by lot from the state's seed, else as they are: by the order of entry."""
        numbers = sorted(entry.number for entry in state.entries)
        if state.options.get(DRAW_NUMBERS):
            # A lot that can be drawn again from a stored seed, not a secret.
            random.Random(state.seed).shuffle(numbers)  # noqa: S311
        return tuple(numbers)

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered: once it began, only an odd field has a free number."""
        if not state.rounds or len(state.entries) % 2:
            return None
        return ConflictError(
            "late-entry-no-free-number",
            gettext_noop(
                "The round robin has begun with %(players)s players and every number of its table is taken."
                " Undo the rounds to enter another player."
            ),
            players=len(state.entries),
        )

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether the numbers of the table are in use."""
        return bool(state.rounds)

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return round ``number`` of the table; nothing is drawn, so ``seed`` changes nothing.

        Raises ``PairingError`` when it is not the next round, there is none left, or too few are present.
        """
        require_players(state, number)
        require_next_round(state, number, self.total_rounds(state))
        players = list(state.by_number.values())
        table_round, turned = cycle_round(len(players), number, self._cycles)
        games, free = table_games(state, players, number, table_round=table_round, turned=turned)
        return PairingPlan(number, (*games, *free), (_note(len(players), table_round, turned),))


DOUBLE_ROUND_ROBIN = RoundRobin(
    key="double-round-robin",
    label=gettext_noop("Double round robin"),
    options={FORFEITS_COUNT: True, HALF_RULE: True, CYCLES: 2},
)


def _note(players: int, table_round: int, turned: bool) -> Reason:
    params = {"round": table_round, "players": players}
    if turned:
        return Reason(
            "berger-reversed",
            gettext_noop(
                "Round %(round)s of the Berger table for %(players)s players once more, colours reversed."
            ),
            params,
        )
    return Reason(
        "berger", gettext_noop("Round %(round)s of the Berger table for %(players)s players."), params
    )


def _of_table(pair: tuple[int, int], table_round: int, turned: bool) -> Reason:
    """Say why two meet and who has White: ``pair`` are their numbers in the table, its White first."""
    white, black = pair[::-1] if turned else pair
    params = {"white": white, "black": black, "round": table_round}
    if turned:
        return Reason(
            "berger-game-reversed",
            gettext_noop(
                "Numbers %(white)s and %(black)s of the Berger table meet in its round %(round)s; the second"
                " time number %(white)s has White."
            ),
            params,
        )
    return Reason(
        "berger-game",
        gettext_noop(
            "Numbers %(white)s and %(black)s of the Berger table meet in its round %(round)s; the table gives"
            " White to number %(white)s."
        ),
        params,
    )


def _free_round(entry: EntryState) -> PlannedPairing:
    reason = Reason(
        "free-round",
        gettext_noop("%(player)s is free in this round: the number of players is odd."),
        {"player": entry.label, "number": entry.number},
    )
    return PlannedPairing(entry.number, None, "free", (reason,))


def _not_to_meet(entry: EntryState, other: EntryState) -> PlannedPairing:
    reason = Reason(
        "prohibited",
        gettext_noop(
            "%(player)s is free in this round: the arbiter decided that he does not meet %(other)s."
        ),
        {"player": entry.label, "number": entry.number, "other": other.label},
    )
    return PlannedPairing(entry.number, None, "free", (reason,))


def scheduled_game(white: EntryState, black: EntryState, number: int) -> PlannedPairing:
    """Return a game that the table or a bracket demands: who is absent loses by forfeit, with the reason."""
    present = (white.is_present(number), black.is_present(number))
    reasons = tuple(
        withdrawn(entry) if entry.has_withdrawn(number) else asked_for_bye(entry)
        for entry, is_present in zip((white, black), present, strict=True)
        if not is_present and entry.has_joined(number)
    )
    return PlannedPairing(white.number, black.number, _FORFEITS.get(present), reasons)
