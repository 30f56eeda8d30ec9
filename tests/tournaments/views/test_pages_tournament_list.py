"""The list of tournaments and its filter."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import FederationFactory, TournamentFactory

pytestmark = pytest.mark.both

LIST = "/tournaments/"


def names(response):
    return [tournament.name for tournament in response.context["page"]]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_four_queries(reader, django_assert_num_queries, count):
    TournamentFactory.create_batch(count, federation=FederationFactory())
    with django_assert_num_queries(4):  # years, federations, count, rows
        response = reader.get(LIST)
    assert len(names(response)) == count


def test_a_private_tournament_is_listed_to_its_arbiter_alone(arbiter_reader, other_reader, reader, arbiter):
    TournamentFactory(name="Přebor klubu", is_public=False, arbiters=[arbiter])
    assert names(arbiter_reader.get(LIST)) == ["Přebor klubu"]
    assert names(other_reader.get(LIST)) == []
    assert names(reader.get(LIST)) == []


def test_an_empty_list_says_what_to_do_to_whom(reader, other_reader):
    button = reverse("tournament-new")
    assert button not in reader.get(LIST).content.decode()
    assert button in other_reader.get(LIST).content.decode()


@pytest.mark.parametrize("query", ["budejovic velka", "BUDĚJOVIC", "zizkov"])
def test_names_and_places_are_found_without_accents_in_any_order(reader, query):
    TournamentFactory(name="Velká cena Českých Budějovic", venue="Kulturní dům Žižkov")
    TournamentFactory(name="Přebor Brna")
    assert names(reader.get(LIST, {"q": query})) == ["Velká cena Českých Budějovic"]


def test_the_filter_narrows_by_state_year_and_federation(reader):
    federation = FederationFactory(code="CR")
    wanted = TournamentFactory(
        federation=federation, status="finished", starts_on=date(2024, 12, 30), ends_on=date(2025, 1, 2)
    )
    TournamentFactory(status="finished", starts_on=date(2025, 5, 1), ends_on=date(2025, 5, 1))
    TournamentFactory(
        federation=federation, status="running", starts_on=date(2025, 6, 1), ends_on=date(2025, 6, 1)
    )
    query = {"status": "finished", "year": "2025", "federation": "CR"}
    assert list(reader.get(LIST, query).context["page"]) == [wanted]


@pytest.mark.parametrize(
    "query", [{"year": "abc"}, {"status": "nonsense"}, {"federation": "?"}, {"page": "x"}]
)
def test_a_value_that_is_no_choice_does_not_narrow(reader, query):
    TournamentFactory()
    response = reader.get(LIST, query)
    assert (response.status_code, len(names(response))) == (200, 1)


def test_nothing_found_leads_back_to_all(reader):
    TournamentFactory()
    page = reader.get(LIST, {"q": "zzz"}).content.decode()
    assert "No tournament matches" in page
    assert '<a class="button" href="/tournaments/">' in page


def test_a_long_list_has_pages_that_keep_the_filter(reader):
    TournamentFactory.create_batch(51, status="finished")
    response = reader.get(LIST, {"status": "finished"})
    assert len(names(response)) == 50
    assert 'href="?status=finished&amp;page=2"' in response.content.decode()
    assert len(names(reader.get(LIST, {"status": "finished", "page": "2"}))) == 1
