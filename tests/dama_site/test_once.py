"""What creates something is done once, however often it is sent; the log says from where."""

import json
import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from dama_site.requests import client_address
from tests.concurrency import run_together
from tests.factories import IdempotencyKeyFactory, TournamentFactory, UserFactory
from tournaments.models import AuditEntry, Entry, IdempotencyKey, Player, Tournament
from tournaments.services.idempotency import forget_old_keys

NEW = "/tournaments/new/"
API = "/api/v1/tournaments/"


def new_tournament(client, key, name="Spring cup"):
    fields = {"name": name, "ruleset": "czech", "pairing_system": "swiss", "scoring": "2-1-0"}
    return client.post(NEW, {**fields, "games_per_round": 1, "currency": "CZK", "idempotency_key": key})


def test_a_form_sent_twice_is_done_once_and_leads_to_the_same_page(arbiter_client):
    first, second = new_tournament(arbiter_client, "k"), new_tournament(arbiter_client, "k")
    assert Tournament.objects.count() == 1
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.headers["Location"] == second.headers["Location"]


def test_a_refused_form_may_be_sent_again_with_its_key(arbiter_client):
    assert new_tournament(arbiter_client, "k", name="").status_code == 400
    assert IdempotencyKey.objects.count() == 0
    assert new_tournament(arbiter_client, "k").status_code == 302


def test_another_form_with_the_same_key_is_refused_and_nothing_written(arbiter_client):
    new_tournament(arbiter_client, "k")
    answer = new_tournament(arbiter_client, "k", name="Another cup")
    assert answer.status_code == 409
    assert [each.name for each in Tournament.objects.all()] == ["Spring cup"]
    # What was written is kept, and a button sends it as a request of its own.
    page = answer.content.decode()
    assert '<input type="hidden" name="name" value="Another cup">' in page
    assert page.count('name="idempotency_key"') == 1
    assert 'name="idempotency_key" value="k"' not in page


def test_a_key_that_no_database_keeps_is_one_without_it(arbiter_client):
    assert new_tournament(arbiter_client, "k\x00").status_code == 302


def test_a_double_enter_in_the_administration_adds_one_row(admin_client):
    page = admin_client.get("/admin/tournaments/player/add/").content.decode()
    found = re.search(r'name="idempotency_key" value="([^"]+)"', page)
    fields = {"family_name": "", "idempotency_key": found[1]}
    fields |= {f"titles-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL")}
    # What is refused is not done: mended, it may be sent with the same key.
    assert admin_client.post("/admin/tournaments/player/add/", fields).status_code == 200
    assert (Player.objects.count(), IdempotencyKey.objects.count()) == (0, 0)
    fields["family_name"] = "Once"
    for _time in range(2):
        answer = admin_client.post("/admin/tournaments/player/add/", fields)
        assert (answer.status_code, answer.url) == (302, "/admin/tournaments/player/")
    assert Player.objects.count() == 1


def test_two_people_may_have_the_same_key(arbiter_client, other_client):
    for client in (arbiter_client, other_client):
        assert new_tournament(client, "k").status_code == 302
    assert Tournament.objects.count() == 2


def test_the_api_answers_again_what_it_answered(api_client, arbiter):
    api_client.force_authenticate(arbiter)
    headers = {"Idempotency-Key": "k"}
    first = api_client.post(API, {"name": "Spring cup"}, format="json", headers=headers)
    second = api_client.post(API, {"name": "Spring cup"}, format="json", headers=headers)
    other = api_client.post(API, {"name": "Autumn cup"}, format="json", headers=headers)
    assert (first.status_code, second.status_code, other.status_code) == (201, 201, 409)
    assert json.loads(second.content) == json.loads(first.content)
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert other.json()["code"] == "idempotency-key-reused"
    assert Tournament.objects.count() == 1


def test_a_key_that_is_too_long_is_refused(api_client, arbiter):
    api_client.force_authenticate(arbiter)
    answer = api_client.post(API, {"name": "A"}, format="json", headers={"Idempotency-Key": "k" * 101})
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-too-long")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_double_enter_makes_one_player_and_one_entry():
    arbiter = UserFactory()
    tournament = TournamentFactory(arbiters=[arbiter])

    def enter():
        client = APIClient()
        client.force_authenticate(arbiter)
        body = {"name": "Kučera, Řehoř"}
        path = f"{API}{tournament.slug}/entries/"
        return client.post(path, body, format="json", headers={"Idempotency-Key": "k"}).status_code

    assert run_together(enter, times=4) == [201] * 4
    assert (Player.objects.count(), Entry.objects.count()) == (1, 1)


def test_old_keys_are_forgotten(db):
    IdempotencyKeyFactory()
    old = IdempotencyKeyFactory()
    IdempotencyKey.objects.filter(pk=old.pk).update(created_at="2026-01-01T00:00:00Z")
    assert forget_old_keys() == 1
    assert IdempotencyKey.objects.count() == 1


def test_the_log_says_from_where(arbiter, arbiter_client, api_client):
    new_tournament(arbiter_client, "k")
    api_client.force_authenticate(arbiter)
    api_client.post(API, {"name": "B"}, format="json", REMOTE_ADDR="2001:db8::1")
    made = AuditEntry.objects.filter(action="create-tournament").order_by("pk")
    assert [(each.via, each.address) for each in made] == [("page", "127.0.0.1"), ("api", "2001:db8::1")]


def test_behind_a_proxy_the_address_is_the_one_the_proxy_saw(rf, settings):
    request = rf.get("/", headers={"X-Forwarded-For": "198.51.100.1, 192.0.2.9"}, REMOTE_ADDR="127.0.0.1")
    assert client_address(request) == "127.0.0.1"
    settings.BEHIND_PROXY = True
    assert client_address(request) == "192.0.2.9"


def test_a_page_that_nobody_signed_in_to_takes_no_key(db):
    assert Client().post(NEW, {"idempotency_key": "k"}).status_code == 302
    assert IdempotencyKey.objects.count() == 0
