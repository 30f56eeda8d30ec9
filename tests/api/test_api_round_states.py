"""Drafts, states, start times and adjourned games over the API."""

import pytest

from tests.concurrency import run_together
from tests.factories import UserFactory
from tournaments.models import Pairing, Round

from .conftest import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/tournaments/open/rounds/"
ACTIONS = ["publish", "repair", "unpublish", "start", "close", "reopen"]


@pytest.fixture
def draft(open_swiss, as_arbiter):
    """Round 2 as a draft: round 1 is 1-3 and 4-2."""
    for each in open_swiss.rounds.get().pairings.all():
        as_arbiter.patch(f"/api/v1/pairings/{each.pk}/", {"result": "1-0", "version": 1})
    answer = as_arbiter.post(URL, {"draft": True})
    assert (answer.status_code, answer.json()["status"]) == (201, "draft")
    return open_swiss.rounds.get(number=2)


def code_of(answer):
    return answer.status_code, answer.json().get("code")


def test_a_draft_is_published_paired_anew_and_taken_back(as_arbiter, as_other, draft):
    assert code_of(as_arbiter.post(URL)) == (409, "draft-exists")
    assert as_other.get(f"{URL}2/").status_code == 404
    assert as_arbiter.post(f"{URL}2/repair/").json()["status"] == "draft"
    assert as_arbiter.post(f"{URL}2/publish/").json()["status"] == "published"
    assert as_other.get(f"{URL}2/").json()["status"] == "published"
    assert code_of(as_arbiter.post(f"{URL}2/publish/")) == (409, "not-a-draft")
    assert code_of(as_arbiter.post(f"{URL}2/repair/")) == (409, "not-a-draft")
    assert as_arbiter.post(f"{URL}2/unpublish/", {"reason": "wrong"}).json()["status"] == "draft"
    assert as_arbiter.delete(f"{URL}2/").status_code == 204
    assert as_arbiter.get(URL).json()[-1]["number"] == 1


def test_by_hand(as_arbiter, draft):
    entries = {
        each["number"]: each["id"] for each in as_arbiter.get("/api/v1/tournaments/open/entries/").json()
    }
    himself = {
        "pairings": [{"white": entries[1], "black": entries[1]}, {"white": entries[2], "black": entries[3]}]
    }
    assert code_of(as_arbiter.put(f"{URL}2/pairings/", himself)) == (400, "hand-against-himself")
    again = {
        "pairings": [{"white": entries[1], "black": entries[3]}, {"white": entries[4], "black": entries[2]}]
    }
    doubtful = as_arbiter.put(f"{URL}2/pairings/", again)
    assert code_of(doubtful) == (409, "pairing-doubtful")
    assert "met-before" in [each["code"] for each in doubtful.json()["warnings"]]
    done = as_arbiter.put(f"{URL}2/pairings/", again | {"confirm": True}).json()
    assert (done["status"], done["source"], done["notes"][0]["code"]) == ("draft", "hand", "edited-by-hand")


def test_no_result_goes_into_it(as_arbiter, draft):
    pairing = f"/api/v1/pairings/{draft.pairings.first().pk}/"
    assert code_of(as_arbiter.patch(pairing, {"result": "1-0", "version": 1})) == (409, "round-is-draft")
    assert code_of(as_arbiter.patch(pairing, {"is_adjourned": True, "version": 1})) == (409, "round-is-draft")


def test_a_round_is_started_closed_and_opened(as_arbiter, open_swiss):
    assert as_arbiter.post(f"{URL}1/start/").json()["status"] == "playing"
    refused = as_arbiter.post(f"{URL}1/close/")
    assert code_of(refused) == (409, "results-missing-to-close")
    assert "1/1, 1/2" in refused.json()["detail"]
    for each in Pairing.objects.all():
        answer = as_arbiter.patch(f"/api/v1/pairings/{each.pk}/", {"is_adjourned": True, "version": 1})
        assert (answer.status_code, answer.json()["is_adjourned"], answer.json()["version"]) == (200, True, 2)
    assert as_arbiter.post(f"{URL}1/close/").json()["status"] == "closed"
    assert code_of(as_arbiter.post(f"{URL}1/start/")) == (409, "round-closed")
    assert as_arbiter.post(f"{URL}1/reopen/").json()["status"] == "playing"
    following = as_arbiter.post(URL)
    assert following.status_code == 201
    assert "adjourned-as-drawn" in [each["code"] for each in following.json()["notes"]]


def test_a_correction_in_a_closed_round_needs_a_reason(as_arbiter, draft):
    as_arbiter.post(f"{URL}2/publish/")
    pairing = f"/api/v1/pairings/{Pairing.objects.get(round__number=1, table=1).pk}/"
    sent = {"result": "0-1", "version": 2}
    assert code_of(as_arbiter.patch(pairing, sent)) == (400, "correction-without-reason")
    assert as_arbiter.patch(pairing, sent | {"reason": "misread"}).json()["result"] == "0-1"


def test_a_result_or_the_mark_but_not_both(as_arbiter, open_swiss):
    pairing = f"/api/v1/pairings/{Pairing.objects.first().pk}/"
    for sent in ({"version": 1}, {"version": 1, "result": "1-0", "is_adjourned": True}):
        assert as_arbiter.patch(pairing, sent).status_code == 400


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("2026-10-25T02:30", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25T02:30:00+01:00", "2026-10-25T02:30:00+01:00"),
        ("2026-10-25T16:00:00Z", "2026-10-25T17:00:00+01:00"),
        (None, None),
    ],
)
def test_when_it_starts(as_arbiter, as_nobody, open_swiss, sent, shown):
    version = as_arbiter.get(URL).json()[0]["version"]
    assert as_arbiter.patch(f"{URL}1/", {"starts_at": sent, "version": version}).json()["starts_at"] == shown
    assert as_nobody.get(URL).json()[0]["starts_at"] == shown


@pytest.mark.parametrize(
    "sent", ["2026-03-29T02:30", "soon", "2026-13-01T10:00", 5, "", "9999-12-31T23:59:59-12:00"]
)
def test_a_time_that_is_none(as_arbiter, open_swiss, sent):
    answer = as_arbiter.patch(f"{URL}1/", {"starts_at": sent, "version": 1})
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["starts_at"]


@pytest.mark.parametrize("action", ACTIONS)
def test_who_may(as_nobody, as_other, as_arbiter, open_swiss, action):
    assert as_nobody.post(f"{URL}1/{action}/").status_code == 401
    assert as_other.post(f"{URL}1/{action}/").status_code == 404
    assert as_arbiter.post(f"{URL}7/{action}/").status_code == 404
    assert as_arbiter.post(f"{URL}1/{action}/", {"version": 1000}).status_code == 409
    assert open_swiss.rounds.get().status == "published"


def test_an_organiser_may_not(open_swiss):
    organiser = UserFactory()
    open_swiss.organisers.add(organiser)
    assert client_of(organiser).post(f"{URL}1/start/").status_code == 403
    assert client_of(organiser).patch(f"{URL}1/", {"starts_at": None}).status_code == 403


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [2, 4])
def test_drafts_at_once(arbiter, open_swiss, times):
    for each in Pairing.objects.all():
        client_of(arbiter).patch(f"/api/v1/pairings/{each.pk}/", {"result": "1-0", "version": 1})
    answers = run_together(lambda: client_of(arbiter).post(URL, {"draft": True}).status_code, times)
    assert sorted(answers) == [201] + [409] * (times - 1)
    assert Round.objects.count() == 2
