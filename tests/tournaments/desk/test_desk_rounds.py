"""Pairing rounds and undoing the last one."""

import pytest
from django.urls import reverse

from tests.factories import GameFactory
from tests.tournaments.desk.conftest import pair, said, with_players
from tournaments.services import lifecycle


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


class TestPair:
    def test_it_lands_on_the_round(self, desk, url):
        response = desk.post(url("desk-pair"), {"expected_number": 1}, follow=True)
        assert response.redirect_chain == [(url("desk-round", 1), 302)]
        assert said(response) == ["Round 1 is paired: 2 tables."]

    def test_the_second_press_lands_on_the_round_of_the_first(self, desk, url, tournament):
        desk.post(url("desk-pair"), {"expected_number": 1}, follow=True)
        response = desk.post(url("desk-pair"), {"expected_number": 1}, follow=True)
        assert (response.status_code, response.context["number"]) == (409, 1)
        assert "Round 1 is already paired." in response.content.decode()
        assert tournament.rounds.count() == 1

    def test_missing_results_are_named(self, desk, url, tournament, round_1):
        response = desk.post(url("desk-pair"), {"expected_number": 2})
        assert (response.status_code, tournament.rounds.count()) == (409, 1)
        assert response.context["problems"] == [
            "Results are missing (round/table): 1/1, 1/2. Enter them, then pair."
        ]

    def test_one_player_is_no_round(self, desk, arbiter):
        tournament = with_players(arbiter, 1)
        response = desk.post(reverse("desk-pair", args=[tournament.slug]), {"expected_number": 1})
        assert (response.status_code, tournament.rounds.count()) == (409, 0)
        assert response.context["problems"] == [
            "A round needs at least two players and 1 is entered. Enter more players."
        ]

    def test_a_round_that_is_not_the_next(self, desk, url, tournament):
        response = desk.post(url("desk-pair"), {"expected_number": 3})
        assert (response.status_code, tournament.rounds.count()) == (409, 0)

    def test_which_round_must_be_said(self, desk, url, tournament):
        response = desk.post(url("desk-pair"))
        assert (response.status_code, tournament.rounds.count()) == (400, 0)


class TestRound:
    def test_it_shows_the_tables_and_why(self, desk, url, round_1):
        response = desk.get(url("desk-round", 1))
        assert [row.pairing for row in response.context["rows"]] == round_1
        page = response.content.decode()
        assert (page.count("data-print hidden"), "js/print" in page) == (1, True)
        assert ("Points of both: 0." in page, "Initial colour drawn by lot" in page) == (True, True)

    def test_the_tab_leads_to_the_last_round(self, desk, url, arbiter, tournament):
        assert desk.get(url("desk-rounds"))["Location"] == url("desk")
        pair(arbiter, tournament, "1-0", "1-0")
        pair(arbiter, tournament)
        assert desk.get(url("desk-rounds"))["Location"] == url("desk-round", 2)

    def test_there_is_no_round_that_was_not_paired(self, desk, url, round_1):
        assert desk.get(url("desk-round", 2)).status_code == 404

    def test_all_results_in_it_offers_the_next_round(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        assert 'name="expected_number" value="2"' in desk.get(url("desk-round", 1)).content.decode()

    def test_a_finished_tournament_is_only_read(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
        page = desk.get(url("desk-round", 1)).content.decode()
        assert ("/results/" in page, "Undo round" in page) == (False, False)

    @pytest.mark.parametrize("players", [2, 6])
    def test_the_query_count_with_1_and_3_tables(self, desk, arbiter, django_assert_num_queries, players):
        tournament = with_players(arbiter, players)
        pair(arbiter, tournament)
        with django_assert_num_queries(19):
            desk.get(reverse("desk-round", args=[tournament.slug, 1]))


class TestUndo:
    def test_it_says_first_what_will_be_lost(self, desk, url, arbiter, tournament):
        pairings = pair(arbiter, tournament, "1-0")
        GameFactory(pairing=pairings[0])
        response = desk.get(url("desk-undo", 1))
        counted = [response.context[name] for name in ("table_count", "result_count", "game_count")]
        assert (counted, tournament.rounds.count()) == ([2, 1, 1], 1)

    def test_it_undoes_with_a_reason(self, desk, url, tournament, round_1):
        response = desk.post(url("desk-undo", 1), {"reason": "one more came"}, follow=True)
        assert response.redirect_chain == [(url("desk"), 302)]
        assert said(response) == ["Round 1 is undone. The log keeps what stood there."]
        assert tournament.rounds.count() == 0
        assert tournament.audit_entries.get(action="undo-round").reason == "one more came"

    def test_only_the_last_round(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        pair(arbiter, tournament)
        assert desk.get(url("desk-undo", 1)).context["is_last"] is False
        response = desk.post(url("desk-undo", 1))
        assert (response.status_code, tournament.rounds.count()) == (409, 2)

    def test_a_second_press_undoes_nothing_more(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        pair(arbiter, tournament)
        desk.post(url("desk-undo", 2))
        response = desk.post(url("desk-undo", 2))
        assert (response["Location"], tournament.rounds.count()) == (url("desk"), 1)

    def test_a_reason_too_long_is_refused_and_kept(self, desk, url, tournament, round_1):
        response = desk.post(url("desk-undo", 1), {"reason": "x" * 201})
        assert (response.status_code, tournament.rounds.count()) == (400, 1)
        assert response.context["form"]["reason"].value() == "x" * 201
