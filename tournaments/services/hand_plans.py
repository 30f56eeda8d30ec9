"""What a round paired by hand is made of: what the system proposes, what is refused, what is unusual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings

from tournaments.domain.errors import ConflictError, InputError, PairingError, gettext_noop
from tournaments.domain.hand_checks import cannot_pair, hand_warnings
from tournaments.domain.pairing import PairingPlan, PlannedPairing, Reason
from tournaments.domain.pairing.common import absences
from tournaments.domain.results import BYE_CODES, normal_result_code
from tournaments.domain.state import EntryState
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.state import Snapshot, pairing_system, tournament_snapshot
from tournaments.services.rounds import wanted_numbers

PROPOSAL_SECONDS = 5.0
"""How long the pairing system may look for what it would pair itself: by hand is also for when it fails."""

BY_HAND = Reason("by-hand", gettext_noop("Paired by hand."))


class HandPair(NamedTuple):
    """Who meets whom. Without Black `result` is the code of a bye, else empty or what is known beforehand."""

    white: Entry
    black: Entry | None
    result: str = ""


class DoubtfulPairing(ConflictError):
    """The round is unusual and nobody has confirmed it: `warnings` say in what."""

    def __init__(self, warnings: Sequence[Reason]) -> None:
        super().__init__(
            "pairing-doubtful",
            gettext_noop("The pairing system would not pair so (reasons: %(count)s). Confirm it to go on."),
            count=len(warnings),
        )
        self.warnings = tuple(warnings)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return type(self), (self.warnings,)


@dataclass(frozen=True)
class Proposal:
    """What a round by hand starts from: `plan` is what the system would pair, None with why not."""

    snapshot: Snapshot
    number: int
    games: int
    plan: PairingPlan | None
    problem: PairingError | None

    @property
    def numbers(self) -> dict[int, int]:
        """Starting numbers by the entries' primary keys."""
        return {entry.pk: number for number, entry in self.snapshot.entries.items()}

    @property
    def present(self) -> list[int]:
        """The starting numbers of those to be paired."""
        return [each.number for each in self.snapshot.state.entries if each.is_present(self.number)]


def propose_next_round(tournament: Tournament) -> Proposal:
    """What the system would pair next, with the starting numbers it would give.

    Nothing is written, and nobody who writes is waited for: it is what a page shows. For players alone.
    """
    snapshot = tournament_snapshot(tournament, to_pair=True)
    numbers = wanted_numbers(tournament, snapshot)
    if any(numbers[entry.pk] != number for number, entry in snapshot.entries.items()):
        snapshot = tournament_snapshot(tournament, to_pair=True, numbers=numbers)
    return proposal_of(tournament, snapshot, len(snapshot.state.rounds) + 1, tournament.games_per_round)


def propose_again(this: Round) -> Proposal:
    """What the system would pair in a round that is paired, from what was known before it."""
    snapshot = tournament_snapshot(this.tournament, before_round=this.number, to_pair=True)
    return proposal_of(this.tournament, snapshot, this.number, this.games)


def proposal_of(tournament: Tournament, snapshot: Snapshot, number: int, games: int) -> Proposal:
    """What the system makes of the snapshot as round `number` of one or two `games`."""
    limit = min(settings.PAIRING_TIME_LIMIT, PROPOSAL_SECONDS)
    try:
        plan = pairing_system(tournament).pair(
            snapshot.state, number=number, seed=tournament.seed, time_limit=limit
        )
    except PairingError as error:
        return Proposal(snapshot, number, games, None, error)
    return Proposal(snapshot, number, games, plan, None)


def plan_by_hand(proposal: Proposal, pairs: Sequence[HandPair], reason: str, confirm: bool) -> PairingPlan:
    """The round as given, with who is absent, and with what is to be said of it as its notes.

    Raises InputError, with the `row` at fault where it is one, and DoubtfulPairing unless `confirm`.
    """
    state, numbers = proposal.snapshot.state, proposal.numbers
    _require_entered(pairs, numbers)
    _require_once(pairs)
    planned = [_planned(proposal, row, pair) for row, pair in enumerate(pairs)]
    sitting = {numbers[entry.pk] for pair in pairs for entry in pair[:2] if entry is not None}
    _require_everybody(proposal, sitting)
    away = [each for each in absences(state, proposal.number) if each.white not in sitting]
    pairings = (*_by_board(planned), *away)
    warnings = hand_warnings(state, pairings, proposal.number, games=proposal.games, proposal=proposal.plan)
    if warnings and not confirm:
        raise DoubtfulPairing(warnings)
    notes = [*warnings]
    if proposal.problem is not None:
        notes.append(cannot_pair(proposal.problem))
    if reason:
        notes.append(Reason("by-hand-why", gettext_noop("Why by hand: %(reason)s"), {"reason": reason}))
    return PairingPlan(proposal.number, pairings, tuple(notes), groups=_groups(proposal))


def _by_board(planned: Sequence[PlannedPairing]) -> list[PlannedPairing]:
    """Games as given, then who has no opponent."""
    return sorted(planned, key=lambda each: each.black is None)


def _groups(proposal: Proposal) -> tuple[tuple[int, ...], ...]:
    """Finals and groups stay as the system would have them, else as they were."""
    if proposal.plan is not None:
        return proposal.plan.groups
    rounds = proposal.snapshot.state.rounds
    return rounds[-1].groups if rounds else ()


def _require_entered(pairs: Sequence[HandPair], numbers: dict[int, int]) -> None:
    # Byes alone are no round: everybody would be absent.
    if all(pair.black is None for pair in pairs):
        raise InputError("hand-nothing", gettext_noop("Say who meets whom: there is no pairing."))
    for row, pair in enumerate(pairs):
        for entry in pair[:2]:
            if entry is not None and entry.pk not in numbers:
                raise InputError(
                    "hand-not-entered",
                    gettext_noop("%(player)s is not entered in this tournament."),
                    player=str(entry),
                    row=row,
                )


def _require_once(pairs: Sequence[HandPair]) -> None:
    times: Counter[int] = Counter()
    for row, pair in enumerate(pairs):
        if pair.black is not None and pair.white.pk == pair.black.pk:
            raise InputError(
                "hand-against-himself",
                gettext_noop("%(player)s cannot play against himself."),
                player=str(pair.white),
                row=row,
            )
        for entry in pair[:2]:
            if entry is None:
                continue
            times[entry.pk] += 1
            if times[entry.pk] > 1:
                raise InputError(
                    "hand-twice",
                    gettext_noop("%(player)s is already in another pairing of the round."),
                    player=str(entry),
                    row=row,
                )


def _planned(proposal: Proposal, row: int, pair: HandPair) -> PlannedPairing:
    """The pair by starting numbers; one with somebody absent only as the system would have it, by forfeit."""
    state, numbers = proposal.snapshot.state, proposal.numbers
    white = numbers[pair.white.pk]
    black = numbers[pair.black.pk] if pair.black is not None else None
    result = _result(row, pair)
    for each in (white, black):
        if each is None or result or _may_sit(state.by_number[each], proposal.number):
            continue
        same = [one for one in _system_pairs(proposal) if (one.white, one.black) == (white, black)]
        if same:
            return same[0]
        raise InputError(
            "hand-absent",
            gettext_noop(
                "%(player)s is not there in this round: withdrawn, or absent by request. Let the player"
                " return, or cancel the bye, first."
            ),
            player=state.by_number[each].label,
            row=row,
        )
    return PlannedPairing(white, black, result, (BY_HAND,))


def _may_sit(entry: EntryState, number: int) -> bool:
    """Who is there; also who came when the round was already paired."""
    return entry.is_present(number) or not entry.has_joined(number)


def _system_pairs(proposal: Proposal) -> tuple[PlannedPairing, ...]:
    return proposal.plan.pairings if proposal.plan is not None else ()


def _result(row: int, pair: HandPair) -> str | None:
    if pair.black is not None:
        return normal_result_code(pair.result) if pair.result else None
    if pair.result not in BYE_CODES:
        raise InputError(
            "hand-bye-unknown",
            gettext_noop("%(player)s has no opponent: say which bye it is, one of %(codes)s."),
            player=str(pair.white),
            codes=", ".join(BYE_CODES),
            row=row,
        )
    return pair.result


def _require_everybody(proposal: Proposal, sitting: set[int]) -> None:
    resting = proposal.plan.resting if proposal.plan is not None else frozenset()
    names = proposal.snapshot.state.by_number
    missing = [names[each].label for each in proposal.present if each not in sitting | resting]
    if missing:
        raise InputError(
            "hand-left-out",
            gettext_noop("Not in the round: %(players)s. Pair everybody who is there, or give a bye."),
            players=", ".join(missing),
        )
