"""How every writing service begins: the tournament's row is locked, its state looked at afterwards."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import F

from tournaments.domain.errors import ConflictError, StaleError, gettext_noop
from tournaments.models import Tournament

# Numbers of PostgreSQL's advisory locks; any that nothing else of the site uses.
_NEW_PLAYERS = 7_201_001
_RESTORING = 7_201_002


def lock_new_players() -> None:
    """Let one transaction at a time look names up and make the players that are missing.

    No row stands for a player who does not exist yet, so there is none to lock: without this, two
    tournaments that enter the same new name at once would make two players. Always taken after the
    tournament's lock, so two writers cannot wait for each other. On SQLite the IMMEDIATE transaction locks.
    """
    _lock_advisory(_NEW_PLAYERS)


def lock_restoring() -> None:
    """Let one transaction at a time restore a tournament: neither it nor its federation or clubs may stand
    there yet, so there is no row to lock. Always taken before any other lock."""
    _lock_advisory(_RESTORING)


def _lock_advisory(number: int) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def lock_tournament(tournament: Tournament | int) -> Tournament:
    """The tournament, fresh and locked until the transaction ends: writers of one tournament queue here.

    On SQLite select_for_update does nothing; there the IMMEDIATE transaction is the lock.
    """
    pk = tournament.pk if isinstance(tournament, Tournament) else tournament
    locked = Tournament.objects.select_for_update(of=("self",)).filter(pk=pk).first()
    if locked is None:
        raise ConflictError("tournament-gone", gettext_noop("The tournament has been deleted meanwhile."))
    return locked


def lock_unfinished(tournament: Tournament | int) -> Tournament:
    """As `lock_tournament`; raises ConflictError when the tournament is finished."""
    locked = lock_tournament(tournament)
    require_unfinished(locked)
    return locked


def require_unfinished(tournament: Tournament) -> None:
    """Raise ConflictError when the tournament is finished."""
    if tournament.is_finished:
        raise ConflictError(
            "tournament-finished", gettext_noop("The tournament is finished. Reopen it to change anything.")
        )


def require_version(current: int | str, given: int | str | None) -> None:
    """Raise StaleError when the caller looked at another version than the current one; None: at none."""
    if given is not None and given != current:
        raise stale(current=current, given=given)


def stale(**params: Any) -> StaleError:
    """What is said to who looked at an older state; `params` go with it into the API's answer."""
    return StaleError(
        "stale",
        gettext_noop("Somebody changed this meanwhile. Look at what stands there now, then try again."),
        **params,
    )


def save_raised(row: Any, *fields: str) -> None:
    """Save fields of a locked row that counts its versions: pages that show it are stale from now on."""
    row.version += 1
    row.save(update_fields=[*fields, "version"])


def raise_version(tournament: Tournament) -> None:
    """Mark that something about the tournament has changed; whatever was cached is then out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
