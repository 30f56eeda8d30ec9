"""Mending the record of a player who was made while entering him."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournaments.models import Entry, Player
from tournaments.services.locking import raise_version
from tournaments.services.player_lookup import club_named
from tournaments.services.register import change_record, fingerprint
from tournaments.services.registration import lock_entry


@transaction.atomic
def correct_player(
    *, actor, entry: Entry, changes: dict[str, Any], seen: str | None = None, reason: str = ""
) -> Player:
    """Mend the record of a player of the tournament: `changes` of family_name, given_name, birth_year and
    club (a name, made when new). `seen` is the `register.fingerprint` of the player the caller looked at.

    Raises StaleError when somebody changed it since, ConflictError when the tournament is finished or the
    entry is gone, ValidationError naming the fields at fault.
    """
    tournament, entry = lock_entry(entry)
    changes = dict(changes)
    if "club" in changes:
        name, now = changes["club"], entry.player.club
        changes["club"] = now if now and now.name == name else club_named(tournament, name)
    before = fingerprint(entry.player)
    player = change_record(
        actor=actor, record=entry.player, changes=changes, seen=seen, reason=reason, tournament=tournament
    )
    if fingerprint(player) != before:
        raise_version(tournament)
    return player
