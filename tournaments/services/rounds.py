"""Pairing the next round and undoing the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.domain.checks import check_plan
from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.domain.pairing import PairingPlan, PlannedPairing, Reason
from tournaments.domain.pairing.bracket_chart import BracketSystem
from tournaments.domain.results import reversed_code
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from tournaments.models.round import PairingQuerySet
from tournaments.selectors.state import GROUPS, Snapshot, pairing_system
from tournaments.selectors.teams import competitors
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version
from tournaments.services.openings import drawn_opening
from tournaments.services.team_rounds import match_records, write_matches

PRESENT = "present"
"""The key of `Round.options` under which a draft keeps who was there when it was paired."""

# What other apps keep about a round and want in the log when it is undone (the games, for one).
ROUND_RECORDERS: list[Callable[[Round], dict[str, Any]]] = []


@transaction.atomic
def pair_next_round(
    *, actor, tournament: Tournament, expected_number: int | None = None, draft: bool = False
) -> Round:
    """Pair the next round and publish it, or keep it as a draft that only the arbiters see.

    `expected_number` is the round the caller means to pair: of two who press the same button, the second is
    told that it is done (ConflictError "round-already-paired"). Raises ConflictError "draft-exists" as long
    as the last round is a draft, "results-missing" where games are neither finished nor adjourned, and
    PairingError with what the arbiter can do.
    """
    # The lock makes two requests at once queue here; the second then sees the round of the first.
    tournament = lock_unfinished(tournament)
    number = next_number(tournament, expected_number)
    plan, snapshot = system_plan(tournament, number)
    this = write_round(actor=actor, tournament=tournament, plan=plan, snapshot=snapshot, draft=draft)
    log_pairing(actor=actor, this=this, plan=plan)
    return this


def system_plan(tournament: Tournament, number: int) -> tuple[PairingPlan, Snapshot]:
    """What the pairing system makes of the results and of who is there. Raises as `pair_next_round`."""
    require_results(tournament)
    snapshot = numbered_snapshot(tournament)
    plan = pairing_system(tournament).pair(
        snapshot.state, number=number, seed=tournament.seed, time_limit=settings.PAIRING_TIME_LIMIT
    )
    check_plan(snapshot.state, plan)
    return plan, snapshot


def next_number(tournament: Tournament, expected: int | None) -> int:
    """The number of the next round. Raises ConflictError when the caller means another (`expected`), or the
    last round is a draft still."""
    number = tournament.rounds.count() + 1
    require_no_draft(tournament)
    if expected is not None and expected != number:
        raise ConflictError(
            "round-already-paired",
            gettext_noop("Round %(round)s has been paired already. The next one is round %(next)s."),
            round=expected,
            next=number,
        )
    return number


def require_no_draft(tournament: Tournament) -> None:
    """Nothing rests on a draft: it is published, paired anew or deleted first."""
    draft = tournament.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is not None:
        raise ConflictError(
            "draft-exists",
            gettext_noop("Round %(round)s is a draft. Publish it, pair it anew or delete it first."),
            round=draft.number,
        )


def write_round(
    *,
    actor,
    tournament: Tournament,
    plan: PairingPlan,
    snapshot: Snapshot,
    source: str = Round.Source.SYSTEM,
    draft: bool = False,
    starts_at: datetime | None = None,
) -> Round:
    """Write a planned round of a locked tournament, public unless it is a `draft`."""
    # What was played elsewhere was drawn elsewhere.
    is_import = source == Round.Source.IMPORT
    opening, drawn = ("", ()) if is_import else drawn_opening(tournament, plan.number)
    new_round = Round.objects.create(
        tournament=tournament,
        number=plan.number,
        pairing_system=tournament.pairing_system,
        options=_options(plan, snapshot, draft),
        games=tournament.games_per_round,
        seed=tournament.seed,
        opening=opening,
        notes=[asdict(note) for note in (*plan.notes, *adjourned_notes(tournament), *drawn)],
        source=source,
        status=Round.Status.DRAFT if draft else Round.Status.PUBLISHED,
        starts_at=starts_at,
        created_by=actor,
    )
    write = write_matches if tournament.is_team_event else write_plan
    write(new_round, plan, snapshot.entries)
    if not draft:
        make_public(tournament, plan.number)
    raise_version(tournament)
    return new_round


def make_public(tournament: Tournament, number: int) -> None:
    """With a round that everybody sees the tournament runs, and the rounds before it are closed."""
    tournament.rounds.filter(number__lt=number).update(status=Round.Status.CLOSED)
    if tournament.status == Tournament.Status.SETUP:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])


def _options(plan: PairingPlan, snapshot: Snapshot, draft: bool) -> dict[str, Any]:
    options: dict[str, Any] = {**snapshot.state.options}
    if plan.groups:
        options[GROUPS] = plan.groups
    if draft:
        options[PRESENT] = present_numbers(snapshot, plan.number)
    return options


def present_numbers(snapshot: Snapshot, number: int) -> list[int]:
    """The starting numbers of who is there in a round: a draft keeps them, to be compared when it is
    published."""
    return [each.number for each in snapshot.state.entries if each.is_present(number)]


def log_pairing(*, actor, this: Round, plan: PairingPlan, reason: str = "") -> None:
    """The entry of the log for a new round."""
    log(
        actor=actor,
        action="draft-round" if this.is_draft else "pair-round",
        subject=this.number,
        tournament=this.tournament,
        after=_written(plan, this.source),
        reason=reason,
    )


def _written(plan: PairingPlan, source: str) -> Any:
    """The round for the log; what the system would not have paired comes with what was said of it."""
    pairings = [{"white": each.white, "black": each.black, "result": each.result} for each in plan.pairings]
    if source == Round.Source.SYSTEM:
        return pairings
    return {"pairings": pairings, "source": source, "notes": [asdict(note) for note in plan.notes]}


def require_results(tournament: Tournament) -> None:
    """A round is paired on what is known, not on what is still being played; only what is adjourned may wait,
    and not where the winner of the game goes on."""
    missing = _unfinished(tournament)
    if not isinstance(pairing_system(tournament), BracketSystem):
        missing = missing.filter(is_adjourned=False)
    tables = places(missing)
    if tables:
        raise ConflictError(
            "results-missing",
            gettext_noop("Results are missing (round/table): %(tables)s. Enter them, then pair."),
            tables=", ".join(tables),
        )


def adjourned_notes(tournament: Tournament) -> list[Reason]:
    """What is to be said of a round that is paired while games are adjourned."""
    tables = places(_unfinished(tournament).filter(is_adjourned=True))
    if not tables:
        return []
    said = gettext_noop(
        "Adjourned games (round/table: %(tables)s) count as drawn for this pairing, in no standings"
        " (FIDE C.04.2)."
    )
    return [Reason("adjourned-as-drawn", said, {"tables": ", ".join(tables)})]


def _unfinished(tournament: Tournament) -> PairingQuerySet:
    return Pairing.objects.published().filter(round__tournament=tournament).unfinished()


def places(pairings: PairingQuerySet) -> list[str]:
    """Round and table of each, as sentences name them."""
    found = pairings.order_by("round__number", "table").values_list("round__number", "table")
    return [f"{number}/{table}" for number, table in found]


def wanted_numbers(tournament: Tournament, snapshot: Snapshot) -> dict[int, int]:
    """The starting numbers that a round paired now would give, by primary keys."""
    entries, system = snapshot.entries, pairing_system(tournament)
    order = tuple(entries) if system.numbers_frozen(snapshot.state) else system.rank(snapshot.state)
    return {entries[old].pk: new for new, old in enumerate(order, start=1)}


def numbered_snapshot(tournament: Tournament) -> Snapshot:
    """The tournament with starting numbers (of teams in an event of teams) given by rank, as long as the
    pairing system lets them change; else only to who has none. It is read again only when a number changed.
    """
    snapshot = competitors(tournament, to_pair=True)
    entries, wanted = snapshot.entries, wanted_numbers(tournament, snapshot)
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
def undo_last_round(
    *, actor, tournament: Tournament, number: int, reason: str = "", version: int | None = None
) -> None:
    """Delete round `number`, which must be the last, a draft or not; what stood in it is kept in the log.

    `version` is the tournament's that the caller looked at: no result recorded since goes unseen.

    Before round 1 the tournament is in preparation again and starting numbers are open.
    Raises ConflictError when it is not the last round, or the tournament is finished, StaleError.
    """
    tournament = lock_unfinished(tournament)
    last = tournament.rounds.order_by("-number").first()
    if last is None or last.number != number:
        raise ConflictError(
            "not-the-last-round",
            gettext_noop("Only the last round can be undone, and round %(round)s is not the last."),
            round=number,
        )
    require_version(tournament.version, version)
    before = round_record(last)
    last.delete()
    if number == 1:
        for who in (tournament.entries, tournament.teams):
            who.update(number=None)
    make_unpaired(tournament, number)
    raise_version(tournament)
    log(actor=actor, action="undo-round", subject=number, tournament=tournament, before=before, reason=reason)


def make_unpaired(tournament: Tournament, number: int) -> None:
    """The round is not, or only a draft: who came late may play in it, and before round 1 nothing runs."""
    if number == 1 and tournament.status != Tournament.Status.SETUP:
        tournament.status = Tournament.Status.SETUP
        tournament.save(update_fields=["status"])
    for who in (tournament.entries, tournament.teams):
        who.filter(joined_round__gt=number).update(joined_round=number)
        # Who withdrew after this round sat in it, and will sit in it when it is paired again.
        who.filter(withdrawn_after__gt=number).update(withdrawn_after=number)


def round_record(old_round: Round) -> dict[str, Any]:
    """All of a round, readable without it: names, results as they were recorded, what other apps keep."""
    pairings = old_round.pairings.select_related("white__player", "black__player").prefetch_related("results")
    record: dict[str, Any] = {
        "number": old_round.number,
        "seed": old_round.seed,
        "status": old_round.status,
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
