"""What needs the arbiter now, the end of the event and its rating."""

import pytest
from django.urls import reverse

from tests.factories import FlagFactory, GameFactory, RatingListFactory, RequestedByeFactory
from tests.tournaments.desk.conftest import pair, said, with_players
from tournaments.models import Job, Tournament
from tournaments.services import lifecycle, registration, results


def step(desk, tournament) -> tuple:
    state = desk.get(reverse("desk", args=[tournament.slug])).context["desk"]
    return state.step, state.entry_count, state.round_count, len(state.open_pairings)


class TestNextStep:
    def test_it_goes_from_players_to_the_end(self, desk, arbiter):
        tournament = with_players(arbiter, 1, planned_rounds=1)
        seen = [step(desk, tournament)]
        registration.add_entry(actor=arbiter, tournament=tournament, name="Nový, Jan")
        seen.append(step(desk, tournament))
        pairings = pair(arbiter, tournament)
        seen.append(step(desk, tournament))
        results.record_result(actor=arbiter, pairing=pairings[0], code="1-0")
        seen.append(step(desk, tournament))
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
        seen.append(step(desk, tournament))
        assert seen == [
            ("add-players", 1, 0, 0),
            ("pair", 2, 0, 0),
            ("results", 2, 1, 1),
            ("finish", 2, 1, 0),
            ("done", 2, 1, 0),
        ]

    def test_the_button_says_what_it_will_do(self, desk, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "0-1")
        page = desk.get(reverse("desk", args=[tournament.slug])).content.decode()
        assert ("Pair round 2" in page, 'name="expected_number" value="2"' in page) == (True, True)

    def test_who_will_not_play_is_named(self, desk, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "0-1")
        first, second = tournament.entries.all()[:2]
        RequestedByeFactory(entry=first, round_number=2, code="half-bye")
        registration.withdraw_entry(actor=arbiter, entry=second)
        state = desk.get(reverse("desk", args=[tournament.slug])).context["desk"]
        assert [(each.entry, each.bye) for each in state.absences] == [(first, "half-bye"), (second, "")]
        assert state.present_count == 2

    def test_the_queue_is_counted(self, desk, tournament, round_1):
        FlagFactory(game=GameFactory(pairing=round_1[0]))
        FlagFactory(game=GameFactory(pairing=round_1[1]), status="dismissed")
        page = desk.get(reverse("desk", args=[tournament.slug])).content.decode()
        assert '<span class="badge warning">1</span>' in page

    @pytest.mark.parametrize("players", [2, 6])
    def test_the_query_count_with_1_and_3_tables(self, desk, arbiter, django_assert_num_queries, players):
        tournament = with_players(arbiter, players)
        pair(arbiter, tournament)
        with django_assert_num_queries(12):
            desk.get(reverse("desk", args=[tournament.slug]))


class TestWhoIsNotHere:
    def test_the_desk_says_so_once_somebody_is_checked_in(self, desk, arbiter, tournament):
        address = reverse("desk", args=[tournament.slug])
        assert desk.get(address).context["desk"].missing_count == 0
        here, away, *missing = tournament.entries.all()
        desk.post(reverse("desk-check-in-note", args=[tournament.slug, here.pk]), {"here": "1"})
        RequestedByeFactory(entry=away, round_number=1, code="half-bye")
        response = desk.get(address)
        assert response.context["desk"].missing_count == len(missing) == 2
        assert "2 players are not here and would be paired:" in response.content.decode()


class TestKnockout:
    def test_a_tie_waits_for_its_play_off_before_the_next_round(self, desk, arbiter):
        tournament = with_players(arbiter, 5, pairing_system="knockout", planned_rounds=None)
        (tied, *_byes) = pair(arbiter, tournament, "1/2-1/2")
        address = reverse("desk", args=[tournament.slug])
        state = desk.get(address).context["desk"]
        assert (state.step, state.open_pairings, state.tied) == ("results", [tied], (tied,))
        page = desk.get(address).content.decode()
        assert ("tied, the play-off decides" in page, "Pair round 2" in page) == (True, False)
        page = desk.get(reverse("desk-round", args=[tournament.slug, 1])).content.decode()
        assert "Pair round 2" not in page
        for game, code in ((2, "1-0"), (3, "1/2-1/2")):
            tied.refresh_from_db()
            results.record_result(actor=arbiter, pairing=tied, code=code, game=game)
        state = desk.get(address).context["desk"]
        assert (state.step, state.tied, state.entry_count, state.present_count) == ("pair", (), 5, 4)

    def test_after_groups_it_is_for_those_who_go_on(self, desk, arbiter):
        settings = {"group_count": 2, "advance": 1}
        tournament = with_players(
            arbiter, 4, pairing_system="groups-knockout", planned_rounds=None, system_settings=settings
        )
        address = reverse("desk", args=[tournament.slug])
        counts = [desk.get(address).context["desk"].present_count]
        pair(arbiter, tournament, "1-0", "1-0")
        counts.append(desk.get(address).context["desk"].present_count)
        assert counts == [4, 2]

    def test_the_last_round_has_the_match_for_third_place(self, desk, arbiter):
        tournament = with_players(arbiter, 4, pairing_system="knockout", planned_rounds=None)
        pair(arbiter, tournament, "1-0", "1-0")
        assert desk.get(reverse("desk", args=[tournament.slug])).context["desk"].present_count == 4


@pytest.fixture
def played(arbiter) -> Tournament:
    """One round of two, played."""
    tournament = with_players(arbiter, 2, planned_rounds=1, rating_list=RatingListFactory())
    pair(arbiter, tournament, "1-0")
    return tournament


class TestFinish:
    def test_it_says_what_it_means_first(self, desk, played):
        response = desk.get(reverse("desk-finish", args=[played.slug]))
        played.refresh_from_db()
        assert (response.status_code, played.status) == (200, "running")
        assert [line.entry.player.family_name for line in response.context["lines"]] == ["Adam", "Bartoš"]

    def test_it_warns_of_games_that_wait_for_a_decision(self, desk, played):
        finish = reverse("desk-finish", args=[played.slug])
        assert "Games still wait for a decision." not in desk.get(finish).content.decode()
        pairing = played.rounds.get().pairings.get()
        FlagFactory(game=GameFactory(tournament=played, pairing=pairing))
        assert "Games still wait for a decision." in desk.get(finish).content.decode()

    def test_finishing_rates_in_the_background(self, desk, played, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            response = desk.post(reverse("desk-finish", args=[played.slug]))
        assert response["Location"] == reverse("desk", args=[played.slug])
        page = desk.get(response["Location"])
        assert said(page) == ["The tournament is finished."]
        assert page.context["rating"].state == "done"
        assert played.rating_list.get_absolute_url() in page.content.decode()

    def test_while_it_is_being_rated_the_page_says_so(self, desk, played):
        desk.post(reverse("desk-finish", args=[played.slug]))
        page = desk.get(reverse("desk", args=[played.slug]))
        assert (page.context["rating"].state, "It is being rated" in page.content.decode()) == (
            "waiting",
            True,
        )

    def test_a_rating_that_failed_is_said(self, desk, played):
        desk.post(reverse("desk-finish", args=[played.slug]))
        Job.objects.update(state="failed", error="ConflictError: no initial rating")
        page = desk.get(reverse("desk", args=[played.slug])).content.decode()
        assert ("The rating failed." in page, "no initial rating" in page) == (True, True)

    def test_missing_results_forbid_it(self, desk, tournament, round_1):
        response = desk.post(reverse("desk-finish", args=[tournament.slug]))
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Results still missing (round/table): 1/1, 1/2. The final standings need all of them."],
        )

    def test_nothing_played_forbids_it(self, desk, tournament):
        response = desk.post(reverse("desk-finish", args=[tournament.slug]))
        assert response.status_code == 409

    def test_a_finished_one_is_not_finished_again(self, desk, played):
        desk.post(reverse("desk-finish", args=[played.slug]))
        address = reverse("desk-finish", args=[played.slug])
        assert (desk.post(address).status_code, desk.get(address).status_code) == (302, 302)
        assert played.audit_entries.filter(action="finish-tournament").count() == 1


class TestReopen:
    def test_with_a_reason_it_is_open_again(self, desk, arbiter, played):
        lifecycle.finish_tournament(actor=arbiter, tournament=played)
        response = desk.post(
            reverse("desk-reopen", args=[played.slug]), {"reason": "wrong result"}, follow=True
        )
        played.refresh_from_db()
        assert (said(response), played.status) == (["The tournament is open again."], "running")
        assert played.audit_entries.get(action="reopen-tournament").reason == "wrong result"

    def test_without_one_it_stays_finished(self, desk, arbiter, played):
        lifecycle.finish_tournament(actor=arbiter, tournament=played)
        response = desk.post(reverse("desk-reopen", args=[played.slug]), {"reason": " "})
        played.refresh_from_db()
        assert (response.status_code, played.status) == (400, "finished")
        assert list(response.context["reopen_form"].errors) == ["reason"]
