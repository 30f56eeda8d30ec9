"""Pairing the next round and undoing the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.domain.checks import check_plan
from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.domain.pairing import PairingPlan, PlannedPairing
from tournaments.domain.results import reversed_code
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from tournaments.selectors.state import GROUPS, Snapshot, pairing_system
from tournaments.selectors.teams import competitors
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version
from tournaments.services.openings import drawn_opening
from tournaments.services.team_rounds import match_records, write_matches

# What other apps keep about a round and want in the log when it is undone (the games, for one).
ROUND_RECORDERS: list[Callable[[Round], dict[str, Any]]] = []


@transaction.atomic
def pair_next_round(*, actor, tournament: Tournament, expected_number: int | None = None) -> Round:
    """Pair and publish the next round.

    `expected_number` is the round the caller means to pair: of two who press the same button, the second is
    told that it is done (ConflictError "round-already-paired"). Raises PairingError with what the arbiter
    can do.
    """
    # The lock makes two requests at once queue here; the second then sees the round of the first.
    tournament = lock_unfinished(tournament)
    number = next_number(tournament, expected_number)
    require_results(tournament)
    snapshot = numbered_snapshot(tournament)
    plan = pairing_system(tournament).pair(
        snapshot.state, number=number, seed=tournament.seed, time_limit=settings.PAIRING_TIME_LIMIT
    )
    check_plan(snapshot.state, plan)
    return publish_round(actor=actor, tournament=tournament, plan=plan, snapshot=snapshot)


def next_number(tournament: Tournament, expected: int | None) -> int:
    """The number of the next round. Raises ConflictError when the caller means another (`expected`)."""
    number = tournament.rounds.count() + 1
    if expected is not None and expected != number:
        raise ConflictError(
            "round-already-paired",
            gettext_noop("Round %(round)s has been paired already. The next one is round %(next)s."),
            round=expected,
            next=number,
        )
    return number


def publish_round(
    *,
    actor,
    tournament: Tournament,
    plan: PairingPlan,
    snapshot: Snapshot,
    source: str = Round.Source.SYSTEM,
    reason: str = "",
) -> Round:
    """Write a planned round of a locked tournament, which runs from then on, with its entry of the log."""
    # What was played elsewhere was drawn elsewhere.
    is_import = source == Round.Source.IMPORT
    opening, drawn = ("", ()) if is_import else drawn_opening(tournament, plan.number)
    new_round = Round.objects.create(
        tournament=tournament,
        number=plan.number,
        pairing_system=tournament.pairing_system,
        options={**snapshot.state.options, **({GROUPS: plan.groups} if plan.groups else {})},
        games=tournament.games_per_round,
        seed=tournament.seed,
        opening=opening,
        notes=[asdict(note) for note in (*plan.notes, *drawn)],
        source=source,
        created_by=actor,
    )
    write = write_matches if tournament.is_team_event else write_plan
    write(new_round, plan, snapshot.entries)
    if tournament.status == Tournament.Status.SETUP:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    raise_version(tournament)
    log(
        actor=actor,
        action="pair-round",
        subject=plan.number,
        tournament=tournament,
        after=_published(plan, source),
        reason=reason,
    )
    return new_round


def _published(plan: PairingPlan, source: str) -> Any:
    """The round for the log; what the system would not have paired comes with what was said of it."""
    pairings = [{"white": each.white, "black": each.black, "result": each.result} for each in plan.pairings]
    if source == Round.Source.SYSTEM:
        return pairings
    return {"pairings": pairings, "source": source, "notes": [asdict(note) for note in plan.notes]}


def require_results(tournament: Tournament) -> None:
    """A round is paired on what is known, not on what is still being played."""
    missing = Pairing.objects.filter(round__tournament=tournament).unfinished()
    tables = [
        f"{number}/{table}"
        for number, table in missing.order_by("round__number", "table").values_list("round__number", "table")
    ]
    if tables:
        raise ConflictError(
            "results-missing",
            gettext_noop("Results are missing (round/table): %(tables)s. Enter them, then pair."),
            tables=", ".join(tables),
        )


def numbered_snapshot(tournament: Tournament) -> Snapshot:
    """The tournament with starting numbers (of teams in an event of teams) given by rank, as long as the
    pairing system lets them change; else only to who has none. It is read again only when a number changed.
    """
    snapshot = competitors(tournament, to_pair=True)
    entries, system = snapshot.entries, pairing_system(tournament)
    order = tuple(entries) if system.numbers_frozen(snapshot.state) else system.rank(snapshot.state)
    wanted = {entries[old].pk: new for new, old in enumerate(order, start=1)}
    changed = [entry for entry in entries.values() if entry.number != wanted[entry.pk]]
    if not changed:
        return snapshot
    # The numbers are unique: free them first, so that two players can swap theirs.
    rows = type(changed[0])._default_manager
    rows.filter(pk__in=[entry.pk for entry in changed]).update(number=None)
    for entry in changed:
        entry.number = wanted[entry.pk]
    rows.bulk_update(changed, ["number"])
    return competitors(tournament, to_pair=True)


def write_plan(new_round: Round, plan: PairingPlan, entries: dict[int, Entry]) -> None:
    """The plan's pairings at tables from 1."""
    write_pairings(new_round, list(enumerate(plan.pairings, start=1)), entries)


def write_pairings(
    this: Round, planned: Sequence[tuple[int, PlannedPairing]], entries: dict[int, Entry]
) -> None:
    """Planned pairings with their tables, and the results that are known beforehand."""
    pairings = [pairing_row(this, table, each, entries) for table, each in planned]
    Pairing.objects.bulk_create(pairings)
    Result.objects.bulk_create(
        [
            Result(pairing=pairing, game=game, code=code, source=_source(this, each))
            for pairing, (_table, each) in zip(pairings, planned, strict=True)
            for game, code in _known(this, each)
        ]
    )


def _known(this: Round, planned: PlannedPairing) -> list[tuple[int, str]]:
    """The games whose result is known beforehand: who is absent is so in both games of a round."""
    if planned.result is None:
        return []
    if planned.black is None or this.games == 1 or this.source == Round.Source.IMPORT:
        return [(1, planned.result)]
    return [(1, planned.result), (2, reversed_code(planned.result))]


def pairing_row(this: Round, table: int, planned: PlannedPairing, entries: dict[int, Entry]) -> Pairing:
    """A planned pairing as a row that is not saved yet."""
    return Pairing(
        round=this,
        table=table,
        white=entries[planned.white],
        black=entries[planned.black] if planned.black is not None else None,
        reasons=[asdict(reason) for reason in planned.reasons],
    )


def _source(new_round: Round, planned: PlannedPairing) -> str:
    """The result of a game comes with an imported round; of a bye, or of who is absent, with the pairing."""
    is_game = planned.black is not None
    is_import = new_round.source == Round.Source.IMPORT and is_game
    return Result.Source.IMPORT if is_import else Result.Source.PAIRING


@transaction.atomic
def undo_last_round(*, actor, tournament: Tournament, number: int, reason: str = "") -> None:
    """Delete round `number`, which must be the last; what stood in it is kept in the log.

    Before round 1 the tournament is in preparation again and starting numbers are open.
    Raises ConflictError when it is not the last round, or the tournament is finished.
    """
    tournament = lock_unfinished(tournament)
    last = tournament.rounds.order_by("-number").first()
    if last is None or last.number != number:
        raise ConflictError(
            "not-the-last-round",
            gettext_noop("Only the last round can be undone, and round %(round)s is not the last."),
            round=number,
        )
    before = round_record(last)
    last.delete()
    if number == 1:
        tournament.status = Tournament.Status.SETUP
        tournament.save(update_fields=["status"])
    for who in (tournament.entries, tournament.teams):
        if number == 1:
            who.update(number=None)
        who.filter(joined_round__gt=number).update(joined_round=number)
        # Who withdrew after this round sat in it, and will sit in it when it is paired again.
        who.filter(withdrawn_after__gt=number).update(withdrawn_after=number)
    raise_version(tournament)
    log(actor=actor, action="undo-round", subject=number, tournament=tournament, before=before, reason=reason)


def round_record(old_round: Round) -> dict[str, Any]:
    """All of a round, readable without it: names, results as they were recorded, what other apps keep."""
    pairings = old_round.pairings.select_related("white__player", "black__player").prefetch_related("results")
    record: dict[str, Any] = {
        "number": old_round.number,
        "seed": old_round.seed,
        "pairings": [
            {
                "table": pairing.table,
                "white": pairing.white.player.formal_name,
                "black": pairing.black.player.formal_name if pairing.black else None,
                "results": [
                    {"code": r.code, "status": r.status, "reason": r.reason} for r in pairing.results.all()
                ],
            }
            for pairing in pairings
        ],
    }
    if old_round.tournament.is_team_event:
        record["matches"] = match_records(old_round)
    for recorder in ROUND_RECORDERS:
        record |= recorder(old_round)
    return record
