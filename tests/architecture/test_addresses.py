"""Every address of the site, as it is: none breaks, and nobody without a right changes anything."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.admindocs.views import simplify_regex
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import (
    ClubFactory,
    EntryFactory,
    FederationFactory,
    FlagFactory,
    GameFactory,
    PairingFactory,
    RatingListFactory,
    TournamentFactory,
    UserFactory,
)

TOKEN = re.compile(r"<(?:\w+:)?\w+>")


def routes(resolver: URLResolver | None = None, prefix: str = "") -> list[str]:
    """The routes of every page, with their <placeholders>."""
    found: list[str] = []
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + simplify_regex(str(pattern.pattern)).removeprefix("/")
        if isinstance(pattern, URLPattern):
            found.append(route)
        else:
            found += routes(pattern, route)
    return list(dict.fromkeys(found))


@pytest.fixture
def values(arbiter: User) -> dict[str, object]:
    """What stands for a placeholder, by the part of the address before it."""
    tournament = TournamentFactory(arbiters=[arbiter], rating_list=RatingListFactory(), status="running")
    white, black = (EntryFactory(tournament=tournament, number=number) for number in (1, 2))
    pairing = PairingFactory(round__tournament=tournament, white=white, black=black, result="1-0")
    game = GameFactory(pairing=pairing)
    return {
        "tournaments": tournament.slug, "entries": white.pk, "pairings": pairing.pk,
        "players": white.player_id, "clubs": ClubFactory().pk, "federations": FederationFactory().code,
        "ratings": tournament.rating_list.slug, "rating-lists": tournament.rating_list.slug, "games": game.pk,
        "flags": FlagFactory(game=game).pk, "queue": game.flags.get().pk, "results": pairing.pk,
    }  # fmt: skip


def address(route: str, values: dict[str, object]) -> str:
    """A route with its placeholders filled."""
    done: list[str] = []
    for part in route.split("/"):
        done.append(TOKEN.sub(str(values.get(done[-1] if done else "", 1)), part))
    return "/" + "/".join(done)


def counts() -> dict[str, int]:
    """How many rows each table has, those of visits left out."""
    models = [model for model in apps.get_models() if model._meta.app_label not in {"sessions", "axes"}]
    return {model._meta.label: model._default_manager.count() for model in models}


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def writing_methods(client: Client) -> list[Callable]:
    return [client.post, client.put, client.patch, client.delete]


@pytest.mark.django_db
@pytest.mark.parametrize("route", routes())
def test_an_address_breaks_for_nobody_and_obeys_nobody_without_a_right(route, values, arbiter, other_user):
    staff = UserFactory(is_staff=True, is_superuser=True)
    place = address(route, values)
    answers = {user: client_of(user).get(place).status_code for user in (None, other_user, arbiter, staff)}
    assert max(answers.values()) < 500

    before = counts()
    answers = {send: send(place).status_code for send in writing_methods(client_of(None))}
    assert max(answers.values()) < 500
    assert counts() == before

    answers = {send: send(place).status_code for send in writing_methods(client_of(other_user))}
    after = counts()
    assert max(answers.values()) < 500
    assert [label for label in before if after[label] < before[label]] == []

    # Sent by whoever may, an empty form is an answer too.
    assert client_of(arbiter).post(place).status_code < 500
