"""The log: every writing service says here what it did."""

from __future__ import annotations

from typing import Any

from tournaments.models import AuditEntry, Tournament


def log(
    *,
    actor,
    action: str,
    subject: object,
    tournament: Tournament | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEntry:
    """Write one entry: who (`actor`, None for a command), what, what stood there before and after, why."""
    return AuditEntry.objects.create(
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(subject)[:200],
        before=before,
        after=after,
        reason=reason[:200],
    )
