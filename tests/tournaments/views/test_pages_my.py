"""The player's own page by his link, by the code on the table, and signed in."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, RequestedByeFactory, TournamentFactory, UserFactory
from tournaments.models import AuditEntry, Pairing, Result, ResultReport, Round, Tournament
from tournaments.services import results, rounds
from tournaments.services.reports import report_result
from tournaments.views.codes import table_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(arbiter):
    tournament = TournamentFactory(
        slug="open", arbiters=[arbiter], players_report=True, planned_rounds=3, initial_colour="white"
    )
    for name in ("Adam", "Bor", "Cap", "Dub"):
        EntryFactory(tournament=tournament, player__family_name=name, player__given_name="Jan", rating=1500)
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    return tournament


@pytest.fixture
def pairing(tournament):
    """Adam with White against Cap at table 1."""
    found = Pairing.objects.select_related("round__tournament", "white__player", "black__player")
    return found.get(table=1)


@pytest.fixture
def web():
    return Client(headers={"accept-language": "en"})


def link(entry):
    return reverse("my", args=[entry.private_key])


def at_table(pairing, token=None):
    return reverse("table", args=["open", pairing.round.number, pairing.table, token or table_token(pairing)])


def sent(pairing, code="1-0", **fields):
    return {"pairing": pairing.pk, "game": 1, "code": code, **fields}


class TestPrivateLink:
    def test_it_shows_the_next_game_to_who_has_the_key(self, web, pairing):
        Round.objects.update(
            starts_at=datetime.datetime(2026, 3, 7, 9, tzinfo=timezone.get_current_timezone())
        )
        RequestedByeFactory(entry=pairing.white, round_number=3)
        page = web.get(link(pairing.white))
        text = page.content.decode()
        shown = [
            "Round 1, table 1",
            "You have White against <strong>Cap Jan</strong>",
            "I won",
            "I lost",
            "Starts",
        ]
        assert [each for each in shown if each not in text] == []
        assert page.context["line"].row.place == 1
        assert "Round 3" in text

    def test_nothing_keeps_it_and_nothing_finds_it(self, web, pairing):
        page = web.get(link(pairing.white))
        assert (page["Cache-Control"], page["X-Robots-Tag"], page["Referrer-Policy"]) == (
            "private, no-store",
            "noindex, nofollow",
            "same-origin",
        )

    def test_a_key_nobody_has(self, web, tournament):
        assert (web.get("/my/nobody/").status_code, web.post("/my/nobody/").status_code) == (404, 404)

    def test_a_key_that_no_database_can_look_for(self, web, tournament):
        assert web.get("/my/a%00/").status_code == 404

    def test_a_report_without_a_login_needs_only_the_forms_own_token(self, pairing):
        web = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
        assert web.post(link(pairing.white), sent(pairing)).status_code == 403
        page = web.get(link(pairing.white))
        token = str(page.context["csrf_token"])
        answer = web.post(link(pairing.white), sent(pairing, csrfmiddlewaretoken=token))
        assert (answer.status_code, answer["Location"]) == (302, link(pairing.white))
        assert list(ResultReport.objects.values_list("entry", "code", "status")) == [
            (pairing.white_id, "1-0", "open")
        ]
        logged = AuditEntry.objects.get(action="report-result")
        assert (logged.via, logged.actor) == ("link", None)
        assert "You reported: I won." in web.get(link(pairing.white)).content.decode()

    def test_black_says_it_in_his_own_words(self, web, pairing):
        web.post(link(pairing.black), sent(pairing, "1-0"))
        assert "You reported: I lost." in web.get(link(pairing.black)).content.decode()

    @pytest.mark.parametrize(
        ("code", "words"),
        [("1-0", "Your opponent reported the same"), ("0-1", "Your opponent reported another result")],
    )
    def test_what_the_opponent_said(self, web, pairing, code, words):
        report_result(pairing=pairing, entry=pairing.black, code=code)
        web.post(link(pairing.white), sent(pairing))
        assert words in web.get(link(pairing.white)).content.decode()

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"code": "+/-"}, 400),
            ({"code": "x"}, 400),
            ({"pairing": 0}, 400),
            ({"game": 2}, 409),
            ({"game": ""}, 400),
        ],
    )
    def test_what_cannot_be_reported(self, web, pairing, fields, status):
        answer = web.post(link(pairing.white), sent(pairing) | fields)
        assert (answer.status_code, ResultReport.objects.count()) == (status, 0)

    def test_nobody_elses_game(self, web, pairing):
        other = Pairing.objects.get(table=2)
        assert web.post(link(pairing.white), sent(other)).status_code == 400

    def test_after_the_result_it_is_shown_and_no_more_reported(self, web, arbiter, pairing):
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        assert 'class="report-form"' not in web.get(link(pairing.white)).content.decode()
        assert web.post(link(pairing.white), sent(pairing)).status_code == 409

    def test_switched_off_the_page_stays_and_the_report_is_refused(self, web, pairing):
        Tournament.objects.update(players_report=False)
        page = web.get(link(pairing.white))
        assert (page.status_code, 'class="report-form"' in page.content.decode()) == (200, False)
        assert (web.post(link(pairing.white), sent(pairing)).status_code, ResultReport.objects.count()) == (
            409,
            0,
        )

    def test_a_draft_is_not_shown(self, web, pairing):
        Round.objects.update(status="draft")
        text = web.get(link(pairing.white)).content.decode()
        assert ("Cap Jan" in text, "Round 1 is not paired yet" in text) == (False, True)
        # As for a pairing that does not exist: what is only a draft is nowhere.
        assert (web.post(link(pairing.white), sent(pairing)).status_code, ResultReport.objects.count()) == (
            400,
            0,
        )

    def test_earlier_games_stand_below(self, web, arbiter, tournament, pairing):
        for each in Pairing.objects.all():
            results.record_result(actor=arbiter, pairing=each, code="1-0")
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        past = web.get(link(pairing.white)).context["past"]
        assert [(each.number, each.opponent, each.game.code) for each in past] == [(1, pairing.black, "1-0")]

    def test_both_games_of_a_round(self, web, arbiter):
        tournament = TournamentFactory(slug="two", arbiters=[arbiter], players_report=True, games_per_round=2)
        for _ in range(2):
            EntryFactory(tournament=tournament)
        pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get()
        # In both games he finds the buttons from won to lost, whatever his colour.
        own = [
            [choice.code for choice in each.choices] for each in web.get(link(pairing.white)).context["games"]
        ]
        assert own == [["1-0", "1/2-1/2", "0-1"], ["0-1", "1/2-1/2", "1-0"]]
        web.post(link(pairing.white), sent(pairing, "0-1", game=2))
        assert ResultReport.objects.get().game == 2
        # In the second game he has Black, and won it.
        assert "You reported: I won." in web.get(link(pairing.white)).content.decode()


class TestTable:
    def test_who_scans_the_code_says_who_he_is(self, web, pairing):
        text = web.get(at_table(pairing)).content.decode()
        assert ["Adam Jan won" in text, "Cap Jan won" in text, "Who are you?" in text] == [True] * 3
        answer = web.post(at_table(pairing), {"game": 1, "code": "0-1"})
        assert (answer.status_code, ResultReport.objects.count()) == (400, 0)
        web.post(at_table(pairing), {"game": 1, "code": "0-1", "side": "black"})
        assert list(ResultReport.objects.values_list("entry", "code")) == [(pairing.black_id, "0-1")]
        assert AuditEntry.objects.get(action="report-result").via == "link"
        assert Result.objects.count() == 0

    def test_only_with_the_code_of_this_pairing(self, web, pairing):
        other = Pairing.objects.get(table=2)
        for token in ("x", table_token(other)):
            assert web.get(at_table(pairing, token)).status_code == 404
            answer = web.post(at_table(pairing, token), {"game": 1, "code": "1-0", "side": "white"})
            assert (answer.status_code, ResultReport.objects.count()) == (404, 0)

    def test_switched_off_there_is_no_page_and_no_report(self, web, pairing):
        Tournament.objects.update(players_report=False)
        assert web.get(at_table(pairing)).status_code == 404
        answer = web.post(at_table(pairing), {"game": 1, "code": "1-0", "side": "white"})
        assert (answer.status_code, ResultReport.objects.count()) == (409, 0)

    def test_a_draft_has_no_code(self, web, pairing):
        Round.objects.update(status="draft")
        assert web.get(at_table(pairing)).status_code == 404

    def test_without_a_login_the_forms_token_is_enough(self, pairing):
        web = Client(enforce_csrf_checks=True)
        data = {"game": 1, "code": "1-0", "side": "white"}
        assert web.post(at_table(pairing), data).status_code == 403
        token = str(web.get(at_table(pairing)).context["csrf_token"])
        assert web.post(at_table(pairing), {**data, "csrfmiddlewaretoken": token}).status_code == 302


class TestSignedIn:
    @pytest.fixture
    def player(self, pairing):
        user = UserFactory(username="adam")
        pairing.white.player.user = user
        pairing.white.player.save()
        return user

    def test_three_persons(self, web, other_client, player, pairing):
        address = reverse("game-report", args=[pairing.pk])
        own = Client(headers={"accept-language": "en"})
        own.force_login(player)
        assert [each.get(address).status_code for each in (own, other_client, web)] == [200, 404, 302]
        data = sent(pairing)
        assert [each.post(address, data).status_code for each in (other_client, web)] == [404, 302]
        assert ResultReport.objects.count() == 0
        assert own.post(address, data).status_code == 302
        assert AuditEntry.objects.get(action="report-result").actor == player
        Tournament.objects.update(is_public=False)
        assert [each.get(address).status_code for each in (other_client, web)] == [404, 404]

    def test_a_draft_is_nobodys(self, player, pairing):
        Round.objects.update(status="draft")
        own = Client()
        own.force_login(player)
        assert own.get(reverse("game-report", args=[pairing.pk])).status_code == 404

    def test_the_home_page_leads_there(self, player, pairing):
        own = Client()
        own.force_login(player)
        address = reverse("game-report", args=[pairing.pk])
        assert address in own.get("/").content.decode()
        Tournament.objects.update(players_report=False)
        assert address not in own.get("/").content.decode()
