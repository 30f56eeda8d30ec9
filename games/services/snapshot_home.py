"""Bringing a tournament home: what was done here meanwhile, and making room for what the file has.

The log is the history both copies share. A file descends from what stands here when its log has all that the
log here has; what it lacks was done here since the file (or the one it descends from) was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.selectors.snapshot_kinds import KINDS, is_of_installation
from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import AuditEntry, Tournament
from tournaments.selectors.audit import log_lines

Moment = tuple[datetime, str, str]
"""When something was done, what, and to whom: the same in every copy of a log."""

_SHOWN = 10
# What a file does not bring and so cannot undo: the people and the players' own records stay as here.
_UNTOUCHED = frozenset({"set-arbiters", "set-people", "change-player", "add-user"})


class HomeChangedError(ConflictError):
    """The tournament was changed here since the file was made; `changes` says how, the oldest first."""

    changes: tuple[str, ...] = ()
    slug = ""


def moment(entry: AuditEntry) -> Moment:
    return entry.created_at, entry.action, entry.subject


def require_unchanged(home: Tournament, brought: Iterable[AuditEntry]) -> None:
    """Raise HomeChangedError naming what the log here has and the file's has not."""
    changes = changed_since(home, brought)
    if not changes:
        return
    said = tuple(f"{line.action}: {line.subject}" for line in log_lines(changes))
    more = [f"… (+{len(said) - _SHOWN})"] if len(said) > _SHOWN else []
    error = HomeChangedError(
        "snapshot-home-changed",
        gettext_noop(
            "“%(name)s” was changed here since the file was made, and that would be lost: %(changes)s. "
            "Confirm that it may be replaced."
        ),
        name=home.name,
        changes="; ".join([*said[:_SHOWN], *more]),
    )
    error.changes, error.slug = said, home.slug
    raise error


def changed_since(home: Tournament, brought: Iterable[AuditEntry]) -> list[AuditEntry]:
    """What was done to the tournament here that the file does not know of, the oldest first."""
    known = {moment(entry) for entry in brought}
    entries = list(home.audit_entries.order_by("pk"))
    last = _last_brought(entries)
    # What stood here before the file's own ancestor was brought home is settled.
    if last is not None and _head_of(last) in {(at.isoformat(), *rest) for at, *rest in known}:
        entries = [entry for entry in entries if entry.pk > last.pk]
    return [entry for entry in entries if _counts(entry) and moment(entry) not in known]


def is_here_already(home: Tournament, digest: str) -> bool:
    """Whether the last that was done here is that this very file was brought."""
    entries = list(home.audit_entries.order_by("pk"))
    last = _last_brought(entries)
    if last is None or last.after.get("file") != digest:
        return False
    return not any(_counts(entry) for entry in entries if entry.pk > last.pk)


def head_of(brought: Sequence[AuditEntry]) -> list[str] | None:
    """The last entry of a file's log, by which a later file is known to descend from it."""
    if not brought:
        return None
    at, action, subject = moment(brought[-1])
    return [at.isoformat(), action, subject]


def _head_of(restored: AuditEntry) -> tuple[str, ...] | None:
    head = restored.after.get("head")
    return tuple(head) if head else None


def _last_brought(entries: Sequence[AuditEntry]) -> AuditEntry | None:
    restored = [entry for entry in entries if entry.action == "restore-snapshot"]
    return restored[-1] if restored else None


def _counts(entry: AuditEntry) -> bool:
    return not is_of_installation(entry) and entry.action not in _UNTOUCHED


def clear(home: Tournament) -> None:
    """Take away all rows that the file brings; the tournament itself and its log stay."""
    for kind in reversed(KINDS):
        kind.model._base_manager.filter(**{kind.of: home}).delete()


def new_in_log(home: Tournament, brought: Sequence[AuditEntry]) -> list[AuditEntry]:
    """The entries of the file's log that are not here yet."""
    here: set[Any] = {moment(entry) for entry in home.audit_entries.all()}
    return [entry for entry in brought if moment(entry) not in here]
