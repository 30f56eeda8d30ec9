"""Readers of pages, in English so that the words are those of the templates."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.views.scenes import four_players
from tournaments.models import Tournament

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def reader(db: None) -> Client:
    """Somebody without an account."""
    return Client(headers=ENGLISH)


@pytest.fixture
def arbiter_reader(arbiter: User) -> Client:
    return _reader(arbiter)


@pytest.fixture
def other_reader(other_user: User) -> Client:
    return _reader(other_user)


def _reader(user: User) -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(user)
    return client


@pytest.fixture
def four(db: None) -> Tournament:
    """The tournament of `four_players`, at /tournaments/four/."""
    return four_players()
