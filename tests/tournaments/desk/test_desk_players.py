"""Entering players and what happens to one of them."""

from html import unescape

import pytest
from django.urls import reverse

from tests.factories import FederationFactory, PlayerFactory, RequestedByeFactory
from tests.tournaments.desk.conftest import NAMES, pair, said, with_players
from tests.tournaments.views.tables import rows
from tournaments.models import Entry, Player
from tournaments.services import lifecycle, registration


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


@pytest.mark.both
class TestFind:
    def test_without_diacritics_and_in_any_order(self, desk, url):
        player = PlayerFactory(family_name="Žížala", given_name="Řehoř")
        PlayerFactory(family_name="Žížala", given_name="Jan")
        found = desk.get(url("desk-players"), {"q": "rehor ziz"}).context["found"]
        assert found == [player]

    @pytest.mark.parametrize(
        ("family_name", "given_name", "text"),
        [
            ("Žížala", "Řehoř", "zizala rehor"),
            ("Ångström", "Åsa", "angstrom asa"),
            ("Łukasz", "Wałęsa", "walesa lukasz"),
            ("Sørensen", "Søren", "soren sorensen"),
            ("Strauß", "Jörg", "jorg strauss"),
            ("Đorđević", "Đorđe", "dorde dordevic"),
            ("O'Neill-Žák", "", "o'neill zak"),
            ("O'Neill-Žák", "Ann", "ann oneill"),
            ("O’Neill", "Ann", "o neill"),
            ("O`Neill", "Ann", "ONEILL ann"),
            ("O'Neill-Žák", "", "oneillzak"),
            ("O'Neill-Žák", "", "oneill-žák"),
        ],
    )
    def test_letters_of_every_kind(self, desk, client, url, family_name, given_name, text):
        player = PlayerFactory(family_name=family_name, given_name=given_name)
        assert desk.get(url("desk-players"), {"q": text}).context["found"] == [player]
        assert player.name in unescape(client.get(reverse("players"), {"q": text}).content.decode())
        answer = client.get("/api/v1/players/", {"search": text}).json()
        assert [each["id"] for each in answer["results"]] == [player.pk]

    def test_who_is_entered_is_not_offered_again(self, desk, url):
        assert desk.get(url("desk-players"), {"q": NAMES[0]}).context["found"] == []

    def test_the_button_enters(self, desk, url, tournament):
        player = PlayerFactory(family_name="Žížala")
        response = desk.post(url("desk-enter"), {"player": player.pk})
        assert response["Location"] == url("desk-players") + "#find-player"
        assert tournament.entries.filter(player=player).count() == 1

    def test_a_second_press_enters_nobody_twice(self, desk, url, tournament):
        player = PlayerFactory(family_name="Žížala", given_name="Jan")
        desk.post(url("desk-enter"), {"player": player.pk})
        response = desk.post(url("desk-enter"), {"player": player.pk})
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Žížala Jan is already entered in this tournament."],
        )

    def test_a_player_who_is_gone(self, desk, url):
        response = desk.post(url("desk-enter"), {"player": 999999})
        assert (response.status_code, response.context["problems"]) == (
            400,
            ["This player is not on the list any more."],
        )


class TestAdd:
    def test_a_new_player_with_what_is_known(self, desk, url, tournament):
        response = desk.post(
            url("desk-add"), {"name": "Nový, Jan", "birth_year": "1990", "rating": "1500"}, follow=True
        )
        entry = tournament.entries.get(player__family_name="Nový")
        assert said(response) == ["Nový, Jan is entered."]
        assert (entry.player.birth_year, entry.rating, entry.joined_round) == (1990, 1500, 1)

    def test_a_name_on_the_list_is_that_player(self, desk, url, tournament):
        player = PlayerFactory(family_name="Žížala", given_name="Řehoř")
        desk.post(url("desk-add"), {"name": "rehor zizala"})
        assert tournament.entries.filter(player=player).count() == 1

    def test_namesakes_are_shown_to_choose_from(self, desk, url):
        both = [
            PlayerFactory(family_name="Novák", given_name="Jan", birth_year=year) for year in (1980, 1990)
        ]
        response = desk.post(url("desk-add"), {"name": "Novák, Jan"})
        assert (response.status_code, set(response.context["found"])) == (400, set(both))
        assert response.context["new_form"]["name"].value() == "Novák, Jan"

    @pytest.mark.parametrize("name", ["Novák, Jan", "Jan, Novak"])
    def test_a_probable_double_is_shown_with_both_ways_out(self, desk, url, tournament, name):
        known = PlayerFactory(family_name="Novak", given_name="Jan", birth_year=1980)
        sent = {"name": name, "birth_year": "1980", "club": "Sokol", "rating": "1500"}
        response = desk.post(url("desk-add"), sent)
        doubtful = response.context["doubtful"]
        assert (response.status_code, doubtful["players"], doubtful["is_double"]) == (400, (known,), True)
        assert (Player.objects.filter(birth_year=1980).count(), tournament.entries.count()) == (1, 4)
        assert "It is somebody else: make a new player" in response.content.decode()
        desk.post(url("desk-enter"), {"player": known.pk})
        desk.post(url("desk-add"), dict(doubtful["sent"]) | {"create_new": "on"})
        entered = tournament.entries.filter(player__birth_year=1980).order_by("pk")
        assert [(entry.player == known, entry.rating) for entry in entered] == [(True, None), (False, 1500)]

    def test_a_double_in_another_federation_too(self, desk, url, tournament):
        tournament.federation = FederationFactory()
        tournament.save()
        known = PlayerFactory(
            family_name="Novák", given_name="Jan", birth_year=1980, federation=FederationFactory()
        )
        response = desk.post(url("desk-add"), {"name": "Novák, Jan", "birth_year": "1980"})
        assert response.context["doubtful"]["players"] == (known,)
        desk.post(url("desk-enter"), {"player": known.pk})
        assert tournament.entries.filter(player=known).count() == 1

    @pytest.mark.parametrize("name", ["Novák, Jan", "Novák Jan", "Jan Novák", "NOVÁK, Jan"])
    def test_the_same_name_and_year_is_that_player(self, desk, url, tournament, name):
        known = PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
        desk.post(url("desk-add"), {"name": name, "birth_year": "1980"})
        assert tournament.entries.filter(player=known).count() == 1

    def test_a_namesake_of_another_year_is_new(self, desk, url, tournament):
        PlayerFactory(family_name="Novak", given_name="Jan", birth_year=1980)
        desk.post(url("desk-add"), {"name": "Novák, Jan", "birth_year": "1990"})
        assert tournament.entries.filter(player__birth_year=1990).count() == 1

    def test_a_double_enter_makes_one_player(self, desk, url, tournament):
        sent = {"name": "Nový, Jan", "create_new": "on", "idempotency_key": "a-key"}
        assert [desk.post(url("desk-add"), sent).status_code for _time in range(2)] == [302, 302]
        assert Player.objects.filter(family_name="Nový").count() == 1

    def test_a_real_namesake_is_made_when_asked_for(self, desk, url, tournament):
        PlayerFactory(family_name="Novák", given_name="Jan")
        desk.post(url("desk-add"), {"name": "Novák, Jan", "create_new": "on"})
        assert (Player.objects.filter(family_name="Novák").count(), tournament.entries.count()) == (2, 5)

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "Nový", "birth_year": "12"}, "birth_year"),
            ({"name": "Nový", "rating": "x"}, "rating"),
            ({"name": "x" * 100}, "__all__"),
        ],
    )
    def test_what_is_wrong_is_said_and_kept(self, desk, url, tournament, data, field):
        response = desk.post(url("desk-add"), data)
        form = response.context["new_form"]
        assert (response.status_code, list(form.errors), form["name"].value()) == (400, [field], data["name"])
        assert tournament.entries.count() == 4

    def test_a_late_entry_plays_from_the_next_round(self, desk, url, tournament, arbiter):
        pair(arbiter, tournament, "1-0", "1-0")
        desk.post(url("desk-add"), {"name": "Pozdní, Jan"})
        assert tournament.entries.get(player__family_name="Pozdní").joined_round == 2

    def test_no_late_entry_into_a_full_round_robin(self, desk, arbiter):
        tournament = with_players(
            arbiter, 4, slug="berger", pairing_system="round-robin", planned_rounds=None
        )
        pair(arbiter, tournament)
        response = desk.post(reverse("desk-add", args=["berger"]), {"name": "Pozdní, Jan"})
        assert (response.status_code, "every number of its table is taken" in response.context["closed"]) == (
            409,
            True,
        )


class TestPaste:
    def test_all_of_them(self, desk, url, tournament):
        response = desk.post(url("desk-paste"), {"text": "Nový, Jan; 1990\n\nStarý, Petr"}, follow=True)
        assert (said(response), tournament.entries.count()) == (
            ["2 players are entered. New to the site: Nový, Jan; Starý, Petr."],
            6,
        )

    def test_only_who_is_new_is_named(self, desk, url, tournament):
        PlayerFactory(family_name="Žížala", given_name="Řehoř")
        response = desk.post(url("desk-paste"), {"text": "Žížala, Řehoř\nNovák Jan"}, follow=True)
        assert said(response) == ["2 players are entered. New to the site: Jan, Novák."]
        table = {row[1]: row[1].endswith(" new") for row in rows(response)}
        assert table == {
            **{f"{name}, Jan": False for name in NAMES[:4]},
            "Žížala, Řehoř": False,
            "Jan, Novák new": True,
        }

    def test_a_double_names_the_line_it_repeats(self, desk, url):
        text = "Nový, Jan\nAdam, Jan\nJan Nový"
        form = desk.post(url("desk-paste"), {"text": text}).context["list_form"]
        assert form.errors["text"] == [
            "Line 2: Adam Jan is already entered in this tournament.",
            "Line 3: Nový Jan is the same player as in line 1.",
        ]

    def test_or_nobody_and_the_text_is_kept(self, desk, url, tournament):
        text = "Nový, Jan\nStarý, Petr; 12"
        response = desk.post(url("desk-paste"), {"text": text})
        form = response.context["list_form"]
        assert (response.status_code, form["text"].value(), tournament.entries.count()) == (400, text, 4)
        assert form.errors["text"] == [
            "Line 2: “12” should be a number from 1900 to 2100. A line is: name; year of birth; club; rating."
        ]


class TestOne:
    @pytest.fixture
    def entry(self, tournament) -> Entry:
        return tournament.entries.first()

    def test_before_he_is_paired_he_can_be_removed(self, desk, url, tournament, entry):
        response = desk.post(url("desk-remove", entry.pk), {"reason": "mistake"}, follow=True)
        assert (said(response), tournament.entries.count()) == (["Adam Jan is removed."], 3)
        assert tournament.audit_entries.get(action="remove-entry").reason == "mistake"

    def test_afterwards_he_can_withdraw(self, desk, url, round_1):
        entry = round_1[0].white
        refused = desk.post(url("desk-remove", entry.pk))
        assert (refused.status_code, len(refused.context["problems"])) == (409, 1)
        response = desk.post(url("desk-withdraw", entry.pk), {"reason": "ill"}, follow=True)
        entry.refresh_from_db()
        assert (said(response), entry.withdrawn_after) == ([f"{entry.player.name} is withdrawn."], 1)

    def test_and_come_back(self, desk, url, arbiter, round_1):
        entry = registration.withdraw_entry(actor=arbiter, entry=round_1[0].white)
        response = desk.post(url("desk-return", entry.pk), {"reason": "well again"}, follow=True)
        entry.refresh_from_db()
        assert (said(response), entry.withdrawn_after) == ([f"{entry.player.name} plays again."], None)

    def test_a_reason_too_long_is_refused_and_kept(self, desk, url, entry):
        response = desk.post(url("desk-withdraw", entry.pk), {"reason": "x" * 201})
        entry.refresh_from_db()
        form = response.context["reason_form"]
        assert (response.status_code, form["reason"].value(), entry.is_withdrawn) == (400, "x" * 201, False)

    def test_a_bye_is_asked_for_and_cancelled(self, desk, url, entry):
        response = desk.post(url("desk-bye", entry.pk), {"round_number": 2, "code": "half-bye"}, follow=True)
        assert said(response) == ["The bye in round 2 is noted."]
        assert list(entry.requested_byes.values_list("round_number", "code")) == [(2, "half-bye")]
        desk.post(url("desk-bye-cancel", entry.pk, 2))
        assert entry.requested_byes.count() == 0

    def test_not_for_a_round_that_is_paired(self, desk, url, round_1):
        entry = round_1[0].white
        response = desk.post(url("desk-bye", entry.pk), {"round_number": 1, "code": "zero-bye"})
        assert (response.status_code, response.context["bye_form"].errors) == (
            409,
            {"round_number": ["Round 1 is paired already. Choose a later round."]},
        )

    def test_a_bye_of_a_paired_round_is_not_cancelled(self, desk, url, round_1):
        bye = RequestedByeFactory(entry=round_1[0].white, round_number=1)
        response = desk.post(url("desk-bye-cancel", bye.entry_id, 1))
        assert (response.status_code, bye.entry.requested_byes.count()) == (409, 1)

    def test_there_are_three_kinds_of_bye(self, desk, url, entry):
        response = desk.post(url("desk-bye", entry.pk), {"round_number": 2, "code": "free"})
        assert (response.status_code, list(response.context["bye_form"].errors)) == (400, ["code"])

    def test_nobody_comes_or_leaves_after_the_end(self, desk, url, arbiter, tournament):
        pairings = pair(arbiter, tournament, "1-0", "1-0")
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
        entry = pairings[0].white
        assert desk.post(url("desk-withdraw", entry.pk)).status_code == 409
        page = desk.get(url("desk-players")).content.decode()
        assert ("desk/players/add/" in page, "nobody can come or leave any more" in page) == (False, True)


@pytest.mark.parametrize("players", [1, 3])
def test_the_query_count_with_1_and_3_players(desk, arbiter, django_assert_num_queries, players):
    tournament = with_players(arbiter, players)
    with django_assert_num_queries(11):
        desk.get(reverse("desk-players", args=[tournament.slug]))
