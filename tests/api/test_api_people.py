"""Players, clubs and federations over the API."""

import datetime

import pytest

from tests.api.conftest import client_of
from tests.factories import (
    ClubFactory,
    FederationFactory,
    PlayerFactory,
    PlayerTitleFactory,
    RatingFactory,
    RatingListFactory,
    UserFactory,
)
from tournaments.models import AuditEntry, Player
from tournaments.services.register import fingerprint

URL = "/api/v1/players/"


@pytest.fixture
def czech(db):
    return FederationFactory(code="CZ", name="Česká federace")


@pytest.fixture
def staff(czech):
    user = UserFactory(username="staff")
    czech.staff.add(user)
    return user


@pytest.fixture
def as_staff(staff):
    return client_of(staff)


@pytest.fixture
def player(czech):
    club = ClubFactory(federation=czech, name="Sokol")
    return PlayerFactory(
        family_name="Žížala",
        given_name="Řehoř",
        birth_year=1990,
        sex="m",
        category="U40",
        federation=czech,
        federation_number="123",
        club=club,
    )


def body(player: Player) -> dict[str, object]:
    return {
        "id": player.pk,
        "name": "Žížala Řehoř",
        "family_name": "Žížala",
        "given_name": "Řehoř",
        "birth_year": 1990,
        "sex": "m",
        "category": "U40",
        "federation": "CZ",
        "federation_number": "123",
        "club": {"id": player.club_id, "name": "Sokol"},
        "version": fingerprint(player),
    }


def detail(player: Player, **changes: object) -> dict[str, object]:
    return body(player) | {"titles": [], "ratings": []} | changes


@pytest.mark.parametrize("text", ["zizala", "ŘEHOŘ žížala", "rehor ziz"])
def test_search_ignores_diacritics_and_order(as_nobody, player, text):
    PlayerFactory(family_name="Novák", given_name="Jan")

    answer = as_nobody.get(URL, {"search": text})

    assert answer.json() == {"count": 1, "next": None, "previous": None, "results": [body(player)]}


def test_list_by_federation_and_club(as_nobody, player):
    PlayerFactory()

    for query in ({"federation": "CZ"}, {"club": player.club_id}):
        assert [row["id"] for row in as_nobody.get(URL, query).json()["results"]] == [player.pk]
    assert as_nobody.get(URL, {"club": "Sokol"}).json()["fields"] == {
        "club": ["A valid integer is required."]
    }


def test_names_stand_in_the_czech_order(as_nobody, db):
    for name in ("Zeman", "Čáp", "Chalupa", "Cibulka", "Hora"):
        PlayerFactory(family_name=name)

    names = [row["family_name"] for row in as_nobody.get(URL).json()["results"]]

    assert names == ["Cibulka", "Čáp", "Hora", "Chalupa", "Zeman"]


def test_one_player_with_titles_and_ratings(as_nobody, player):
    PlayerTitleFactory(player=player, code="NM", awarded_on=datetime.date(2020, 5, 1))
    RatingFactory(rating_list=RatingListFactory(slug="cz"), player=player, value=1812, games=44)

    answer = as_nobody.get(f"{URL}{player.pk}/")

    assert answer.json() == detail(
        player,
        titles=[{"code": "NM", "label": "National master", "discipline": "64", "awarded_on": "2020-05-01"}],
        ratings=[{"rating_list": "cz", "value": 1812, "games": 44, "is_provisional": False}],
    )


def test_a_player_who_is_not_there(as_nobody, db):
    answer = as_nobody.get(f"{URL}99/")

    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not-found", "detail": "There is no such player."},
    )


def test_staff_add_a_player(as_staff, staff, czech):
    club = ClubFactory(federation=czech, name="Sokol")
    sent = {
        "family_name": "Žížala",
        "given_name": "Řehoř",
        "birth_year": 1990,
        "sex": "m",
        "category": "U40",
        "federation": "CZ",
        "federation_number": "123",
        "club": club.pk,
    }

    answer = as_staff.post(URL, sent)

    player = Player.objects.get()
    assert (answer.status_code, answer.json()) == (201, detail(player))
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.subject) == (staff, "add-player", "Žížala Řehoř")


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"federation": "CZ"}, {"family_name": ["This field is required."]}),
        ({"family_name": "A"}, {"federation": ["Say which of your federations the player is of."]}),
        (
            {"family_name": "A", "federation": "SK"},
            {"federation": ["You do not keep the players of a federation “SK”."]},
        ),
        (
            {"family_name": "A", "federation": "CZ", "club": 99},
            {"club": ["Your federations have no club with the id 99."]},
        ),
    ],
)
def test_adding_names_the_fields_at_fault(as_staff, sent, fields):
    FederationFactory(code="SK")

    answer = as_staff.post(URL, sent)

    assert answer.status_code == 400
    assert answer.json()["fields"] == fields
    assert Player.objects.count() == 0


def test_a_federation_number_is_given_once(as_staff, player):
    answer = as_staff.post(URL, {"family_name": "A", "federation": "CZ", "federation_number": "123"})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert Player.objects.count() == 1


def test_staff_change_a_player(as_staff, player):
    answer = as_staff.patch(f"{URL}{player.pk}/", {"version": fingerprint(player), "birth_year": 1991})

    player.refresh_from_db()
    assert (answer.status_code, answer.json()) == (200, detail(player, birth_year=1991))
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.before, entry.after) == (
        "change-player",
        {"birth_year": 1990},
        {"birth_year": 1991},
    )


def test_a_stale_change_is_refused_with_what_stands_there(as_staff, player):
    seen = fingerprint(player)
    Player.objects.filter(pk=player.pk).update(birth_year=1992)

    answer = as_staff.patch(f"{URL}{player.pk}/", {"version": seen, "birth_year": 1991})

    player.refresh_from_db()
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale",
        "detail": "Somebody changed this meanwhile. Look at what stands there now, then try again.",
        "given": seen,
        "current": detail(player, birth_year=1992),
    }


def test_three_persons(as_staff, as_other, as_nobody, player):
    def codes(method, url, sent):
        return [getattr(client, method)(url, sent).status_code for client in (as_nobody, as_other, as_staff)]

    assert codes("post", URL, {"family_name": "A", "federation": "CZ"}) == [401, 403, 201]
    assert codes("patch", f"{URL}{player.pk}/", {"version": fingerprint(player), "sex": "f"}) == [
        401,
        404,
        200,
    ]


def test_staff_do_not_change_players_of_others(as_staff):
    player = PlayerFactory(federation=FederationFactory(code="SK"))

    answer = as_staff.patch(f"{URL}{player.pk}/", {"version": fingerprint(player), "sex": "f"})

    assert answer.status_code == 404


def test_staff_do_not_give_players_away(as_staff, player):
    FederationFactory(code="SK")

    answers = [
        as_staff.patch(f"{URL}{player.pk}/", {"version": fingerprint(player), "federation": code})
        for code in ("SK", None)
    ]

    assert [answer.status_code for answer in answers] == [400, 400]


def test_clubs(as_nobody, player):
    ClubFactory(federation=FederationFactory(code="SK"), name="Aréna")
    sokol = {"id": player.club_id, "name": "Sokol", "city": "Plzeň", "federation": "CZ", "player_count": 1}
    sokol["version"] = fingerprint(player.club)

    assert [row["name"] for row in as_nobody.get("/api/v1/clubs/").json()["results"]] == ["Aréna", "Sokol"]
    assert as_nobody.get("/api/v1/clubs/", {"federation": "CZ"}).json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [sokol],
    }
    assert as_nobody.get(f"/api/v1/clubs/{player.club_id}/").json() == sokol
    assert as_nobody.get("/api/v1/clubs/999/").json()["detail"] == "There is no such club."


def test_federations(as_nobody, player):
    czech = {
        "code": "CZ",
        "name": "Česká federace",
        "tiebreak_rules": "",
        "club_count": 1,
        "player_count": 1,
    }

    assert as_nobody.get("/api/v1/federations/").json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [czech],
    }
    assert as_nobody.get("/api/v1/federations/CZ/").json() == czech
    assert as_nobody.get("/api/v1/federations/XX/").json()["detail"] == "There is no such federation."
