"""Rating lists and initial ratings in the admin."""

import pytest

from tests.admin.conftest import address, listed, seen_now
from tests.factories import PlayerFactory, RatingChangeFactory, RatingFactory, RatingListFactory
from tournaments.models import AuditEntry, Rating, RatingList


@pytest.fixture
def player(czech):
    return PlayerFactory(federation=czech)


def list_form(**changes: object) -> dict[str, object]:
    return {
        "name": "Czech list",
        "slug": "cz",
        "discipline": "64",
        "system": "elo",
        "settings": "{}",
        "seen": "",
        "federation": "",
    } | changes


def test_staff_keep_the_rating_lists_of_their_federation(as_staff, as_clerk, czech, slovak):
    foreign = RatingListFactory(federation=slovak)

    added = as_staff.post(address(RatingList, "add"), list_form(federation=czech.pk))
    elsewhere = as_staff.post(address(RatingList, "add"), list_form(federation=slovak.pk, slug="sk"))

    assert (added.status_code, elsewhere.status_code) == (302, 200)
    assert listed(as_staff, RatingList) == ["Czech list"]
    assert as_staff.get(address(RatingList, "change", foreign.pk)).status_code == 404
    assert as_clerk.get(address(RatingList, "changelist")).status_code == 403


def test_settings_of_a_list_are_checked(as_staff, czech):
    answer = as_staff.post(
        address(RatingList, "add"), list_form(federation=czech.pk, settings='{"k": "many"}')
    )

    assert list(answer.context["adminform"].errors) == ["settings"]
    assert RatingList.objects.count() == 0


def test_how_a_list_rates_is_fixed_by_its_first_tournament(as_root, czech):
    rating_list = RatingListFactory(slug="cz", name="Czech list", federation=czech)
    RatingChangeFactory(rating_list=rating_list)

    answer = as_root.post(
        address(RatingList, "change", rating_list.pk),
        list_form(name="New name", federation=czech.pk, settings='{"k": 30}', seen=seen_now(rating_list)),
    )

    rating_list.refresh_from_db()
    assert answer.status_code == 302
    assert (rating_list.name, rating_list.settings) == ("New name", {})


def test_an_initial_rating_is_set_by_its_service(as_staff, as_clerk, czech, player):
    rating_list = RatingListFactory(federation=czech)
    form = {"rating_list": rating_list.pk, "player": player.pk, "initial_value": 1600, "initial_games": 12}

    added = as_staff.post(address(Rating, "add"), form)
    rating = Rating.objects.get()
    change = form | {"initial_value": 1650, "seen": seen_now(rating)}
    changed = as_staff.post(address(Rating, "change", rating.pk), change)

    rating.refresh_from_db()
    assert (added.status_code, changed.status_code) == (302, 302)
    assert (rating.initial_value, rating.value, rating.games) == (1650, 1650, 12)
    assert [e.action for e in AuditEntry.objects.all()] == ["set-initial-rating"] * 2
    assert as_staff.post(address(Rating, "delete", rating.pk), {"post": "yes"}).status_code == 403
    assert as_clerk.get(address(Rating, "changelist")).status_code == 403


def test_ratings_of_other_federations_are_out_of_sight(as_staff, slovak):
    rating = RatingFactory(rating_list=RatingListFactory(federation=slovak))

    assert listed(as_staff, Rating) == []
    assert as_staff.get(address(Rating, "change", rating.pk)).status_code == 404
