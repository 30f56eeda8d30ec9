"""The states of a round at the desk: the draft, the buttons, the clock, adjourned games."""

from datetime import datetime

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import UserFactory
from tests.tournaments.desk.conftest import pair, said, signed_in, with_players
from tournaments.services import results, round_states, rounds


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


@pytest.fixture
def draft(arbiter, tournament):
    return rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)


def status(this):
    this.refresh_from_db()
    return this.status


class TestDraft:
    def test_it_is_prepared_looked_at_and_published(self, desk, url, tournament):
        page = desk.get(url("desk")).content.decode()
        assert ("Pair round 1" in page, "Prepare round 1 as a draft" in page) == (True, True)
        response = desk.post(url("desk-pair"), {"expected_number": 1, "draft": "1"}, follow=True)
        assert said(response) == ["Round 1 is prepared as a draft: 2 tables. Only the arbiters see it."]
        page = response.content.decode()
        assert ("Publish round 1" in page, "Pair it anew" in page, "Delete the draft" in page) == (True,) * 3
        assert "result-form" not in page
        assert "Round 1 is a draft" in desk.get(url("desk")).content.decode()
        response = desk.post(url("desk-publish", 1), follow=True)
        assert said(response) == ["Round 1 is published: everybody sees it."]
        assert tournament.rounds.get().status == "published"

    def test_paired_anew_changed_by_hand_and_deleted(self, desk, url, tournament, draft):
        response = desk.post(url("desk-repair", 1), follow=True)
        assert said(response) == ["Round 1 is paired anew. The log keeps what stood there."]
        response = desk.get(url("desk-hand", 1))
        rows = response.context["rows"]
        swapped = {"white": [rows[0].black, rows[1].white], "black": [rows[0].white, rows[1].black]}
        sent = {**swapped, "version": tournament.version}
        tournament.refresh_from_db()
        sent["version"] = tournament.version
        response = desk.post(url("desk-hand", 1), sent)
        if response.status_code == 409:
            response = desk.post(url("desk-hand", 1), sent | {"confirm": response.context["confirm"]})
        assert (response.status_code, tournament.rounds.get().status) == (302, "draft")
        assert "changed by hand" in desk.get(url("desk-round", 1)).content.decode()
        assert "Delete the draft of round 1" in desk.get(url("desk-undo", 1)).content.decode()
        response = desk.post(url("desk-undo", 1), {"reason": ""}, follow=True)
        assert said(response) == ["The draft of round 1 is deleted. The log keeps what stood there."]

    def test_a_result_is_refused(self, desk, url, draft):
        pairing = draft.pairings.first()
        response = desk.post(url("desk-result", 1, pairing.pk), {"version": 1, "game": 1, "code": "1-0"})
        assert (response.status_code, pairing.results.count()) == (409, 0)

    def test_who_came_meanwhile_is_named(self, desk, url, tournament, draft):
        desk.post(url("desk-withdraw", tournament.entries.get(number=1).pk))
        response = desk.post(url("desk-publish", 1))
        assert (response.status_code, status(draft)) == (409, "draft")
        assert "somebody came or left: Adam Jan" in response.context["problems"][0]

    @pytest.mark.parametrize("name", ["publish", "repair", "unpublish", "start", "close"])
    def test_it_is_nobody_elses(self, client, draft, url, name):
        strangers = signed_in(UserFactory())
        address = url(f"desk-{name}", 1)
        assert (client.post(address).status_code, strangers.post(address).status_code) == (302, 404)
        assert status(draft) == "draft"


class TestButtons:
    def test_started_taken_back_closed_and_opened(self, desk, url, arbiter, tournament, round_1):
        this = round_1[0].round
        desk.post(url("desk-unpublish", 1))
        assert status(this) == "draft"
        desk.post(url("desk-publish", 1))
        desk.post(url("desk-start", 1))
        assert status(this) == "playing"
        response = desk.post(url("desk-close", 1))
        assert (response.status_code, response.context["problems"]) == (
            409,
            [
                "Results are missing (round/table): 1/1, 1/2. Enter them, or say which games are adjourned,"
                " then close the round."
            ],
        )
        for pairing in round_1:
            results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        assert "Close round 1" in desk.get(url("desk-round", 1)).content.decode()
        desk.post(url("desk-close", 1))
        page = desk.get(url("desk-round", 1))
        assert (status(this), page.context["rows"][0].is_correction) == ("closed", True)
        sent = {"version": 2, "game": 1, "code": "0-1"}
        response = desk.post(url("desk-result", 1, round_1[0].pk), sent)
        assert response.status_code == 400
        desk.post(url("desk-result", 1, round_1[0].pk), sent | {"reason": "misread"})
        assert round_1[0].results.get(status="confirmed").code == "0-1"
        response = desk.post(url("desk-round-reopen", 1), follow=True)
        assert (said(response)[-1], status(this)) == ("Round 1 is open again.", "playing")

    def test_a_round_that_is_gone(self, desk, url, tournament):
        response = desk.post(url("desk-start", 1), follow=True)
        assert said(response) == ["This round has been undone meanwhile."]

    def test_adjourned_and_paired(self, desk, url, arbiter, tournament, round_1):
        results.record_result(actor=arbiter, pairing=round_1[0], code="1-0")
        response = desk.post(
            url("desk-adjourn", 1, round_1[1].pk), {"version": 1, "adjourned": "1"}, follow=True
        )
        assert said(response) == ["Table 2 is adjourned: the next round can be paired without its result."]
        page = desk.get(url("desk")).content.decode()
        assert "1 game is adjourned: for the pairing it counts as drawn." in page
        desk.post(url("desk-pair"), {"expected_number": 2})
        assert (
            "Adjourned games (round/table: 1/2) count as drawn"
            in desk.get(url("desk-round", 2)).content.decode()
        )
        assert desk.post(url("desk-adjourn", 1, round_1[1].pk), {"version": 1}).status_code == 409
        assert desk.post(url("desk-adjourn", 1, round_1[1].pk)).status_code == 400


class TestClock:
    def test_the_hour_that_comes_twice_is_shown_alike_everywhere(
        self, desk, url, client, tournament, round_1
    ):
        response = desk.post(url("desk-starts-at", 1), {"starts_at": "2026-10-25T02:30"}, follow=True)
        assert "2:30" in said(response)[0]
        this = round_1[0].round
        this.refresh_from_db()
        assert this.starts_at.isoformat() == "2026-10-25T00:30:00+00:00"
        assert 'value="2026-10-25T02:30"' in response.content.decode()
        key = round_1[0].white.private_key
        pages = [
            url("desk-round", 1),
            url("tournament-round", 1),
            url("tournament"),
            reverse("my", args=[key]),
            "/",
        ]
        for language in ("cs", "sk", "en"):
            for address in pages:
                page = desk.get(address, headers={"accept-language": language}).content.decode()
                assert " 02:30" in page, (language, address)
        assert client.get(url("api-round", 1)).json()["starts_at"] == "2026-10-25T02:30:00+02:00"
        assert " 02:30" in desk.get(url("desk-log")).content.decode()

    @pytest.mark.parametrize("standing", ["2026-10-25T01:30:00+00:00", "2026-10-25T00:30:07+00:00"])
    def test_saved_as_it_was_shown_it_stays_the_same_moment(
        self, desk, url, arbiter, tournament, round_1, standing
    ):
        """The second 02:30 of the night is shown as the first is, and seconds are not shown at all."""
        moment = datetime.fromisoformat(standing)
        round_states.set_starts_at(actor=arbiter, tournament=tournament, number=1, starts_at=moment)
        assert desk.post(url("desk-starts-at", 1), {"starts_at": "2026-10-25T02:30"}).status_code == 302
        this = round_1[0].round
        this.refresh_from_db()
        assert this.starts_at == moment
        desk.post(url("desk-starts-at", 1), {"starts_at": "2026-10-25T02:31"})
        this.refresh_from_db()
        assert this.starts_at.isoformat() == "2026-10-25T00:31:00+00:00"

    def test_the_hour_that_is_left_out_is_refused(self, desk, url, round_1):
        response = desk.post(url("desk-starts-at", 1), {"starts_at": "2026-03-29T02:30"})
        assert response.status_code == 400
        assert response.context["start_form"].errors["starts_at"] == [
            "The clocks go forward that night: there is no 02:30 on 2026-03-29. Choose another time."
        ]
        assert 'value="2026-03-29T02:30"' in response.content.decode()

    def test_it_is_taken_off(self, desk, url, round_1):
        desk.post(url("desk-starts-at", 1), {"starts_at": "2026-10-25T18:00"})
        response = desk.post(url("desk-starts-at", 1), {"starts_at": ""}, follow=True)
        assert said(response)[-1] == "Round 1 has no start time."

    def test_times_are_of_the_hall(self):
        with translation.override("en"):
            assert str(timezone.get_current_timezone()) == "Europe/Prague"


@pytest.mark.parametrize("players", [2, 6])
def test_the_query_count_of_a_draft_with_1_and_3_tables(arbiter, desk, django_assert_num_queries, players):
    tournament = with_players(arbiter, players)
    pair(arbiter, tournament)
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
    rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    with django_assert_num_queries(18):
        desk.get(reverse("desk-round", args=[tournament.slug, 1]))
