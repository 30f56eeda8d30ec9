"""A page of the administration that somebody else was faster than reverts nothing and loses nothing."""

import re

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone

from tests.admin.conftest import address
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    PlayerTitleFactory,
    RatingListFactory,
    TournamentFactory,
    UserFactory,
)
from tests.html_forms import forms_of
from tournaments.models import Club, Federation, Player, PlayerTitle, RatingList, Tournament
from tournaments.services.register import change_record
from tournaments.services.tournaments import update_tournament


def form_of(page) -> dict[str, object]:
    """What a browser would send back of a change page that was not touched."""
    return next(form.fields for form in forms_of(page) if "seen" in form.fields)


def rows(czech, staff):
    """A row of each kind with what a colleague changes in it."""
    federation = czech
    return {
        Federation: (federation, {"name": "Union"}),
        Club: (ClubFactory(federation=federation, name="Sokol"), {"city": "Brno"}),
        Player: (PlayerFactory(federation=federation), {"birth_year": 1991}),
        RatingList: (RatingListFactory(federation=federation), {"name": "Blitz"}),
        Tournament: (TournamentFactory(federation=federation, arbiters=[staff]), {"venue": "Brno"}),
        User: (UserFactory(username="somebody"), {"first_name": "Eva"}),
    }


@pytest.mark.parametrize("model", [Federation, Club, Player, RatingList, Tournament, User])
def test_a_stale_page_saved_untouched_reverts_nothing(as_root, czech, staff, model):
    row, change = rows(czech, staff)[model]
    page = address(model, "change", row.pk)
    sent = form_of(as_root.get(page))
    model.objects.filter(pk=row.pk).update(**change)
    if model is Tournament:
        model.objects.filter(pk=row.pk).update(version=2)

    answer = as_root.post(page, sent)

    assert answer.status_code == 409
    row.refresh_from_db()
    assert {name: getattr(row, name) for name in change} == change
    # Sent again over what stands there, it is what this person wants.
    again = as_root.post(page, form_of(answer))
    assert again.status_code == 302
    row.refresh_from_db()
    assert {name: getattr(row, name) for name in change} != change


def test_the_page_says_who_did_what_and_keeps_what_was_typed(as_root, czech, staff, arbiter):
    club = ClubFactory(federation=czech, name="Sokol", city="Plzeň")
    page = address(Club, "change", club.pk)
    sent = form_of(as_root.get(page)) | {"name": "Sokol II"}
    change_record(actor=arbiter, record=club, changes={"city": "Brno"})

    answer = as_root.post(page, sent)

    text = re.sub(r"\s+", " ", answer.content.decode())
    assert "<del>Plzeň</del> → <ins>Brno</ins>" in text
    assert "arbiter:" in text
    assert 'value="Sokol II"' in text
    assert Club.objects.values_list("name", "city").get(pk=club.pk) == ("Sokol", "Brno")


def test_results_recorded_meanwhile_make_the_page_of_a_tournament_stale(as_root, czech, staff):
    tournament = TournamentFactory(federation=czech, arbiters=[staff])
    page = address(Tournament, "change", tournament.pk)
    sent = form_of(as_root.get(page))
    update_tournament(actor=staff, tournament=tournament, changes={"venue": "Brno"})
    answer = as_root.post(page, sent | {"description": "Mine"})
    assert answer.status_code == 409
    tournament.refresh_from_db()
    assert (tournament.venue, tournament.description) == ("Brno", "")
    assert "Mine" in answer.content.decode()


def test_a_row_of_an_inline_is_seen_with_its_page(as_staff, czech):
    player = PlayerFactory(federation=czech)
    title = PlayerTitleFactory(player=player, code="NM")
    page = address(Player, "change", player.pk)
    sent = form_of(as_staff.get(page))
    PlayerTitle.objects.filter(pk=title.pk).update(code="MF")

    assert as_staff.post(page, sent | {"titles-0-DELETE": "on"}).status_code == 409
    assert PlayerTitle.objects.get().code == "MF"


def test_who_is_added_to_a_list_meanwhile_is_not_taken_out(as_root, czech, staff, other_user):
    page = address(Federation, "change", czech.pk)
    sent = form_of(as_root.get(page))
    czech.staff.add(other_user)

    assert as_root.post(page, sent).status_code == 409
    assert set(czech.staff.all()) == {staff, other_user}


def test_a_page_without_what_was_seen_is_stale(as_root, czech):
    page = address(Federation, "change", czech.pk)
    sent = form_of(as_root.get(page))
    del sent["seen"]
    assert as_root.post(page, sent).status_code == 409


def test_logging_in_makes_no_account_stale(as_root):
    user = UserFactory(username="somebody")
    page = address(User, "change", user.pk)
    sent = form_of(as_root.get(page)) | {"first_name": "Eva"}
    User.objects.filter(pk=user.pk).update(last_login=timezone.now())
    assert as_root.post(page, sent).status_code == 302
    user.refresh_from_db()
    assert user.first_name == "Eva"


@pytest.mark.parametrize("model", [Club, Player])
def test_nothing_is_deleted_that_was_changed_since_it_was_asked_for(as_staff, czech, model):
    row = rows(czech, UserFactory())[model][0]
    page = address(model, "delete", row.pk)
    seen = as_staff.get(page).context["seen"]
    column = "city" if model is Club else "category"
    model.objects.filter(pk=row.pk).update(**{column: "X"})

    late = as_staff.post(page, {"post": "yes", "seen": seen})

    assert late.status_code == 409
    assert 'name="post" value="yes"' in late.content.decode()
    assert model.objects.filter(pk=row.pk).exists()
    assert as_staff.post(page, {"post": "yes", "seen": late.context["seen"]}).status_code == 302
    assert not model.objects.filter(pk=row.pk).exists()


def test_nor_with_others_from_the_list(as_staff, czech):
    clubs = [ClubFactory(federation=czech) for _ in range(2)]
    asked = {"action": "delete_selected", "_selected_action": [club.pk for club in clubs]}
    page = as_staff.post(address(Club, "changelist"), asked)
    states = {f"seen-{pk}": state for pk, state in page.context["states"]}
    assert f'name="seen-{clubs[0].pk}"' in page.content.decode()
    Club.objects.filter(pk=clubs[1].pk).update(city="Brno")

    late = as_staff.post(address(Club, "changelist"), asked | {"post": "yes"} | states)

    assert (late.status_code, Club.objects.count()) == (409, 2)
    states = {f"seen-{pk}": state for pk, state in late.context["states"]}
    assert as_staff.post(address(Club, "changelist"), asked | {"post": "yes"} | states).status_code == 302
    assert Club.objects.count() == 0


def test_a_group_is_no_exception(as_root):
    group = Group.objects.create(name="Clerks")
    page = address(Group, "change", group.pk)
    sent = form_of(as_root.get(page))
    Group.objects.filter(pk=group.pk).update(name="Officers")
    assert as_root.post(page, sent).status_code == 409
    assert Group.objects.get().name == "Officers"
