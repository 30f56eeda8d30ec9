"""The pages and the API of the second game of a round, and of games from a drawn opening."""

import json
import re

import pytest

from games.models import Game
from games.services.submission import submit_game
from games.services.verification import verify_game
from tests.factories import GameFactory, PairingFactory, RoundFactory
from tests.tournaments.views.tables import rows
from tournaments.models import Pairing, Round, Tournament
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db

TEXT = "1. c3-d4 f6-e5 2. d4xf6 g7xe5"
FEN = "B:Wa1,c1,e1,Kg1:Bb8,d8,f8,h8"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def two(pairing):
    Round.objects.update(games=2)
    return Pairing.objects.get(pk=pairing.pk)


def page_of(client, address, **query):
    response = client.get(address, query, headers=ENGLISH)
    assert response.status_code == 200
    return response.content.decode()


def data_of(text):
    return json.loads(re.search(r'id="play-data" type="application/json">(.*?)</script>', text).group(1))


class TestSecondGame:
    def test_the_page_says_who_has_white_and_goes_on_to_the_game_that_is_missing(self, arbiter_client, two):
        address = f"/pairings/{two.pk}/submit/"
        text = page_of(arbiter_client, address)
        assert "Novák Jan – Žížala Řehoř</h1>" in text
        assert re.findall(r"(First|Second) game<span[^>]*>: (.*?) has White", text) == [
            ("First", "Novák Jan"),
            ("Second", "Žížala Řehoř"),
        ]
        GameFactory(pairing=two)
        assert "Žížala Řehoř – Novák Jan</h1>" in page_of(arbiter_client, address)
        assert "Novák Jan – Žížala Řehoř</h1>" in page_of(arbiter_client, address, game=1)
        assert arbiter_client.get(address, {"game": "3"}).status_code == 404

    def test_four_persons_submit_it(self, arbiter_client, player_client, other_client, client, two):
        sent = {"pdn": TEXT, "result": "1-0", "game": "2"}
        address = f"/pairings/{two.pk}/submit/"
        found = [each.post(address, sent).status_code for each in (other_client, client)]
        assert (found, Game.objects.count()) == ([404, 302], 0)
        assert player_client.post(address, sent).status_code == 302
        assert arbiter_client.post(address, sent | {"result": "0-1"}).status_code == 302
        assert [(game.number, game.result) for game in Game.objects.order_by("pk")] == [
            (2, "1-0"),
            (2, "0-1"),
        ]
        two = Pairing.objects.get()
        assert (two.result_code, two.second_code) == (None, "0-1")

    def test_its_page_and_its_finding_show_its_own_white_and_result(self, arbiter, arbiter_client, two):
        record_result(actor=arbiter, pairing=two, code="1-0")
        record_result(actor=arbiter, pairing=two, game=2, code="0-1")
        game = submit_game(actor=arbiter, pairing=two, pdn=TEXT, result="1-0", source="pdn", number=2)
        heading = re.search(
            r"<h1>(.*?)</h1>", page_of(arbiter_client, f"/games/{game.pk}/"), re.DOTALL
        ).group(1)
        words = re.sub(r"<[^>]*>", "", heading).split()
        assert words == ["Žížala", "Řehoř", "–", "Novák", "Jan", "0–1"]
        queue = page_of(arbiter_client, "/tournaments/memorial/desk/queue/")
        assert re.search(r"Žížala Řehoř – Novák Jan</a>.*0–1.*round 1, table 1, game 2", queue, re.DOTALL)

    def test_the_player_sees_each_game_from_his_side(self, arbiter, client, two):
        record_result(actor=arbiter, pairing=two, code="1-0")
        record_result(actor=arbiter, pairing=two, game=2, code="1-0")
        game = GameFactory(pairing=two, number=2)
        for player, results in ((two.white.player, ["1", "0"]), (two.black.player, ["0", "1"])):
            response = client.get(f"/players/{player.pk}/", headers=ENGLISH)
            shown = rows(response)
            assert [(row[2], row[3]) for row in shown] == list(
                zip(["White", "Black"] if results[0] == "1" else ["Black", "White"], results, strict=True)
            )
            assert [row[4] for row in shown] == ["", "Replay"]
            assert f'href="/games/{game.pk}/"' in response.content.decode()

    @pytest.mark.parametrize("count", [1, 3])
    def test_games_of_a_tournament_one_a_line(self, client, two, count, django_assert_num_queries):
        for number in range(count):
            pairing = two if number == 0 else PairingFactory(round=two.round)
            GameFactory(pairing=pairing)
            GameFactory(pairing=pairing, number=2)
        with django_assert_num_queries(4):  # tournament, rounds, count, pairings with games
            response = client.get("/tournaments/memorial/games/", headers=ENGLISH)
        shown = [row[2] for row in rows(response)]
        assert len(shown) == 2 * count
        assert shown[:2] == ["Novák Jan – Žížala Řehoř game 1", "Žížala Řehoř – Novák Jan game 2"]

    def test_the_round_links_each_of_them(self, arbiter_client, two):
        game = GameFactory(pairing=two, number=2)
        text = page_of(arbiter_client, "/tournaments/memorial/rounds/1/")
        assert f'href="/pairings/{two.pk}/submit/?game=1"' in text
        assert f'href="/games/{game.pk}/"' in text
        desk = page_of(arbiter_client, "/tournaments/memorial/desk/rounds/1/")
        assert f'href="/pairings/{two.pk}/submit/?game=1"' in desk
        assert f'href="/games/{game.pk}/"' in desk


class TestApi:
    @pytest.fixture
    def as_arbiter(self, api_client, arbiter):
        api_client.force_authenticate(arbiter)
        return api_client

    def test_a_second_game(self, as_arbiter, two):
        address = f"/api/v1/pairings/{two.pk}/games/"
        answer = as_arbiter.post(address, {"pdn": TEXT, "result": "1-0", "game": 2}, format="json")
        body = answer.json()
        assert (answer.status_code, body["game"], body["white"]["name"]) == (201, 2, "Žížala Řehoř")
        assert as_arbiter.post(address, {"pdn": TEXT}, format="json").json()["game"] == 1
        assert [each["game"] for each in as_arbiter.get(address).json()] == [1, 2]

    def test_a_round_of_one_game_has_no_second(self, as_arbiter, pairing):
        address = f"/api/v1/pairings/{pairing.pk}/games/"
        answer = as_arbiter.post(address, {"pdn": TEXT, "game": 2}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, "game-unknown")


class TestOpening:
    def test_moves_are_in_the_text_already_and_the_board_stands_after_them(self, arbiter_client, pairing):
        Round.objects.update(opening="City game: c3-d4 d6-c5 b2-c3")
        text = page_of(arbiter_client, f"/pairings/{pairing.pk}/submit/")
        assert "1. c3-d4 d6-c5 2. b2-c3</textarea>" in text
        assert re.search(r"Drawn opening <strong>City game</strong>", text)
        data = data_of(text)
        assert (data["moves"], data["start"], data["turn"]) == (["c3-d4", "d6-c5", "b2-c3"], "", "black")

    def test_a_set_up_stands_on_the_board(self, arbiter_client, pairing):
        Round.objects.update(opening=FEN)
        data = data_of(page_of(arbiter_client, f"/pairings/{pairing.pk}/submit/"))
        assert (data["start"], data["fen"], data["offset"], data["moves"]) == (FEN, FEN, 1, [])

    def test_the_board_goes_on_from_a_set_up(self, client):
        def ask(**values):
            return client.post("/games/legal/", {"ruleset": "czech", **values}, headers=ENGLISH)

        answer = ask(start=FEN, text="1... b8-a7").json()
        assert (answer["moves"], answer["turn"], answer["error"]) == (["b8-a7"], "white", "")
        assert ask(start=FEN, text="", attempt="b8-b7").json()["refused"].startswith("Ply 1 (move 1, Black)")
        assert ask(start="W:Wz9:Bb8", text="").status_code == 400

    def test_another_opening_is_in_the_queue(self, arbiter_client, player_user, pairing):
        Round.objects.update(opening="City game: c3-d4 d6-c5")
        game = submit_game(actor=player_user, pairing=pairing, pdn=TEXT, source="pdn")
        verify_game(game_id=game.pk)
        text = page_of(arbiter_client, "/tournaments/memorial/desk/queue/")
        assert "Another opening than drawn" in text
        assert (
            "The opening drawn for the round is City game: c3-d4 d6-c5; the game begins c3-d4 f6-e5." in text
        )

    def test_private_as_the_tournament_is(self, other_client, pairing):
        Round.objects.update(opening=FEN)
        Tournament.objects.update(is_public=False)
        assert other_client.get(f"/pairings/{pairing.pk}/submit/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_a_players_page_asks_the_same_for_one_and_three(client, two, count, django_assert_num_queries):
    player = two.white.player
    for _ in range(count - 1):
        this = RoundFactory(tournament=two.round.tournament, games=2)
        PairingFactory(round=this, white=two.white, black=two.black)
    with django_assert_num_queries(
        8
    ):  # player, titles, count, ratings, changes and theirs, entries, pairings
        response = client.get(f"/players/{player.pk}/", headers=ENGLISH)
    assert len(rows(response)) == 2 * count
