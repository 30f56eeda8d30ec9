"""Finishing a tournament, and opening it again for a correction."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.pairing.bracket_chart import require_decided
from tournaments.domain.standings import require_final
from tournaments.models import Round, Tournament
from tournaments.selectors.desk import rating_job_key
from tournaments.selectors.state import pairing_system
from tournaments.selectors.teams import competitors
from tournaments.services.audit import log
from tournaments.services.jobs import start_job
from tournaments.services.locking import lock_tournament, raise_version, require_version
from tournaments.services.rounds import require_no_draft
from tournaments.tasks import rate_tournament_task


@transaction.atomic
def finish_tournament(*, actor, tournament: Tournament, version: int | None = None) -> Tournament:
    """Close the tournament and its rounds: its standings are final and it is rated in the background. Twice
    is once.

    Raises ConflictError when nothing has been played (`nothing-played`) or results are missing
    (`results-missing-at-end`, with round and table of each), or a match of the last round is tied
    (`play-off-missing`).
    """
    tournament = lock_tournament(tournament)
    if tournament.is_finished:
        return tournament
    require_version(tournament.version, version)
    if not tournament.rounds.exists():
        raise ConflictError(
            "nothing-played", gettext_noop("No round has been paired: there is nothing to finish.")
        )
    require_no_draft(tournament)
    state = competitors(tournament).state
    require_final(state)
    require_decided(pairing_system(tournament), state)
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    tournament.rounds.update(status=Round.Status.CLOSED)
    raise_version(tournament)
    log(actor=actor, action="finish-tournament", subject=tournament, tournament=tournament)
    _rate_in_background(tournament)
    return tournament


@transaction.atomic
def reopen_tournament(
    *, actor, tournament: Tournament, reason: str, version: int | None = None
) -> Tournament:
    """Open a finished tournament for a correction, its last round too; its rating changes are taken back
    meanwhile.

    Raises InputError without a reason, StaleError when `version` is not the current one.
    """
    tournament = lock_tournament(tournament)
    if not tournament.is_finished:
        return tournament
    require_version(tournament.version, version)
    if not reason.strip():
        raise InputError("reason-missing", gettext_noop("Say why the tournament is reopened."))
    tournament.status = Tournament.Status.RUNNING
    tournament.finished_at = None
    tournament.save(update_fields=["status", "finished_at"])
    last = tournament.rounds.order_by("-number")[:1]
    tournament.rounds.filter(pk__in=list(last.values_list("pk", flat=True))).update(
        status=Round.Status.PLAYING
    )
    raise_version(tournament)
    log(actor=actor, action="reopen-tournament", subject=tournament, tournament=tournament, reason=reason)
    _rate_in_background(tournament)
    return tournament


def _rate_in_background(tournament: Tournament) -> None:
    if tournament.rating_list_id is not None:
        start_job(task=rate_tournament_task, object_id=tournament.pk, key=rating_job_key(tournament))
