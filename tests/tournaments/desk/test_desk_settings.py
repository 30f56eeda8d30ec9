"""The settings of pairing systems, games of a round and openings in the forms of a tournament."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.desk.conftest import pair, said, signed_in
from tests.tournaments.desk.test_desk_setup import LEAST, NEW, filled
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import ChoiceSetting, NumberSetting
from tournaments.models import Tournament

EVERY = {setting.key: setting for system in PAIRING_SYSTEMS.values() for setting in system.settings}
BY_SYSTEM = {key: {each.key for each in system.settings} for key, system in PAIRING_SYSTEMS.items()}


@pytest.fixture
def address(tournament):
    return reverse("desk-settings", args=[tournament.slug])


def test_there_is_one_field_a_key_marked_with_its_systems(desk):
    page = desk.get(NEW)
    marked = {
        each.field.html_name.removeprefix("setting_"): set(each.systems.split())
        for each in page.context["form"].setting_fields
    }
    assert marked == {key: {s for s, own in BY_SYSTEM.items() if key in own} for key in EVERY}
    for systems in marked.values():
        ordered = " ".join(key for key in PAIRING_SYSTEMS if key in systems)
        assert f'data-systems="{ordered}"' in page.content.decode()


def test_one_key_is_one_kind_of_setting():
    """Else one field could not stand for it."""
    for system in PAIRING_SYSTEMS.values():
        assert [type(each) for each in system.settings] == [type(EVERY[each.key]) for each in system.settings]


def test_a_club_organiser_sees_no_setting_unless_he_opens_them(desk):
    shown = re.sub(r"<details.*?</details>", "", desk.get(NEW).content.decode(), flags=re.DOTALL)
    names = set(re.findall(r'<(?:input|select|textarea) [^>]*name="(\w+)"', shown))
    assert {"name", "ruleset", "pairing_system", "players"} <= names
    assert not names & {"games_per_round", "boards", "openings", *(f"setting_{key}" for key in EVERY)}


def test_a_new_tournament_with_all_of_it(desk):
    response = desk.post(
        NEW,
        {
            **LEAST,
            "pairing_system": "round-robin",
            "setting_draw_numbers": "on",
            "games_per_round": "2",
            "boards": "",
            "openings": "City game: c3-d4 d6-c5\r\ng3-f4",
        },
    )
    assert response.status_code == 302
    made = Tournament.objects.get()
    assert (made.system_settings, made.games_per_round, made.boards, made.openings) == (
        {"draw_numbers": True},
        2,
        None,
        "City game: c3-d4 d6-c5\ng3-f4",
    )


def test_settings_of_other_systems_are_neither_checked_nor_stored(desk):
    junk = {f"setting_{key}": "junk" for key in EVERY if key not in BY_SYSTEM["round-robin"]}
    assert desk.post(NEW, {**LEAST, "pairing_system": "round-robin", **junk}).status_code == 302
    assert Tournament.objects.get().system_settings == {}


@pytest.mark.parametrize(
    ("system", "key"),
    [
        (system.key, setting.key)
        for system in PAIRING_SYSTEMS.values()
        for setting in system.settings
        if isinstance(setting, ChoiceSetting | NumberSetting)
    ],
)
def test_a_fault_stands_at_its_field(desk, system, key):
    response = desk.post(NEW, {**LEAST, "pairing_system": system, f"setting_{key}": "9999"})
    form = response.context["form"]
    assert (response.status_code, list(form.errors), form.has_errors_of_play) == (
        400,
        [f"setting_{key}"],
        True,
    )
    # What was sent stands there still.
    assert form[f"setting_{key}"].value() == "9999"


def test_openings_that_cannot_be_played_are_named_line_by_line(desk):
    response = desk.post(NEW, {**LEAST, "openings": "c3-d4\nc3-e5"})
    form = response.context["form"]
    assert response.status_code == 400
    assert list(form.errors) == ["openings"]
    assert form.errors["openings"][0].startswith("Line 2: c3-e5 cannot be played – ")
    assert form["openings"].value() == "c3-d4\nc3-e5"


class TestSettingsPage:
    def test_saving_what_is_shown_changes_nothing(self, desk, tournament, address):
        Tournament.objects.update(tiebreaks=["wins"], openings="c3-d4\ng3-f4", games_per_round=2)
        response = desk.post(address, filled(desk.get(address)))
        assert response.status_code == 302
        assert Tournament.objects.get().version == tournament.version

    def test_another_system_with_its_settings(self, desk, address):
        data = filled(desk.get(address)) | {"pairing_system": "round-robin", "setting_draw_numbers": "on"}
        assert said(desk.post(address, data, follow=True)) == ["The settings are saved."]
        after = filled(desk.get(address))
        assert after["setting_draw_numbers"] == "on"
        desk.post(address, after | {"pairing_system": "swiss"})
        assert Tournament.objects.get().system_settings == {}

    def test_rounds_fix_them_and_the_page_says_what_they_are(self, desk, arbiter, tournament, address):
        pair(arbiter, tournament)
        page = desk.get(address)
        form = page.context["form"]
        fixed = [setting.key for setting in PAIRING_SYSTEMS["swiss"].settings if not setting.changeable]
        assert not set(form.fields) & {"games_per_round", "boards", *(f"setting_{key}" for key in fixed)}
        assert [label for label, _value in form.fixed_settings] == [EVERY[key].label for key in fixed]
        assert "openings" in form.fields
        response = desk.post(address, filled(page) | {"openings": "c3-d4"})
        assert (response.status_code, Tournament.objects.get().openings) == (302, "c3-d4")

    def test_a_page_opened_before_the_round_is_refused(self, desk, arbiter, tournament, address):
        data = filled(desk.get(address))
        pair(arbiter, tournament)
        response = desk.post(address, data | {"games_per_round": "2"})
        assert response.status_code == 409
        assert Tournament.objects.get().games_per_round == 1

    def test_three_persons(self, desk, other_user, address):
        data = filled(desk.get(address)) | {"games_per_round": "2"}
        found = [signed_in(user).post(address, data).status_code for user in (other_user, None)]
        assert (found, Tournament.objects.get().games_per_round) == ([404, 302], 1)
        assert desk.post(address, data).status_code == 302
        assert Tournament.objects.get().games_per_round == 2


class TestOpeningOfTheRound:
    def test_everybody_and_the_arbiter_see_it(self, desk, arbiter, tournament, client):
        Tournament.objects.update(openings="City game: c3-d4 d6-c5 b2-c3")
        tournament.refresh_from_db()
        pair(arbiter, tournament)
        pages = (
            signed_in(None).get(reverse("tournament-round", args=[tournament.slug, 1])),
            desk.get(reverse("desk-round", args=[tournament.slug, 1])),
        )
        for page in pages:
            text = page.content.decode()
            assert re.search(
                r'<figure class="opening">.*<svg.*City game.*1\. c3-d4 d6-c5 2\. b2-c3', text, re.DOTALL
            )
        assert client.get(f"/api/v1/tournaments/{tournament.slug}/rounds/1/").json()["opening"] == (
            "City game: c3-d4 d6-c5 b2-c3"
        )

    def test_what_cannot_be_read_is_shown_as_written(self, arbiter, tournament):
        pair(arbiter, tournament)
        tournament.rounds.update(opening="<Philidor>")
        text = signed_in(None).get(reverse("tournament-round", args=[tournament.slug, 1])).content.decode()
        assert "&lt;Philidor&gt;" in text
