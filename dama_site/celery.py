"""The Celery application: tasks live in each app's tasks.py, what runs by the clock stands here."""

from __future__ import annotations

import os

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dama_site.settings")

NIGHTLY_TASK = "tournaments.tasks.nightly_task"
SWEEP_TASK = "tournaments.tasks.sweep_jobs_task"

app = Celery("dama")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # It expires before the next one is due: a worker that was away gets one, not a heap of them.
    "sweep-jobs": {"task": SWEEP_TASK, "schedule": 60.0, "options": {"expires": 50}},
    # Hourly, whatever the clocks do: a row for each local date lets the work be done once.
    "nightly": {"task": NIGHTLY_TASK, "schedule": crontab(minute=7), "options": {"expires": 3000}},
}


@worker_ready.connect
def sweep_at_start(**kwargs: object) -> None:
    """Do not let what was lost before the start, nor the first sign of life, wait for the clock."""
    app.send_task(SWEEP_TASK)
