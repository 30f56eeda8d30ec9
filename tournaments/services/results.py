"""Recording, correcting and clearing results."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import BYE_CODES, normal_result_code
from tournaments.models import Pairing, Result, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version


@transaction.atomic
def record_result(
    *,
    actor,
    pairing: Pairing,
    code: str,
    version: int | None = None,
    reason: str = "",
    source: str = Result.Source.ARBITER,
) -> Pairing:
    """Record a pairing's result, replace it, or clear it (`code` empty); the same again changes nothing.

    `version` is the pairing's version the caller looked at. Raises StaleError when it has changed since,
    InputError for a code the pairing cannot have, ConflictError when the tournament is finished.
    """
    tournament, pairing = lock_with_tournament(pairing)
    require_version(pairing.version, version)
    code = _allowed_code(pairing, code)
    before = pairing.result_code
    if code == (before or ""):
        return pairing
    # The old row gives way first: the constraint allows one confirmed result.
    pairing.results.filter(status=Result.Status.CONFIRMED).update(status=Result.Status.REPLACED)
    if code:
        Result.objects.create(
            pairing=pairing, code=code, source=source, reason=reason[:200], recorded_by=actor
        )
    pairing.version += 1
    pairing.save(update_fields=["version"])
    pairing.result_code = code or None
    raise_version(tournament)
    _log_result(actor, tournament, pairing, before, reason)
    return pairing


def lock_with_tournament(pairing: Pairing) -> tuple[Tournament, Pairing]:
    """The pairing's tournament and the pairing, both locked: of two writers at once the second waits here.

    Raises ConflictError when the tournament is finished or the round has been undone meanwhile.
    """
    found = Pairing.objects.filter(pk=pairing.pk).values_list("round__tournament", flat=True).first()
    if found is None:
        raise _undone()
    return lock_unfinished(found), locked_pairing(pairing)


def _undone() -> ConflictError:
    return ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))


def locked_pairing(pairing: Pairing) -> Pairing:
    """The pairing as it is now. Raises ConflictError when its round has been undone meanwhile."""
    fresh = (
        Pairing.objects.select_for_update(of=("self",))
        .filter(pk=pairing.pk)
        .select_related("round__tournament", "white__player")
        .first()
    )
    if fresh is None:
        raise _undone()
    return fresh


def _allowed_code(pairing: Pairing, code: str) -> str:
    if not pairing.is_bye:
        return normal_result_code(code) if code.strip() else ""
    if code not in BYE_CODES:
        raise InputError(
            "bye-unknown",
            gettext_noop("A pairing without an opponent can have: %(codes)s."),
            codes=", ".join(BYE_CODES),
        )
    return code


def _log_result(actor, tournament: Tournament, pairing: Pairing, before: str | None, reason: str) -> None:
    log(
        actor=actor,
        action="record-result",
        subject=pairing.log_name,
        tournament=tournament,
        before=before,
        after=pairing.result_code,
        reason=reason,
    )
