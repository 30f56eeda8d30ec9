"""Pages of rating lists."""

from datetime import date

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
from tests.tournaments.views.tables import rows

pytestmark = pytest.mark.both


def player(name):
    return PlayerFactory(family_name=name, given_name="", club=ClubFactory(name=f"Club of {name}"))


@pytest.mark.parametrize("count", [1, 3])
def test_the_lists_ask_one_query(reader, django_assert_num_queries, count):
    for number in range(count):
        rating_list = RatingListFactory(name=f"List {number}", federation=FederationFactory(name="F"))
        RatingFactory.create_batch(2, rating_list=rating_list)
        RatingFactory(rating_list=rating_list, value=None)
    with django_assert_num_queries(1):
        response = reader.get("/ratings/")
    assert [(row[0], row[3]) for row in rows(response)] == [
        (f"List {number}", "2") for number in range(count)
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_a_list_asks_three_queries(reader, django_assert_num_queries, count):
    rating_list = RatingListFactory(slug="cr")
    for number in range(count):
        rating = RatingFactory(rating_list=rating_list, player=player(f"P{number}"))
        RatingChangeFactory(rating_list=rating_list, player=rating.player)
    with django_assert_num_queries(3):  # list, count, ratings
        response = reader.get("/ratings/cr/")
    assert len(rows(response)) == count


def test_a_list_shows_places_and_what_the_last_tournament_changed(reader):
    rating_list = RatingListFactory(slug="cr")
    for name, value in (("A", 1600), ("B", 1700), ("C", 1600), ("D", 1500)):
        RatingFactory(rating_list=rating_list, player=player(name), value=value, is_provisional=name == "D")
    RatingFactory(rating_list=rating_list, player=player("Unrated"), value=None)
    RatingFactory(player=player("Elsewhere"), value=2000)
    b = rating_list.ratings.get(value=1700).player
    for day, before, after in ((2, 1690, 1700), (1, 1650, 1690)):
        played = TournamentFactory(starts_on=date(2026, 1, day), ends_on=date(2026, 1, day))
        RatingChangeFactory(rating_list=rating_list, player=b, tournament=played, before=before, after=after)
    response = reader.get("/ratings/cr/")
    assert rows(response) == [
        ["1", "B", "Club of B", "40", "+10", "1700"],
        ["2", "A", "Club of A", "40", "", "1600"],
        ["2", "C", "Club of C", "40", "", "1600"],
        ["4", "D provisional", "Club of D", "40", "", "1500"],
    ]
    assert "rated until Jan. 2, 2026" in response.content.decode()


def test_a_search_keeps_the_place_in_the_whole_list(reader):
    rating_list = RatingListFactory(slug="cr")
    for name, value in (("Novák", 1700), ("Žížala", 1600)):
        RatingFactory(rating_list=rating_list, player=player(name), value=value)
    assert [row[:2] for row in rows(reader.get("/ratings/cr/", {"q": "zizala"}))] == [["2", "Žížala"]]
    assert "Nobody of that name" in reader.get("/ratings/cr/", {"q": "zzz"}).content.decode()


def test_empty_lists_say_when_they_fill(reader):
    assert "No rating list yet" in reader.get("/ratings/").content.decode()
    RatingListFactory(slug="cr")
    page = reader.get("/ratings/cr/").content.decode()
    assert "Nobody is rated yet" in page
    assert "no tournament rated yet" in page
    assert reader.get("/ratings/xx/").status_code == 404


def test_a_long_list_has_pages(reader):
    rating_list = RatingListFactory(slug="cr")
    RatingFactory.create_batch(101, rating_list=rating_list)
    assert len(rows(reader.get("/ratings/cr/"))) == 100
    assert len(rows(reader.get("/ratings/cr/", {"page": 2}))) == 1
