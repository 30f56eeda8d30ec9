"""From rows to the snapshot that the domain's rules read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingSystem
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.models import Entry, Pairing, Tournament


@dataclass(frozen=True)
class Snapshot:
    """A tournament as the domain sees it, and the way back from starting numbers to entries."""

    state: TournamentState
    entries: dict[int, Entry]


def pairing_system(tournament: Tournament) -> PairingSystem:
    return PAIRING_SYSTEMS[tournament.pairing_system]


def entries_of(tournament: Tournament) -> list[Entry]:
    """All entries by starting number, then those without one in the order they came. Two queries."""
    return list(
        tournament.entries.select_related("player__club", "player__federation").prefetch_related(
            "requested_byes"
        )
    )


def numbered(entries: Iterable[Entry]) -> dict[int, Entry]:
    """Entries by starting number; those that have none yet get the next free ones, in the order given."""
    entries = list(entries)
    known = {entry.number: entry for entry in entries if entry.number is not None}
    following = max(known, default=0) + 1
    for number, entry in enumerate((e for e in entries if e.number is None), start=following):
        known[number] = entry
    return dict(sorted(known.items()))


def tournament_snapshot(tournament: Tournament, *, before_round: int | None = None) -> Snapshot:
    """The whole tournament (or as it stood before a round was paired) in four queries."""
    entries = numbered(entries_of(tournament))
    numbers = {entry.pk: number for number, entry in entries.items()}
    pairings: dict[int, list[Pairing]] = {
        number: [] for number in tournament.rounds.order_by("number").values_list("number", flat=True)
    }
    for pairing in (
        Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("table")
    ):
        pairings[pairing.round.number].append(pairing)
    rounds = tuple(
        RoundState(
            number,
            tuple(
                PairingState(numbers[p.white_id], numbers[p.black_id] if p.black_id else None, p.result_code)
                for p in of_round
            ),
        )
        for number, of_round in pairings.items()
        if before_round is None or number < before_round
    )
    state = TournamentState(
        entries=tuple(_entry_state(number, entry) for number, entry in entries.items()),
        rounds=rounds,
        planned_rounds=tournament.planned_rounds,
        scoring=SCORINGS[tournament.scoring],
        seed=tournament.seed,
        initial_colour=tournament.initial_colour or None,
        options=pairing_system(tournament).options,
        on=tournament.starts_on,
    )
    return Snapshot(state, entries)


def _entry_state(number: int, entry: Entry) -> EntryState:
    return EntryState(
        number=number,
        rating=entry.rating or 0,
        name=entry.player.name,
        joined_round=entry.joined_round,
        withdrawn_after=entry.withdrawn_after,
        byes={bye.round_number: bye.code for bye in entry.requested_byes.all()},
    )
