"""An arbiter mends the name of a player who was made while entering him; nobody else's."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, FederationFactory, PlayerFactory, TournamentFactory
from tests.tournaments.desk.conftest import said, signed_in
from tournaments.models import Club, Entry, Tournament
from tournaments.permissions import can_correct_player
from tournaments.services import entry_lists, registration
from tournaments.services.register import change_record, fingerprint
from tournaments.services.tournaments import create_tournament


@pytest.fixture
def entry(arbiter, tournament) -> Entry:
    """Jan Novák, pasted the wrong way round."""
    return entry_lists.add_entries_from_text(actor=arbiter, tournament=tournament, text="Novák Jan; 1990")[0]


@pytest.fixture
def page(tournament, entry) -> str:
    return reverse("desk-entry", args=[tournament.slug, entry.pk])


@pytest.fixture
def url(tournament, entry) -> str:
    return reverse("desk-correct", args=[tournament.slug, entry.pk])


def sent(entry: Entry, **changes: str) -> dict[str, str]:
    seen = fingerprint(entry.player)
    return {
        "family_name": "Novák",
        "given_name": "Jan",
        "birth_year": "1991",
        "club": "",
        "seen": seen,
    } | changes


def test_the_slip_is_mended_and_the_log_tells(desk, tournament, entry, page, url):
    assert desk.get(page).context["player_form"]["family_name"].value() == "Jan"
    version = Tournament.objects.get().version
    response = desk.post(url, sent(entry, club="Sokol"), follow=True)
    entry.player.refresh_from_db()
    assert said(response) == ["The player is now Novák, Jan."]
    assert (entry.player.name, entry.player.birth_year, entry.player.search_key) == (
        "Novák Jan",
        1991,
        "novak jan",
    )
    assert entry.player.club == Club.objects.get(name="Sokol", federation=tournament.federation)
    logged = tournament.audit_entries.get(action="change-player")
    assert (logged.before, logged.after) == (
        {"family_name": "Jan", "given_name": "Novák", "birth_year": 1990, "club": None},
        {"family_name": "Novák", "given_name": "Jan", "birth_year": 1991, "club": "Sokol"},
    )
    assert Tournament.objects.get().version == version + 1


def test_nothing_changed_is_nothing_logged(desk, tournament, entry, url):
    version = Tournament.objects.get().version
    desk.post(url, sent(entry, family_name="Jan", given_name="Novák", birth_year="1990"))
    assert tournament.audit_entries.filter(action="change-player").count() == 0
    assert Tournament.objects.get().version == version


@pytest.mark.parametrize("data", [{"family_name": ""}, {"birth_year": "12"}, {"family_name": "x" * 81}])
def test_what_is_wrong_is_said_and_kept(desk, entry, url, data):
    response = desk.post(url, sent(entry, **data))
    form, (name, value) = response.context["player_form"], *data.items()
    assert (response.status_code, list(form.errors), form[name].value()) == (400, [name], value)
    entry.player.refresh_from_db()
    assert entry.player.family_name == "Jan"


def test_a_colleague_was_first(desk, arbiter, entry, url):
    data = sent(entry)
    change_record(actor=arbiter, record=entry.player, changes={"birth_year": 1980})
    response = desk.post(url, data)
    entry.player.refresh_from_db()
    assert (response.status_code, entry.player.family_name, entry.player.birth_year) == (409, "Jan", 1980)


def test_not_after_the_end(desk, tournament, entry, page, url):
    tournament.status = "finished"
    tournament.save()
    assert desk.get(page).context["player_form"] is None
    assert desk.post(url, sent(entry)).status_code == 409


@pytest.mark.parametrize("is_public", [True, False])
def test_three_persons(desk, other_user, tournament, entry, url, is_public):
    tournament.is_public = is_public
    tournament.save()
    data = sent(entry)
    strangers = (signed_in(other_user), signed_in(None))
    codes = [client.post(url, data).status_code for client in strangers]
    entry.player.refresh_from_db()
    assert (codes, entry.player.family_name) == ([404, 302 if is_public else 404], "Jan")
    assert desk.post(url, data).status_code == 302


class TestWhose:
    """The arbiter, another user and nobody, on a player who is not simply the arbiter's."""

    def who(self, users, entry) -> list[bool]:
        return [can_correct_player(user, entry.tournament, entry.player) for user in users]

    @pytest.fixture
    def users(self, arbiter, other_user):
        return (arbiter, other_user, signed_in(None).get("/").wsgi_request.user)

    def test_made_here(self, users, entry):
        assert self.who(users, entry) == [True, False, False]

    def test_who_was_on_the_list_before(self, desk, users, tournament):
        entry = EntryFactory(tournament=tournament, player=PlayerFactory(federation=tournament.federation))
        assert self.who(users, entry) == [False, False, False]
        page = reverse("desk-entry", args=[tournament.slug, entry.pk])
        url = reverse("desk-correct", args=[tournament.slug, entry.pk])
        assert desk.get(page).context["player_form"] is None
        assert desk.post(url, sent(entry)).status_code == 403

    def test_who_plays_elsewhere_too(self, users, arbiter, other_user, entry):
        elsewhere = TournamentFactory(arbiters=[other_user], is_public=False)
        EntryFactory(tournament=elsewhere, player=entry.player)
        assert self.who(users, entry) == [False, False, False]
        elsewhere.arbiters.add(arbiter)
        assert self.who(users, entry) == [True, False, False]

    def test_nobody_mends_a_player_by_entering_him_into_a_tournament_of_his_own(
        self, users, other_user, entry
    ):
        own = create_tournament(actor=other_user, name="Own")
        other = registration.add_entry(actor=other_user, tournament=own, player=entry.player)
        assert [can_correct_player(user, own, other.player) for user in users] == [False, False, False]

    def test_whom_the_federation_has_registered(self, users, entry):
        entry.player.federation_number = "123"
        entry.player.save()
        assert self.who(users, entry) == [False, False, False]

    def test_who_has_an_account(self, users, entry, other_user):
        entry.player.user = other_user
        entry.player.save()
        assert self.who(users, entry) == [False, False, False]

    def test_who_belongs_to_another_federation_now(self, users, entry):
        entry.player.federation = FederationFactory()
        entry.player.save()
        assert self.who(users, entry) == [False, False, False]

    def test_the_staff_of_the_federation_mend_everybody_of_theirs(self, users, other_user, tournament):
        tournament.federation = FederationFactory()
        tournament.save()
        tournament.federation.staff.add(other_user)
        entry = EntryFactory(tournament=tournament, player__federation=tournament.federation)
        assert self.who(users, entry) == [False, True, False]
