"""Pairing a round of a TRF file from the rounds before it, and checking all that were paired."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from tournaments.domain.errors import InputError, PairingError, gettext_noop
from tournaments.domain.pairing import PairingPlan
from tournaments.domain.pairing.swiss import initial_colour as colour_of
from tournaments.domain.results import PAIRING_BYES
from tournaments.domain.state import Colour, EntryState, RoundState, TournamentState
from tournaments.domain.trf.decisions import decisions_before
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.state import to_state
from tournaments.domain.trf.systems import pairing_system

Pair = tuple[int, int]
"""White and Black; Black 0 is the pairing bye."""
_OTHER: Mapping[Colour, Colour] = {"white": "black", "black": "white"}


@dataclass(frozen=True)
class RoundCheck:
    """A round of the file against what the system pairs. ``problem`` says why it pairs nothing."""

    number: int
    only_file: tuple[Pair, ...]
    only_system: tuple[Pair, ...]
    problem: PairingError | None = None

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.only_file and not self.only_system


def pair_round(
    document: TrfDocument,
    number: int | None = None,
    *,
    initial_colour: Colour | None = None,
    absent: Collection[int] = (),
    total_rounds: int | None = None,
) -> PairingPlan:
    """Return the plan of a round, the next one when None, from the rounds before it.

    Absent are those in ``absent``, those with a bye in the file (in that round's column or a record 240) and,
    where the round was paired in the file, those who have nothing in it. The initial colour is the one given,
    else the file's (152), else what its round 1 shows, else drawn from the seed in the file (none: 0).
    Raises ``InputError`` for a number that is not in the file, ``PairingError`` when no round can be paired.
    """
    number = number or document.paired_rounds + 1
    unknown = sorted(set(absent) - set(document.players))
    if unknown:
        raise InputError(
            "trf-player-unknown",
            gettext_noop("There is no player %(number)s in the file."),
            number=unknown[0],
        )
    state = to_state(document, rounds=number - 1)
    _require_pairable(document, state, number)
    ready = replace(
        state,
        entries=_entries(document, state, number, absent),
        planned_rounds=total_rounds or _total(document, state, number),
        initial_colour=initial_colour or state.initial_colour,
    )
    if number == 1 and ready.initial_colour is None and document.paired_rounds:
        return _as_in_file(document, ready)
    return pairing_system(document).pair(ready, number=number, seed=state.seed)


def _as_in_file(document: TrfDocument, state: TournamentState) -> PairingPlan:
    """Return round 1 with the initial colour that the file's own round 1 shows.

    Whose colour it is, is the system's own affair: of the plans of both the one that fits better is taken.
    """
    whole = to_state(document)
    in_file, seen = _pairs_in(whole.rounds[0]), colour_of(whole, seed=state.seed)
    system = pairing_system(document)
    plans = [
        system.pair(replace(state, initial_colour=colour), number=1, seed=state.seed)
        for colour in (seen, _OTHER[seen])
    ]
    return max(plans, key=lambda plan: len(in_file & set(pairs_of(plan))))


def _require_pairable(document: TrfDocument, state: TournamentState, number: int) -> None:
    if document.number("boards"):
        raise PairingError("trf-teams", gettext_noop("A tournament of teams is not paired from a file."))
    if decisions_before(document, number, state.scoring.unit):
        raise PairingError(
            "trf-record-unsupported",
            gettext_noop(
                "Record %(record)s changes how round %(number)s is paired (other points for a result by"
                " decision), which is not done from a file."
            ),
            record="299",
            number=number,
        )


def _entries(
    document: TrfDocument, state: TournamentState, number: int, absent: Collection[int]
) -> tuple[EntryState, ...]:
    paired = number <= document.paired_rounds
    entries = []
    for entry in state.entries:
        missing = entry.number in absent or (paired and document.players[entry.number].cell(number) is None)
        if missing and number not in entry.byes:
            entry = replace(entry, byes={**entry.byes, number: "zero-bye"})
        entries.append(entry)
    return tuple(entries)


def _total(document: TrfDocument, state: TournamentState, number: int) -> int:
    """Return how many rounds to reckon with: the last one is paired by other rules.

    A file that does not say has as many as it has columns; when these are used up, the usual number.
    """
    if document.total_rounds:
        return document.total_rounds
    if number <= document.columns:
        return document.columns
    return max(number, pairing_system(document).total_rounds(replace(state, planned_rounds=None)))


def check_rounds(document: TrfDocument) -> list[RoundCheck]:
    """Return a check for every round that was paired in the file: pairs, colours and the pairing bye.

    Raises ``InputError`` for a system that is not known here.
    """
    state = to_state(document)
    return [_check_round(document, state, number) for number in range(1, document.paired_rounds + 1)]


def _check_round(document: TrfDocument, state: TournamentState, number: int) -> RoundCheck:
    in_file = _pairs_in(state.rounds[number - 1])
    try:
        plan = pair_round(document, number)
    except PairingError as error:
        return RoundCheck(number, tuple(sorted(in_file)), (), error)
    paired = set(pairs_of(plan))
    return RoundCheck(number, tuple(sorted(in_file - paired)), tuple(sorted(paired - in_file)))


def _pairs_in(this: RoundState) -> set[Pair]:
    return {
        (each.white, each.black or 0)
        for each in this.pairings
        if each.black is not None or each.result in PAIRING_BYES
    }


def pairs_of(plan: PairingPlan) -> list[Pair]:
    """Return a plan's pairs in board order, then the pairing bye as (number, 0), without who is absent."""
    return [
        (each.white, each.black or 0)
        for each in plan.pairings
        if each.black is not None or each.result in PAIRING_BYES
    ]
