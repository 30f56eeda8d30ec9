"""Points by decision: penalties, and points the arbiter gives."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Entry, PointAdjustment, Tournament
from tournaments.models.desk import MAX_ADJUSTMENT
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.selectors.decisions import points_text
from tournaments.selectors.state import paired_count
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version, save_raised


@transaction.atomic
def add_adjustment(
    *, actor, entry: Entry, round_number: int, points: int, reason: str, version: int | None = None
) -> PointAdjustment:
    """Give a player points, or take them (below zero), from a round on, for a reason.

    `points` are integer points of the tournament's scoring: of 1-½-0, a half point is 1. They count in the
    standings after that round and for the pairing of the next. `version` is the entry's version the
    caller looked at. Raises StaleError when it has changed since, InputError for no points, no reason or a
    round that cannot be, ConflictError when the tournament is finished or of teams.
    """
    tournament = lock_unfinished(entry.tournament_id)
    _require_players(tournament)
    _require_sense(tournament, round_number, points, reason)
    entry = _entered(tournament, entry)
    require_version(entry.version, version)
    made = PointAdjustment.objects.create(
        entry=entry,
        round_number=round_number,
        points=points,
        reason=reason.strip()[:200],
        decided_by=actor,
    )
    save_raised(entry)
    raise_version(tournament)
    log(
        actor=actor,
        action="add-adjustment",
        subject=entry,
        tournament=tournament,
        after=_facts(made),
        reason=made.reason,
    )
    return made


@transaction.atomic
def remove_adjustment(*, actor, adjustment: PointAdjustment, reason: str, version: int | None = None) -> None:
    """Take a decision back, for a reason. Twice is once. `version` is the entry's that the caller looked at.

    Raises InputError without a reason, StaleError, ConflictError when the tournament is finished.
    """
    tournament = lock_unfinished(adjustment.entry.tournament_id)
    if not reason.strip():
        raise InputError("adjustment-without-reason", gettext_noop("Say why: the reason is published."))
    standing = PointAdjustment.objects.filter(pk=adjustment.pk)
    found = standing.select_related("entry__player").first()
    if found is None:
        return
    require_version(found.entry.version, version)
    standing.delete()
    save_raised(found.entry)
    raise_version(tournament)
    log(
        actor=actor,
        action="remove-adjustment",
        subject=found.entry,
        tournament=tournament,
        before=_facts(found),
        reason=reason,
    )


def _require_players(tournament: Tournament) -> None:
    if tournament.is_team_event:
        raise ConflictError(
            "adjustment-of-teams", gettext_noop("In an event of teams no player has points of his own.")
        )


def _require_sense(tournament: Tournament, round_number: int, points: int, reason: str) -> None:
    if not points or abs(points) > MAX_ADJUSTMENT:
        raise InputError(
            "adjustment-points",
            gettext_noop("Give or take some points, at most %(most)s."),
            most=MAX_ADJUSTMENT,
        )
    last = tournament.planned_rounds or MAX_ROUNDS
    if not 1 <= round_number <= max(last, paired_count(tournament)):
        raise InputError("adjustment-round", gettext_noop("Choose a round of the tournament."))
    if not reason.strip():
        raise InputError("adjustment-without-reason", gettext_noop("Say why: the reason is published."))


def _entered(tournament: Tournament, entry: Entry) -> Entry:
    found = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if found is None:
        raise ConflictError("entry-gone", gettext_noop("The player has been removed meanwhile."))
    return found


def _facts(adjustment: PointAdjustment) -> dict[str, object]:
    """As the log keeps it, points as people write them."""
    return {
        "round": adjustment.round_number,
        "points": points_text(adjustment.points, adjustment.entry.tournament),
    }
