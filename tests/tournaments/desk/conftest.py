"""An arbiter at his desk, in English so that a test can read what the page says."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory
from tournaments.models import Pairing, Tournament
from tournaments.services import results, rounds

NAMES = ["Adam", "Bartoš", "Cibulka", "Dvořák", "Erben", "Fiala", "Gott", "Hus"]


def signed_in(user: User | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def desk(arbiter: User) -> Client:
    return signed_in(arbiter)


@pytest.fixture
def tournament(arbiter: User) -> Tournament:
    """A Swiss of three rounds with four players, nothing paired."""
    return with_players(arbiter, 4)


def with_players(arbiter: User, count: int, **fields: object) -> Tournament:
    values = {"slug": "open", "name": "Open", "planned_rounds": 3, **fields}
    tournament = TournamentFactory(arbiters=[arbiter], **values)
    for family_name in NAMES[:count]:
        EntryFactory(tournament=tournament, player=PlayerFactory(family_name=family_name, given_name="Jan"))
    return tournament


@pytest.fixture
def round_1(arbiter: User, tournament: Tournament) -> list[Pairing]:
    """The two games of the first round, without results."""
    return pair(arbiter, tournament)


def pair(arbiter: User, tournament: Tournament, *codes: str) -> list[Pairing]:
    """Pair the next round and record results, table by table."""
    paired = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    pairings = list(paired.pairings.order_by("table"))
    for pairing, code in zip(pairings, codes, strict=False):
        results.record_result(actor=arbiter, pairing=pairing, code=code)
    return pairings


def said(response) -> list[str]:
    """The messages the next page shows."""
    return [str(message) for message in response.context["messages"]]
