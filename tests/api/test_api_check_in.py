"""Check-in over the API."""

import pytest

from tests.factories import EntryFactory, TournamentFactory


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(slug="open", arbiters=[arbiter])


@pytest.fixture
def entries(tournament):
    return [EntryFactory(tournament=tournament) for _ in range(3)]


def test_who_is_here(as_arbiter, tournament, entries):
    place = f"/api/v1/tournaments/open/entries/{entries[0].pk}/check-in/"
    here = as_arbiter.post(place)
    assert (here.status_code, here.json()["entry"], here.json()["checked_in_at"] is not None) == (
        200,
        entries[0].pk,
        True,
    )
    sheet = as_arbiter.get("/api/v1/tournaments/open/check-in/").json()
    assert (sheet["here"], sheet["total"], sheet["next_round"], sheet["absences"]) == (1, 3, 1, 0)
    assert len(sheet["players"]) == 3
    assert as_arbiter.delete(place).json()["checked_in_at"] is None


def test_absences_and_back(as_arbiter, entries):
    as_arbiter.post(f"/api/v1/tournaments/open/entries/{entries[0].pk}/check-in/")
    place = "/api/v1/tournaments/open/check-in/absences/"
    given = as_arbiter.post(place, {"round": 1})
    assert (given.status_code, sorted(given.json()["entries"])) == (200, [entries[1].pk, entries[2].pk])
    assert sorted(as_arbiter.delete(place, {"round": 1}).json()["entries"]) == [entries[1].pk, entries[2].pk]
    assert as_arbiter.post(place, {}).status_code == 400


def test_three_persons(as_arbiter, as_other, as_nobody, entries):
    places = [
        ("get", "check-in/", None),
        ("post", f"entries/{entries[0].pk}/check-in/", None),
        ("delete", f"entries/{entries[0].pk}/check-in/", None),
        ("post", "check-in/absences/", {"round": 1}),
        ("delete", "check-in/absences/", {"round": 1}),
    ]
    for method, place, data in places:
        answers = [
            getattr(client, method)(f"/api/v1/tournaments/open/{place}", data).status_code
            for client in (as_other, as_nobody)
        ]
        assert (place, answers) == (place, [404, 401])
    entries[0].refresh_from_db()
    assert entries[0].checked_in_at is None


@pytest.mark.parametrize("count", [1, 3])
def test_queries(as_arbiter, tournament, count, django_assert_num_queries):
    for _ in range(count):
        EntryFactory(tournament=tournament)
    with django_assert_num_queries(5):
        as_arbiter.get("/api/v1/tournaments/open/check-in/")


def test_the_setting(as_arbiter, tournament):
    changed = as_arbiter.patch(
        "/api/v1/tournaments/open/",
        {"version": 1, "players_check_in": True, "entry_fee": "200,50", "currency": "EUR"},
    )
    assert (changed.status_code, changed.json()["players_check_in"]) == (200, True)
    assert "entry_fee" not in changed.json()
    tournament.refresh_from_db()
    assert (str(tournament.entry_fee), tournament.currency) == ("200.50", "EUR")
    wrong = as_arbiter.patch("/api/v1/tournaments/open/", {"version": 2, "entry_fee": "-1"})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["entry_fee"])
