"""Federations, clubs, players and rating lists in the admin: who sees what, and that services write."""

import pytest
from django.urls import reverse

from tests.admin.conftest import address, listed, seen_now
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    PlayerTitleFactory,
    UserFactory,
)
from tournaments.models import AuditEntry, Club, Player, PlayerTitle


@pytest.fixture
def player(czech):
    return PlayerFactory(family_name="Žížala", given_name="Řehoř", federation=czech)


def player_form(player: Player | None = None, titles: int = 0, **changes: object) -> dict[str, object]:
    return {
        "family_name": "Žížala",
        "given_name": "Řehoř",
        "birth_year": "",
        "sex": "",
        "category": "",
        "federation": "" if player is None else player.federation_id,
        "federation_number": "",
        "club": "",
        "seen": "" if player is None else seen_now(player),
        "titles-TOTAL_FORMS": titles,
        "titles-INITIAL_FORMS": 0,
    } | changes


def test_staff_see_the_players_and_clubs_of_their_federation(as_root, as_staff, as_clerk, player, slovak):
    other = PlayerFactory(family_name="Cudzí", given_name="Ján", federation=slovak)
    ClubFactory(federation=player.federation, name="Sokol")
    ClubFactory(federation=slovak, name="Slovan")

    assert listed(as_root, Player) == ["Cudzí Ján", "Žížala Řehoř"]
    assert listed(as_staff, Player) == ["Žížala Řehoř"]
    assert as_clerk.get(address(Player, "changelist")).status_code == 403
    assert listed(as_root, Club) == ["Slovan", "Sokol"]
    assert listed(as_staff, Club) == ["Sokol"]
    assert as_staff.get(address(Player, "change", player.pk)).status_code == 200
    assert as_staff.get(address(Player, "change", other.pk)).status_code == 404
    assert as_staff.post(address(Player, "change", other.pk), player_form(other)).status_code == 404
    assert AuditEntry.objects.count() == 0


def test_accounts_are_for_superusers(as_root, as_staff):
    pages = [reverse("admin:auth_user_changelist"), reverse("admin:authtoken_tokenproxy_changelist")]

    assert [as_root.get(page).status_code for page in pages] == [200, 200]
    assert [as_staff.get(page).status_code for page in pages] == [403, 403]


def test_the_front_page_shows_what_one_may_open(as_root, as_staff, as_clerk):
    def apps(client):
        return [app["app_label"] for app in client.get(reverse("admin:index")).context["app_list"]]

    assert set(apps(as_root)) >= {"auth", "authtoken", "games", "tournaments"}
    assert sorted(apps(as_staff)) == ["games", "tournaments"]
    assert apps(as_clerk) == []


def test_add_a_player(as_staff, staff, czech):
    answer = as_staff.post(address(Player, "add"), player_form(federation=czech.pk))

    player = Player.objects.get()
    assert answer.status_code == 302
    assert (player.name, player.federation, player.search_key) == ("Žížala Řehoř", czech, "zizala rehor")
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action) == (staff, "add-player")


@pytest.mark.parametrize("federation", ["", "foreign"])
def test_staff_add_players_to_their_federation_alone(as_staff, slovak, federation):
    chosen = slovak.pk if federation else ""

    answer = as_staff.post(address(Player, "add"), player_form(federation=chosen))

    assert answer.status_code == 200
    assert list(answer.context["adminform"].errors) == ["federation"]
    assert Player.objects.count() == 0


def test_change_a_player_with_titles(as_staff, player):
    title = {
        "titles-0-code": "NM",
        "titles-0-discipline": "64",
        "titles-0-awarded_on": "",
        "titles-0-id": "",
        "titles-0-player": player.pk,
    }

    answer = as_staff.post(
        address(Player, "change", player.pk), player_form(player, titles=1, birth_year=1990, **title)
    )

    player.refresh_from_db()
    assert answer.status_code == 302
    assert (player.birth_year, [each.code for each in player.titles.all()]) == (1990, ["NM"])
    assert [(e.action, e.before) for e in AuditEntry.objects.order_by("pk")] == [
        ("change-player", {"birth_year": None}),
        ("add-title", None),
    ]


def test_take_a_title_back(as_staff, player):
    title = PlayerTitleFactory(player=player)
    form = player_form(player, titles=1) | {
        "titles-INITIAL_FORMS": 1,
        "titles-0-id": title.pk,
        "titles-0-player": player.pk,
        "titles-0-code": "NM",
        "titles-0-discipline": "64",
        "titles-0-awarded_on": "",
        "titles-0-DELETE": "on",
    }

    answer = as_staff.post(address(Player, "change", player.pk), form)

    assert answer.status_code == 302
    assert PlayerTitle.objects.count() == 0
    assert AuditEntry.objects.get().action == "remove-title"


@pytest.mark.parametrize("seen", ["old", "none"])
def test_a_stale_save_is_refused_and_keeps_what_was_typed(as_staff, player, seen):
    form = player_form(player, birth_year=1990) | ({"seen": ""} if seen == "none" else {})
    if seen == "old":
        Player.objects.filter(pk=player.pk).update(category="U40")

    answer = as_staff.post(address(Player, "change", player.pk), form)

    said = "Somebody changed this meanwhile. Look at what stands there now, then try again."
    assert answer.status_code == 409
    assert answer.context["adminform"].errors == {"__all__": [said]}
    assert 'value="1990"' in answer.content.decode()
    player.refresh_from_db()
    assert player.birth_year is None


def test_an_untouched_save_writes_nothing(as_staff, player):
    answer = as_staff.post(address(Player, "change", player.pk), player_form(player))

    assert answer.status_code == 302
    assert AuditEntry.objects.count() == 0


def test_who_a_player_is_on_the_site_only_superusers_say(as_root, as_staff, staff, player):
    page = address(Player, "change", player.pk)
    form = player_form(player, user=staff.pk)

    assert as_staff.post(page, form).status_code == 302
    player.refresh_from_db()
    assert player.user is None
    assert as_root.post(page, form).status_code == 302
    player.refresh_from_db()
    assert player.user == staff


def test_search_ignores_diacritics(as_staff, player):
    PlayerFactory(family_name="Novák", federation=player.federation, federation_number="77")

    assert listed(as_staff, Player, q="rehor zizala") == ["Žížala Řehoř"]
    assert listed(as_staff, Player, q="77") == ["Novák Řehoř"]


@pytest.mark.parametrize("rows", [1, 3])
def test_list_of_players_costs_the_same(as_root, czech, django_assert_num_queries, rows):
    for _ in range(rows):
        PlayerFactory(federation=czech, club=ClubFactory(federation=czech))

    with django_assert_num_queries(7):
        as_root.get(address(Player, "changelist"))


def test_delete_a_player_nobody_needs(as_staff, player):
    sent = {"post": "yes", "seen": seen_now(player)}
    answer = as_staff.post(address(Player, "delete", player.pk), sent)

    assert answer.status_code == 302
    assert Player.objects.count() == 0
    assert AuditEntry.objects.get().action == "remove-player"


def test_clubs_to_choose_are_the_federations_own(as_staff, player, slovak):
    home, away = ClubFactory(federation=player.federation), ClubFactory(federation=slovak)
    page = address(Player, "change", player.pk)

    refused = as_staff.post(page, player_form(player, club=away.pk))
    accepted = as_staff.post(page, player_form(player, club=home.pk))

    assert list(refused.context["adminform"].errors) == ["club"]
    assert accepted.status_code == 302
    player.refresh_from_db()
    assert player.club == home


def test_a_club_elsewhere_may_stay(as_staff, player, slovak):
    player.club = ClubFactory(federation=slovak)
    player.save()

    answer = as_staff.post(
        address(Player, "change", player.pk), player_form(player, club=player.club_id, birth_year=1990)
    )

    assert answer.status_code == 302


def test_clubs_are_added_and_changed_with_a_log(as_staff, czech):
    added = as_staff.post(
        address(Club, "add"), {"federation": czech.pk, "name": "Sokol", "city": "", "seen": ""}
    )
    club = Club.objects.get()
    changed = as_staff.post(
        address(Club, "change", club.pk),
        {"federation": czech.pk, "name": "Sokol", "city": "Plzeň", "seen": seen_now(club)},
    )
    twice = as_staff.post(
        address(Club, "add"), {"federation": czech.pk, "name": "Sokol", "city": "", "seen": ""}
    )

    assert (added.status_code, changed.status_code, twice.status_code) == (302, 302, 200)
    assert Club.objects.get().city == "Plzeň"
    assert [e.action for e in AuditEntry.objects.order_by("pk")] == ["add-club", "change-club"]


def test_federations_are_the_superusers(as_root, as_staff, czech, staff):
    page = reverse("admin:tournaments_federation_change", args=[czech.pk])
    other = UserFactory()
    form = {
        "name": "Czech federation",
        "code": "CZ",
        "tiebreak_rules": "czech",
        "staff": [staff.pk, other.pk],
        "seen": seen_now(czech),
    }

    assert as_staff.get(page).status_code == 200
    assert as_staff.post(page, form).status_code == 403
    assert as_root.post(page, form).status_code == 302
    assert set(czech.staff.all()) == {staff, other}
    czech.refresh_from_db()
    assert czech.tiebreak_rules == "czech"
