"""What the site does once a night: it forgets what nobody will ask for again."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.models import Job, NightlyRun
from tournaments.services.idempotency import forget_old_keys

JOBS_KEPT = timedelta(days=90)
"""How long a job that is done is kept though the same was done anew."""


@transaction.atomic
def run_nightly(*, now: datetime | None = None) -> NightlyRun | None:
    """Do the night's work of the local date, unless it has been done: then None.

    Asked every hour, so that a site that was down at midnight does it when it is back. The row of the date
    and the work are one transaction: of two workers the second waits at the constraint until the first is
    done, and when the first fails the next one does it. The date is that of the clocks in the hall, so the
    hour that comes twice in autumn (00:30 and 01:30 UTC are both 02:30 in Prague) belongs to one date.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            run = NightlyRun.objects.create(day=timezone.localdate(now), ran_at=now)
    except IntegrityError:
        return None
    run.result = {"idempotency_keys": forget_old_keys(), "jobs": _forget_old_jobs(now)}
    run.save(update_fields=["result"])
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return run


def _forget_old_jobs(now: datetime) -> int:
    """Delete what is long done and was done anew since; the last job of an object shows how that went."""
    newer = Job.objects.filter(task=OuterRef("task"), object_id=OuterRef("object_id"), pk__gt=OuterRef("pk"))
    old = Job.objects.filter(Exists(newer), state=Job.State.DONE, changed_at__lt=now - JOBS_KEPT)
    # SQL does not delete from a table that the condition reads: the keys come first.
    return Job.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()[0]
