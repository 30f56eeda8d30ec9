"""Recording results, one table at a time, from several screens."""

import pytest
from django.urls import reverse

from tests.tournaments.desk.conftest import pair, said, with_players
from tournaments.models import Result
from tournaments.services import lifecycle, results, rounds


@pytest.fixture
def send(desk, tournament):
    def sent(pairing, code, follow=False, **data):
        url = reverse("desk-result", args=[tournament.slug, pairing.round.number, pairing.pk])
        return desk.post(url, {"code": code, "version": pairing.version, **data}, follow=follow)

    return sent


def row_of(response, pairing):
    return next(row for row in response.context["rows"] if row.pairing == pairing)


def test_a_result_leads_on_to_the_next_open_table(send, tournament, round_1):
    response = send(round_1[0], "1-0", follow=True)
    address = reverse("desk-round", args=[tournament.slug, 1])
    assert response.redirect_chain == [(f"{address}#pairing-{round_1[1].pk}", 302)]
    assert said(response) == [f"Table 1: {round_1[0]} 1–0"]
    assert row_of(response, round_1[0]).pairing.result_code == "1-0"


def test_the_last_one_stays_where_it_is(send, tournament, round_1):
    assert send(round_1[1], "0-1")["Location"].endswith(f"#pairing-{round_1[1].pk}")


@pytest.mark.parametrize(
    "code", ["1-0", "1/2-1/2", "0-1", "0-0", "+/-", "-/+", "-/-", "1/2+-1/2", "1/2-1/2+"]
)
def test_every_result_a_game_can_have(send, round_1, code):
    assert send(round_1[0], code).status_code == 302
    assert round_1[0].results.values_list("code", "status").get() == (code, "confirmed")


def test_the_page_shows_what_stands(send, round_1):
    row = row_of(send(round_1[0], "+/-", follow=True), round_1[0])
    assert [each.is_chosen for each in row.buttons] == [False, False, False]
    assert [each.code for each in row.choices if each.is_chosen] == ["+/-"]
    assert row.has_other_result


def test_it_can_be_cleared(send, round_1):
    send(round_1[0], "1-0")
    round_1[0].refresh_from_db()
    response = send(round_1[0], "", follow=True)
    assert said(response)[-1] == f"Table 1: {round_1[0]}, the result is cleared"
    assert row_of(response, round_1[0]).pairing.result_code is None


def test_a_result_nobody_knows_is_refused(send, round_1):
    response = send(round_1[0], "5-0", reason="because")
    refused = row_of(response, round_1[0]).refused
    assert (response.status_code, refused.code, refused.reason) == (400, "5-0", "because")
    assert refused.problems == [
        "“5-0” is not a result. Write one of: 1-0, 1/2-1/2, 0-1, 0-0, +/-, -/+, -/-, 1/2+-1/2, 1/2-1/2+."
    ]


def test_without_a_version_nothing_is_recorded(send, round_1):
    response = send(round_1[0], "1-0", version="")
    assert (response.status_code, Result.objects.count()) == (400, 0)


class TestStale:
    def test_who_comes_second_sees_what_stands_and_keeps_his_choice(self, send, arbiter, round_1):
        results.record_result(actor=arbiter, pairing=round_1[0], code="0-1")
        response = send(round_1[0], "1-0", reason="as I saw it")
        row = row_of(response, round_1[0])
        assert (response.status_code, row.refused.is_stale) == (409, True)
        assert (row.refused.standing.code, row.refused.code, row.refused.reason) == (
            "0-1",
            "1-0",
            "as I saw it",
        )
        assert (row.pairing.result_code, row.refused.standing.recorded_by) == ("0-1", arbiter)

    def test_he_may_insist(self, send, arbiter, round_1):
        results.record_result(actor=arbiter, pairing=round_1[0], code="0-1")
        row = row_of(send(round_1[0], "1-0"), round_1[0])
        assert send(row.pairing, "1-0").status_code == 302
        assert list(round_1[0].results.values_list("code", "status")) == [
            ("0-1", "replaced"),
            ("1-0", "confirmed"),
        ]

    def test_the_same_from_two_screens_is_once(self, send, arbiter, round_1):
        results.record_result(actor=arbiter, pairing=round_1[0], code="0-1")
        assert send(round_1[0], "0-1").status_code == 302
        assert round_1[0].results.count() == 1

    def test_an_untouched_row_is_not_sent_with_another(self, send, arbiter, round_1):
        results.record_result(actor=arbiter, pairing=round_1[1], code="0-1")
        send(round_1[0], "1-0")
        round_1[1].refresh_from_db()
        assert round_1[1].results.get().code == "0-1"

    def test_a_round_undone_meanwhile(self, send, arbiter, tournament, round_1):
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
        response = send(round_1[0], "1-0")
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["This round has been undone meanwhile."],
        )


class TestCorrection:
    @pytest.fixture
    def earlier(self, arbiter, tournament):
        pairings = pair(arbiter, tournament, "1-0", "1-0")
        pair(arbiter, tournament)
        pairings[0].refresh_from_db()
        return pairings[0]

    def test_it_asks_for_a_reason(self, send, earlier):
        response = send(earlier, "0-1")
        row = row_of(response, earlier)
        assert (response.status_code, row.refused.code) == (400, "0-1")
        assert row.refused.problems == ["The round is closed, or later rounds rest on it: say why."]
        assert earlier.results.get().code == "1-0"

    def test_with_one_it_stands_in_the_log_and_leaves_later_pairings(self, send, earlier, tournament):
        before = list(tournament.rounds.get(number=2).pairings.values_list("white", "black"))
        assert send(earlier, "0-1", reason="misread slip").status_code == 302
        entry = tournament.audit_entries.filter(action="record-result").first()
        assert (entry.before, entry.after, entry.reason) == ("1-0", "0-1", "misread slip")
        assert list(tournament.rounds.get(number=2).pairings.values_list("white", "black")) == before

    def test_there_is_no_quick_button_for_it(self, desk, earlier, tournament):
        response = desk.get(reverse("desk-round", args=[tournament.slug, 1]))
        assert row_of(response, earlier).buttons == []


def test_a_finished_tournament_takes_no_result(send, arbiter, tournament):
    pairings = pair(arbiter, tournament, "1-0", "1-0")
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    pairings[0].refresh_from_db()
    response = send(pairings[0], "0-1")
    assert response.status_code == 409
    assert row_of(response, pairings[0]).refused.problems == [
        "The tournament is finished. Reopen it to change anything."
    ]


def test_a_bye_may_become_another_bye_but_no_win(desk, arbiter):
    tournament = with_players(arbiter, 3, slug="odd")
    bye = pair(arbiter, tournament)[-1]
    url = reverse("desk-result", args=["odd", 1, bye.pk])
    assert desk.post(url, {"code": "1-0", "version": bye.version}).status_code == 400
    assert desk.post(url, {"code": "zero-bye", "version": bye.version}).status_code == 302
    assert bye.results.get(status="confirmed").code == "zero-bye"
