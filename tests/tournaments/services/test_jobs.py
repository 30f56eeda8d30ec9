"""Jobs: started on commit, done once, tried again, swept up."""

from datetime import timedelta

import pytest
from celery import Celery, Task, shared_task
from django.db import DatabaseError, transaction
from django.utils import timezone

from tests.concurrency import run_together
from tests.factories import JobFactory, TournamentFactory
from tournaments.domain.errors import ConflictError
from tournaments.models import Heartbeat, Job, Tournament
from tournaments.services import jobs
from tournaments.services.jobs import MAX_ATTEMPTS, run_job, start_job, sweep_jobs


def raise_seed(object_id: int) -> dict[str, int]:
    """The work of these tests: it can be counted how often it was done."""
    tournament = Tournament.objects.get(pk=object_id)
    tournament.seed += 1
    tournament.save(update_fields=["seed"])
    return {"seed": tournament.seed}


def break_down(object_id: int) -> None:
    raise_seed(object_id)
    raise DatabaseError("the disk is full")


@shared_task
def raise_seed_task(job_id: int) -> None:
    run_job(job_id, raise_seed)


@pytest.fixture
def unreachable_task() -> Task:
    """A task whose broker has nobody at the other end."""
    app = Celery("unreachable", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.update(task_always_eager=False, broker_url="redis://127.0.0.1:1/0")
    return app.task(raise_seed, name="unreachable")


@pytest.mark.django_db
class TestStart:
    def test_the_work_is_done_on_commit(self, django_capture_on_commit_callbacks):
        tournament = TournamentFactory(seed=1)
        with django_capture_on_commit_callbacks(execute=True):
            job = start_job(task=raise_seed_task, object_id=tournament.pk, key="raise")
            assert job.state == Job.State.WAITING
        job.refresh_from_db()
        assert (job.state, job.result, job.attempts, job.progress) == ("done", {"seed": 2}, 1, 100)

    def test_the_same_work_asked_for_twice_is_one_job(self, django_capture_on_commit_callbacks):
        tournament = TournamentFactory(seed=1)
        with django_capture_on_commit_callbacks(execute=True):
            first = start_job(task=raise_seed_task, object_id=tournament.pk, key="raise")
            second = start_job(task=raise_seed_task, object_id=tournament.pk, key="raise")
        tournament.refresh_from_db()
        assert (first, Job.objects.count(), tournament.seed) == (second, 1, 2)

    def test_a_failed_job_asked_for_again_gets_new_attempts(self, django_capture_on_commit_callbacks):
        tournament = TournamentFactory(seed=1)
        job = JobFactory(key="raise", object_id=tournament.pk, state="failed", attempts=MAX_ATTEMPTS)
        with django_capture_on_commit_callbacks(execute=True):
            start_job(task=raise_seed_task, object_id=tournament.pk, key="raise")
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("done", 1)

    def test_what_is_rolled_back_leaves_no_job_and_sends_nothing(self, django_capture_on_commit_callbacks):
        tournament = TournamentFactory()
        with django_capture_on_commit_callbacks() as callbacks, pytest.raises(ConflictError):  # noqa: PT012, SIM117
            with transaction.atomic():
                start_job(task=raise_seed_task, object_id=tournament.pk, key="raise")
                raise ConflictError("refused", "refused")
        assert (Job.objects.count(), callbacks) == (0, [])

    def test_a_broker_that_is_down_does_not_break_the_request(
        self, caplog, unreachable_task, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            job = start_job(task=unreachable_task, object_id=1, key="unreachable")
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("waiting", 0)
        assert "waits for the sweeper: the broker does not answer" in caplog.text


@pytest.mark.django_db
class TestRun:
    def test_a_message_delivered_twice_does_the_work_once(self):
        tournament = TournamentFactory(seed=1)
        job = JobFactory(object_id=tournament.pk)
        run_job(job.pk, raise_seed)
        run_job(job.pk, raise_seed)
        tournament.refresh_from_db()
        job.refresh_from_db()
        assert (tournament.seed, job.attempts) == (2, 1)

    def test_a_job_that_is_gone_is_nothing_to_do(self):
        run_job(1, raise_seed)
        assert Job.objects.count() == 0

    def test_an_error_undoes_the_work_and_waits_for_another_attempt(self):
        tournament = TournamentFactory(seed=1)
        job = JobFactory(object_id=tournament.pk)
        with pytest.raises(DatabaseError):
            run_job(job.pk, break_down)
        tournament.refresh_from_db()
        job.refresh_from_db()
        assert (tournament.seed, job.state, job.error) == (1, "waiting", "DatabaseError: the disk is full")

    def test_the_last_attempt_is_the_last(self):
        job = JobFactory(object_id=TournamentFactory().pk, attempts=MAX_ATTEMPTS - 1)
        with pytest.raises(DatabaseError):
            run_job(job.pk, break_down)
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("failed", MAX_ATTEMPTS)

    def test_a_rule_that_forbids_it_is_final_at_once(self):
        def refuse(object_id: int) -> None:
            raise ConflictError("not-finished", "%(name)s is not finished.", name="Open")

        job = JobFactory()
        with pytest.raises(ConflictError):
            run_job(job.pk, refuse)
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "ConflictError: Open is not finished.")


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_at_once_do_the_work_once():
    tournament = TournamentFactory(seed=1)
    job = JobFactory(object_id=tournament.pk)
    assert run_together(lambda: run_job(job.pk, raise_seed), 3) == [None, None, None]
    tournament.refresh_from_db()
    assert tournament.seed == 2


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_start_one_job():
    tournament = TournamentFactory(seed=1)

    def ask() -> int:
        return start_job(task=raise_seed_task, object_id=tournament.pk, key="raise").pk

    answers = run_together(ask, 3)
    tournament.refresh_from_db()
    assert answers == [answers[0]] * 3
    assert (Job.objects.get().state, tournament.seed) == ("done", 2)


def lost(state: str, age: timedelta, **fields: object) -> Job:
    """A job that was last touched `age` ago."""
    job = JobFactory(task=raise_seed_task.name, object_id=TournamentFactory(seed=1).pk, state=state, **fields)
    Job.objects.filter(pk=job.pk).update(changed_at=timezone.now() - age)
    return job


@pytest.mark.django_db
class TestSweep:
    @pytest.mark.parametrize(
        ("state", "age", "restarted"),
        [
            ("waiting", timedelta(seconds=50), 0),
            ("waiting", timedelta(seconds=70), 1),
            ("running", timedelta(minutes=9), 0),
            ("running", timedelta(minutes=11), 1),
            ("done", timedelta(days=1), 0),
            ("failed", timedelta(days=1), 0),
        ],
    )
    def test_what_was_lost_is_done(self, state, age, restarted, django_capture_on_commit_callbacks):
        job = lost(state, age)
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep_jobs() == restarted
        job.refresh_from_db()
        assert job.state == ("done" if restarted else state)

    def test_a_job_without_attempts_left_is_given_up(self, django_capture_on_commit_callbacks):
        job = lost("running", timedelta(hours=1), attempts=MAX_ATTEMPTS)
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep_jobs() == 0
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "given up after 3 attempts")

    def test_a_task_that_no_longer_exists_is_given_up(self):
        job = lost("waiting", timedelta(hours=1))
        Job.objects.filter(pk=job.pk).update(task="tournaments.tasks.forgotten_task")
        assert sweep_jobs() == 0
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "there is no task tournaments.tasks.forgotten_task")

    def test_it_is_the_sign_of_life_of_the_worker(self):
        before = timezone.now()
        sweep_jobs()
        sweep_jobs()
        assert Heartbeat.objects.get(name=jobs.WORKER).beat_at >= before
