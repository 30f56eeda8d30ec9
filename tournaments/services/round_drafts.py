"""A draft of a round: paired anew, published, and a published round taken back to one."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import Pairing, Result, Round, Tournament
from tournaments.models.round import PairingQuerySet
from tournaments.selectors.standings import name_of
from tournaments.selectors.state import Snapshot
from tournaments.selectors.teams import competitors
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version
from tournaments.services.rounds import (
    PRESENT,
    make_public,
    make_unpaired,
    places,
    present_numbers,
    round_record,
    system_plan,
    write_round,
)


def locked_round(tournament: Tournament, number: int, version: int | None = None) -> tuple[Tournament, Round]:
    """The tournament, locked, and its round as it is now.

    Raises ConflictError when the tournament is finished or the round is gone, StaleError when `version` is
    not the round's.
    """
    tournament = lock_unfinished(tournament)
    this = tournament.rounds.filter(number=number).first()
    if this is None:
        raise ConflictError("round-gone", gettext_noop("This round has been undone meanwhile."))
    require_version(this.version, version)
    # The round's own tournament is the locked one.
    this.tournament = tournament
    return tournament, this


def _require_draft(this: Round) -> None:
    if not this.is_draft:
        raise ConflictError(
            "not-a-draft",
            gettext_noop("Round %(round)s is published already: it is no draft."),
            round=this.number,
        )


@transaction.atomic
def publish_draft(*, actor, tournament: Tournament, number: int, version: int | None = None) -> Round:
    """Let everybody see the round; the rounds before it are closed.

    Raises ConflictError when it is no draft ("not-a-draft") or when others are there than when it was paired
    ("draft-outdated", with who came and who left), StaleError when `version` is not the tournament's.
    """
    tournament, this = locked_round(tournament, number)
    # Of two who publish, the second is told so, not that something is stale.
    _require_draft(this)
    require_version(tournament.version, version)
    _require_up_to_date(this)
    this.options = {key: value for key, value in this.options.items() if key != PRESENT}
    this.status = Round.Status.PUBLISHED
    this.save(update_fields=["status", "options"])
    make_public(tournament, number)
    raise_version(tournament)
    log(actor=actor, action="publish-round", subject=number, tournament=tournament)
    return this


def _require_up_to_date(this: Round) -> None:
    """Who came, left or asked for a bye since the draft was paired is not in it as he should be."""
    snapshot = competitors(this.tournament)
    then, now = set(this.options.get(PRESENT, ())), set(present_numbers(snapshot, this.number))
    changed = [*_names(snapshot, now - then), *_names(snapshot, then - now)]
    if changed:
        raise ConflictError(
            "draft-outdated",
            gettext_noop(
                "Since round %(round)s was prepared, somebody came or left: %(players)s. Pair it anew, or"
                " change it by hand, then publish it."
            ),
            round=this.number,
            players=", ".join(changed),
        )


def _names(snapshot: Snapshot, numbers: set[int]) -> list[str]:
    return [name_of(snapshot.entries[number]) for number in sorted(numbers) if number in snapshot.entries]


@transaction.atomic
def repair_draft(*, actor, tournament: Tournament, number: int, version: int | None = None) -> Round:
    """Pair the draft anew, from who is there now; what stood in it is kept in the log.

    Raises as `publish_draft` and `pair_next_round`; then the draft stays as it was.
    """
    tournament, this = locked_round(tournament, number)
    _require_draft(this)
    require_version(tournament.version, version)
    before, starts_at = round_record(this), this.starts_at
    this.delete()
    plan, snapshot = system_plan(tournament, number)
    this = write_round(
        actor=actor, tournament=tournament, plan=plan, snapshot=snapshot, draft=True, starts_at=starts_at
    )
    log(
        actor=actor,
        action="repair-round",
        subject=number,
        tournament=tournament,
        before=before,
        after={**round_record(this), "notes": this.notes},
    )
    return this


@transaction.atomic
def unpublish_round(
    *, actor, tournament: Tournament, number: int, version: int | None = None, reason: str = ""
) -> Round:
    """Take the last round back to a draft, as long as nothing is recorded in it.

    Raises ConflictError when it is a draft already, is not the last, or has a result, a report or a game
    ("round-begun", with the tables).
    """
    tournament, this = locked_round(tournament, number, version)
    if this.is_draft:
        raise ConflictError(
            "already-a-draft", gettext_noop("Round %(round)s is a draft already."), round=number
        )
    if tournament.rounds.filter(number__gt=number).exists():
        raise ConflictError(
            "not-the-last-round-to-unpublish",
            gettext_noop(
                "Only the last round can become a draft again, and round %(round)s is not the last."
            ),
            round=number,
        )
    _require_untouched(this)
    make_unpaired(tournament, number)
    this.options = {**this.options, PRESENT: present_numbers(competitors(tournament), number)}
    before, this.status = this.status, Round.Status.DRAFT
    this.save(update_fields=["status", "options"])
    this.pairings.update(is_adjourned=False)
    raise_version(tournament)
    log(
        actor=actor,
        action="unpublish-round",
        subject=number,
        tournament=tournament,
        before={"state": before},
        after={"state": this.status},
        reason=reason,
    )
    return this


def is_untouched(this: Round) -> bool:
    """Whether nothing is recorded in the round but what came with its pairing."""
    return not _touched(this).exists()


def _touched(this: Round) -> PairingQuerySet:
    entered = Result.objects.filter(pairing=OuterRef("pk")).exclude(source=Result.Source.PAIRING)
    recorded = Exists(entered) | Q(games__isnull=False) | Q(reports__isnull=False)
    return Pairing.objects.filter(recorded, round=this).distinct()


def _require_untouched(this: Round) -> None:
    tables = places(_touched(this))
    if tables:
        raise ConflictError(
            "round-begun",
            gettext_noop(
                "A result, a report or a game is recorded (round/table: %(tables)s): the round cannot become"
                " a draft again. Correct its pairings by hand, or undo the round; the log keeps what stood"
                " there."
            ),
            tables=", ".join(tables),
        )
