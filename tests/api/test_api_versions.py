"""Every change over the API says what it was read at; a stale one is refused with what stands there now."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.factories import ClubFactory, PlayerFactory, TeamFactory, TournamentFactory
from tournaments.models import Entry, RequestedBye
from tournaments.services.registration import request_bye, withdraw_entry

URL = "/api/v1/tournaments/open/"


@pytest.fixture
def entry(open_swiss) -> Entry:
    return open_swiss.entries.order_by("number").first()


def stale(answer, given):
    assert (answer.status_code, answer.json()["code"], answer.json()["given"]) == (409, "stale", given)
    return answer.json()["current"]


def test_an_entry_is_not_withdrawn_unseen(as_arbiter, arbiter, entry):
    url = f"{URL}entries/{entry.pk}/"
    seen = as_arbiter.get(url).json()["version"]
    request_bye(actor=arbiter, entry=entry, round_number=2)

    current = stale(as_arbiter.post(f"{url}withdraw/", {"version": seen}), seen)

    assert (current["version"], current["byes"]) == (seen + 1, [{"round": 2, "code": "zero-bye"}])
    assert as_arbiter.post(f"{url}withdraw/", {"version": seen + 1}).json()["version"] == seen + 2
    assert stale(as_arbiter.post(f"{url}return/", {"version": seen}), seen)["withdrawn_after"] == 1
    assert as_arbiter.post(f"{url}return/", {}).status_code == 200


def test_byes_go_by_the_version_of_the_entry(as_arbiter, arbiter, entry):
    url = f"{URL}entries/{entry.pk}/byes/"
    made = as_arbiter.post(url, {"round": 2, "version": entry.version})
    assert made.status_code == 201
    assert stale(as_arbiter.post(url, {"round": 3, "version": entry.version}), entry.version)["byes"]
    assert stale(as_arbiter.delete(f"{url}2/?version={entry.version}"), entry.version)["byes"]
    assert as_arbiter.delete(f"{url}2/", headers={"If-Match": f'"{entry.version + 1}"'}).status_code == 204
    assert RequestedBye.objects.count() == 0


@pytest.mark.parametrize("header", [None, '"1"', "1", 'W/"1"'])
def test_a_removal_carries_the_version_in_the_query_or_a_header(as_arbiter, arbiter, header):
    tournament = TournamentFactory(slug="new", arbiters=[arbiter])
    entry = tournament.entries.create(player=PlayerFactory())
    withdraw_entry(actor=arbiter, entry=entry)
    url = f"/api/v1/tournaments/new/entries/{entry.pk}/"

    query, headers = ("", {"If-Match": header}) if header else ("?version=1", {})
    answer = as_arbiter.delete(url + query, headers=headers)

    assert stale(answer, 1)["version"] == 2
    assert as_arbiter.delete(f"{url}?version=one").json()["fields"] == {
        "version": ["A valid integer is required."]
    }
    assert as_arbiter.delete(f"{url}?version=2").status_code == 204


def test_a_round_is_not_undone_over_a_result_nobody_saw(as_arbiter, open_swiss):
    pairing = open_swiss.rounds.get().pairings.first()
    seen = open_swiss.version
    as_arbiter.patch(f"/api/v1/pairings/{pairing.pk}/", {"result": "1-0", "version": pairing.version})
    current = stale(as_arbiter.delete(f"{URL}rounds/1/?version={seen}"), seen)
    assert "1-0" in [each["result"] for each in current["pairings"]]
    assert as_arbiter.delete(f"{URL}rounds/1/?version={seen + 1}").status_code == 204


def test_the_time_of_a_round_goes_by_the_rounds_version(as_arbiter, open_swiss):
    seen = as_arbiter.get(f"{URL}rounds/1/").json()["version"]
    first = as_arbiter.patch(f"{URL}rounds/1/", {"starts_at": "2026-03-07T10:00", "version": seen})
    assert (first.status_code, first.json()["version"]) == (200, seen + 1)
    late = as_arbiter.patch(f"{URL}rounds/1/", {"starts_at": "2026-03-07T11:00", "version": seen})
    assert stale(late, seen)["starts_at"].startswith("2026-03-07T10:00")
    missing = as_arbiter.patch(f"{URL}rounds/1/", {"starts_at": None})
    assert (missing.status_code, list(missing.json()["fields"])) == (400, ["version"])


def test_points_by_decision_go_by_the_version_of_the_entry(as_arbiter, entry):
    url, body = f"{URL}entries/{entry.pk}/adjustments/", {"round": 1, "points": -1, "reason": "Late"}
    made = as_arbiter.post(url, body | {"version": entry.version})
    assert made.status_code == 201
    assert stale(as_arbiter.post(url, body | {"version": entry.version}), entry.version)
    taken = {"reason": "Mistake", "version": entry.version}
    assert stale(as_arbiter.delete(f"{url}{made.json()['id']}/", taken), entry.version)
    assert (
        as_arbiter.delete(f"{url}{made.json()['id']}/", taken | {"version": entry.version + 1}).status_code
        == 204
    )


def test_a_team(as_arbiter, arbiter):
    team = TeamFactory(tournament__slug="league", tournament__boards=2, tournament__arbiters=[arbiter])
    url = f"/api/v1/tournaments/league/teams/{team.pk}/"
    assert list(as_arbiter.patch(url, {"name": "B"}).json()["fields"]) == ["version"]
    assert as_arbiter.patch(url, {"name": "B", "version": 1}).json()["version"] == 2
    for method, path, body in (
        ("patch", "", {"name": "C"}),
        ("put", "members/", {"entries": []}),
        ("put", "kept-apart/", {"teams": []}),
        ("post", "withdraw/", {}),
        ("post", "return/", {}),
        ("post", "byes/", {"round": 1}),
    ):
        assert stale(getattr(as_arbiter, method)(url + path, body | {"version": 1}), 1)["name"] == "B"
    assert stale(as_arbiter.delete(f"{url}?version=1"), 1)["name"] == "B"
    assert as_arbiter.delete(f"{url}?version=2").status_code == 204


def test_a_club_by_the_staff_of_its_federation(as_arbiter, as_other, as_nobody, arbiter):
    club = ClubFactory(name="Sokol", city="Plzeň")
    club.federation.staff.add(arbiter)
    url = f"/api/v1/clubs/{club.pk}/"
    seen = as_nobody.get(url).json()["version"]
    assert as_nobody.get("/api/v1/clubs/").json()["results"][0]["version"] == seen
    change = {"city": "Brno", "version": seen}
    assert [each.patch(url, change).status_code for each in (as_nobody, as_other, as_arbiter)] == [
        401,
        404,
        200,
    ]
    assert stale(as_arbiter.patch(url, change | {"city": "Cheb"}), seen)["city"] == "Brno"
    assert list(as_arbiter.patch(url, {"city": "Cheb"}).json()["fields"]) == ["version"]


# Rows that never change, or a change that cannot be stale, with why.
WITHOUT_VERSION = {
    "prohibited_pairings_delete": "the row never changes: gone is gone",
    "officials_destroy": "names a person and his role: gone is gone",
    "check_in_delete": "says not here: twice is once",
    "absences_delete": "names the round: twice is once",
    "categories_delete": "gone is gone; its players stay",
}
REQUIRED = {
    "pairings_update",
    "teams_update",
    "line_ups_update",
    "tournaments_update",
    "players_update",
    "clubs_update",
    "rounds_update",
}


def _body(schema, operation):
    """The properties of the request's body and which of them it must have."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    shape = schema["components"]["schemas"].get(name, {})
    return shape.get("properties", {}), shape.get("required", [])


def test_every_change_of_the_schema_takes_a_version():
    schema = SchemaGenerator().get_schema(public=True)
    required, without = set(), set()
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            if method not in ("patch", "put", "delete"):
                continue
            fields, must = _body(schema, operation)
            named = {*fields, *(each["name"] for each in operation.get("parameters", ()))}
            if not named & {"version", "seen"}:
                without.add(operation["operationId"])
            if "version" in must:
                required.add(operation["operationId"])
    assert without <= WITHOUT_VERSION.keys()
    assert WITHOUT_VERSION.keys() <= without
    assert required >= REQUIRED
