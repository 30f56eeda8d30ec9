"""The states of a published round: published, being played, closed; when it begins; adjourned games."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import Pairing, Round, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version, save_raised
from tournaments.services.results import locked_pairing, require_published
from tournaments.services.round_drafts import locked_round
from tournaments.services.rounds import places

S = Round.Status


@transaction.atomic
def start_round(*, actor, tournament: Tournament, number: int, version: int | None = None) -> Round:
    """Say that a published round is being played; the first result says it too. Twice is once.

    Raises ConflictError for a draft and for a round that is closed, StaleError when `version` is old.
    """
    tournament, this = locked_round(tournament, number, version)
    if this.status == S.PLAYING:
        return this
    require_published(this)
    require_not_closed(this)
    return _become(actor, this, S.PLAYING, "start-round")


@transaction.atomic
def close_round(*, actor, tournament: Tournament, number: int, version: int | None = None) -> Round:
    """End a round: its results are complete but for adjourned games, and are corrected only with a reason.

    Twice is once. Raises ConflictError for a draft, and while results are missing
    ("results-missing-to-close", with the tables).
    """
    tournament, this = locked_round(tournament, number, version)
    if this.is_closed:
        return this
    require_published(this)
    tables = places(Pairing.objects.filter(round=this, is_adjourned=False).unfinished())
    if tables:
        raise ConflictError(
            "results-missing-to-close",
            gettext_noop(
                "Results are missing (round/table): %(tables)s. Enter them, or say which games are adjourned,"
                " then close the round."
            ),
            tables=", ".join(tables),
        )
    return _become(actor, this, S.CLOSED, "close-round")


@transaction.atomic
def reopen_round(
    *, actor, tournament: Tournament, number: int, version: int | None = None, reason: str = ""
) -> Round:
    """Let a closed round be played on. Twice is once. Raises ConflictError for a draft."""
    tournament, this = locked_round(tournament, number, version)
    require_published(this)
    if not this.is_closed:
        return this
    return _become(actor, this, S.PLAYING, "reopen-round", reason)


def _become(actor, this: Round, status: str, action: str, reason: str = "") -> Round:
    before, this.status = this.status, status
    this.save(update_fields=["status"])
    raise_version(this.tournament)
    log(
        actor=actor,
        action=action,
        subject=this.number,
        tournament=this.tournament,
        before={"state": before},
        after={"state": status},
        reason=reason,
    )
    return this


def require_not_closed(this: Round) -> None:
    """Raise ConflictError for a round that is closed."""
    if this.is_closed:
        raise ConflictError(
            "round-closed", gettext_noop("Round %(round)s is closed. Reopen it first."), round=this.number
        )


@transaction.atomic
def set_starts_at(
    *, actor, tournament: Tournament, number: int, starts_at: datetime | None, version: int | None = None
) -> Round:
    """Say when a round begins (aware; None: nobody knows yet). The same again changes nothing."""
    tournament, this = locked_round(tournament, number, version)
    if this.starts_at == starts_at:
        return this
    before, this.starts_at = this.starts_at, starts_at
    this.save(update_fields=["starts_at"])
    raise_version(tournament)
    log(
        actor=actor,
        action="schedule-round",
        subject=number,
        tournament=tournament,
        before={"starts_at": _local(before)},
        after={"starts_at": _local(starts_at)},
    )
    return this


def _local(moment: datetime | None) -> str | None:
    """The time as the clocks in the hall show it, with its offset."""
    return timezone.localtime(moment).isoformat() if moment else None


@transaction.atomic
def set_adjourned(
    *, actor, pairing: Pairing, adjourned: bool, version: int | None = None, reason: str = ""
) -> Pairing:
    """Say that a game is adjourned, or that it is not after all. The same again changes nothing.

    The next round may then be paired before the game is finished: it counts as drawn for pairing alone (FIDE
    C.04.2), and gives nobody points until its result is recorded. Raises ConflictError for a draft, a bye and
    a game that is finished, StaleError when the pairing has changed since `version`.
    """
    tournament = lock_unfinished(pairing.round.tournament_id)
    pairing = locked_pairing(pairing)
    require_version(pairing.version, version)
    require_published(pairing.round)
    if pairing.is_adjourned == adjourned:
        return pairing
    if adjourned and not pairing.is_unfinished:
        raise ConflictError(
            "adjourned-finished", gettext_noop("This game has its result: it cannot be adjourned.")
        )
    pairing.is_adjourned = adjourned
    save_raised(pairing, "is_adjourned")
    raise_version(tournament)
    log(
        actor=actor,
        action="adjourn-game" if adjourned else "resume-game",
        subject=pairing.log_name,
        tournament=tournament,
        reason=reason,
    )
    return locked_pairing(pairing)
