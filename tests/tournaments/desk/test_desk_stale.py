"""A page that a colleague was faster than: 409, who did what, the own input kept, nothing reverted."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import TeamFactory, UserFactory
from tests.html_forms import form_to, forms_of
from tests.tournaments.desk.conftest import pair, signed_in, with_players
from tournaments.models import PointAdjustment, RequestedBye
from tournaments.services.corrections import correct_player
from tournaments.services.decisions import add_adjustment
from tournaments.services.lifecycle import finish_tournament
from tournaments.services.registration import add_entry, request_bye, withdraw_entry
from tournaments.services.results import record_result
from tournaments.services.round_states import set_starts_at
from tournaments.services.teams import change_team
from tournaments.services.tournaments import update_tournament

SAID = "Somebody changed this while you had it open. Nothing of yours is saved yet."


@pytest.fixture
def colleague(db):
    return UserFactory(username="colleague", first_name="Eva", last_name="Malá")


@pytest.fixture
def entry(tournament):
    return tournament.entries.select_related("player").order_by("pk").first()


def page_of(desk, tournament, name="desk", *args):
    return desk.get(reverse(name, args=[tournament.slug, *args]))


def send(desk, page, end, **more):
    """Send the form of the page as it was shown, with something written into it."""
    form = form_to(page, end)
    return desk.post(form.action, form.fields | more)


def stale_text(answer):
    assert answer.status_code == 409
    text = re.sub(r"\s+", " ", answer.content.decode())
    assert SAID in text
    return text


def test_the_page_says_who_did_what_keeps_the_input_and_saves_over_it(desk, tournament, entry, colleague):
    page = page_of(desk, tournament, "desk-entry", entry.pk)
    request_bye(actor=colleague, entry=entry, round_number=2, code="half-bye")

    answer = send(desk, page, "/withdraw/" if entry.seats.exists() else "/remove/", reason="Went home")

    text = stale_text(answer)
    assert "Eva Malá:" in text
    assert "Noted a requested bye: Adam Jan" in text
    assert "<ins>Half-point bye</ins>" in text
    assert 'value="Went home"' in text
    assert (
        f'href="{reverse("desk-entry", args=[tournament.slug, entry.pk])}">Take what stands there now' in text
    )
    assert tournament.entries.filter(pk=entry.pk).exists()
    assert send(desk, answer, "/remove/").status_code == 302
    assert not tournament.entries.filter(pk=entry.pk).exists()


def test_a_form_refused_for_its_own_fault_keeps_the_version_it_was_read_at(
    desk, tournament, entry, colleague
):
    page = page_of(desk, tournament, "desk-entry", entry.pk)
    request_bye(actor=colleague, entry=entry, round_number=3)
    wrong = send(desk, page, "/byes/", round_number="0")
    assert wrong.status_code == 400
    assert send(desk, wrong, "/byes/", round_number="2").status_code == 409
    assert RequestedBye.objects.count() == 1


@pytest.mark.parametrize(
    ("end", "more"),
    [
        ("/byes/", {"round_number": "2", "code": "zero-bye"}),
        ("/adjustments/", {"points": "1", "round_number": "1", "reason": "Mine"}),
        ("/key/", {}),
        ("/remove/", {"reason": "Mine"}),
    ],
)
def test_each_form_of_an_entry_is_stale_after_a_change(desk, tournament, entry, colleague, end, more):
    page = page_of(desk, tournament, "desk-entry", entry.pk)
    key = entry.private_key
    withdraw_entry(actor=colleague, entry=entry)
    stale_text(send(desk, page, end, **more))
    entry.refresh_from_db()
    assert (entry.is_withdrawn, entry.private_key, PointAdjustment.objects.count()) == (True, key, 0)
    assert RequestedBye.objects.count() == 0


def test_a_decision_is_not_taken_back_unseen(desk, tournament, entry, colleague):
    made = add_adjustment(actor=colleague, entry=entry, round_number=1, points=1, reason="One")
    page = page_of(desk, tournament, "desk-entry", entry.pk)
    add_adjustment(actor=colleague, entry=entry, round_number=1, points=-1, reason="Two")
    stale_text(send(desk, page, f"/{made.pk}/remove/", reason="Why not"))
    assert PointAdjustment.objects.count() == 2


def test_a_players_record_sent_untouched_reverts_nothing(desk, tournament, colleague, arbiter):
    entry = add_entry(actor=arbiter, tournament=tournament, name="Nový, Petr")
    page = page_of(desk, tournament, "desk-entry", entry.pk)
    correct_player(actor=colleague, entry=entry, changes={"birth_year": 1991})
    text = stale_text(send(desk, page, "/correct/", given_name="Pavel"))
    assert "year of birth: <del>—</del> → <ins>1991</ins>" in text
    assert 'value="Pavel"' in text
    entry.player.refresh_from_db()
    assert (entry.player.birth_year, entry.player.given_name) == (1991, "Petr")


def test_the_settings_sent_untouched_revert_nothing(desk, tournament, colleague):
    page = page_of(desk, tournament, "desk-settings")
    update_tournament(actor=colleague, tournament=tournament, changes={"venue": "Brno"}, reason="Moved")
    form = next(each for each in forms_of(page) if "seen" in each.fields)
    answer = desk.post(page.request["PATH_INFO"], form.fields)
    assert answer.status_code == 409
    assert "Eva Malá: Changed the settings (Moved)" in re.sub(r"\s+", " ", answer.content.decode())
    tournament.refresh_from_db()
    assert tournament.venue == "Brno"


def test_a_round_is_not_undone_with_a_result_nobody_saw(desk, tournament, round_1, colleague):
    page = page_of(desk, tournament, "desk-undo", 1)
    record_result(actor=colleague, pairing=round_1[0], code="1-0")
    form = next(each for each in forms_of(page) if "read_at" in each.fields)
    answer = desk.post(page.request["PATH_INFO"], form.fields | {"reason": "Wrong"})
    assert "Recorded a result" in stale_text(answer)
    assert 'value="Wrong"' in answer.content.decode()
    assert tournament.rounds.count() == 1


def test_nothing_is_finished_or_reopened_unseen(desk, tournament, round_1, colleague, arbiter):
    for pairing in round_1:
        record_result(actor=arbiter, pairing=pairing, code="1-0")
    page = page_of(desk, tournament, "desk-finish")
    record_result(actor=colleague, pairing=round_1[0], code="0-1")
    form = next(each for each in forms_of(page) if "read_at" in each.fields)
    answer = desk.post(page.request["PATH_INFO"], form.fields)
    assert "<ins>" in stale_text(answer)
    tournament.refresh_from_db()
    assert not tournament.is_finished

    finish_tournament(actor=arbiter, tournament=tournament)
    page = page_of(desk, tournament)
    update_tournament(actor=colleague, tournament=tournament, changes={"venue": "Brno"})
    assert 'value="Check"' in stale_text(send(desk, page, "/reopen/", reason="Check"))
    tournament.refresh_from_db()
    assert tournament.is_finished


def test_the_time_of_a_round_is_not_put_back(desk, tournament, round_1, colleague):
    page = page_of(desk, tournament, "desk-round", 1)
    later = timezone.now()
    set_starts_at(actor=colleague, tournament=tournament, number=1, starts_at=later)
    stale_text(send(desk, page, "/starts-at/", starts_at="2026-03-07T10:00"))
    assert tournament.rounds.get().starts_at == later
    # A result, the first one too, makes no page stale that sets the time.
    page = page_of(desk, tournament, "desk-round", 1)
    for pairing in round_1:
        record_result(actor=colleague, pairing=pairing, code="1-0")
    assert send(desk, page, "/starts-at/", starts_at="2026-03-07T10:00").status_code == 302
    assert send(desk, page, "/starts-at/", starts_at="2026-03-07T11:00").status_code == 409


def test_each_form_of_a_team_is_stale_after_a_change(desk, arbiter, colleague):
    team = TeamFactory(name="A", tournament__boards=2, tournament__arbiters=[arbiter])
    other = TeamFactory(name="B", tournament=team.tournament)
    page = page_of(desk, team.tournament, "desk-team", team.pk)
    change_team(actor=colleague, team=team, changes={"name": "A1"})
    for end, more in (
        ("/change/", {}),
        ("/enter/", {"players": "Nová, Eva"}),
        ("/apart/", {"teams": [str(other.pk)]}),
        ("/byes/", {"round_number": "1", "code": "zero-bye"}),
        ("/remove/", {"reason": "Mine"}),
    ):
        text = stale_text(send(desk, page, end, **more))
        assert "<del>A</del> → <ins>A1</ins>" in text, end
    team.refresh_from_db()
    assert (team.name, team.members.count(), team.kept_apart.count()) == ("A1", 0, 0)


def test_a_form_without_a_version_is_not_a_stale_page(arbiter):
    tournament = with_players(arbiter, 2)
    entry = tournament.entries.first()
    address = reverse("desk-withdraw", args=[tournament.slug, entry.pk])
    assert signed_in(arbiter).post(address, {"version": "soon"}).status_code == 409
    assert signed_in(arbiter).post(address, {}).status_code == 302


def test_reports_are_not_set_aside_unseen(desk, arbiter, colleague):
    tournament = with_players(arbiter, 2)
    pairing = pair(arbiter, tournament)[0]
    record_result(actor=colleague, pairing=pairing, code="1-0")
    address = reverse("desk-report-dismiss", args=[tournament.slug, pairing.pk])
    answer = desk.post(address, {"game": "1", "version": "1"})
    assert "Recorded a result" in stale_text(answer)
