"""The arbiter's queue."""

import pytest

from games.models import Flag
from games.services.submission import submit_game
from games.services.verification import verify_game
from tests.factories import FlagFactory, GameFactory, PairingFactory
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db

QUEUE = "/tournaments/memorial/desk/queue/"


@pytest.fixture
def flag(arbiter, pairing, threefold):
    game = submit_game(actor=arbiter, pairing=pairing, pdn=threefold, source="pdn")
    verify_game(game_id=game.pk)
    return game.flags.get()


def text_of(response):
    return response.content.decode()


def decide(client, flag, **values):
    return client.post(f"{QUEUE}{flag.pk}/", values, headers={"accept-language": "en"})


def test_three_persons(client, arbiter_client, other_client, flag):
    assert [each.get(QUEUE).status_code for each in (arbiter_client, other_client, client)] == [200, 404, 302]
    found = [decide(each, flag, decision="upheld").status_code for each in (other_client, client)]
    assert (found, Flag.objects.get().status) == ([404, 302], "open")


def test_a_stranger_does_not_know_of_a_private_queue(client, arbiter_client, other_client, flag):
    Tournament.objects.update(is_public=False)
    assert [each.get(QUEUE).status_code for each in (arbiter_client, other_client, client)] == [200, 404, 404]


def test_a_finding_is_shown_with_its_board_and_its_buttons(arbiter_client, flag):
    text = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert "Threefold repetition" in text
    assert "Record a draw (½–½)" in text
    assert "Let the game stand" in text
    assert f'href="/games/{flag.game_id}/?ply=84"' in text
    assert text.count('<svg xmlns="http://www.w3.org/2000/svg" class="board"') == 1
    assert "style=" not in text


def test_nothing_waits(arbiter_client, pairing):
    text = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert "Nothing waits for you" in text


def test_upholding_records_the_draw_and_says_so(arbiter_client, pairing, flag):
    response = decide(arbiter_client, flag, decision="upheld", reason="claimed")
    assert (response.status_code, response["Location"]) == (302, QUEUE)
    assert Pairing.objects.get(pk=pairing.pk).result_code == "1/2-1/2"
    text = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert "Decided: Novák Jan – Žížala Řehoř ½–½" in text
    assert "Record a draw (½–½) – claimed" in text


def test_dismissing_leaves_the_result(arbiter_client, pairing, flag):
    decide(arbiter_client, flag, decision="dismissed")
    assert (Pairing.objects.get(pk=pairing.pk).result_code, Flag.objects.get().status) == ("0-1", "dismissed")


def test_a_copy_leaves_the_games_and_is_marked_on_its_own_page(arbiter, arbiter_client, client, pairing):
    original = GameFactory(pairing=PairingFactory(round=pairing.round), moves=["c3-d4", "d6-c5"])
    game = submit_game(actor=arbiter, pairing=pairing, pdn="1. c3-d4 d6-c5", result="1-0", source="pdn")
    flag = FlagFactory(
        game=game,
        kind="duplicate",
        ply=2,
        details={"other": original.pk, "players": str(original), "plies": 2},
    )
    assert "Ply 2 (move 1, Black)" in text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    decide(arbiter_client, flag, decision="upheld")
    text = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert "Decided: Novák Jan – Žížala Řehoř 1–0 The record does not count any more" in text
    text = text_of(client.get(f"/games/{game.pk}/", headers={"accept-language": "en"}))
    assert "This record does not count: the arbiter took it off this pairing." in text
    assert f'<a href="/games/{original.pk}/">The game it copies</a>' in text
    assert "c3-d4" in text
    listed = text_of(client.get("/tournaments/memorial/games/"))
    assert (f"/games/{game.pk}/" in listed, f"/games/{original.pk}/" in listed) == (False, True)
    # The place is free for the game that was really played.
    text = text_of(arbiter_client.get(f"/games/{game.pk}/", headers={"accept-language": "en"}))
    assert f'href="/pairings/{pairing.pk}/submit/">Submit the game</a>' in text


def test_a_copy_of_a_game_nobody_may_know_of_has_no_link(arbiter, client, pairing):
    hidden = GameFactory(pairing__round__tournament__is_public=False)
    game = GameFactory(pairing=pairing, is_current=False)
    FlagFactory(
        game=game,
        kind="duplicate",
        status="upheld",
        details={"other": hidden.pk, "players": "?", "plies": 2},
    )
    text = text_of(client.get(f"/games/{game.pk}/", headers={"accept-language": "en"}))
    assert ("the arbiter took it off" in text, "The game it copies" in text) == (True, False)


def test_the_second_decision_is_refused(arbiter_client, flag):
    decide(arbiter_client, flag, decision="dismissed")
    response = decide(arbiter_client, flag, decision="upheld")
    assert (response.status_code, Flag.objects.get().status) == (409, "dismissed")
    assert "This has been decided already." in text_of(response)


@pytest.mark.parametrize("values", [{}, {"decision": "maybe"}, {"decision": "upheld", "result": "2:0"}])
def test_what_is_no_decision_is_refused(arbiter_client, flag, values):
    response = decide(arbiter_client, flag, **values)
    assert (response.status_code, Flag.objects.get().status) == (400, "open")


def test_a_flag_of_another_tournament_is_404(arbiter_client, pairing):
    assert decide(arbiter_client, FlagFactory(), decision="upheld").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_queue_costs_the_same_for_one_and_three(
    arbiter_client, pairing, count, django_assert_num_queries
):
    for each in [pairing, *(PairingFactory(round=pairing.round) for _ in range(count - 1))]:
        game = GameFactory(pairing=each, submitted_by=each.white.player.user)
        FlagFactory(game=game)
        FlagFactory(game=game, status="dismissed")
    with django_assert_num_queries(9):
        response = arbiter_client.get(QUEUE)
    assert text_of(response).count('id="flag-') == count


def test_the_engine_is_heard_on_the_position(arbiter_client, flag):
    page = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert page.count("<strong>Engine:</strong> About even (") == 1
    assert flag.opinion["params"]["move"] in page


def test_a_claim_is_upheld_as_a_draw(arbiter_client, player_client, pairing):
    sent = {"pdn": "1. c3-d4 d6-c5", "claim": "theoretical"}
    assert player_client.post(f"/pairings/{pairing.pk}/submit/", sent).status_code == 302
    flag = Flag.objects.get(kind="claim")
    page = text_of(arbiter_client.get(QUEUE, headers={"accept-language": "en"}))
    assert "beyond the endgame tables; the arbiter decides" in page
    assert decide(arbiter_client, flag, decision="upheld", reason="agreed").status_code == 302
    assert Pairing.objects.get(pk=pairing.pk).result_code == "1/2-1/2"
