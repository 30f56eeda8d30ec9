"""Who may submit: the arbiters, and the two players while the tournament lets them."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.permissions import can_submit
from tests.factories import PairingFactory, UserFactory
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db


def fresh(pairing):
    return Pairing.objects.select_related("round__tournament").get(pk=pairing.pk)


@pytest.mark.parametrize(
    ("values", "arbiter_may", "player_may"),
    [
        ({}, True, True),
        ({"players_submit": False}, True, False),
        ({"status": "finished"}, True, False),
        ({"is_public": False}, True, True),
    ],
)
def test_the_persons_of_a_tournament(
    arbiter, player_user, other_user, pairing, values, arbiter_may, player_may
):
    Tournament.objects.update(**values)
    people = (arbiter, player_user, other_user, AnonymousUser(), UserFactory(is_superuser=True))
    assert [can_submit(each, fresh(pairing)) for each in people] == [
        arbiter_may,
        player_may,
        False,
        False,
        True,
    ]


def test_a_player_submits_his_own_games_only(player_user, pairing):
    assert can_submit(player_user, fresh(PairingFactory(round=pairing.round))) is False
