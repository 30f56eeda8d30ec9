"""A game replayed on a board; games as PDN."""

import json
import re

import pytest

from engine import pdn as engine_pdn
from games.models import Game
from games.services.submission import submit_game
from games.services.verification import verify_game
from tests.factories import FlagFactory, GameFactory, PairingFactory, RoundFactory
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(arbiter, pairing, decided):
    game = submit_game(actor=arbiter, pairing=pairing, pdn=decided, source=Game.Source.PDN)
    verify_game(game_id=game.pk)
    return game


def page(client, game, query=""):
    response = client.get(f"/games/{game.pk}/{query}", headers={"accept-language": "en"})
    assert response.status_code == 200
    return response.content.decode()


def data(text, name="game-data"):
    return json.loads(
        re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', text).group(1)
    )


def current(text):
    return re.findall(r'data-ply="(\d+)"[^>]*aria-current', text)


def test_the_page_opens_at_the_end_and_names_who_played(client, game):
    text = page(client, game)
    assert current(text) == ["36"]
    assert "Ply 36 of 36: 18… f6xf2" in text
    assert f'href="{game.pairing.white.player.get_absolute_url()}"' in text
    assert "On the board the game ended 0–1." in text
    assert "Every ply is legal, and nothing else was found." in text


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?ply=0", []),
        ("?ply=3", ["3"]),
        ("?ply=999", ["36"]),
        ("?ply=x", ["36"]),
        ("?ply=-1", ["36"]),
        ("?ply=99999999999", ["36"]),
    ],
)
def test_every_ply_has_an_address(client, game, query, expected):
    assert current(page(client, game, query)) == expected


def test_the_board_shows_the_ply_and_can_be_turned(client, game):
    text = page(client, game, "?ply=1&flip=1")
    assert 'aria-label="Draughts board, Black to move. White: a1, ' in text
    assert 'href="?ply=2&amp;flip=1"' in text
    steps = re.findall(r'data-step="(\w+)"[^>]*href="\?ply=(\d+)(&amp;flip=1)?"', text)
    assert steps == [
        ("first", "0", "&amp;flip=1"),
        ("previous", "0", "&amp;flip=1"),
        ("next", "2", "&amp;flip=1"),
        ("last", "36", "&amp;flip=1"),
        ("flip", "1", ""),
    ]


def test_the_script_gets_every_step(client, game):
    line = data(page(client, game, "?ply=2"))
    assert (line["ply"], line["first"], len(line["steps"]), len(line["pieces"])) == (2, "white", 36, 24)
    assert line["steps"][2] == {"said": "d4xf6", "path": ["d4", "f6"], "captured": ["e5"], "crowned": False}


def test_no_inline_style_or_script(client, game):
    text = page(client, game)
    assert "style=" not in text
    assert re.findall(r"<script(?![^>]*(?:src=|type=\"application/json\"))", text) == []


def test_findings_and_decisions_are_public(client, game, arbiter):
    FlagFactory(
        game=game,
        kind="threefold",
        ply=5,
        status="dismissed",
        decided_by=arbiter,
        decision_reason="too late",
        decided_at=game.submitted_at,
    )
    FlagFactory(
        game=game, kind="duplicate", ply=36, details={"other": 1, "plies": 36, "players": "A – B (C)"}
    )
    text = page(client, game)
    assert "Threefold repetition" in text
    assert "Let the game stand – too late" in text
    assert "All 36 plies are the same as in the game A – B (C)." in text
    assert "waits for the arbiter" in text


def test_only_the_arbiter_is_led_to_the_queue_and_to_replacing(client, arbiter_client, other_client, game):
    FlagFactory(game=game)
    for reader, expected in [(arbiter_client, 1), (other_client, 0), (client, 0)]:
        text = page(reader, game)
        assert text.count("/desk/queue/#flag-") == expected
        assert text.count(f'href="/pairings/{game.pairing_id}/submit/"') == expected


def test_a_replaced_record_leads_to_the_one_that_counts(client, arbiter, game):
    newer = submit_game(
        actor=arbiter, pairing=game.pairing, moves=["c3-d4"], result="1-0", source=Game.Source.BOARD
    )
    text = page(client, game)
    assert "This record has been replaced." in text
    assert f'<a href="/games/{newer.pk}/">' in text


def test_an_unsound_record_is_shown_as_far_as_it_is_sound(client, pairing):
    game = GameFactory(pairing=pairing, moves=["c3-d4", "d6-c5", "d4-d5", "a7-a6"], plies=4)
    text = page(client, game)
    assert current(text) == ["2"]
    assert "d4-d5 a7-a6" in text


def test_neighbours_are_the_tables_before_and_after(client, pairing):
    games = [
        GameFactory(pairing=each)
        for each in (
            PairingFactory(round=RoundFactory(tournament=pairing.round.tournament)),
            pairing,
            PairingFactory(round=pairing.round),
        )
    ]
    # Round 1 table 1, round 1 table 2, round 2 table 1.
    order = [games[1].pk, games[2].pk, games[0].pk]
    found = [re.findall(r'rel="(prev|next)" href="/games/(\d+)/"', page(client, game)) for game in games]
    assert found == [
        [("prev", str(order[1]))],
        [("next", str(order[1]))],
        [("prev", str(order[0])), ("next", str(order[2]))],
    ]


@pytest.mark.parametrize("address", ["/games/{pk}/", "/games/{pk}.pdn", "/tournaments/memorial/games.pdn"])
def test_a_private_game_is_its_arbiters(client, arbiter_client, other_client, game, address):
    Tournament.objects.update(is_public=False)
    url = address.format(pk=game.pk)
    assert [each.get(url).status_code for each in (arbiter_client, other_client, client)] == [200, 404, 404]


def test_a_game_that_is_not_there_is_404(client):
    assert client.get("/games/4711/").status_code == 404


def test_the_download_is_the_record(client, game):
    response = client.get(f"/games/{game.pk}.pdn")
    assert response["Content-Disposition"] == 'attachment; filename="memorial-1-1.pdn"'
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode() == game.pdn


def test_the_download_has_the_result_that_counts(client, arbiter, pairing):
    from tournaments.services.results import record_result

    game = submit_game(actor=arbiter, pairing=pairing, moves=["c3-d4"], source=Game.Source.PDN)
    record_result(actor=arbiter, pairing=pairing, code="1/2-1/2")
    (read,) = engine_pdn.read_games(client.get(f"/games/{game.pk}.pdn").content)
    assert (read.tags["Result"], read.terminator) == ("1/2-1/2", "1/2-1/2")


@pytest.mark.parametrize("count", [1, 3])
def test_all_games_of_a_tournament_in_one_file(client, pairing, count, django_assert_num_queries):
    for _ in range(count - 1):
        GameFactory(pairing=PairingFactory(round=pairing.round))
    GameFactory(pairing=pairing)
    with django_assert_num_queries(3):
        response = client.get("/tournaments/memorial/games.pdn")
    read = list(engine_pdn.read_games(response.content))
    assert read[0].tags["White"] == "Novák, Jan"
    assert (len(read), response["Content-Disposition"]) == (count, 'attachment; filename="memorial.pdn"')
