"""The feed of a tournament."""

from xml.etree import ElementTree

import pytest

from tests.factories import TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tests.tournaments.views.print_scenes import FORMULA, LONG_NAME, add_tables, odd_tournament
from tournaments.models import Pairing
from tournaments.services.results import record_result

FEED = "/tournaments/odd/feed/"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def odd(arbiter):
    return odd_tournament(arbiter)


def entries(response) -> dict[str, str]:
    """The titles of the feed's entries with their texts."""
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own words
    return {
        entry.findtext(f"{ATOM}title"): entry.findtext(f"{ATOM}summary")
        for entry in feed.iter(f"{ATOM}entry")
    }


def test_rounds_and_results_are_in_it(reader, odd):
    response = reader.get(FEED)
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    found = entries(response)
    assert sorted(found) == ["Round 1: 3 of 4 results", "Round 1: pairings"]
    assert "<li>1. Bye – O&#x27;Neill-Žák</li>" in found["Round 1: pairings"]
    assert "<li>Adam (Bye)</li>" in found["Round 1: pairings"]
    assert "<li>3. Chalupa – Hus ½–½</li>" in found["Round 1: 3 of 4 results"]
    assert ElementTree.fromstring(response.content).findtext(f"{ATOM}title") == FORMULA  # noqa: S314


def test_names_are_never_markup(reader, odd):
    text = entries(reader.get(FEED))["Round 1: pairings"]
    assert "<script>" not in text
    assert f"2. &lt;script&gt;alert(1)&lt;/script&gt; – {LONG_NAME}" in text


def test_standings_come_when_all_results_are_in(reader, arbiter, odd):
    record_result(actor=arbiter, pairing=Pairing.objects.get(table=4), code="0-1")
    found = entries(reader.get(FEED))
    assert sorted(found) == ["Round 1: 4 of 4 results", "Round 1: pairings", "Standings after round 1"]
    assert "<li>1. Bye 2</li>" in found["Standings after round 1"]


def test_an_entry_keeps_its_key_while_it_grows(reader, arbiter, odd):
    before = keys(reader.get(FEED))
    record_result(actor=arbiter, pairing=Pairing.objects.get(table=4), code="0-1")
    assert before <= keys(reader.get(FEED))


def keys(response) -> set[str]:
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own words
    return {entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")}


def test_teams_and_two_games(reader, arbiter):
    tournament = team_event(arbiter, "AB", slug="odd", games_per_round=2)
    pair(arbiter, tournament, {1: "1-0"})
    found = entries(reader.get(FEED))
    assert "<li>1. A1 – B1 2–0</li>" in found["Round 1: 0 of 2 results"]


def test_a_draft_is_no_news_for_anybody(reader, other_reader, arbiter_reader, odd):
    add_tables(odd, 1, status="draft")
    for each in (reader, other_reader, arbiter_reader):
        assert [title for title in entries(each.get(FEED)) if "2" in title.split(":")[0]] == []


def test_a_private_tournament_has_none_for_strangers(reader, other_reader, arbiter_reader, odd):
    odd.is_public = False
    odd.save()
    assert [each.get(FEED).status_code for each in (reader, other_reader, arbiter_reader)] == [404, 404, 200]


def test_before_the_first_round_it_is_empty(reader, db):
    TournamentFactory(slug="odd")
    assert entries(reader.get(FEED)) == {}


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_every_language(client, odd, language):
    assert len(entries(client.get(FEED, headers={"accept-language": language}))) == 2


def test_the_pages_of_the_tournament_name_it(reader, odd):
    for page in ("rounds/1/", "standings/", "about/"):
        text = reader.get(f"/tournaments/odd/{page}").content.decode()
        assert f'rel="alternate" type="application/atom+xml" title="{escaped(FORMULA)}" href="{FEED}"' in text


def escaped(text: str) -> str:
    return text.replace('"', "&quot;")


def test_while_nothing_changes_one_query_answers(reader, odd, django_assert_num_queries):
    tag = reader.get(FEED).headers["ETag"]
    with django_assert_num_queries(1):
        assert reader.get(FEED, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("count", [1, 3])
def test_as_many_queries_for_three_tables_as_for_one(reader, django_assert_num_queries, count):
    tournament = TournamentFactory(slug="odd", status="running")
    for _round in range(count):
        add_tables(tournament, count)
    with django_assert_num_queries(9):
        reader.get(FEED)
