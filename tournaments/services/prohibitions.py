"""Who may not meet, by the arbiter's decision: pairing systems keep them apart."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.models import Entry, ProhibitedPairing, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version


@transaction.atomic
def prohibit_pairing(
    *, actor, tournament: Tournament, one: Entry, other: Entry, reason: str = ""
) -> ProhibitedPairing:
    """From the next round on these two are not paired. Said again, in either order, it is said once.

    Raises InputError when it is one player, or somebody who is not entered here; ConflictError when the
    tournament is finished.
    """
    tournament = lock_unfinished(tournament)
    if one.pk == other.pk:
        raise InputError("prohibition-of-one", gettext_noop("Choose two different players."))
    entered = tournament.entries.select_related("player").in_bulk([one.pk, other.pk])
    for entry in (one, other):
        if entry.pk not in entered:
            raise InputError(
                "prohibition-not-entered",
                gettext_noop("%(player)s is not entered in this tournament."),
                player=str(entry),
            )
    first, second = (entered[pk] for pk in sorted(entered))
    prohibition, is_new = ProhibitedPairing.objects.get_or_create(
        tournament=tournament, first=first, second=second, defaults={"reason": reason[:200]}
    )
    if is_new:
        raise_version(tournament)
        log(
            actor=actor,
            action="prohibit-pairing",
            subject=prohibition,
            tournament=tournament,
            reason=reason,
        )
    return prohibition


@transaction.atomic
def allow_pairing(*, actor, prohibition: ProhibitedPairing) -> None:
    """The two may meet again. Twice is once. Raises ConflictError when the tournament is finished."""
    tournament = lock_unfinished(prohibition.tournament_id)
    standing = tournament.prohibited_pairings.filter(pk=prohibition.pk)
    found = standing.select_related("first__player", "second__player").first()
    if found is None:
        return
    standing.delete()
    raise_version(tournament)
    log(actor=actor, action="allow-pairing", subject=found, tournament=tournament)
