"""The people of an event over the API."""

import pytest

from tests.factories import UserFactory

PEOPLE = "/api/v1/tournaments/open/people/"


@pytest.fixture
def chief(open_swiss, arbiter):
    open_swiss.chief_arbiter = arbiter
    open_swiss.save()
    return open_swiss


def test_four_persons(as_arbiter, as_other, as_nobody, api_client, chief):
    organiser = UserFactory(username="organiser")
    chief.organisers.add(organiser)
    api_client.force_authenticate(organiser)
    clients = (as_nobody, as_other, as_arbiter, api_client)
    assert [each.get(PEOPLE).status_code for each in clients] == [401, 404, 200, 200]
    sent = {"username": "other", "role": "organiser"}
    assert [each.post(PEOPLE, sent, format="json").status_code for each in clients] == [401, 404, 403, 201]


def test_a_person_is_appointed_and_dismissed(as_arbiter, chief, other_user):
    made = as_arbiter.post(PEOPLE, {"username": "other", "role": "arbiter"})
    assert (made.status_code, made.json()) == (
        201,
        [
            {"username": "arbiter", "name": "arbiter", "role": "chief"},
            {"username": "other", "name": "other", "role": "arbiter"},
        ],
    )
    assert as_arbiter.delete(f"{PEOPLE}arbiter/other/").status_code == 204
    assert as_arbiter.delete(f"{PEOPLE}arbiter/other/").status_code == 404
    assert as_arbiter.get(PEOPLE).json() == made.json()[:1]


def test_what_cannot_be_done_is_said(as_arbiter, chief, other_user):
    unknown = as_arbiter.post(PEOPLE, {"username": "nobody", "role": "arbiter"})
    assert unknown.json()["fields"] == {"username": ["Nobody has this user name: nobody."]}
    assert as_arbiter.post(PEOPLE, {"username": "other", "role": "officer"}).status_code == 400
    stale = as_arbiter.post(PEOPLE, {"username": "other", "role": "chief", "seen_chief": ""})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    handed = as_arbiter.post(PEOPLE, {"username": "other", "role": "chief", "hand_over": True})
    assert [(each["username"], each["role"]) for each in handed.json()] == [
        ("other", "chief"),
        ("arbiter", "arbiter"),
    ]
    assert as_arbiter.delete(f"{PEOPLE}chief/other/").status_code == 403
