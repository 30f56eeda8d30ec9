"""Three persons at the API; each asks for English."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory
from tournaments.models import Tournament
from tournaments.services.rounds import pair_next_round


def client_of(user: User | None) -> APIClient:
    client = APIClient(headers={"accept-language": "en"})
    client.default_format = "json"
    client.force_authenticate(user)
    return client


@pytest.fixture
def as_arbiter(arbiter: User) -> APIClient:
    return client_of(arbiter)


@pytest.fixture
def as_other(other_user: User) -> APIClient:
    return client_of(other_user)


@pytest.fixture
def as_nobody(db: None) -> APIClient:
    return client_of(None)


@pytest.fixture
def open_swiss(arbiter: User) -> Tournament:
    """A public Swiss of four with round 1 paired: 1-3 and 4-2."""
    tournament = TournamentFactory(
        slug="open",
        name="Open",
        planned_rounds=3,
        initial_colour="white",
        arbiters=[arbiter],
        tiebreaks=["buchholz"],
    )
    for name in ("Adam", "Bor", "Cap", "Dub"):
        player = PlayerFactory(family_name=name, given_name="Jan")
        EntryFactory(tournament=tournament, player=player, rating=1500)
    pair_next_round(actor=arbiter, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def closed(arbiter: User) -> Tournament:
    """A private tournament of the arbiter's."""
    return TournamentFactory(slug="closed", is_public=False, arbiters=[arbiter])
