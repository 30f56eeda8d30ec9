"""What a right to one thing does not reach: other fields, other people's rows, forms without their token."""

import json

import pytest
from django.test import Client

from tests.permissions.conftest import client_of
from tests.permissions.table import PAGES
from tests.permissions.test_every_address import Row, address_of
from tournaments.models import ResultReport, Tournament

pytestmark = pytest.mark.django_db


def send(client, method, url, data):
    return client.generic(method, url, json.dumps(data).encode(), content_type="application/json")


@pytest.mark.parametrize(
    "field",
    [
        {"slug": "mine"}, {"seed": 7}, {"status": "finished"}, {"created_by": 1}, {"arbiters": [1]},
        {"chief_arbiter": 1}, {"organisers": [1]}, {"snapshot_key": "0"}, {"import_key": "x"},
    ],
    ids=str,
)  # fmt: skip
def test_the_api_changes_no_field_that_is_not_offered(scene, field):
    event = scene.public.tournament
    before = Tournament.objects.filter(pk=event.pk).values().get()
    answer = send(
        client_of(scene, "chief"), "PATCH", f"/api/v1/tournaments/{event.slug}/", {"version": 1, **field}
    )
    after = Tournament.objects.filter(pk=event.pk).values().get()
    assert (answer.status_code, after) == (200, before)


@pytest.mark.parametrize("field", ["federation", "rating_list"])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_nobody_acts_for_a_federation_that_is_not_his(scene, field, method):
    theirs = {"federation": scene.common["federation"].code, "rating_list": scene.common["list"].slug}
    url = "/api/v1/tournaments/" + ("" if method == "POST" else "elsewhere/")
    sent = {"name": "Cup", "version": 1, field: theirs[field]}
    answer = send(client_of(scene, "elsewhere"), method, url, sent)
    assert (answer.status_code, list(json.loads(answer.content)["fields"])) == (400, [field])


@pytest.mark.parametrize("who", ["organiser", "arbiter", "elsewhere", "player"])
def test_players_of_the_federation_are_its_officers(scene, who):
    player = scene.common["player"]
    answer = send(
        client_of(scene, who), "PATCH", f"/api/v1/players/{player.pk}/", {"version": "x", "family_name": "Y"}
    )
    assert answer.status_code == 404


def test_every_page_that_takes_a_post_asks_for_its_token(scene):
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.users["root"])
    without = []
    for name, (methods, _group, of) in PAGES.items():
        # The board asks for legal moves, which changes nothing.
        if "POST" in methods.split():
            answer = client.post(address_of(scene, scene.public, Row(name, "", "", of)))
            if answer.status_code != 403:
                without.append((name, answer.status_code))
    assert without == []


def test_a_private_link_tells_of_nobody_but_its_game(scene):
    """The opponent of the round, and nothing of other players, tables, fees, keys or reports."""
    rows = scene.private.rows
    entry, game = rows["pairing"].white, rows["pairing"]
    page = Client(headers={"accept-language": "en"}).get(f"/my/{entry.private_key}/").content.decode()
    others = scene.private.tournament.entries.exclude(pk__in=[entry.pk, game.black_id])
    assert game.black.player.family_name in page
    assert [each.player.family_name for each in others if each.player.family_name in page] == []
    keys = scene.private.tournament.entries.exclude(pk=entry.pk).values_list("private_key", flat=True)
    assert [key for key in keys if key in page] == []


@pytest.mark.parametrize("way", ["link", "table", "account", "api"])
def test_switched_off_a_report_is_refused_however_it_comes(scene, way):
    event, pairing = scene.public.tournament, scene.public.rows["pairing"]
    Tournament.objects.filter(pk=event.pk).update(players_report=False)
    before = ResultReport.objects.count()
    own = client_of(scene, "player")
    sent = {"pairing": pairing.pk, "game": 1, "code": "1-0", "side": "white"}
    ask = {
        "link": lambda: client_of(scene, "nobody").post(f"/my/{pairing.white.private_key}/", sent),
        "table": lambda: client_of(scene, "nobody").post(
            address_of(scene, scene.public, Row("table", "", "")), sent
        ),
        "account": lambda: own.post(f"/pairings/{pairing.pk}/report/", sent),
        "api": lambda: send(own, "POST", f"/api/v1/pairings/{pairing.pk}/reports/", {"result": "1-0"}),
    }[way]
    assert ask().status_code == 409
    assert ResultReport.objects.count() == before
