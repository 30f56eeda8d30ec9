"""Both games of a two-game round, play-offs and plus draws at the desk and on the round's page."""

import pytest
from django.urls import reverse

from tests.tournaments.desk.conftest import pair, said, with_players
from tournaments.domain.errors import ConflictError
from tournaments.models import Pairing, Result
from tournaments.services import results


@pytest.fixture
def send(desk):
    def sent(pairing, code, game=1, **data):
        pairing = Pairing.objects.select_related("round__tournament").get(pk=pairing.pk)
        slug = pairing.round.tournament.slug
        url = reverse("desk-result", args=[slug, pairing.round.number, pairing.pk])
        data = {"code": code, "game": game, "version": pairing.version, **data}
        return desk.post(url, data, follow=True)

    return sent


def rows(response, pairing):
    return [row for row in response.context["rows"] if row.pairing == pairing]


def players(row):
    return row.game.white.player.family_name, row.game.black.player.family_name


class TestTwoGames:
    @pytest.fixture
    def tournament(self, arbiter):
        return with_players(arbiter, 4, games_per_round=2)

    @pytest.fixture
    def pairing(self, arbiter, tournament):
        return pair(arbiter, tournament)[0]

    def test_each_has_its_buttons_with_colours_reversed(self, desk, tournament, pairing):
        first, second = rows(desk.get(reverse("desk-round", args=[tournament.slug, 1])), pairing)
        assert players(second) == players(first)[::-1]
        assert [row.game.label for row in (first, second)] == ["game 1", "game 2"]
        assert [len(row.buttons) for row in (first, second)] == [3, 3]

    def test_after_the_first_comes_the_second_and_then_the_next_table(self, send, pairing):
        there = [send(pairing, "1-0", game).redirect_chain[0][0].partition("#")[2] for game in (1, 2)]
        following = Pairing.objects.get(round=pairing.round, table=2)
        assert there == [f"pairing-{pairing.pk}-2", f"pairing-{following.pk}"]

    def test_the_message_names_the_game_and_its_colours(self, send, pairing):
        response = send(pairing, "0-1", 2)
        assert said(response) == [f"Table 1: {pairing.black} – {pairing.white} (game 2) 0–1"]

    @pytest.mark.parametrize(
        ("codes", "score", "shown"),
        [
            (("1-0", "1/2-1/2"), "3–1", "1–0, ½–½"),
            (("1-0", "1-0"), "2–2", "1–0, 0–1"),
            (("+/-", "-/+"), "4–0", "+ −, + −"),
        ],
    )
    def test_both_together_are_the_sum(self, send, client, tournament, pairing, codes, score, shown):
        send(pairing, codes[0])
        response = send(pairing, codes[1], 2)
        assert [row.score for row in rows(response, pairing)] == ["", score]
        page = client.get(reverse("tournament-round", args=[tournament.slug, 1])).content.decode()
        assert (f">{score}</span>" in page, f">{shown}</span>" in page) == (True, True)

    def test_each_is_cleared_alone(self, send, pairing):
        send(pairing, "1-0")
        send(pairing, "0-1", 2)
        send(pairing, "", 1)
        found = Pairing.objects.get(pk=pairing.pk)
        assert (found.result_code, found.second_code) == (None, "0-1")

    def test_the_missing_games_are_counted(self, send, client, tournament, pairing):
        response = send(pairing, "1-0")
        assert response.context["open_count"] == 3
        public = client.get(reverse("tournament-round", args=[tournament.slug, 1]))
        assert public.context["open_count"] == 3

    def test_a_stale_one_shows_what_stands_in_that_game(self, send, arbiter, pairing):
        seen = pairing.version
        results.record_result(actor=arbiter, pairing=pairing, code="1-0", game=2)
        response = send(pairing, "0-1", 2, version=seen)
        first, second = rows(response, pairing)
        assert (first.refused, second.refused.standing.code, response.status_code) == (None, "1-0", 409)

    @pytest.mark.parametrize("game", [0, 3, "x"])
    def test_a_game_there_is_not(self, send, pairing, game):
        assert (send(pairing, "1-0", game).status_code, Result.objects.count()) == (400, 0)

    @pytest.mark.parametrize("games", [1, 2])
    def test_the_query_count(self, desk, arbiter, django_assert_num_queries, games):
        tournament = with_players(arbiter, 6, slug="more", games_per_round=games)
        pair(arbiter, tournament)
        with django_assert_num_queries(19):
            desk.get(reverse("desk-round", args=[tournament.slug, 1]))


class TestPlayOff:
    @pytest.fixture
    def pairing(self, arbiter):
        tournament = with_players(arbiter, 4, pairing_system="knockout", planned_rounds=None)
        return pair(arbiter, tournament)[0]

    def test_a_tie_brings_the_next_game_with_colours_changed_over(self, send, pairing):
        assert len(rows(send(pairing, "1-0"), pairing)) == 1
        first, further = rows(send(pairing, "1/2-1/2"), pairing)
        assert (further.game.label, further.game.number, further.game.code) == ("play-off game 1", 2, None)
        assert players(further) == players(first)[::-1]

    def test_it_is_shown_to_everybody_from_the_first_whites_side(self, send, client, pairing):
        send(pairing, "1/2-1/2")
        send(pairing, "1-0", 2)
        address = reverse("tournament-round", args=[pairing.round.tournament.slug, 1])
        page = client.get(address, headers={"accept-language": "en"})
        assert "play-off 0–1" in page.content.decode()

    def test_no_game_out_of_turn(self, arbiter, pairing):
        with pytest.raises(ConflictError) as caught:
            results.record_result(actor=arbiter, pairing=pairing, code="1-0", game=2)
        assert caught.value.code == "play-off-not-due"

    def test_the_last_goes_first(self, arbiter, send, pairing):
        send(pairing, "1/2-1/2")
        send(pairing, "1/2-1/2", 2)
        with pytest.raises(ConflictError) as caught:
            results.record_result(actor=arbiter, pairing=pairing, code="")
        assert caught.value.code == "play-off-recorded"
        send(pairing, "", 2)
        send(pairing, "", 1)
        assert not Result.objects.filter(status="confirmed").exists()


class TestPlusDraws:
    @pytest.mark.parametrize(("tiebreaks", "offered"), [(["wins"], False), (["plus-draws"], True)])
    def test_they_are_offered_where_a_tie_break_tells_them_apart(self, desk, arbiter, tiebreaks, offered):
        tournament = with_players(arbiter, 2, tiebreaks=tiebreaks)
        pair(arbiter, tournament)
        row = desk.get(reverse("desk-round", args=[tournament.slug, 1])).context["rows"][0]
        assert ("1/2+-1/2" in [each.code for each in row.choices]) is offered

    def test_one_that_stands_there_can_be_chosen(self, send, arbiter):
        pairing = pair(arbiter, with_players(arbiter, 2, tiebreaks=["wins"]))[0]
        row = rows(send(pairing, "1/2-1/2+"), pairing)[0]
        assert [each.code for each in row.choices if each.is_chosen] == ["1/2-1/2+"]
