"""The page where a game is submitted, and what its board asks the server."""

import json
import re

import pytest
from django.test import Client

from games.models import Game
from games.services.submission import submit_game
from tournaments.models import Pairing, Tournament
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db

OPENING = "1. c3-d4 f6-e5 2. d4xf6 g7xe5"


def address(pairing):
    return f"/pairings/{pairing.pk}/submit/"


def send(client, pairing, text=OPENING, **values):
    return client.post(address(pairing), {"pdn": text, **values}, headers={"accept-language": "en"})


def test_three_persons(client, arbiter_client, player_client, other_client, pairing):
    found = [
        each.get(address(pairing)).status_code
        for each in (arbiter_client, player_client, other_client, client)
    ]
    assert found == [200, 200, 404, 302]
    found = [send(each, pairing).status_code for each in (other_client, client)]
    assert (found, Game.objects.count()) == ([404, 302], 0)
    assert client.get(address(pairing))["Location"] == f"/accounts/login/?next={address(pairing)}"


def test_a_stranger_does_not_know_of_a_private_pairing(client, arbiter_client, other_client, pairing):
    Tournament.objects.update(is_public=False)
    found = [each.get(address(pairing)).status_code for each in (arbiter_client, other_client, client)]
    assert found == [200, 404, 404]


def test_players_where_only_the_arbiter_submits(arbiter_client, player_client, pairing):
    Tournament.objects.update(players_submit=False)
    assert [each.get(address(pairing)).status_code for each in (arbiter_client, player_client)] == [200, 403]


def test_a_good_record_leads_to_its_game(player_client, player_user, pairing, decided):
    response = send(player_client, pairing, decided, source="board")
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.pk}/")
    assert (game.source, game.submitted_by, game.result) == ("board", player_user, "0-1")
    text = player_client.get(response["Location"], headers={"accept-language": "en"}).content.decode()
    assert "The game is on record. Result: 0–1" in text


def test_a_record_without_a_result(arbiter_client, pairing):
    response = send(arbiter_client, pairing)
    text = arbiter_client.get(response["Location"], headers={"accept-language": "en"}).content.decode()
    assert "The game is on record. No result is recorded yet." in text
    assert Pairing.objects.get(pk=pairing.pk).result_code is None


def test_an_illegal_ply_is_named_and_nothing_is_lost(player_client, pairing):
    response = send(player_client, pairing, "1. c3-d4 f6-e5 2. d4-c5", result="1-0")
    text = response.content.decode()
    assert (response.status_code, Game.objects.count()) == (422, 0)
    said = (
        "Ply 3 (move 2, White): d4-c5 – A capture is possible and must be made: from d4. Legal moves: d4xf6."
    )
    assert said in text
    assert "1. c3-d4 f6-e5 2. d4-c5</textarea>" in text
    assert '<option value="1-0" selected>' in text
    # The board stands where the record was still sound.
    assert "The board stands after 2 plies." in text
    state = json.loads(re.search(r'id="play-data" type="application/json">(.*?)</script>', text).group(1))
    assert (state["moves"], [step["said"] for step in state["legal"]]) == (["c3-d4", "f6-e5"], ["d4xf6"])


@pytest.mark.parametrize(
    ("text", "values", "status"),
    [
        ("", {}, 400),
        ("nothing here", {}, 422),
        (OPENING, {"result": "+/-"}, 400),
        (OPENING + " 0-1", {"result": "1-0"}, 422),
    ],
)
def test_what_is_wrong_is_said_and_not_kept(player_client, pairing, text, values, status):
    response = send(player_client, pairing, text, **values)
    assert (response.status_code, Game.objects.count()) == (status, 0)
    assert 'role="alert"' in response.content.decode()


def test_a_second_game_is_not_the_players(player_client, arbiter_client, arbiter, pairing):
    submit_game(actor=arbiter, pairing=pairing, pdn=OPENING, source=Game.Source.PDN)
    text = player_client.get(address(pairing), headers={"accept-language": "en"}).content.decode()
    assert "A game has been submitted already." in text
    assert "<textarea" not in text
    assert send(player_client, pairing).status_code == 409
    text = arbiter_client.get(address(pairing), headers={"accept-language": "en"}).content.decode()
    assert "What you submit replaces it" in text
    assert send(arbiter_client, pairing, OPENING + " 3. d2-c3").status_code == 302
    assert list(Game.objects.order_by("pk").values_list("plies", "is_current")) == [(4, False), (5, True)]


def test_a_forfeit_has_no_form(arbiter_client, arbiter, pairing):
    record_result(actor=arbiter, pairing=pairing, code="+/-")
    response = arbiter_client.get(address(pairing))
    assert (response.status_code, b"<textarea" in response.content) == (200, False)


def ask(client, **values):
    return client.post("/games/legal/", values, headers={"accept-language": "en"})


def test_the_board_asks_for_the_legal_moves(client):
    answer = ask(client, ruleset="czech", text=OPENING).json()
    assert answer["moves"] == ["c3-d4", "f6-e5", "d4xf6", "g7xe5"]
    assert (answer["turn"], answer["error"], answer["outcome"], answer["status"]) == (
        "white",
        "",
        "",
        "White to move",
    )
    assert answer["last"] == {"path": ["g7", "e5"], "captured": ["f6"]}
    assert answer["pieces"]["e5"] == "bm"
    assert {"said": "b2-c3", "path": ["b2", "c3"], "captured": [], "crowned": False} in answer["legal"]


def test_the_board_stops_before_a_fault(client):
    answer = ask(client, ruleset="czech", text="1. c3-d4 f6-e5 2. d4-c5").json()
    assert (answer["moves"], answer["error"].split(":")[0]) == (["c3-d4", "f6-e5"], "Ply 3 (move 2, White)")
    answer = ask(client, ruleset="czech", text="1. c3-d4 what? f6-e5").json()
    assert (answer["moves"], answer["error"].split(":")[0]) == (["c3-d4"], "Line 1, column 10")


def test_a_move_tried_on_the_board_is_refused_with_its_reason(client):
    answer = ask(client, ruleset="czech", text="1. c3-d4 f6-e5", attempt="d4-c5").json()
    assert answer["refused"] == (
        "Ply 3 (move 2, White): d4-c5 – A capture is possible and must be made: from d4. Legal moves: d4xf6."
    )
    assert (answer["moves"], answer["turn"], answer["error"]) == (["c3-d4", "f6-e5"], "white", "")
    assert ask(client, ruleset="czech", text="1. c3-d4", attempt="f6-e5").json()["refused"] == ""
    czech = client.post(
        "/games/legal/",
        {"ruleset": "czech", "text": "1. c3-d4 f6-e5", "attempt": "d4-c5"},
        headers={"accept-language": "cs"},
    ).json()
    assert czech["refused"].startswith("Půltah 3 (2. tah bílého): d4-c5 – ")


def test_squares_are_called_as_the_board_shows_them(client):
    answer = ask(client, ruleset="international", text="1. d4-e5", attempt="20-24").json()
    assert (answer["moves"], answer["refused"]) == (["32-28"], "")
    assert answer["legal"][0]["path"][0] in answer["pieces"]
    assert all(step["said"][0].isdigit() for step in answer["legal"])


def test_the_end_and_the_beginning(client, decided):
    answer = ask(client, ruleset="czech", text=decided).json()
    assert (answer["outcome"], answer["legal"], answer["status"]) == (
        "0-1",
        [],
        "The game is over on the board: 0–1",
    )
    answer = ask(client, ruleset="czech", text="").json()
    assert (answer["moves"], answer["last"], len(answer["legal"]), answer["error"]) == ([], None, 7, "")


def test_only_a_known_ruleset_and_only_by_post(client):
    assert ask(client, ruleset="chess", text="").status_code == 400
    assert client.get("/games/legal/").status_code == 405


def test_a_form_without_its_token_is_refused(arbiter, pairing):
    client = Client(enforce_csrf_checks=True)
    client.force_login(arbiter)
    assert send(client, pairing).status_code == 403
