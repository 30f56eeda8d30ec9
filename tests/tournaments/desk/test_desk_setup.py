"""A new tournament, its settings and its arbiters."""

import datetime
from html import unescape

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, FederationFactory, PlayerFactory, RatingListFactory, UserFactory
from tests.tournaments.desk.conftest import pair, said
from tournaments.models import AuditEntry, Player, Tournament
from tournaments.services import results, tournaments

NEW = reverse("tournament-new")
MAKE_LIST = reverse("admin:tournaments_ratinglist_add")
LEAST = {"name": "Jarní cena", "ruleset": "czech", "pairing_system": "swiss", "scoring": "2-1-0"}
EIGHT = "\n".join(f"Hráč{n}, Jan" for n in range(1, 9))


class TestNew:
    def test_the_form_shows_the_defaults(self, desk):
        form = desk.get(NEW).context["form"]
        shown = {name: form[name].value() for name in ("ruleset", "pairing_system", "scoring", "is_public")}
        assert shown == {"ruleset": "czech", "pairing_system": "swiss", "scoring": "2-1-0", "is_public": True}

    def test_a_stranger_is_led_to_the_login(self, client):
        assert client.get(NEW)["Location"] == f"{reverse('login')}?next={NEW}"

    def test_a_name_and_players_are_enough(self, desk, arbiter):
        response = desk.post(NEW, {**LEAST, "players": EIGHT, "is_public": "on"}, follow=True)
        tournament = Tournament.objects.get()
        assert response.redirect_chain == [(reverse("desk", args=["jarni-cena"]), 302)]
        assert said(response) == [
            "“Jarní cena” is set up. 8 players are entered. New to the site: "
            + "; ".join(f"Hráč{n}, Jan" for n in range(1, 9))
            + "."
        ]
        assert (tournament.planned_rounds, tournament.tiebreaks, list(tournament.arbiters.all())) == (
            None,
            ["buchholz", "direct-encounter", "sonneborn-berger", "wins"],
            [arbiter],
        )
        assert tournament.starts_on == tournament.ends_on == datetime.date.today()  # noqa: DTZ011

    def test_four_steps_to_the_first_round(self, client, db):
        """Log in, open the form, fill it in and send it, pair: four."""
        from tests.factories.accounts import PASSWORD

        UserFactory(username="alena")
        client.post(reverse("login"), {"username": "alena", "password": PASSWORD, "next": NEW})
        client.get(NEW)
        desk = client.post(NEW, {**LEAST, "players": EIGHT}, follow=True)
        number = desk.context["desk"].next_round
        response = client.post(
            reverse("desk-pair", args=["jarni-cena"]), {"expected_number": number}, follow=True
        )
        assert [row.pairing.table for row in response.context["rows"]] == [1, 2, 3, 4]

    def test_all_or_nothing_with_every_line_at_fault(self, desk):
        players = "Novák, Jan\nNovák, Jan\nDlouhý, Petr; osmdesát\n;1990"
        response = desk.post(NEW, {**LEAST, "players": players})
        assert response.status_code == 400
        assert response.context["form"].errors["players"] == [
            "Line 2: Novák Jan is the same player as in line 1.",
            "Line 3: “osmdesát” should be a number from 1900 to 2100."
            " A line is: name; year of birth; club; rating.",
            "Line 4: Write the player's name, for example “Dvořák, Jan”.",
        ]
        assert response.context["form"]["players"].value() == players
        assert (Tournament.objects.count(), Player.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)

    def test_a_name_too_long_for_the_register_names_its_line(self, desk):
        response = desk.post(NEW, {**LEAST, "players": "x" * 100})
        assert response.status_code == 400
        assert len(response.context["form"].errors["players"]) == 1
        assert response.context["form"].errors["players"][0].startswith("Line 1: ")

    def test_a_name_that_stands_for_two_players_is_not_guessed(self, desk):
        PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
        PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1990)
        response = desk.post(NEW, {**LEAST, "players": "Novák, Jan"})
        assert response.context["form"].errors["players"] == [
            "Line 1: Several players are called Novák, Jan: Novák Jan (1980); Novák Jan (1990)."
            " Choose one from the list of players."
        ]

    def test_the_name_is_needed(self, desk):
        response = desk.post(NEW, {**LEAST, "name": " "})
        assert (response.status_code, list(response.context["form"].errors)) == (400, ["name"])

    def test_the_last_day_is_not_before_the_first(self, desk):
        response = desk.post(NEW, {**LEAST, "starts_on": "2026-03-08", "ends_on": "2026-03-07"})
        assert response.context["form"].errors == {"ends_on": ["The last day is before the first."]}
        assert response.context["form"].has_folded_errors

    def test_tie_breaks_in_the_order_chosen(self, desk):
        desk.post(NEW, {**LEAST, "tiebreak_1": "wins", "tiebreak_3": "buchholz"})
        assert Tournament.objects.get().tiebreaks == ["wins", "buchholz"]

    def test_a_tie_break_counts_once(self, desk):
        response = desk.post(NEW, {**LEAST, "tiebreak_1": "wins", "tiebreak_2": "wins"})
        assert list(response.context["form"].errors) == ["tiebreak_2"]

    def test_a_tournament_called_new_has_an_address_of_its_own(self, desk):
        response = desk.post(NEW, {**LEAST, "name": "New"})
        assert response["Location"] == reverse("desk", args=["new-2"])

    def test_federations_and_rating_lists_of_others_are_not_offered(self, desk, arbiter):
        federation, rating_list = FederationFactory(), RatingListFactory(federation=FederationFactory())
        assert "federation" not in desk.get(NEW).context["form"].fields
        response = desk.post(NEW, {**LEAST, "federation": federation.pk, "rating_list": rating_list.pk})
        assert response.status_code == 302
        assert (Tournament.objects.get().federation, Tournament.objects.get().rating_list) == (None, None)

    def test_without_any_list_the_page_says_who_makes_one(self, desk, arbiter):
        page = unescape(desk.get(NEW).content.decode())
        assert "No rating list yet: the federation's staff make one" in page
        assert MAKE_LIST not in page

    def test_whoever_can_make_a_list_is_led_there(self, desk, arbiter):
        FederationFactory().staff.add(arbiter)
        assert MAKE_LIST not in desk.get(NEW).content.decode()
        arbiter.is_staff = True
        arbiter.save()
        assert f'href="{MAKE_LIST}"' in desk.get(NEW).content.decode()
        assert desk.get(MAKE_LIST).status_code == 200

    def test_a_list_of_others_is_said_to_be_theirs(self, desk):
        RatingListFactory(federation=FederationFactory())
        page = unescape(desk.get(NEW).content.decode())
        assert "None that you may choose: the staff of a list's federation choose it." in page

    @pytest.mark.parametrize("lists", [1, 2])
    def test_the_only_list_one_may_use_is_chosen(self, desk, arbiter, lists):
        mine = FederationFactory()
        mine.staff.add(arbiter)
        RatingListFactory(federation=FederationFactory())
        made = [RatingListFactory(federation=mine) for _ in range(lists)]
        response = desk.get(NEW)
        chosen = response.context["form"]["rating_list"].value()
        assert chosen == (made[0].pk if lists == 1 else None)
        # Beside the other first questions, not folded away.
        shown, _folded = response.content.decode().split("<details", 1)
        assert 'name="rating_list"' in shown

    def test_staff_choose_their_federations_clubs_and_lists(self, desk, arbiter):
        mine, other = FederationFactory(), FederationFactory()
        mine.staff.add(arbiter)
        club, rating_list = ClubFactory(federation=mine), RatingListFactory(federation=mine)
        ClubFactory(federation=other)
        form = desk.get(NEW).context["form"]
        offered = {name: list(form.fields[name].queryset) for name in ("federation", "club", "rating_list")}
        assert offered == {"federation": [mine], "club": [club], "rating_list": [rating_list]}
        refused = desk.post(NEW, {**LEAST, "federation": other.pk})
        assert (refused.status_code, list(refused.context["form"].errors)) == (400, ["federation"])


def filled(page) -> dict:
    """What the browser would send when nothing is touched."""
    form = page.context["form"]
    data = {}
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False):
            data[name] = form[name].field.widget.format_value(value)
            if isinstance(data[name], list):
                data[name] = data[name][0]
            if value is True:
                data[name] = "on"
    return {name: value for name, value in data.items() if value is not None}


@pytest.fixture
def settings_url(tournament):
    return reverse("desk-settings", args=[tournament.slug])


class TestSettings:
    def test_what_is_changed_is_saved(self, desk, settings_url, tournament):
        data = filled(desk.get(settings_url))
        response = desk.post(settings_url, {**data, "venue": "Sokolovna", "planned_rounds": "7"}, follow=True)
        tournament.refresh_from_db()
        assert said(response) == ["The settings are saved."]
        assert (tournament.venue, tournament.planned_rounds) == ("Sokolovna", 7)
        entry = AuditEntry.objects.get()
        assert (entry.before, entry.after) == (
            {"planned_rounds": 3, "venue": "", "tiebreaks": []},
            {
                "planned_rounds": 7,
                "venue": "Sokolovna",
                "tiebreaks": ["buchholz", "direct-encounter", "sonneborn-berger", "wins"],
            },
        )

    def test_a_page_saved_untouched_changes_nothing(self, desk, settings_url, arbiter):
        desk.post(settings_url, {**filled(desk.get(settings_url)), "venue": "Sokolovna"})
        before = Tournament.objects.values().get()
        desk.post(settings_url, filled(desk.get(settings_url)))
        assert Tournament.objects.values().get() == before

    def test_a_stale_page_says_what_changed_and_keeps_the_input(
        self, desk, settings_url, tournament, arbiter
    ):
        data = filled(desk.get(settings_url))
        tournaments.update_tournament(
            actor=arbiter, tournament=tournament, changes={"planned_rounds": 9, "time_control": "45 min"}
        )
        response = desk.post(settings_url, {**data, "venue": "Sokolovna"})
        tournament.refresh_from_db()
        assert (response.status_code, tournament.venue) == (409, "")
        meanwhile = {(each.label, each.shown, each.now) for each in response.context["meanwhile"]}
        assert {("rounds", "3", "9"), ("time control", "—", "45 min")} <= meanwhile
        form = response.context["form"]
        assert [form[name].value() for name in ("venue", "planned_rounds", "time_control")] == [
            "Sokolovna",
            "9",
            "45 min",
        ]
        assert form["version"].value() == str(tournament.version)

    def test_what_the_409_page_shows_can_be_saved_at_once(self, desk, settings_url, tournament, arbiter):
        data = filled(desk.get(settings_url))
        tournaments.update_tournament(actor=arbiter, tournament=tournament, changes={"planned_rounds": 9})
        refused = desk.post(settings_url, {**data, "venue": "Sokolovna"})
        assert desk.post(settings_url, filled(refused)).status_code == 302
        tournament.refresh_from_db()
        assert (tournament.venue, tournament.planned_rounds) == ("Sokolovna", 9)

    def test_a_result_recorded_meanwhile_is_no_conflict(
        self, desk, settings_url, arbiter, tournament, round_1
    ):
        data = filled(desk.get(settings_url))
        results.record_result(actor=arbiter, pairing=round_1[0], code="1-0")
        assert desk.post(settings_url, {**data, "venue": "Sokolovna"}).status_code == 302
        tournament.refresh_from_db()
        assert tournament.venue == "Sokolovna"

    def test_what_rounds_rest_on_is_not_offered(self, desk, settings_url, round_1):
        fields = desk.get(settings_url).context["form"].fields
        assert {"ruleset", "pairing_system", "initial_colour"} & set(fields) == set()

    def test_a_page_from_before_the_first_round_cannot_change_it(
        self, desk, settings_url, tournament, arbiter
    ):
        data = filled(desk.get(settings_url))
        pair(arbiter, tournament)
        response = desk.post(settings_url, {**data, "pairing_system": "round-robin"})
        assert response.status_code == 409
        assert response.context["form"].non_field_errors() == [
            "pairing system cannot change any more: rounds have been paired. Undo them first."
        ]

    def test_what_the_model_forbids_stands_at_the_field(self, desk, settings_url):
        response = desk.post(settings_url, {**filled(desk.get(settings_url)), "planned_rounds": "0"})
        assert (response.status_code, list(response.context["form"].errors)) == (400, ["planned_rounds"])

    def test_the_query_count(self, desk, settings_url, django_assert_num_queries):
        with django_assert_num_queries(10):
            desk.get(settings_url)
