"""Rating lists over the API."""

import datetime

import pytest

from tests.factories import (
    ClubFactory,
    FederationFactory,
    PlayerFactory,
    RatingChangeFactory,
    RatingFactory,
    RatingListFactory,
    TournamentFactory,
)

URL = "/api/v1/rating-lists/"

LIST = {
    "slug": "cz",
    "name": "Česká listina",
    "federation": "CZ",
    "discipline": "64",
    "system": "elo",
    "settings": {"k": 30},
    "player_count": 2,
    "rated_until": None,
}


@pytest.fixture
def rating_list(db):
    return RatingListFactory(
        slug="cz", name="Česká listina", federation=FederationFactory(code="CZ"), settings={"k": 30}
    )


@pytest.fixture
def lines(rating_list):
    club = ClubFactory(name="Sokol")
    strong = PlayerFactory(family_name="Žížala", given_name="Řehoř", club=club)
    weak = PlayerFactory(family_name="Adam", given_name="Jan")
    RatingFactory(rating_list=rating_list, player=weak, value=1400, games=3, is_provisional=True)
    RatingFactory(rating_list=rating_list, player=strong, value=1812, games=44)
    return [
        {
            "place": 1,
            "player": strong.pk,
            "name": "Žížala Řehoř",
            "club": "Sokol",
            "value": 1812,
            "games": 44,
            "is_provisional": False,
            "last_change": None,
        },
        {
            "place": 2,
            "player": weak.pk,
            "name": "Adam Jan",
            "club": None,
            "value": 1400,
            "games": 3,
            "is_provisional": True,
            "last_change": None,
        },
    ]


def test_lists(as_nobody, lines):
    assert as_nobody.get(URL).json() == {"count": 1, "next": None, "previous": None, "results": [LIST]}


def test_a_list_with_its_players(as_nobody, lines):
    answer = as_nobody.get(f"{URL}cz/")

    assert answer.json() == LIST | {"count": 2, "next": None, "previous": None, "ratings": lines}


def test_a_list_is_paged_and_searched_with_places_kept(as_nobody, lines):
    page = as_nobody.get(f"{URL}cz/", {"page_size": 1, "page": 2}).json()
    found = as_nobody.get(f"{URL}cz/", {"search": "jan adam"}).json()

    assert page == LIST | {
        "count": 2,
        "next": None,
        "ratings": [lines[1]],
        "previous": "http://testserver/api/v1/rating-lists/cz/?page_size=1",
    }
    assert (found["count"], found["ratings"]) == (1, [lines[1]])


def test_a_list_that_is_not_there(as_nobody, db):
    for path in ("xx/", "xx/changes/"):
        answer = as_nobody.get(f"{URL}{path}")
        assert (answer.status_code, answer.json()) == (
            404,
            {"code": "not-found", "detail": "There is no such rating list."},
        )


@pytest.fixture
def changes(rating_list, arbiter):
    """Two tournaments, the later one private."""
    player = PlayerFactory(family_name="Adam", given_name="Jan")
    days = [datetime.date(2026, 1, 1), datetime.date(2026, 2, 1)]
    first, second = (
        TournamentFactory(
            slug=f"t{day.month}", starts_on=day, ends_on=day, is_public=day.month == 1, arbiters=[arbiter]
        )
        for day in days
    )
    for tournament in (first, second):
        RatingChangeFactory(
            rating_list=rating_list, tournament=tournament, player=player, derivation={"games": []}
        )
    RatingChangeFactory(rating_list=rating_list, tournament=first)
    return player


def change(player, **values):
    return {
        "player": player.pk,
        "name": "Adam Jan",
        "before": 1500,
        "after": 1510,
        "games": 5,
        "score": 3.0,
        "expected": None,
        "coefficient": None,
        "is_provisional": False,
        "derivation": {"games": []},
    } | values


def test_changes_of_a_player_newest_first(as_arbiter, changes):
    answer = as_arbiter.get(f"{URL}cz/changes/", {"player": changes.pk})

    assert answer.json() == {
        "count": 2,
        "next": None,
        "previous": None,
        "results": [
            change(changes, tournament="t2", rated_on="2026-02-01"),
            change(changes, tournament="t1", rated_on="2026-01-01"),
        ],
    }


def test_changes_do_not_name_private_tournaments(as_arbiter, as_other, as_nobody, changes):
    named = [
        [
            row["tournament"]
            for row in client.get(f"{URL}cz/changes/", {"player": changes.pk}).json()["results"]
        ]
        for client in (as_arbiter, as_other, as_nobody)
    ]
    assert named == [["t2", "t1"], [None, "t1"], [None, "t1"]]


def test_all_changes_of_a_list(as_nobody, changes):
    assert as_nobody.get(f"{URL}cz/changes/").json()["count"] == 3
