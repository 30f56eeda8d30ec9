"""What others did while somebody had a page open."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from django.db.models import Q

from tournaments.models import AuditEntry, Entry, Tournament
from tournaments.selectors.audit import LogLine, audit_log, log_lines

MOST = 8
"""Lines shown; whoever wants more reads the log."""


def moment_read(text: str) -> datetime | None:
    """When a form was read, by the milliseconds of the server's clock it carries; None for anything else."""
    if not text.isdecimal() or len(text) > 14:
        return None
    return datetime.fromtimestamp(int(text) / 1000, UTC)


def names_in_log(thing: object) -> set[str]:
    """How the log calls a thing; an entry also by its player."""
    names = {str(thing)}
    if isinstance(thing, Entry):
        names |= {thing.player.name, thing.player.formal_name}
    return names


def done_since(tournament: Tournament, since: datetime | None, names: Collection[str] = ()) -> list[LogLine]:
    """What was done in the tournament since then, oldest first: to those who are named, else to anything.

    Without a moment, or where the log says nothing since, the newest line about them.
    """
    entries = audit_log(tournament)
    about = entries.filter(subject__in=names) if names else entries
    if since is not None:
        about_since, all_since = about.filter(created_at__gte=since), entries.filter(created_at__gte=since)
        # What was done to many at once names none of them.
        found = list(about_since[:MOST]) or list(all_since[:MOST])
        if found:
            return log_lines(reversed(found))
    return log_lines(about[:1])


def done_to(thing: object, since: datetime | None) -> list[LogLine]:
    """What the log says was done to a row since then, oldest first: of a tournament everything."""
    if isinstance(thing, Tournament):
        return done_since(thing, since)
    # What is of some tournament is for its arbiters, but for a player's record that was mended there.
    own = Q(tournament=None) | Q(action="change-player")
    entries = AuditEntry.objects.filter(own, subject__in=names_in_log(thing))
    entries = entries.select_related("actor").order_by("-pk")
    found = list(entries.filter(created_at__gte=since)[:MOST]) if since is not None else []
    return log_lines(reversed(found or list(entries[:1])))
