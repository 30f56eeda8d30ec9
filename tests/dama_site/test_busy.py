"""A database that is locked for a moment: 503 with advice, in the page and in the API."""

import sqlite3

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from dama_site.middleware import is_busy
from tests.factories import TournamentFactory
from tests.tournaments.desk.conftest import with_players

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def locked():
    """Somebody else is writing, and this connection does not wait."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite locks the whole database")
    connection.ensure_connection()
    connection.cursor().execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    yield
    other.rollback()
    other.close()
    connection.cursor().execute("PRAGMA busy_timeout = 20000")


@pytest.fixture
def locked_with_players(arbiter, request):
    found = with_players(arbiter, 2, initial_colour="white")
    request.getfixturevalue("locked")
    return found


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(arbiters=[arbiter])


def test_a_page_says_that_nothing_was_saved(arbiter_client, tournament, locked):
    pair = reverse("desk-pair", args=[tournament.slug])
    answer = arbiter_client.post(pair, {"expected_number": 1}, headers={"Accept-Language": "en"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "What you sent was not saved" in answer.content.decode()


def test_the_api_says_that_nothing_was_saved(arbiter, api_client, locked):
    api_client.force_authenticate(arbiter)
    answer = api_client.post(
        "/api/v1/tournaments/", {"name": "Open"}, format="json", HTTP_ACCEPT_LANGUAGE="en"
    )
    assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (503, "5", "busy")


def test_a_round_by_hand_is_proposed_without_waiting_for_writers(
    arbiter_client, arbiter, locked_with_players
):
    answer = arbiter_client.get(reverse("desk-hand", args=[locked_with_players.slug, 1]))
    assert (answer.status_code, next(row.white for row in answer.context["rows"])) == (200, "1 Adam Jan")


def test_reading_goes_on(client, locked):
    assert client.get("/tournaments/").status_code == 200


def test_a_page_is_whole_again_afterwards(client):
    assert client.get(TournamentFactory().get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("said", "busy"),
    [("database is locked", True), ("database table is locked", True), ("no such column: x", False)],
)
def test_a_fault_of_the_schema_is_not_taken_for_load(said, busy):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has errors of their own for that")
    assert is_busy(OperationalError(said)) is busy


@pytest.mark.postgres
def test_a_text_that_no_database_keeps_is_a_bad_request(admin_client):
    assert admin_client.get("/admin/tournaments/tournament/?slug=%00").status_code == 400
