"""A request that creates something is done once, however often it is sent.

The key and what the request creates are written in one transaction: of two that come at once the second
waits at the key's constraint (on SQLite at the lock of the transaction) until the first is done, and gets its
answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import IdempotencyKey

KEPT = timedelta(days=2)
LONGEST_KEY = 100
_FIRST_REFUSAL = 400


@dataclass(frozen=True)
class Answer:
    """What a request is answered with again: a status, where it leads, a body (of the API)."""

    status: int
    location: str = ""
    content_type: str = ""
    body: str = ""


@transaction.atomic
def answer_once(*, user, key: str, path: str, fingerprint: str, work: Callable[[], Answer]) -> Answer | None:
    """Do `work` and return None, or return the answer the same request had before.

    A refusal (status 400 or more) is not kept: mended, the request may be sent again with its key. Raises
    InputError for a key that is too long, ConflictError when the key came with another request.
    """
    if len(key) > LONGEST_KEY:
        raise InputError(
            "idempotency-key-too-long",
            gettext_noop("The idempotency key has more than %(most)s characters."),
            most=LONGEST_KEY,
        )
    row = _new_row(user, key, path, fingerprint)
    if row is None:
        return _earlier_answer(user, key, path, fingerprint)
    answer = work()
    if answer.status >= _FIRST_REFUSAL:
        row.delete()
        return None
    row.status, row.location = answer.status, answer.location
    row.content_type, row.body = answer.content_type, answer.body
    row.save()
    return None


def _new_row(user, key: str, path: str, fingerprint: str) -> IdempotencyKey | None:
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(user=user, key=key, path=path[:300], fingerprint=fingerprint)
    except IntegrityError:
        return None


def _earlier_answer(user, key: str, path: str, fingerprint: str) -> Answer:
    row = IdempotencyKey.objects.filter(user=user, key=key).first()
    if row is None or row.status is None:
        # The first was refused or undone between our insert and our look: send it again.
        raise ConflictError(
            "request-unfinished", gettext_noop("The request was not finished. Send it again.")
        )
    if (row.path, row.fingerprint) != (path[:300], fingerprint):
        raise ConflictError(
            "idempotency-key-reused",
            gettext_noop(
                "This idempotency key came with another request. Choose a new key for each request."
            ),
        )
    return Answer(row.status, row.location, row.content_type, row.body)


def forget_old_keys() -> int:
    """Delete the keys nobody will send again; return how many."""
    return IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
