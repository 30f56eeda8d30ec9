"""Who gets to the desk: its arbiter, somebody else, a stranger."""

import pytest
from django.urls import reverse

from tests.tournaments.desk.conftest import signed_in
from tournaments.models import AuditEntry

PAGES = [
    ("desk", []),
    ("desk-players", []),
    ("desk-import", []),
    ("desk-settings", []),
    ("desk-log", []),
    ("desk-people", []),
    ("desk-finish", []),
    ("desk-round", [1]),
    ("desk-undo", [1]),
    ("desk-entry", ["entry"]),
    ("desk-hand", [1]),
]
ACTIONS = [
    ("desk-pair", [], {"expected_number": 2}),
    ("desk-finish", [], {}),
    ("desk-reopen", [], {"reason": "x"}),
    ("desk-settings", [], {"name": "Stolen"}),
    ("desk-appoint", [], {"username": "other", "role": "arbiter"}),
    ("desk-dismiss", [], {"username": "arbiter", "role": "arbiter"}),
    ("desk-enter", [], {"player": 1}),
    ("desk-add", [], {"name": "Nový, Jan"}),
    ("desk-paste", [], {"text": "Nový, Jan"}),
    ("desk-import", [], {"text": "Nový, Jan", "version": 1, "confirm": "1"}),
    ("desk-remove", ["entry"], {}),
    ("desk-withdraw", ["entry"], {}),
    ("desk-return", ["entry"], {}),
    ("desk-bye", ["entry"], {"round_number": 3, "code": "half-bye"}),
    ("desk-bye-cancel", ["entry", 2], {}),
    ("desk-undo", [1], {}),
    ("desk-hand", [1], {"white": "1", "black": "2"}),
    ("desk-prohibit", [], {"one": 1, "other": 2}),
    ("desk-allow", [1], {}),
    ("desk-result", [1, "pairing"], {"code": "1-0", "version": 1}),
]


@pytest.fixture
def address(tournament, round_1):
    pairing = round_1[0]

    def of(name: str, args: list) -> str:
        real = {"entry": pairing.white_id, "pairing": pairing.pk}
        return reverse(name, args=[tournament.slug, *(real.get(each, each) for each in args)])

    return of


@pytest.mark.parametrize(("name", "args"), PAGES)
class TestPages:
    def test_the_arbiter_sees_it(self, desk, address, name, args):
        assert desk.get(address(name, args)).status_code == 200

    def test_another_user_is_told_nothing(self, other_user, address, name, args):
        assert signed_in(other_user).get(address(name, args)).status_code == 404

    def test_a_stranger_is_led_to_the_login_and_back(self, client, address, name, args):
        response = client.get(address(name, args))
        assert (response.status_code, response["Location"]) == (
            302,
            f"{reverse('login')}?next={address(name, args)}",
        )

    def test_a_private_tournament_is_unknown_to_both(
        self, client, other_user, tournament, address, name, args
    ):
        tournament.is_public = False
        tournament.save()
        found = [each.get(address(name, args)).status_code for each in (client, signed_in(other_user))]
        assert found == [404, 404]


@pytest.mark.parametrize(("name", "args", "data"), ACTIONS)
class TestActions:
    def test_another_user_changes_nothing(self, other_user, address, name, args, data):
        before = AuditEntry.objects.count()
        response = signed_in(other_user).post(address(name, args), data)
        assert (response.status_code, AuditEntry.objects.count()) == (404, before)

    def test_a_stranger_changes_nothing(self, client, tournament, address, name, args, data):
        before = AuditEntry.objects.count()
        response = client.post(address(name, args), data)
        back = reverse("desk", args=[tournament.slug])
        assert (response.status_code, AuditEntry.objects.count()) == (302, before)
        assert response["Location"] == f"{reverse('login')}?next={back}"

    def test_a_private_tournament_is_unknown_to_both(
        self, client, other_user, tournament, address, name, args, data
    ):
        tournament.is_public = False
        tournament.save()
        found = [each.post(address(name, args), data).status_code for each in (client, signed_in(other_user))]
        assert found == [404, 404]


def test_another_tournaments_things_are_not_found_from_here(desk, arbiter, round_1):
    from tests.tournaments.desk.conftest import with_players

    with_players(arbiter, 2, slug="second", name="Second")
    entry, pairing = round_1[0].white_id, round_1[0].pk
    assert desk.get(reverse("desk-entry", args=["second", entry])).status_code == 404
    assert desk.post(reverse("desk-withdraw", args=["second", entry])).status_code == 404
    assert desk.get(reverse("desk-round", args=["second", 1])).status_code == 404
    refused = desk.post(reverse("desk-result", args=["second", 1, pairing]), {"code": "1-0", "version": 1})
    assert refused.status_code == 404
    assert round_1[0].results.count() == 0


def test_no_desk_of_a_tournament_that_is_not_there(desk):
    assert desk.get(reverse("desk", args=["nowhere"])).status_code == 404


def test_what_changes_things_takes_only_a_post(desk, address):
    for name, args, _data in ACTIONS:
        if (name, args) not in PAGES:
            assert (name, desk.get(address(name, args)).status_code) == (name, 405)
