"""The page of the event's people: who runs it, and appointing them."""

import pytest
from django.urls import reverse

from tests.factories import FederationFactory, UserFactory
from tests.tournaments.desk.conftest import said, signed_in
from tournaments.models import Tournament


@pytest.fixture
def chief(tournament, arbiter):
    """The tournament's chief arbiter, and another arbiter beside him."""
    Tournament.objects.update(chief_arbiter=arbiter)
    tournament.refresh_from_db()
    return arbiter


@pytest.fixture
def organiser(tournament):
    user = UserFactory(username="organiser", first_name="Olga", last_name="Nová")
    tournament.organisers.add(user)
    return user


def url(name="desk-people"):
    return reverse(name, args=["open"])


def shown(response):
    return [(each.username, each.role.value, may) for each, _role, may in response.context["people"]]


def test_everybody_with_a_role_is_shown_by_name(desk, tournament, chief, organiser, other_user):
    tournament.arbiters.add(other_user)
    tournament.federation = FederationFactory()
    tournament.federation.staff.add(UserFactory(username="officer"))
    tournament.save()
    response = desk.get(url())
    assert shown(response) == [
        ("organiser", "organiser", False),
        ("arbiter", "chief", True),
        ("other", "arbiter", True),
        ("officer", "officer", False),
    ]
    assert "Olga Nová" in response.content.decode()


def test_an_arbiter_is_appointed_by_his_exact_user_name(desk, tournament, chief, other_user):
    assert desk.post(url("desk-appoint"), {"username": "Other", "role": "arbiter"}).status_code == 400
    response = desk.post(url("desk-appoint"), {"username": "other", "role": "arbiter"}, follow=True)
    assert said(response) == ["other: arbiter."]
    assert set(tournament.arbiters.all()) == {chief, other_user}


@pytest.mark.parametrize("name", ["nobody", "gone"])
def test_a_name_that_nobody_uses_is_said_and_kept(desk, tournament, name):
    UserFactory(username="gone", is_active=False)
    response = desk.post(url("desk-appoint"), {"username": name, "role": "arbiter"})
    form = response.context["form"]
    assert (response.status_code, form["username"].value()) == (400, name)
    assert form.errors == {"username": [f"Nobody has this user name: {name}."]}


def test_an_organiser_appoints_everybody_and_records_nothing(tournament, chief, organiser, other_user):
    mine = signed_in(organiser)
    for role in ("organiser", "chief", "arbiter"):
        assert mine.post(url("desk-appoint"), {"username": "other", "role": role}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.chief_arbiter, set(tournament.organisers.all())) == (
        other_user,
        {organiser, other_user},
    )
    refused = mine.get(reverse("desk-rounds", args=["open"]))
    assert refused.status_code == 403
    assert "Only the arbiters of this tournament may do this." in refused.content.decode()


def test_a_chief_appoints_arbiters_but_no_organisers_where_there_are_some(
    desk, tournament, chief, organiser, other_user
):
    sent = {"username": "other", "role": "organiser"}
    assert desk.post(url("desk-appoint"), sent).status_code == 403
    assert desk.post(url("desk-dismiss"), {**sent, "username": "organiser"}).status_code == 403
    assert list(tournament.organisers.all()) == [organiser]
    tournament.organisers.clear()
    assert desk.post(url("desk-appoint"), sent).status_code == 302


def test_an_arbiter_beside_the_chief_reads_the_page_and_appoints_nobody(tournament, chief, other_user):
    tournament.arbiters.add(other_user)
    theirs = signed_in(other_user)
    page = theirs.get(url())
    assert (page.status_code, page.context["may_appoint"]) == (200, False)
    for name in ("desk-appoint", "desk-dismiss"):
        refused = theirs.post(url(name), {"username": "other", "role": "chief"})
        assert refused.status_code == 403
    assert "Only the organisers and the chief arbiter" in refused.content.decode()


def test_the_chiefs_post_is_handed_over(desk, tournament, chief, other_user):
    sent = {"username": "other", "role": "chief", "seen_chief": "arbiter", "hand_over": "on"}
    assert desk.post(url("desk-appoint"), sent)["Location"] == url()
    tournament.refresh_from_db()
    assert (tournament.chief_arbiter, set(tournament.arbiters.all())) == (other_user, {chief, other_user})
    response = desk.post(url("desk-dismiss"), {"username": "other", "role": "chief"})
    assert response.status_code == 403


def test_who_was_faster_is_told_and_the_next_try_counts(desk, tournament, chief, organiser, other_user):
    sent = {"username": "arbiter", "role": "chief", "seen_chief": "other"}
    response = signed_in(organiser).post(url("desk-appoint"), sent)
    assert (response.status_code, response.context["form"]["seen_chief"].value()) == (409, "arbiter")


def test_who_takes_himself_off_is_led_to_the_public_page(desk, tournament, arbiter, other_user):
    tournament.arbiters.add(other_user)
    response = desk.post(url("desk-dismiss"), {"username": "arbiter", "role": "arbiter"})
    assert response["Location"] == reverse("tournament", args=["open"])
    assert signed_in(other_user).get(url()).status_code == 200


def test_the_last_arbiter_stays(desk, tournament, arbiter):
    response = desk.post(url("desk-dismiss"), {"username": "arbiter", "role": "arbiter"})
    assert response.status_code == 409
    assert "A tournament needs at least one arbiter." in response.content.decode()
    assert list(tournament.arbiters.all()) == [arbiter]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_query_count(desk, tournament, rows, django_assert_num_queries):
    tournament.organisers.set([UserFactory() for _row in range(rows)])
    with django_assert_num_queries(9):
        desk.get(url())
