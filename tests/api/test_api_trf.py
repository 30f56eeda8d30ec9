"""TRF files in the API."""

import pytest

from tests.factories import FederationFactory, PlayerFactory
from tournaments.models import Player, Tournament
from tournaments.selectors.trf import trf_text

IMPORT = "/api/v1/tournaments/import-trf/"
TWO = """\
012 Dva
162  W 2.0    D 1.0
001    1      Anna                              1800                             2.0    1     2 w 1
001    2      Běla                              1700                             0.0    2     1 b 0
"""


def test_a_tournament_as_a_file(open_swiss, as_nobody):
    for query, edition in (("", "trf26"), ("?edition=trf26", "trf26"), ("?edition=trf16", "trf16")):
        response = as_nobody.get(f"/api/v1/tournaments/open/trf/{query}")
        assert response.status_code == 200
        assert response.json() == {
            "edition": edition,
            "file_name": f"open-{edition}.trf",
            "trf": trf_text(open_swiss, edition),
        }


def test_an_edition_there_is_not(open_swiss, as_nobody):
    response = as_nobody.get("/api/v1/tournaments/open/trf/?edition=trf06")
    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["edition"]


def test_a_private_one_is_its_arbiters_alone(closed, as_arbiter, as_other, as_nobody):
    answers = [each.get("/api/v1/tournaments/closed/trf/").status_code
               for each in (as_arbiter, as_other, as_nobody)]  # fmt: skip
    assert answers == [200, 404, 404]


def test_a_file_becomes_a_tournament_of_who_sent_it(as_other, as_nobody, other_user):
    known = PlayerFactory(family_name="Anna", given_name="")
    assert as_nobody.post(IMPORT, {"trf": TWO}).status_code == 401
    response = as_other.post(IMPORT, {"trf": f"{TWO}212 PTS,KNX\n", "is_public": False})
    new = Player.objects.exclude(pk=known.pk).get()
    assert response.status_code == 201
    assert response.json() == {
        "slug": "dva",
        "new_players": [new.pk],
        "notes": ["The tie-break KNX is not known here and is left out."],
    }
    tournament = Tournament.objects.get()
    assert (list(tournament.arbiters.all()), tournament.is_public) == ([other_user], False)


def test_what_was_exported_is_imported_and_exported_the_same(open_swiss, as_arbiter):
    text = as_arbiter.get("/api/v1/tournaments/open/trf/").json()["trf"]
    slug = as_arbiter.post(IMPORT, {"trf": text}).json()["slug"]
    assert slug == "open-2"
    assert as_arbiter.get(f"/api/v1/tournaments/{slug}/trf/").json()["trf"] == text


def test_every_bad_line_is_named_and_nothing_is_left(as_other):
    response = as_other.post(IMPORT, {"trf": TWO.replace("1800", "18x0").replace("1 b 0", "1 q 0")})
    assert response.status_code == 422
    answer = response.json()
    assert answer["code"] == "trf-invalid"
    assert answer["problems"] == [
        {"line": 3, "column": 49, "detail": "“18x0” is not a whole number"},
        {"line": 4, "column": 97, "detail": "“q” is not a colour: w, b or -"},
    ]
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"trf": "  "}, 422, "trf-invalid"),
        ({"trf": TWO, "name": "x" * 121}, 400, "invalid"),
        ({"trf": TWO.replace("012 Dva\n", "")}, 422, "trf-name-missing"),
        ({"trf": TWO.replace("012 Dva\n", ""), "name": "Dva"}, 201, None),
    ],
)
def test_what_has_to_be_sent(body, status, code, as_other):
    response = as_other.post(IMPORT, body)
    assert (response.status_code, response.json().get("code")) == (status, code)


def test_one_acts_for_the_federations_one_works_for(as_other, other_user):
    home = FederationFactory(code="CZE")
    response = as_other.post(IMPORT, {"trf": TWO, "federation": "CZE"})
    assert (response.status_code, list(response.json()["fields"])) == (400, ["federation"])
    home.staff.add(other_user)
    assert as_other.post(IMPORT, {"trf": TWO, "federation": "CZE"}).status_code == 201
    assert Tournament.objects.get().federation == home
