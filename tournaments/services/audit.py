"""The log: every writing service says here what it did."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from tournaments.models import AuditEntry, Tournament


@dataclass(frozen=True)
class Origin:
    """By way of what (`AuditEntry.Via`) and from which address something is done."""

    via: str = AuditEntry.Via.COMMAND
    address: str | None = None


origin: ContextVar[Origin] = ContextVar("origin")
"""Set around each request, so that no service has to hand it on."""


def log(**what: Any) -> AuditEntry:
    """Write one entry; `what` is what `log_entry` takes."""
    made = log_entry(**what)
    made.save()
    return made


def log_entry(
    *,
    actor,
    action: str,
    subject: object,
    tournament: Tournament | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEntry:
    """One entry, not yet saved, for services that write many at once: who (`actor`, None for a command),
    what, what stood there before and after, why; from where is what `origin` says."""
    source = origin.get(Origin())
    return AuditEntry(
        tournament=tournament,
        actor=actor,
        actor_name=actor.get_username() if actor else "",
        action=action,
        subject=str(subject)[:200],
        before=before,
        after=after,
        reason=reason[:200],
        via=source.via,
        address=source.address,
    )
