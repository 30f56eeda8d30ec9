"""A running tournament with one pairing, the people around it, and a few recorded games."""

from pathlib import Path

import pytest
from django.test import Client

from tests.factories import EntryFactory, PairingFactory, RoundFactory, TournamentFactory, UserFactory

GOLDEN = Path(__file__).parent.parent / "golden" / "games"


@pytest.fixture
def player_user(db):
    """The account of White in `pairing`."""
    return UserFactory(username="white")


@pytest.fixture
def player_client(player_user):
    client = Client()
    client.force_login(player_user)
    return client


@pytest.fixture
def pairing(arbiter, player_user):
    """Novák (White, with an account) against Žížala in round 1 of a running tournament."""
    tournament = TournamentFactory(arbiters=[arbiter], status="running", name="Memoriál", slug="memorial")
    white = EntryFactory(
        tournament=tournament,
        number=1,
        player__user=player_user,
        player__family_name="Novák",
        player__given_name="Jan",
    )
    black = EntryFactory(
        tournament=tournament, number=2, player__family_name="Žížala", player__given_name="Řehoř"
    )
    return PairingFactory(round=RoundFactory(tournament=tournament), white=white, black=black)


@pytest.fixture
def tournament(pairing):
    return pairing.round.tournament


def golden(name):
    """The PDN text of a recorded game: `decided` (36 plies, 0-1 on the board), `threefold` (claimable after
    ply 84 of 100), `no-progress` (both claims, after plies 99 and 200)."""
    return (GOLDEN / f"{name}.pdn").read_text(encoding="utf-8")


@pytest.fixture
def decided():
    return golden("decided")


@pytest.fixture
def threefold():
    return golden("threefold")


@pytest.fixture
def no_progress():
    return golden("no-progress")
