"""Entries over the API."""

import pytest

from tests.factories import ClubFactory, EntryFactory, PlayerFactory, RequestedByeFactory
from tournaments.models import Entry, Player

URL = "/api/v1/tournaments/open/entries/"


def body(entry: Entry, **changes: object) -> dict[str, object]:
    return {
        "id": entry.pk,
        "number": None,
        "player": entry.player_id,
        "name": entry.player.name,
        "club": None,
        "rating": None,
        "joined_round": 1,
        "withdrawn_after": None,
        "byes": [],
        "version": entry.version,
    } | changes


@pytest.fixture
def entry(open_swiss) -> Entry:
    return open_swiss.entries.get(number=1)


@pytest.fixture
def empty(open_swiss, arbiter):
    """The tournament before anybody has entered."""
    open_swiss.rounds.all().delete()
    open_swiss.entries.all().delete()
    return open_swiss


def test_enter_by_name_makes_the_player(as_arbiter, empty):
    answer = as_arbiter.post(URL, {"name": "Žížala, Řehoř", "birth_year": 1990, "rating": 1720})

    entry = Entry.objects.get(tournament=empty)
    assert answer.status_code == 201
    assert answer.json() == body(entry, name="Žížala Řehoř", rating=1720)
    assert (entry.player.family_name, entry.player.birth_year) == ("Žížala", 1990)


def test_enter_by_name_finds_the_player(as_arbiter, empty):
    player = PlayerFactory(family_name="Žížala", given_name="Řehoř", club=ClubFactory(name="Sokol"))

    answer = as_arbiter.post(URL, {"name": "zizala, rehor"})

    assert answer.json() == body(Entry.objects.get(tournament=empty), player=player.pk, club="Sokol")
    assert Player.objects.filter(search_key="zizala rehor").count() == 1


def test_enter_a_namesake(as_arbiter, empty):
    PlayerFactory(family_name="Žížala", given_name="Řehoř")

    answer = as_arbiter.post(URL, {"name": "Žížala, Řehoř", "create_new": True})

    assert answer.status_code == 201
    assert Player.objects.filter(search_key="zizala rehor").count() == 2


def test_enter_by_id(as_arbiter, empty):
    player = PlayerFactory()

    answer = as_arbiter.post(URL, {"player": player.pk})

    assert answer.status_code == 201
    assert answer.json() == body(Entry.objects.get(tournament=empty), player=player.pk)


def test_enter_twice_is_refused(as_arbiter, entry):
    answer = as_arbiter.post(URL, {"player": entry.player_id})

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "already-entered",
        "detail": "Adam Jan is already entered in this tournament.",
    }


def test_several_of_the_name_are_told_apart(as_arbiter, empty):
    PlayerFactory.create_batch(2, family_name="Novák", given_name="Jan")

    answer = as_arbiter.post(URL, {"name": "Novák, Jan"})

    assert (answer.status_code, answer.json()["code"]) == (400, "several-players")


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({}, {"non_field_errors": ["Give either a player's id or a name."]}),
        ({"player": 1_000_000}, {"player": ["There is no player with the id 1000000."]}),
        (
            {"name": "A", "birth_year": 1800},
            {"birth_year": ["Ensure this value is greater than or equal to 1900."]},
        ),
        ({"name": "A", "rating": "high"}, {"rating": ["A valid integer is required."]}),
    ],
)
def test_enter_names_the_fields_at_fault(as_arbiter, empty, sent, fields):
    answer = as_arbiter.post(URL, sent)

    assert answer.status_code == 400
    assert answer.json()["fields"] == fields


def test_a_late_entry_plays_from_the_next_round(as_arbiter, open_swiss):
    assert as_arbiter.post(URL, {"name": "Late, Jan"}).json()["joined_round"] == 2


def test_list(as_nobody, entry):
    RequestedByeFactory(entry=entry, round_number=2, code="half-bye")

    answer = as_nobody.get(URL)

    assert [row["number"] for row in answer.json()] == [1, 2, 3, 4]
    first = body(entry, number=1, rating=1500, byes=[{"round": 2, "code": "half-bye"}])
    assert answer.json()[0] == first
    assert as_nobody.get(f"{URL}{entry.pk}/").json() == first


def test_remove(as_arbiter, empty):
    entry = EntryFactory(tournament=empty)

    answer = as_arbiter.delete(f"{URL}{entry.pk}/?reason=ill")
    again = as_arbiter.delete(f"{URL}{entry.pk}/")

    assert (answer.status_code, answer.content) == (204, b"")
    assert (again.status_code, again.json()["detail"]) == (404, "There is no such entry.")
    assert empty.audit_entries.first().reason == "ill"


def test_remove_somebody_paired_is_refused(as_arbiter, entry):
    answer = as_arbiter.delete(f"{URL}{entry.pk}/")

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "entry-paired",
        "detail": "Adam Jan has been paired already. Withdraw the player instead.",
    }


def test_withdraw_and_return(as_arbiter, entry):
    out = as_arbiter.post(f"{URL}{entry.pk}/withdraw/", {"reason": "ill"})
    again = as_arbiter.post(f"{URL}{entry.pk}/withdraw/")
    back = as_arbiter.post(f"{URL}{entry.pk}/return/")

    shown = body(entry, number=1, rating=1500, withdrawn_after=1, version=2)
    assert (out.status_code, out.json()) == (200, shown)
    assert again.json() == out.json()
    assert (back.status_code, back.json()) == (200, body(entry, number=1, rating=1500, version=3))


def test_byes(as_arbiter, entry):
    asked = as_arbiter.post(f"{URL}{entry.pk}/byes/", {"round": 2})
    changed = as_arbiter.post(f"{URL}{entry.pk}/byes/", {"round": 2, "code": "half-bye"})
    too_late = as_arbiter.post(f"{URL}{entry.pk}/byes/", {"round": 1})
    cancelled = as_arbiter.delete(f"{URL}{entry.pk}/byes/2/")
    again = as_arbiter.delete(f"{URL}{entry.pk}/byes/2/")

    assert (asked.status_code, asked.json()) == (201, {"round": 2, "code": "zero-bye"})
    assert (changed.status_code, changed.json()) == (201, {"round": 2, "code": "half-bye"})
    assert (too_late.status_code, too_late.json()["code"]) == (409, "round-paired")
    assert (cancelled.status_code, again.status_code) == (204, 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [("delete", ""), ("post", "withdraw/"), ("post", "return/"), ("post", "byes/"), ("delete", "byes/2/")],
)
def test_three_persons(as_arbiter, as_other, as_nobody, entry, method, path):
    RequestedByeFactory(entry=entry, round_number=2)
    codes = [
        getattr(client, method)(f"{URL}{entry.pk}/{path}", {"round": 3}).status_code
        for client in (as_nobody, as_other, as_arbiter)
    ]
    assert codes[:2] == [401, 404]
    assert codes[2] in (200, 201, 204, 409)
