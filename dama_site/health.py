"""Two addresses for whoever watches the site: is the process alive, and can it do its work."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Heartbeat
from tournaments.services.jobs import WORKER

# The sweeper beats every minute: after three of them the worker is taken for dead.
HEARTBEAT_LIMIT = timedelta(minutes=3)
OK = "ok"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers. It asks nobody else, so a restart would mend what it reports."""
    return JsonResponse({"status": OK})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when every part works; else 503, and `parts` says what is wrong with which."""
    parts = {name: _outcome(check) for name, check in CHECKS.items()}
    is_ready = all(outcome == OK for outcome in parts.values())
    return JsonResponse(
        {"status": OK if is_ready else "failing", "parts": parts}, status=200 if is_ready else 503
    )


def _outcome(check: Callable[[], str]) -> str:
    try:
        return check()
    except DatabaseError as error:
        # The class alone: the text may carry addresses and names of the installation.
        return f"the database does not answer ({type(error).__name__})"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} migrations are not applied: run manage.py migrate" if missing else OK


def _worker() -> str:
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return OK
    heartbeat = Heartbeat.objects.filter(name=WORKER).first()
    if heartbeat is None:
        return "no worker has run yet"
    age = timezone.now() - heartbeat.beat_at
    return OK if age <= HEARTBEAT_LIMIT else f"no sign of life for {int(age.total_seconds())} seconds"


CHECKS: dict[str, Callable[[], str]] = {"database": _database, "migrations": _migrations, "worker": _worker}
