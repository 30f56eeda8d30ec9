"""The night's work: once a local date, whatever the clocks do and however many workers there are."""

from datetime import UTC, date, datetime, timedelta

import pytest
from celery.schedules import crontab
from django.utils import timezone

from dama_site.celery import NIGHTLY_TASK, app
from tests.concurrency import run_together
from tests.factories import IdempotencyKeyFactory, JobFactory
from tournaments.models import IdempotencyKey, Job, NightlyRun
from tournaments.services.nightly import run_nightly
from tournaments.tasks import nightly_task

pytestmark = pytest.mark.django_db

# The night the clocks go back in Prague: both are 02:30 there.
FIRST = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
SECOND = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def aged(row, days):
    type(row).objects.filter(pk=row.pk).update(
        **{
            "created_at" if isinstance(row, IdempotencyKey) else "changed_at": timezone.now()
            - timedelta(days=days)
        }
    )


def test_the_hour_that_comes_twice_runs_it_once():
    assert [timezone.localtime(each).strftime("%H:%M") for each in (FIRST, SECOND)] == ["02:30", "02:30"]
    assert run_nightly(now=FIRST).day == date(2026, 10, 25)
    assert run_nightly(now=SECOND) is None
    assert NightlyRun.objects.get().ran_at == FIRST


def test_every_hour_of_three_days_runs_it_three_times():
    hours = [datetime(2026, 10, 24, 0, 7, tzinfo=UTC) + timedelta(hours=each) for each in range(70)]
    done = [run.day for now in hours if (run := run_nightly(now=now))]
    assert done == [date(2026, 10, 24), date(2026, 10, 25), date(2026, 10, 26)]


def test_the_night_without_its_hour_runs_it_too():
    before, after = datetime(2026, 3, 29, 0, 59, tzinfo=UTC), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert [timezone.localtime(each).strftime("%H:%M") for each in (before, after)] == ["01:59", "03:00"]
    assert [run_nightly(now=each) is not None for each in (before, after)] == [True, False]


def test_it_forgets_old_keys_and_keeps_the_rest():
    old, new = IdempotencyKeyFactory(), IdempotencyKeyFactory()
    aged(old, 3)
    assert run_nightly().result == {"idempotency_keys": 1, "jobs": 0}
    assert IdempotencyKey.objects.get() == new


def test_it_forgets_jobs_done_anew_but_no_last_one():
    first, second, other = (JobFactory(object_id=number, state="done") for number in (1, 1, 2))
    failed = JobFactory(object_id=1, state="failed")
    for job in (first, second, other, failed):
        aged(job, 100)
    assert run_nightly().result["jobs"] == 2
    assert set(Job.objects.all()) == {other, failed}


def test_what_fails_is_done_by_the_next(settings):
    IdempotencyKeyFactory()
    working, settings.SESSION_ENGINE = settings.SESSION_ENGINE, "no.such.engine"
    with pytest.raises(ModuleNotFoundError):
        run_nightly(now=FIRST)
    settings.SESSION_ENGINE = working
    assert NightlyRun.objects.count() == 0
    assert run_nightly(now=SECOND) is not None


def test_the_clock_asks_every_hour():
    asked = app.conf.beat_schedule["nightly"]
    assert (asked["task"], asked["schedule"]) == (NIGHTLY_TASK, crontab(minute=7))
    assert nightly_task.name == NIGHTLY_TASK
    nightly_task()
    assert NightlyRun.objects.get().day == timezone.localdate()


@pytest.mark.django_db(transaction=True)
def test_several_workers_at_once_do_it_once():
    row = IdempotencyKeyFactory()
    aged(row, 3)
    done = run_together(lambda: run_nightly(now=FIRST), 4)
    runs = [each for each in done if each is not None]
    assert [each.result["idempotency_keys"] for each in runs] == [1]
    assert NightlyRun.objects.count() == 1
