"""A real Celery worker: the embedded queue goes with SQLite, Redis with PostgreSQL, as they are installed."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from redis import Redis

from dama_site.celery import app
from tests import machine
from tests.factories import EntryFactory, JobFactory, PairingFactory, RatingListFactory, TournamentFactory
from tests.processes import LIMIT, ROOT, running, site_environment, wait_for
from tournaments.models import Heartbeat, Job, RatingChange, Tournament

EMBEDDED = "filesystem://localhost"
BROKERS = [
    pytest.param(lambda: EMBEDDED, id="embedded", marks=pytest.mark.sqlite),
    pytest.param(lambda: machine.redis_url(), id="redis", marks=[pytest.mark.redis, pytest.mark.postgres]),
]


def database_url() -> str:
    """The address of the database this test writes to."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    return f"postgres://{found['USER']}:{found['PASSWORD']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


@pytest.fixture(params=BROKERS)
def site(request, tmp_path) -> Iterator[dict[str, str]]:
    """The environment of a site whose web server and worker share a broker and this run's database."""
    queue = f"dama-test-{uuid.uuid4().hex}"
    broker = request.param()
    yield site_environment(
        tmp_path, CELERY_BROKER_URL=broker, CELERY_QUEUE=queue, DATABASE_URL=database_url(), SECRET_KEY="test"
    )
    if broker.startswith("redis"):
        with Redis.from_url(broker) as client:
            for key in client.scan_iter(f"*{queue}*"):
                client.delete(key)


@contextmanager
def worker(site: dict[str, str]) -> Iterator[None]:
    """A worker that has swept once, so it is known to run tasks."""
    arguments = ["-m", "celery", "--quiet", "--app", "dama_site", "worker", "--pool", "threads"]
    arguments += ["--concurrency", "2", "--without-gossip", "--without-mingle"]
    with running(arguments, site):
        wait_for(Heartbeat.objects.exists)
        yield


def finish(site: dict[str, str], tournament: Tournament) -> None:
    """Finish a tournament as the web server does, in a process that only sends the message."""
    code = (
        "from tournaments.models import Tournament\n"
        "from tournaments.services.lifecycle import finish_tournament\n"
        f"finish_tournament(actor=None, tournament=Tournament.objects.get(pk={tournament.pk}))\n"
    )
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    subprocess.run(command, cwd=ROOT, env=site, check=True, timeout=LIMIT)


def rated_tournament() -> Tournament:
    """A tournament of one round that has been played and counts for a list."""
    tournament = TournamentFactory(rating_list=RatingListFactory(), status="running", planned_rounds=1)
    white, black = EntryFactory.create_batch(2, tournament=tournament)
    PairingFactory(round__tournament=tournament, white=white, black=black, result="1-0")
    return tournament


def test_the_clock_of_the_worker_is_kept_with_the_data():
    assert Path(app.conf.beat_schedule_filename) == settings.DATA_DIR / "celerybeat-schedule"


@pytest.mark.django_db(transaction=True)
def test_a_finished_tournament_is_rated_by_the_worker(site):
    tournament = rated_tournament()
    with worker(site):
        finish(site, tournament)
        wait_for(lambda: Job.objects.filter(state="done").exists())
    job = Job.objects.get()
    assert (job.task, job.attempts) == ("tournaments.tasks.rate_tournament_task", 1)
    assert job.result == {"rated": True, "changes": 2}
    assert RatingChange.objects.filter(tournament=tournament).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_message_was_lost_is_done_when_the_worker_comes(site):
    job = JobFactory(object_id=rated_tournament().pk)
    Job.objects.filter(pk=job.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    with worker(site):
        wait_for(lambda: Job.objects.filter(state="done").exists())
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)
