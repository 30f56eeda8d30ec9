"""A double Enter: the same form sent twice, one after the other and at the same moment, is done once."""

import pytest
from django.urls import reverse

from games.models import Game
from tests.concurrency import run_together
from tests.factories import UserFactory
from tests.html_forms import form_to, forms_of
from tests.tournaments.desk.conftest import pair, signed_in, with_players
from tournaments.models import (
    Entry,
    Payment,
    Player,
    PointAdjustment,
    ProhibitedPairing,
    RequestedBye,
    Team,
    Tournament,
)

PDN = "1. c3-d4 d6-c5 2. b2-c3 *"


@pytest.fixture
def tournament(arbiter):
    return with_players(arbiter, 4, entry_fee=100)


@pytest.fixture
def desk(arbiter):
    return signed_in(arbiter)


def sent_by(desk, address, end, **more):
    """The address and the fields of a form of the page, filled in."""
    page = desk.get(address)
    form = form_to(page, end) if end else next(f for f in forms_of(page) if "idempotency_key" in f.fields)
    return form.action or address, form.fields | more


def new_tournament(desk, tournament):
    return sent_by(desk, reverse("tournament-new"), "", name="Spring cup")


def new_player(desk, tournament):
    address = reverse("desk-players", args=[tournament.slug])
    return sent_by(desk, address, "/players/add/", name="Kučera, Řehoř")


def pasted_players(desk, tournament):
    address = reverse("desk-players", args=[tournament.slug])
    return sent_by(desk, address, "/players/paste/", text="Kučera, Řehoř")


def prohibition(desk, tournament):
    one, other = tournament.entries.order_by("pk")[:2]
    address = reverse("desk-players", args=[tournament.slug])
    return sent_by(desk, address, "/prohibited/", one=one.pk, other=other.pk)


def decision(desk, tournament):
    address = reverse("desk-entry", args=[tournament.slug, tournament.entries.first().pk])
    return sent_by(desk, address, "/adjustments/", points="1", round_number="1", reason="Fair play")


def bye(desk, tournament):
    address = reverse("desk-entry", args=[tournament.slug, tournament.entries.first().pk])
    return sent_by(desk, address, "/byes/", round_number="1", code="zero-bye")


def payment(desk, tournament):
    address = reverse("desk-fee", args=[tournament.slug, tournament.entries.first().pk])
    return sent_by(desk, address, "/pay/", amount="50", direction="taken")


def team(desk, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(boards=2)
    return sent_by(desk, reverse("desk-teams", args=[tournament.slug]), "/teams/add/", name="Sokol")


def game(desk, tournament):
    pairing = pair(tournament.arbiters.get(), tournament)[0]
    return sent_by(desk, reverse("game-submit", args=[pairing.pk]), "/submit/", pdn=PDN)


CASES = [
    (new_tournament, Tournament, 1),
    (new_player, Player, 1),
    (new_player, Entry, 1),
    (pasted_players, Entry, 1),
    (prohibition, ProhibitedPairing, 1),
    (decision, PointAdjustment, 1),
    (bye, RequestedBye, 1),
    (payment, Payment, 1),
    (team, Team, 1),
    (game, Game, 1),
]


@pytest.mark.parametrize(("form", "model", "made"), CASES)
def test_one_after_the_other(desk, tournament, form, model, made):
    address, fields = form(desk, tournament)
    before = model.objects.count()
    answers = [desk.post(address, fields) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert model.objects.count() - before == made


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("form", "model", "made"), CASES)
def test_at_the_same_moment(transactional_db, form, model, made):
    arbiter = UserFactory(username="arbiter")
    tournament = with_players(arbiter, 4, entry_fee=100)
    address, fields = form(signed_in(arbiter), tournament)
    before = model.objects.count()
    answers = run_together(lambda: signed_in(arbiter).post(address, fields))
    assert [each.status_code for each in answers] == [302, 302]
    assert model.objects.count() - before == made


def test_a_used_key_with_something_else_is_refused_and_the_input_kept(desk, tournament):
    address, fields = new_player(desk, tournament)
    desk.post(address, fields)
    answer = desk.post(address, fields | {"name": "Jiný, Pavel"})
    assert (answer.status_code, Entry.objects.count()) == (409, 5)
    again = form_to(answer, "/players/add/")
    assert again.fields["name"] == ["Jiný, Pavel"]
    assert desk.post(again.action, again.fields).status_code == 302
    assert Entry.objects.count() == 6


def test_the_keys_of_two_people_do_not_meet(desk, tournament):
    colleague = UserFactory()
    tournament.arbiters.add(colleague)
    address, fields = decision(desk, tournament)
    fields = {name: value for name, value in fields.items() if name != "version"}
    for client in (desk, signed_in(colleague)):
        assert client.post(address, fields).status_code == 302
    assert PointAdjustment.objects.count() == 2


@pytest.mark.parametrize("form", [decision, payment])
def test_without_javascript_a_page_opened_anew_has_a_new_key(desk, tournament, form):
    keys = {str(form(desk, tournament)[1]["idempotency_key"]) for _ in range(2)}
    assert len(keys) == 2
