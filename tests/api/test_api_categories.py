"""Categories over the API."""

import pytest

from tests.factories import CategoryFactory, EntryFactory, TournamentFactory
from tournaments.models import AuditEntry, Category

PLACE = "/api/v1/tournaments/open/categories/"


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(slug="open", arbiters=[arbiter])


@pytest.fixture
def entries(tournament):
    return [EntryFactory(tournament=tournament).pk for _ in range(3)]


def test_made_changed_and_removed(as_arbiter, as_nobody, entries):
    made = as_arbiter.post(PLACE, {"name": "Juniors"})
    assert (made.status_code, made.json()["entries"]) == (201, [])
    place = f"{PLACE}{made.json()['id']}/"
    changed = as_arbiter.patch(place, {"name": "U18", "seen": "Juniors", "add": entries})
    assert (changed.status_code, changed.json()["name"], changed.json()["entries"]) == (200, "U18", entries)
    assert as_arbiter.patch(place, {"remove": entries[:1]}).json()["entries"] == entries[1:]
    assert [each["name"] for each in as_nobody.get(PLACE).json()] == ["U18"]
    assert as_arbiter.patch(place, {"name": "U16", "seen": "Juniors"}).status_code == 409
    assert as_arbiter.post(PLACE, {"name": "u18"}).status_code == 409
    assert as_arbiter.delete(place).status_code == 204
    assert as_arbiter.delete(place).status_code == 404


def test_both_or_neither(as_arbiter, tournament):
    made = CategoryFactory(tournament=tournament, name="Juniors")
    foreign = EntryFactory().pk
    answer = as_arbiter.patch(f"{PLACE}{made.pk}/", {"name": "U18", "add": [foreign]})
    made.refresh_from_db()
    assert (answer.status_code, answer.json()["code"], made.name) == (400, "entry-unknown", "Juniors")


def test_three_persons(as_other, as_nobody, tournament):
    made = CategoryFactory(tournament=tournament, name="Juniors")
    for method, place, data in (
        ("post", PLACE, {"name": "X"}),
        ("patch", f"{PLACE}{made.pk}/", {"name": "X"}),
        ("delete", f"{PLACE}{made.pk}/", None),
    ):
        answers = [getattr(client, method)(place, data).status_code for client in (as_other, as_nobody)]
        assert (method, answers) == (method, [404, 401])
    assert (Category.objects.get().name, AuditEntry.objects.count()) == ("Juniors", 0)


@pytest.mark.parametrize("count", [1, 3])
def test_queries(as_nobody, tournament, count, django_assert_num_queries):
    for number in range(count):
        made = CategoryFactory(tournament=tournament, name=f"C{number}")
        made.entries.add(EntryFactory(tournament=tournament))
    with django_assert_num_queries(3):
        as_nobody.get(PLACE)
