"""What lists, searches and counts tell of a private event: nothing to strangers, everything to its people."""

import json
import re

import pytest

from tests.factories import PlayerFactory, RatingChangeFactory, RatingFactory
from tests.permissions import scenes
from tests.permissions.conftest import client_of
from tests.permissions.table import STRANGERS
from tournaments.models import Player

pytestmark = pytest.mark.django_db

PEOPLE = ("root", "officer", "organiser", "chief", "arbiter")
LISTS = [
    "/",
    "/tournaments/?q=secret",
    "/players/?q=hidden",
    "/clubs/{club}/",
    "/federations/CZE/",
    "/ratings/{list}/?q=hidden",
    "/players/{player}/",
    "/api/v1/tournaments/?search=secret",
    "/api/v1/players/?search=hidden",
    "/api/v1/games/?tournament=closed-day",
    "/api/v1/games/?player={hidden}",
    "/api/v1/rating-lists/{list}/changes/",
]
# Lists that have something of the event for those who may know of it.
TELLING = ["/tournaments/?q=secret", "/players/?q=hidden", "/federations/CZE/", "/players/{player}/"]


def address(scene: scenes.Scene, template: str) -> str:
    common = scene.common
    return template.format(
        club=common["club"].pk,
        list=common["list"].slug,
        player=common["player"].pk,
        hidden=scene.private.rows["pairing"].black.player_id,
    )


def ask(scene: scenes.Scene, person: str, template: str) -> str:
    answer = client_of(scene, person).get(address(scene, template))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("person", STRANGERS)
def test_strangers_find_nothing_of_it(scene, person):
    told = [each for each in LISTS if re.search(scenes.HIDDEN, ask(scene, person, each))]
    assert told == []
    assert '"count":0' in ask(scene, person, "/api/v1/games/?tournament=closed-day")


@pytest.mark.parametrize("person", PEOPLE)
def test_its_people_find_it(scene, person):
    silent = [each for each in TELLING if not re.search(scenes.HIDDEN, ask(scene, person, each))]
    assert silent == []


def test_what_is_public_is_found_by_everybody(scene):
    for person in ("nobody", "other", "abroad"):
        assert "Secret open-day" in ask(scene, person, "/tournaments/?q=secret")
        assert "Hidden2 open-day" in ask(scene, person, "/players/?q=hidden")


def test_a_player_of_a_private_event_alone_is_unknown_elsewhere(scene):
    hidden = scene.private.rows["entry"].player_id
    for template in ("/players/{}/", "/api/v1/players/{}/"):
        url = template.format(hidden)
        known = [client_of(scene, each).get(url).status_code for each in ("arbiter", "root")]
        unknown = [client_of(scene, each).get(url).status_code for each in STRANGERS]
        assert (known, unknown) == ([200, 200], [404] * 4)


def test_nobody_enters_such_a_player_by_his_number(scene):
    hidden = scene.private.rows["entry"].player
    theirs = client_of(scene, "elsewhere")
    page = theirs.post("/tournaments/elsewhere/desk/players/enter/", {"player": hidden.pk})
    api = theirs.post(
        "/api/v1/tournaments/elsewhere/entries/", {"player": hidden.pk}, content_type="application/json"
    )
    assert (page.status_code, api.status_code) == (400, 400)
    assert hidden.family_name not in page.content.decode() + api.content.decode()
    found = theirs.get("/tournaments/elsewhere/desk/players/?q=hidden").content.decode()
    assert ("open-day" in found, "closed-day" in found) == (True, False)


@pytest.mark.parametrize(
    "known", [{"federation_number": "77"}, {"user": True}, {"rating": True}, {"federation": "abroad"}]
)
def test_who_is_registered_is_known(scene, known):
    hidden = Player.objects.get(pk=scene.private.rows["entry"].player_id)
    if "rating" in known:
        RatingFactory(player=hidden)
    else:
        values = {"user": scene.users["other"], "federation": scene.users["abroad"].staffed_federations.get()}
        for name, value in known.items():
            setattr(hidden, name, values.get(name, value))
        hidden.save()
    assert client_of(scene, "abroad").get(f"/players/{hidden.pk}/").status_code == 200


def test_how_a_private_event_rated_stays_with_it(scene):
    player, rating_list = PlayerFactory(), scene.common["list"]
    derivation = {"games": [{"opponent": scene.private.rows["entry"].player_id}]}
    RatingChangeFactory(
        player=player,
        rating_list=rating_list,
        tournament=scene.private.tournament,
        derivation=derivation,
    )
    url = f"/api/v1/rating-lists/{rating_list.slug}/changes/?player={player.pk}"
    answers = {who: client_of(scene, who).get(url) for who in ("arbiter", "nobody")}
    shown = {who: json.loads(answer.content)["results"][0] for who, answer in answers.items()}
    assert (shown["arbiter"]["tournament"], shown["arbiter"]["derivation"]) == ("closed-day", derivation)
    assert (shown["nobody"]["tournament"], shown["nobody"]["derivation"]) == (None, {})


@pytest.mark.parametrize(
    "asked",
    [
        "tournaments/tournament/?q=secret",
        "tournaments/entry/?q=hidden",
        "tournaments/pairing/?q=hidden",
        "tournaments/auditentry/?q=secret",
        "tournaments/player/?q=hidden",
        "games/game/?q=hidden",
        "autocomplete/?app_label=tournaments&model_name=rating&field_name=player&term=hidden",
    ],
)
def test_the_administration_lists_what_is_of_ones_federation(scene, asked):
    answer = client_of(scene, "abroad").get(f"/admin/{asked}")
    assert answer.status_code == 200
    assert not re.search(scenes.HIDDEN, answer.content.decode())
