"""The registers that federation staff keep: federations, clubs, players, rating lists."""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import Tournament
from tournaments.services.audit import log
from tournaments.services.locking import require_version

Record = TypeVar("Record", bound=Model)


def fingerprint(record: Model) -> str:
    """What stands in the record's columns, as 16 characters: the version of a row that counts none."""
    values = {field.attname: str(getattr(record, field.attname)) for field in record._meta.concrete_fields}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


@transaction.atomic
def add_record(*, actor, record: Record) -> Record:
    """Write a new row of a register. Raises ValidationError naming the fields at fault."""
    record.full_clean(exclude=_not_editable(record))
    record.save()
    log(actor=actor, action=f"add-{_kind(record)}", subject=record, after=_values(record))
    return record


@transaction.atomic
def change_record(
    *,
    actor,
    record: Record,
    changes: dict[str, Any],
    seen: str | None = None,
    reason: str = "",
    tournament: Tournament | None = None,
) -> Record:
    """Change fields of a row; `seen` is the `fingerprint` of what the caller looked at. The change stands in
    the log of the `tournament` that brought it about, if one did.

    Raises StaleError when somebody changed it since, ConflictError when it is gone, ValidationError naming
    the fields at fault. Nothing is written or logged when nothing differs.
    """
    locked = _locked(record)
    require_version(fingerprint(locked), seen)
    before = _values(locked)
    changed = [field for field, value in changes.items() if getattr(locked, field) != value]
    if not changed:
        return locked
    for field in changed:
        setattr(locked, field, changes[field])
    locked.full_clean(exclude=_not_editable(locked))
    locked.save(update_fields=changed)
    after = _values(locked)
    log(
        actor=actor,
        action=f"change-{_kind(locked)}",
        subject=locked,
        tournament=tournament,
        reason=reason,
        before={field: before[field] for field in changed},
        after={field: after[field] for field in changed},
    )
    return locked


@transaction.atomic
def remove_record(*, actor, record: Model, reason: str = "") -> None:
    """Delete a row of a register. Raises ProtectedError when something rests on it."""
    locked = _locked(record)
    before = {"id": locked.pk, **_values(locked)}
    locked.delete()
    log(actor=actor, action=f"remove-{_kind(record)}", subject=record, before=before, reason=reason)


def _locked(record: Record) -> Record:
    locked = type(record)._default_manager.select_for_update(of=("self",)).filter(pk=record.pk).first()
    if locked is None:
        raise ConflictError("record-gone", gettext_noop("This has been deleted meanwhile."))
    return locked


def _kind(record: Model) -> str:
    return str(record._meta.verbose_name_raw).replace(" ", "-")


def _not_editable(record: Model) -> list[str]:
    return [field.name for field in record._meta.concrete_fields if not field.editable]


def _values(record: Model) -> dict[str, Any]:
    """The editable columns in a form for the log."""
    values = {}
    for field in record._meta.concrete_fields:
        if field.editable:
            value = getattr(record, field.name)
            values[field.name] = str(value) if isinstance(value, Model) else value
    return values
