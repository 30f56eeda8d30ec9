"""Tournaments over the API."""

import datetime

import pytest
from django.utils import timezone

from tests.factories import (
    ClubFactory,
    FederationFactory,
    RatingListFactory,
    TournamentFactory,
)
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import with_defaults
from tournaments.models import AuditEntry, Tournament

ROUND_ROBIN = PAIRING_SYSTEMS["round-robin"]
URL = "/api/v1/tournaments/"

AT_MOST = "Ensure this value is less than or equal to %s."

BODY = {
    "slug": "jaro",
    "name": "Jaro",
    "federation": None,
    "club": None,
    "ruleset": "czech",
    "pairing_system": "swiss",
    "system_settings": with_defaults(PAIRING_SYSTEMS["swiss"].settings, {}),
    "games_per_round": 1,
    "boards": None,
    "openings": "",
    "rounds": 5,
    "rounds_paired": 0,
    "entry_count": 0,
    "scoring": "2-1-0",
    "tiebreaks": [],
    "time_control": "",
    "starts_on": "2026-03-07",
    "ends_on": "2026-03-08",
    "venue": "",
    "description": "",
    "rating_list": None,
    "players_submit": True,
    "players_report": False,
    "players_check_in": False,
    "is_public": True,
    "initial_colour": "",
    "status": "setup",
    "version": 1,
}


@pytest.fixture
def spring(arbiter):
    return TournamentFactory(slug="jaro", name="Jaro", arbiters=[arbiter])


def test_create_with_the_least_that_is_needed(as_arbiter, arbiter):
    answer = as_arbiter.post(URL, {"name": "Jaro"})

    today = timezone.localdate().isoformat()
    assert answer.status_code == 201
    assert answer.json() == BODY | {
        "rounds": None,
        "starts_on": today,
        "ends_on": today,
        "tiebreaks": ["buchholz", "direct-encounter", "sonneborn-berger", "wins"],
    }
    tournament = Tournament.objects.get(slug="jaro")
    assert list(tournament.arbiters.all()) == [arbiter]
    assert [entry.action for entry in tournament.audit_entries.all()] == ["create-tournament"]


def test_create_with_everything(as_arbiter, arbiter):
    federation = FederationFactory(code="CZ")
    federation.staff.add(arbiter)
    club = ClubFactory(federation=federation, name="Sokol")
    RatingListFactory(slug="cz", federation=federation)
    sent = {
        "name": "Jaro",
        "ruleset": "czech",
        "pairing_system": "round-robin",
        "system_settings": with_defaults(ROUND_ROBIN.settings, {}) | {"draw_numbers": True},
        "games_per_round": 2,
        "boards": 4,
        "openings": "City game: c3-d4 d6-c5\ng3-f4",
        "rounds": 7,
        "federation": "CZ",
        "club": club.pk,
        "scoring": "1-0.5-0",
        "tiebreaks": ["wins"],
        "time_control": "20+5",
        "starts_on": "2026-05-01",
        "venue": "Plzeň",
        "description": "Text",
        "rating_list": "cz",
        "players_submit": False,
        "is_public": False,
        "initial_colour": "black",
    }

    answer = as_arbiter.post(URL, sent)

    assert answer.status_code == 201
    kept = {"slug": "jaro", "ends_on": "2026-05-01", "club": {"id": club.pk, "name": "Sokol"}}
    assert answer.json() == BODY | sent | kept


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({}, {"name": ["This field is required."]}),
        ({"name": "  "}, {"name": ["This field may not be blank."]}),
        ({"name": "A", "ruleset": "chess"}, {"ruleset": ['"chess" is not a valid choice.']}),
        ({"name": "A", "rounds": 0}, {"rounds": ["Ensure this value is greater than or equal to 1."]}),
        ({"name": "A", "federation": "CZ"}, {"federation": ["You may not act for “CZ”."]}),
        ({"name": "A", "club": 7}, {"club": ["There is no club with the id 7."]}),
        ({"name": "A", "rating_list": "cz"}, {"rating_list": ["You have no rating list “cz”."]}),
        ({"name": "A", "tiebreaks": ["x"]}, {"tiebreaks.0": ['"x" is not a valid choice.']}),
        ({"name": "A", "tiebreaks": ["wins", "wins"]}, {"tiebreaks": ["Each tie-break can be used once."]}),
        ({"name": "A", "games_per_round": 3}, {"games_per_round": [AT_MOST % 2]}),
        ({"name": "A", "boards": 21}, {"boards": [AT_MOST % 20]}),
        (
            {"name": "A", "pairing_system": "round-robin", "system_settings": {"draw_numbers": "maybe"}},
            {"system_settings": ["The setting “draw_numbers” cannot be “maybe”. It can be: true, false."]},
        ),
        (
            {"name": "A", "openings": "c3-d4\nc3-c4\n\nd6-c5"},
            {
                "openings": [
                    "Line 2: c3-c4 cannot be played – c4 is not a playing square of this board.",
                    "Line 4: d6-c5 cannot be played – The piece on d6 is the opponent's.",
                ]
            },
        ),
        (
            {"name": "A", "starts_on": "2026-05-02", "ends_on": "2026-05-01"},
            {"ends_on": ["The last day is before the first."]},
        ),
    ],
)
def test_create_names_the_fields_at_fault(as_arbiter, sent, fields):
    FederationFactory(code="CZ")

    answer = as_arbiter.post(URL, sent)

    ((field, messages),) = fields.items()
    assert answer.status_code == 400
    assert answer.json() == {"code": "invalid", "detail": f"{field}: {' '.join(messages)}", "fields": fields}
    assert Tournament.objects.count() == 0


def test_create_needs_an_account(as_nobody):
    answer = as_nobody.post(URL, {"name": "Jaro"})

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Token"
    assert answer.json() == {
        "code": "not-authenticated",
        "detail": "Authentication credentials were not provided.",
    }


def test_list_is_newest_first_and_paged(as_nobody, spring):
    TournamentFactory(slug="leto", starts_on=datetime.date(2026, 7, 1), ends_on=datetime.date(2026, 7, 1))

    first = as_nobody.get(URL, {"page_size": 1}).json()
    second = as_nobody.get(first["next"]).json()

    assert [row["slug"] for row in first["results"]] == ["leto"]
    assert second == {
        "count": 2,
        "next": None,
        "previous": "http://testserver/api/v1/tournaments/?page_size=1",
        "results": [BODY],
    }
    assert as_nobody.get(URL, {"page": 3}).status_code == 404


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ({"search": "rehor"}, ["memorial"]),
        ({"status": "finished"}, ["memorial"]),
        ({"status": "running"}, []),
        ({"year": 2025}, ["memorial"]),
        ({"federation": "CZ"}, ["memorial"]),
        ({"federation": "XX"}, []),
        ({}, ["jaro", "memorial"]),
    ],
)
def test_list_can_be_narrowed(as_nobody, spring, query, slugs):
    TournamentFactory(
        slug="memorial",
        name="Memoriál Řehoře",
        status="finished",
        federation=FederationFactory(code="CZ"),
        starts_on=datetime.date(2025, 7, 1),
        ends_on=datetime.date(2025, 7, 1),
    )

    assert [row["slug"] for row in as_nobody.get(URL, query).json()["results"]] == slugs


def test_list_refuses_a_filter_it_does_not_know(as_nobody):
    answer = as_nobody.get(URL, {"status": "over"})

    assert answer.status_code == 400
    assert answer.json()["fields"] == {"status": ['"over" is not a valid choice.']}


def test_private_tournaments_are_listed_for_their_arbiters_alone(as_arbiter, as_other, as_nobody, closed):
    found = [
        [row["slug"] for row in client.get(URL).json()["results"]]
        for client in (as_arbiter, as_other, as_nobody)
    ]
    assert found == [["closed"], [], []]


def test_one_tournament(as_nobody, spring):
    assert as_nobody.get(f"{URL}jaro/").json() == BODY


def test_change_what_is_given(as_arbiter, spring):
    answer = as_arbiter.patch(
        f"{URL}jaro/", {"version": 1, "name": "Léto", "rounds": 7, "reason": "more players"}
    )

    assert answer.status_code == 200
    assert answer.json() == BODY | {
        "name": "Léto",
        "rounds": 7,
        "version": 2,
        "tiebreaks": ["buchholz", "direct-encounter", "sonneborn-berger", "wins"],
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.reason) == ("update-tournament", "more players")


def test_a_stale_change_is_refused_with_what_stands_there(as_arbiter, spring):
    as_arbiter.patch(f"{URL}jaro/", {"version": 1, "venue": "Brno"})

    answer = as_arbiter.patch(f"{URL}jaro/", {"version": 1, "venue": "Plzeň"})

    current = as_arbiter.get(f"{URL}jaro/").json()
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale",
        "detail": "Somebody changed this meanwhile. Look at what stands there now, then try again.",
        "given": 1,
        "current": current,
    }
    assert current["venue"] == "Brno"


def test_a_change_needs_the_version(as_arbiter, spring):
    answer = as_arbiter.patch(f"{URL}jaro/", {"venue": "Plzeň"})

    assert answer.status_code == 400
    assert answer.json()["fields"] == {"version": ["This field is required."]}


def test_what_rounds_rest_on_cannot_change(as_arbiter, open_swiss):
    answer = as_arbiter.patch(f"{URL}open/", {"version": open_swiss.version, "ruleset": "russian"})

    assert answer.status_code == 409
    assert answer.json()["code"] == "fixed-by-rounds"


def test_an_arbiter_may_keep_a_federation_he_does_not_work_for(as_arbiter, spring):
    spring.federation = FederationFactory(code="CZ")
    spring.save()

    answer = as_arbiter.patch(f"{URL}jaro/", {"version": 1, "federation": "CZ", "venue": "Brno"})

    assert (answer.status_code, answer.json()["federation"]) == (200, "CZ")


def test_an_unknown_setting_is_refused_by_its_name(as_arbiter, spring):
    body = {"version": 1, "system_settings": {"luck": 7}}

    answer = as_arbiter.patch(f"{URL}jaro/", body)

    known = ", ".join(setting.key for setting in PAIRING_SYSTEMS["swiss"].settings)
    said = f"The pairing system has no setting “luck”. It has: {known}."
    assert (answer.status_code, answer.json()["fields"]) == (400, {"system_settings": [said]})


def test_settings_are_changed_as_a_whole(as_arbiter, spring):
    set_once = {"version": 1, "pairing_system": "round-robin", "system_settings": {"draw_numbers": True}}
    first = as_arbiter.patch(f"{URL}jaro/", set_once).json()
    again = as_arbiter.patch(f"{URL}jaro/", {"version": 2, "system_settings": first["system_settings"]})
    cleared = as_arbiter.patch(f"{URL}jaro/", {"version": 2, "system_settings": {}})

    assert first["system_settings"]["draw_numbers"] is True
    assert (again.status_code, again.json()["version"]) == (200, 2)
    assert cleared.json()["system_settings"] == with_defaults(ROUND_ROBIN.settings, {})
    assert Tournament.objects.get().system_settings == {}


def test_strangers_change_no_settings(as_other, as_nobody, spring):
    sent = {"version": 1, "games_per_round": 2}

    assert as_other.patch(f"{URL}jaro/", sent).status_code == 404
    assert as_nobody.patch(f"{URL}jaro/", sent).status_code == 401
    assert Tournament.objects.get().games_per_round == 1
