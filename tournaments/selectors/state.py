"""From rows to the snapshot that the domain's rules read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from django.db.models import Exists, F, OuterRef, QuerySet

from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingSystem, options_of
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import (
    Adjustment,
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
)
from tournaments.models import Entry, Pairing, PointAdjustment, Result, Round, Team, Tournament

GROUPS = "groups"
"""The key of `Round.options` under which starting numbers of finals or groups are kept."""

DRAW = "1/2-1/2"

Who = TypeVar("Who", Entry, Team)


@dataclass(frozen=True)
class Snapshot(Generic[Who]):
    """A tournament as the domain sees it, and the way back from starting numbers to entries (or teams)."""

    state: TournamentState
    entries: dict[int, Who]


def pairing_system(tournament: Tournament) -> PairingSystem:
    return PAIRING_SYSTEMS[tournament.pairing_system]


def entries_of(tournament: Tournament) -> list[Entry]:
    """All entries by starting number, then those without one in the order they came. Two queries.

    `is_adjusted` says who was given or lost points by decision.
    """
    return list(
        tournament.entries.select_related("player__club", "player__federation")
        .prefetch_related("requested_byes")
        .annotate(is_adjusted=Exists(PointAdjustment.objects.filter(entry=OuterRef("pk"))))
    )


def numbered(entries: Iterable[Who]) -> dict[int, Who]:
    """Entries or teams by starting number; those without one get the next free ones, in the order given."""
    entries = list(entries)
    known = {entry.number: entry for entry in entries if entry.number is not None}
    following = max(known, default=0) + 1
    for number, entry in enumerate((e for e in entries if e.number is None), start=following):
        known[number] = entry
    return dict(sorted(known.items()))


def rounds_of(tournament: Tournament, *, drafts: bool = False) -> QuerySet[Round]:
    """The rounds in their order. A draft is among them only for who asks for `drafts`: it counts nowhere."""
    rounds = tournament.rounds.order_by("number")
    return rounds if drafts else rounds.published()


def paired_count(tournament: Tournament) -> int:
    """How many rounds are paired, a draft not among them."""
    return rounds_of(tournament).count()


def codes_of(pairing: Pairing, *, to_pair: bool = False) -> tuple[str | None, str | None]:
    """The results of a pairing's two games; the second is None in a round of one.

    `to_pair`: what is adjourned counts as drawn. FIDE C.04.2 (general handling rules): "Adjourned games are
    considered draws for pairing purposes only."
    """
    second = pairing.second_code if pairing.round.games > 1 else None
    if not (to_pair and pairing.waits_adjourned):
        return pairing.result_code, second
    return pairing.result_code or DRAW, second or (DRAW if pairing.round.games > 1 else None)


def tournament_snapshot(
    tournament: Tournament,
    *,
    before_round: int | None = None,
    to_pair: bool = False,
    prohibitions: bool = False,
    drafts: bool = False,
    numbers: Mapping[int, int] | None = None,
) -> Snapshot:
    """The whole tournament (or as it stood before a round was paired) in four queries, without a draft.

    One more where the system decides ties by further games, one more where points were given or taken by
    decision, and one more `to_pair` (or for `prohibitions`): for who may not meet. `to_pair` adjourned games
    count as drawn. `drafts`: with the round that is still a draft, for who manages the tournament.
    `numbers`: with these starting numbers, by primary keys, instead of those that stand there.
    """
    entries = numbered(entries_of(tournament))
    if numbers is not None:
        entries = dict(sorted((numbers[entry.pk], entry) for entry in entries.values()))
    numbers = {entry.pk: number for number, entry in entries.items()}
    paired = {each.number: each for each in rounds_of(tournament, drafts=drafts)}
    pairings: dict[int, list[Pairing]] = {number: [] for number in paired}
    for pairing in (
        Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("table")
    ):
        if pairing.round.number in pairings:
            pairings[pairing.round.number].append(pairing)
    play_offs = play_off_codes(tournament)
    rounds = tuple(
        _round_state(paired[number], of_round, numbers, play_offs, to_pair)
        for number, of_round in pairings.items()
        if before_round is None or number < before_round
    )
    states = tuple(
        entry_state(number, entry, entry.player.name, entry.rating or 0) for number, entry in entries.items()
    )
    prohibited = _prohibitions(tournament, numbers) if to_pair or prohibitions else ()
    state = state_of(tournament, states, rounds, prohibited)
    return Snapshot(replace(state, adjustments=_adjustments(tournament, entries)), entries)


def state_of(
    tournament: Tournament,
    entries: tuple[EntryState, ...],
    rounds: tuple[RoundState, ...],
    prohibited: tuple[Prohibition, ...],
) -> TournamentState:
    """The state of a tournament of these entries (players or teams) and rounds, by its settings."""
    return TournamentState(
        entries=entries,
        rounds=rounds,
        planned_rounds=tournament.planned_rounds,
        scoring=SCORINGS[tournament.scoring],
        seed=tournament.seed,
        initial_colour=tournament.initial_colour or None,
        options=options_of(pairing_system(tournament), tournament.system_settings),
        on=tournament.starts_on,
        prohibited=prohibited,
    )


def _round_state(
    of: Round,
    pairings: list[Pairing],
    numbers: dict[int, int],
    play_offs: dict[int, tuple[str, ...]],
    to_pair: bool,
) -> RoundState:
    return RoundState(
        of.number,
        tuple(
            PairingState(
                numbers[p.white_id],
                numbers[p.black_id] if p.black_id else None,
                *codes_of(p, to_pair=to_pair),
                play_offs.get(p.pk, ()),
            )
            for p in pairings
        ),
        of.games,
        tuple(tuple(group) for group in of.options.get(GROUPS, ())),
    )


def play_off_codes(tournament: Tournament, round_number: int | None = None) -> dict[int, tuple[str, ...]]:
    """The codes of the games after the round's own, by pairing. One query where the system plays ties off,
    else none."""
    if not pairing_system(tournament).plays_off:
        return {}
    further = Result.objects.filter(
        pairing__round__tournament=tournament,
        status=Result.Status.CONFIRMED,
        game__gt=F("pairing__round__games"),
    )
    if round_number is not None:
        further = further.filter(pairing__round__number=round_number)
    found: dict[int, tuple[str, ...]] = {}
    for pairing, code in further.order_by("game").values_list("pairing", "code"):
        found[pairing] = (*found.get(pairing, ()), code)
    return found


def _adjustments(tournament: Tournament, entries: dict[int, Entry]) -> tuple[Adjustment, ...]:
    """Points by decision. One query where there are any, else none."""
    if not any(entry.is_adjusted for entry in entries.values()):
        return ()
    numbers = {entry.pk: number for number, entry in entries.items()}
    made = PointAdjustment.objects.filter(entry__tournament=tournament).order_by("pk")
    return tuple(
        Adjustment(numbers[entry], round_number, points)
        for entry, round_number, points in made.values_list("entry", "round_number", "points")
    )


def _prohibitions(tournament: Tournament, numbers: dict[int, int]) -> tuple[Prohibition, ...]:
    pairs = tournament.prohibited_pairings.values_list("first", "second")
    return tuple(Prohibition(frozenset((numbers[first], numbers[second]))) for first, second in pairs)


def entry_state(number: int, entry: Entry | Team, name: str, rating: int) -> EntryState:
    """A player or a team as the rules see it."""
    return EntryState(
        number=number,
        rating=rating,
        name=name,
        joined_round=entry.joined_round,
        withdrawn_after=entry.withdrawn_after,
        byes={bye.round_number: bye.code for bye in entry.requested_byes.all()},
    )
