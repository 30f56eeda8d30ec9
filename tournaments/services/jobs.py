"""Background jobs: started with the work that asks for them, run once, started again when they are lost.

How to add one (`tournaments.tasks` and `games.tasks` are examples):

1. The work is a service that takes an id, may be run twice without harm, and returns what JSON can hold.
2. `tasks.py` of the same app has a leaf task that takes the job's id and imports the service inside:

       @shared_task
       def verify_game_task(job_id: int) -> None:
           from games.services.verification import verify_game
           from tournaments.services.jobs import run_job

           run_job(job_id, lambda game_id: verify_game(game_id=game_id))

3. The service that needs it calls, inside its own transaction,

       start_job(task=verify_game_task, object_id=game.pk, key=f"verify-game:{game.pk}")

The row is written with the caller's transaction and the message leaves after the commit. The message may get
lost (no broker, a killed worker): the sweeper, run every minute, sends it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from celery import Task, current_app
from django.db import transaction
from django.utils import timezone

from tournaments.domain.errors import DomainError
from tournaments.models import Heartbeat, Job

logger = logging.getLogger(__name__)

WORKER = "worker"
MAX_ATTEMPTS = 3
LOST_MESSAGE_AFTER = timedelta(minutes=1)
LOST_WORKER_AFTER = timedelta(minutes=10)


@transaction.atomic
def start_job(*, task: Task, object_id: int, key: str) -> Job:
    """Return the job of `key`, a new one unless the same work was asked for before.

    A job that had failed for good gets a new set of attempts. `task` takes the job's id; it is sent when the
    caller's transaction commits. A broker that does not answer is logged and left to the sweeper.
    """
    job, is_new = Job.objects.get_or_create(key=key, defaults={"task": task.name, "object_id": object_id})
    if not is_new:
        job = Job.objects.select_for_update().get(pk=job.pk)
        if job.state != Job.State.FAILED:
            return job
        job.state, job.attempts = Job.State.WAITING, 0
        job.save(update_fields=["state", "attempts", "changed_at"])
    _send_on_commit(task, job.pk)
    return job


def run_job(job_id: int, work: Callable[[int], object]) -> None:
    """Do the `work` of a job once: `work(object_id)` and the job's end are one transaction.

    A job that is done is left alone, so a message delivered twice does no harm. An error is kept in the row
    and raised again for the worker's log; a `DomainError` is final, since trying again would not change it,
    anything else is tried up to `MAX_ATTEMPTS` times.
    """
    if not _begin(job_id):
        return
    try:
        with transaction.atomic():
            # The lock is held to the end of the work: a second delivery waits here, then finds it done;
            # when this worker is killed the lock goes with it.
            job = Job.objects.select_for_update().get(pk=job_id)
            if job.state == Job.State.DONE:
                return
            job.result = work(job.object_id)
            job.state, job.progress, job.error = Job.State.DONE, 100, ""
            job.save(update_fields=["result", "state", "progress", "error", "changed_at"])
    except Exception as error:
        _note_failure(job_id, error)
        raise


@transaction.atomic
def sweep_jobs() -> int:
    """Send again the jobs whose message or worker was lost; return how many.

    Waiting for a minute or running for ten without life counts as lost. A job that used up its attempts
    is marked failed. It is the worker's sign of life too.
    """
    now = timezone.now()
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"beat_at": now})
    waiting = Job.objects.filter(state=Job.State.WAITING, changed_at__lt=now - LOST_MESSAGE_AFTER)
    running = Job.objects.filter(state=Job.State.RUNNING, changed_at__lt=now - LOST_WORKER_AFTER)
    # A job whose row is locked is being worked on: it is skipped.
    lost = (waiting | running).order_by("pk").select_for_update(skip_locked=True)
    return sum(_restart(job) for job in lost)


def _restart(job: Job) -> bool:
    task = current_app.tasks.get(job.task)
    if task is None or job.attempts >= MAX_ATTEMPTS:
        reason = f"given up after {job.attempts} attempts" if task else f"there is no task {job.task}"
        job.state, job.error = Job.State.FAILED, job.error or reason
        logger.error("Job %s failed: %s", job.key, reason)
    else:
        job.state = Job.State.WAITING
        _send_on_commit(task, job.pk)
    job.save(update_fields=["state", "error", "changed_at"])
    return job.state == Job.State.WAITING


@transaction.atomic
def _begin(job_id: int) -> bool:
    """Mark the job running, in a transaction of its own so that others see it; False when it is done."""
    job = Job.objects.select_for_update().filter(pk=job_id).exclude(state=Job.State.DONE).first()
    if job is None:
        return False
    job.state, job.attempts = Job.State.RUNNING, job.attempts + 1
    job.save(update_fields=["state", "attempts", "changed_at"])
    return True


@transaction.atomic
def _note_failure(job_id: int, error: Exception) -> None:
    job = Job.objects.select_for_update().get(pk=job_id)
    is_final = isinstance(error, DomainError) or job.attempts >= MAX_ATTEMPTS
    job.state = Job.State.FAILED if is_final else Job.State.WAITING
    job.error = f"{type(error).__name__}: {error}"
    job.save(update_fields=["state", "error", "changed_at"])


def _send_on_commit(task: Task, job_id: int) -> None:
    transaction.on_commit(lambda: _send(task, job_id))


def _send(task: Task, job_id: int) -> None:
    try:
        task.delay(job_id)
    except (task.OperationalError, OSError) as error:
        # The work that was committed must not fail for it; the row waits for the sweeper.
        logger.warning("Job %s waits for the sweeper: the broker does not answer (%s)", job_id, error)
