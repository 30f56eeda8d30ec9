"""Saving a whole tournament as a file, and restoring one, on the pages."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.services.snapshot_write import snapshot_file
from tests.factories import EntryFactory, PlayerFactory, TournamentFactory
from tests.games.snapshot_scenes import NAMES, wipe
from tournaments.models import AuditEntry, Player, Tournament
from tournaments.services.registration import add_entry

pytestmark = pytest.mark.django_db

RESTORE = "/tournaments/restore/"


@pytest.fixture
def desk(arbiter):
    client = Client(headers={"accept-language": "en"})
    client.force_login(arbiter)
    return client


@pytest.fixture
def open_event(arbiter):
    tournament = TournamentFactory(slug="open", name='=HYPERLINK("x")', arbiters=[arbiter])
    for family_name, given_name in NAMES:
        EntryFactory(
            tournament=tournament, player=PlayerFactory(family_name=family_name, given_name=given_name)
        )
    return tournament


def upload(file):
    return SimpleUploadedFile("open.json", file, content_type="application/json")


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_only_arbiters_take_the_file(open_event, client, other_client, arbiter_client):
    address = "/tournaments/open/desk/snapshot/"
    answers = [each.get(address).status_code for each in (client, other_client, arbiter_client)]
    assert answers == [302, 404, 200]
    Tournament.objects.update(is_public=False)
    answers = [each.get(address).status_code for each in (client, other_client, arbiter_client)]
    assert answers == [404, 404, 200]
    assert AuditEntry.objects.filter(action="export-snapshot").count() == 2


def test_the_file_is_for_keeping(open_event, desk):
    response = desk.get("/tournaments/open/desk/snapshot/")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="open.json"'
    whole = json.loads(response.content)
    assert sorted(whole) == ["format", "made_at", "site_version", "tournament", "version"]
    assert [player["family_name"] for player in whole["tournament"]["players"]] == [name for name, _ in NAMES]


def test_the_settings_and_the_page_of_a_new_tournament_lead_there(open_event, desk):
    settings = desk.get("/tournaments/open/desk/settings/").content.decode()
    assert 'href="/tournaments/open/desk/snapshot/"' in settings
    assert f'href="{RESTORE}"' in desk.get("/tournaments/new/").content.decode()


def test_who_is_not_logged_in_logs_in_first(client):
    for send in (client.get, client.post):
        assert send(RESTORE).headers["Location"] == f"/accounts/login/?next={RESTORE}"


def test_a_file_becomes_a_tournament_and_the_page_says_who_is_new(open_event, arbiter, desk):
    file = snapshot_file(actor=arbiter, tournament=open_event)
    wipe()
    PlayerFactory(family_name="O'Neill-Žák", given_name="Řehoř")
    response = desk.post(RESTORE, {"file": upload(file), "idempotency_key": "a"}, follow=True)
    assert response.redirect_chain == [("/tournaments/open/desk/", 302)]
    new = f"<script>alert(1)</script> Jan, {'Ž' * 60}, Bye Božena"
    assert said(response)[0] == (
        f'“=HYPERLINK("x")” is restored. Players: 4, rounds: 0, games: 0. 3 players are new: {new}.'
    )
    assert "<script>alert" not in response.content.decode()
    desk.post(RESTORE, {"file": upload(file), "idempotency_key": "a"})
    assert (Tournament.objects.count(), Player.objects.count()) == (1, 4)


def test_what_is_no_file_is_refused_on_the_page(desk):
    for data in ({}, {"file": upload(b"{}")}, {"file": upload(b"\xff")}, {"kept": "%%%"}, {"kept": "AAAA"}):
        response = desk.post(RESTORE, data)
        assert response.status_code == 400
        assert list(response.context["form"].errors) == ["file"]
    assert Tournament.objects.count() == 0


def test_a_stranger_does_not_bring_it_home(open_event, arbiter, other_client):
    file = snapshot_file(actor=arbiter, tournament=open_event)
    assert other_client.post(RESTORE, {"file": upload(file)}).status_code == 404
    Tournament.objects.update(is_public=False)
    assert other_client.post(RESTORE, {"file": upload(file)}).status_code == 404


def test_what_was_changed_here_is_asked_about_with_the_file_kept(open_event, arbiter, desk):
    file = snapshot_file(actor=arbiter, tournament=open_event)
    add_entry(actor=arbiter, tournament=open_event, name="Nový, <b>Jan</b>")
    response = desk.post(RESTORE, {"file": upload(file)})
    assert response.status_code == 409
    text = response.content.decode()
    assert "Entered a player: Nový &lt;b&gt;Jan&lt;/b&gt;" in text
    assert 'href="/tournaments/open/desk/snapshot/" download' in text
    assert open_event.entries.count() == 5
    kept = response.context["form"]["kept"].value()
    again = desk.post(RESTORE, {"kept": kept})
    assert (again.status_code, open_event.entries.count()) == (409, 5)
    done = desk.post(RESTORE, {"kept": kept, "replace": "on"}, follow=True)
    assert said(done)[0] == '“=HYPERLINK("x")” is home again. Players: 4, rounds: 0, games: 0.'
    assert open_event.entries.count() == 4
    once_more = desk.post(RESTORE, {"kept": kept}, follow=True)
    assert said(once_more) == ['“=HYPERLINK("x")” has been brought home by this file before.']
    assert "Restored the tournament from a file" in desk.get("/tournaments/open/desk/log/").content.decode()
