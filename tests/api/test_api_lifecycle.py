"""The end of a tournament over the API, its log, and who may do what."""

import pytest
from django.utils import timezone

from tests.factories import AuditEntryFactory, TournamentFactory

URL = "/api/v1/tournaments/"


@pytest.fixture
def spring(arbiter):
    return TournamentFactory(slug="jaro", name="Jaro", arbiters=[arbiter])


def test_finish_and_reopen(as_arbiter, open_swiss):
    refused = as_arbiter.post(f"{URL}open/finish/")
    for pairing in open_swiss.rounds.get().pairings.all():
        as_arbiter.patch(f"/api/v1/pairings/{pairing.pk}/", {"result": "1-0", "version": 1})

    finished = as_arbiter.post(f"{URL}open/finish/")
    again = as_arbiter.post(f"{URL}open/finish/")
    no_reason = as_arbiter.post(f"{URL}open/reopen/")
    reopened = as_arbiter.post(f"{URL}open/reopen/", {"reason": "wrong result"})

    assert (refused.status_code, refused.json()) == (
        409,
        {
            "code": "results-missing-at-end",
            "detail": "Results still missing (round/table): 1/1, 1/2. The final standings need all of them.",
        },
    )
    assert (finished.status_code, finished.json()["status"]) == (200, "finished")
    assert again.json() == finished.json()
    assert (no_reason.status_code, no_reason.json()["fields"]) == (
        400,
        {"reason": ["This field is required."]},
    )
    assert (reopened.status_code, reopened.json()["status"]) == (200, "running")


def test_finish_refuses_a_stale_version(as_arbiter, open_swiss):
    answer = as_arbiter.post(f"{URL}open/finish/", {"version": open_swiss.version - 1})

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_the_log_is_for_arbiters(as_arbiter, as_other, as_nobody, spring):
    entry = AuditEntryFactory(
        tournament=spring, before={"a": 1}, reason="why", via="link", address="2001:db8::1"
    )

    answers = [client.get(f"{URL}jaro/audit/") for client in (as_arbiter, as_other, as_nobody)]

    assert [answer.status_code for answer in answers] == [200, 404, 401]
    assert answers[0].json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "id": entry.pk,
                "created_at": timezone.localtime(entry.created_at).isoformat(),
                "actor": None,
                "actor_name": "",
                "action": "create_tournament",
                "subject": "Tournament",
                "before": {"a": 1},
                "after": None,
                "reason": "why",
                "via": "link",
                "address": "2001:db8::1",
            }
        ],
    }
    unknown = as_other.get(f"{URL}nowhere/audit/")
    assert (answers[1].json(), unknown.status_code) == (unknown.json(), 404)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", "", {"version": 1}),
        ("post", "finish/", {}),
        ("post", "reopen/", {"reason": "x"}),
        ("get", "audit/", {}),
        ("post", "entries/", {"name": "Adam, Jan"}),
        ("post", "rounds/", {}),
        ("get", "flags/", {}),
    ],
)
def test_three_persons(as_arbiter, as_other, as_nobody, spring, closed, method, path, body):
    """What arbiters may do: another user is told 404, nobody 401."""
    tries = [(as_arbiter, "jaro"), (as_other, "jaro"), (as_other, "closed"), (as_nobody, "jaro")]
    codes = [getattr(client, method)(f"{URL}{slug}/{path}", body).status_code for client, slug in tries]

    assert codes[0] in (200, 201, 409)
    assert codes[1:] == [404, 404, 401]
