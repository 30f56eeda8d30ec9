"""Two and four people who press the same button at the same moment."""

import pytest
from django.urls import reverse

from tests.concurrency import run_together
from tests.factories import UserFactory
from tests.tournaments.desk.conftest import pair, signed_in, with_players
from tournaments.models import Pairing, Result, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="arbiter")


@pytest.mark.parametrize("times", [2, 4])
def test_pairing_round_1_together_leaves_one_round(arbiter, times):
    tournament = with_players(arbiter, 6)
    address = reverse("desk-pair", args=[tournament.slug])
    answers = run_together(lambda: signed_in(arbiter).post(address, {"expected_number": 1}), times)
    assert sorted(each.status_code for each in answers) == [302, *[409] * (times - 1)]
    late = next(each for each in answers if each.status_code == 409)
    assert "Round 1 is already paired." in late.content.decode()
    assert (Round.objects.count(), Pairing.objects.count()) == (1, 3)


def test_two_different_results_together_leave_one_and_show_it_to_the_other(arbiter):
    tournament = with_players(arbiter, 2)
    pairing = pair(arbiter, tournament)[0]
    address = reverse("desk-result", args=[tournament.slug, 1, pairing.pk])
    codes = iter(["1-0", "0-1"])
    answers = run_together(
        lambda: signed_in(arbiter).post(address, {"code": next(codes), "version": pairing.version})
    )
    assert sorted(each.status_code for each in answers) == [302, 409]
    confirmed = Result.objects.get(status="confirmed")
    loser = next(each for each in answers if each.status_code == 409)
    refused = loser.context["rows"][0].refused
    assert (refused.standing, {refused.code, confirmed.code}) == (confirmed, {"1-0", "0-1"})


def test_entering_the_same_new_name_together_enters_one(arbiter):
    tournament = with_players(arbiter, 2)
    address = reverse("desk-add", args=[tournament.slug])
    answers = run_together(lambda: signed_in(arbiter).post(address, {"name": "Nový, Jan"}))
    assert sorted(each.status_code for each in answers) == [302, 409]
    assert tournament.entries.filter(player__family_name="Nový").count() == 1
