"""/healthz and /readyz: what they say when all is well and when something is not."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournaments.models import Heartbeat

READY = {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "worker": "ok"}}


def test_the_process_is_alive_without_a_database(client):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
class TestReady:
    def test_all_is_well(self, client):
        response = client.get("/readyz")
        assert (response.status_code, response.json()) == (200, READY)

    def test_no_cache_keeps_the_answer(self, client):
        assert "no-store" in client.get("/readyz")["Cache-Control"]

    @pytest.mark.parametrize(
        ("age", "status", "worker"),
        [
            (None, 503, "no worker has run yet"),
            (timedelta(seconds=170), 200, "ok"),
            (timedelta(seconds=200), 503, "no sign of life for 200 seconds"),
        ],
    )
    def test_a_worker_shows_that_it_lives(self, client, settings, age, status, worker):
        settings.CELERY_TASK_ALWAYS_EAGER = False
        if age is not None:
            Heartbeat.objects.create(name="worker", beat_at=timezone.now() - age)
        response = client.get("/readyz")
        assert (response.status_code, response.json()["parts"]["worker"]) == (status, worker)

    def test_a_missing_migration_is_named(self, client):
        MigrationRecorder(connection).migration_qs.filter(app="games").delete()
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["status"] == "failing"
        assert "manage.py migrate" in response.json()["parts"]["migrations"]


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_a_503(client):
    def refuse(execute, sql, params, many, context):
        raise OperationalError("no connection to server at 10.0.0.7")

    with connection.execute_wrapper(refuse):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["parts"]["database"] == "the database does not answer (OperationalError)"
