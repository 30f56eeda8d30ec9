"""Every address of the site, as it is: none breaks, and nobody without a right changes anything."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.admindocs.views import simplify_regex
from django.contrib.auth.models import User
from django.db import connection, transaction
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

PORTION = 20
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


def parts() -> dict[str, list[str]]:
    """The routes by the part of the site they are of, in portions that two processes share evenly."""
    found: dict[str, list[str]] = defaultdict(list)
    for route in routes():
        words = route.split("/")
        found["/".join(words[: 3 if words[0] == "api" else 2])].append(route)
    return {
        f"{part} {at + 1}": of_it[at : at + PORTION]
        for part, of_it in found.items()
        for at in range(0, len(of_it), PORTION)
    }


def counts() -> dict[str, int]:
    """How many rows each table has, those of visits left out; in one question."""
    models = [model for model in apps.get_models() if model._meta.app_label not in {"sessions", "axes"}]
    quoted = connection.ops.quote_name
    each = [f"SELECT count(*) FROM {quoted(model._meta.db_table)}" for model in models]  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'({query})' for query in each)}")
        return dict(zip([model._meta.label for model in models], cursor.fetchone(), strict=True))


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("routes", [pytest.param(found, id=part) for part, found in parts().items()])
def test_an_address_breaks_for_nobody_and_obeys_nobody_without_a_right(routes, values, arbiter, other_user):
    staff = UserFactory(is_staff=True, is_superuser=True)
    clients = {user: client_of(user) for user in (None, other_user, arbiter, staff)}
    for route in routes:
        # What one address changes is nothing to the next.
        with transaction.atomic():
            _try(address(route, values), clients, other_user, arbiter)
            transaction.set_rollback(True)


def _try(place: str, clients: dict[User | None, Client], other: User, arbiter: User) -> None:
    answers = [client.get(place).status_code for client in clients.values()]
    assert (place, max(answers) < 500) == (place, True), answers

    before = counts()
    answers = [send(place).status_code for send in writing_methods(clients[None])]
    assert (place, max(answers) < 500) == (place, True), answers
    assert (place, counts()) == (place, before)

    answers = [send(place).status_code for send in writing_methods(clients[other])]
    after = counts()
    assert (place, max(answers) < 500) == (place, True), answers
    assert (place, [label for label in before if after[label] < before[label]]) == (place, [])

    # Sent by whoever may, an empty form is an answer too.
    answer = clients[arbiter].post(place)
    assert (place, answer.status_code < 500) == (place, True)


def writing_methods(client: Client) -> list[Callable]:
    return [client.post, client.put, client.patch, client.delete]
