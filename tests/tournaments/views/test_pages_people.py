"""Pages of players, clubs and federations."""

from datetime import date
from html import unescape

import pytest

from tests.factories import (
    ClubFactory,
    EntryFactory,
    FederationFactory,
    GameFactory,
    PairingFactory,
    PlayerFactory,
    PlayerTitleFactory,
    RatingChangeFactory,
    RatingFactory,
    RatingListFactory,
    TournamentFactory,
)
from tests.tournaments.views.tables import rows, tables

pytestmark = pytest.mark.both


def names(response):
    return [player.name for player in response.context["page"]]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_players_asks_six_queries(reader, django_assert_num_queries, count):
    for _ in range(count):
        player = PlayerFactory(club=ClubFactory(), federation=FederationFactory())
        PlayerTitleFactory(player=player)
        RatingFactory(player=player)
    with django_assert_num_queries(6):  # federations, count, players, titles, ratings with lists (2)
        response = reader.get("/players/")
    assert len(rows(response)) == count


@pytest.mark.parametrize("query", ["zizala rehor", "Řehoř ŽÍŽ", "reho"])
def test_players_are_found_without_accents_in_any_order(reader, query):
    PlayerFactory(family_name="Žížala", given_name="Řehoř")
    PlayerFactory(family_name="Dvořák", given_name="Jan")
    assert names(reader.get("/players/", {"q": query})) == ["Žížala Řehoř"]


def test_players_stand_in_the_czech_order(reader):
    for name in ("Hora", "Chalupa", "Cyril", "Čapek", "Ibsen"):
        PlayerFactory(family_name=name, given_name="")
    assert names(reader.get("/players/")) == ["Cyril", "Čapek", "Hora", "Chalupa", "Ibsen"]


def test_a_list_without_players_says_where_they_come_from_and_a_search_leads_back(reader):
    assert "No player yet" in reader.get("/players/").content.decode()
    PlayerFactory()
    page = reader.get("/players/", {"q": "zzz"}).content.decode()
    assert "Nobody of that name" in page
    assert '<a class="button" href="/players/">' in page


def test_players_of_one_federation(reader):
    PlayerFactory(family_name="Ours", given_name="", federation=FederationFactory(code="CR"))
    PlayerFactory(family_name="Theirs", given_name="", federation=FederationFactory(code="SVK"))
    assert names(reader.get("/players/", {"federation": "CR"})) == ["Ours"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_player_s_page_asks_eight_queries(reader, django_assert_num_queries, count):
    player = PlayerFactory(club=ClubFactory())
    PlayerTitleFactory(player=player)
    for _ in range(count):
        tournament = TournamentFactory(status="running")
        me = EntryFactory(tournament=tournament, player=player)
        for _each in range(count):
            PairingFactory(round__tournament=tournament, white=me, result="1-0")
        rating = RatingFactory(player=player)
        RatingChangeFactory(rating_list=rating.rating_list, player=player)
    # player, titles, entries counted, entries, games, ratings, changes, visible tournaments
    with django_assert_num_queries(8):
        response = reader.get(f"/players/{player.pk}/")
    assert len(response.context["tournaments"]) == count


def test_a_player_s_results_from_the_own_side(reader):
    tournament = TournamentFactory(status="running")
    player = PlayerFactory(family_name="Me", given_name="")
    me = EntryFactory(tournament=tournament, player=player)
    opponent = EntryFactory(tournament=tournament, player=PlayerFactory(family_name="You", given_name=""))
    PairingFactory(round__tournament=tournament, white=opponent, black=me, result="0-1")
    PairingFactory(round__tournament=tournament, white=me, black=opponent, result="-/+")
    PairingFactory(round__tournament=tournament, white=me, black=None, result="half-bye")
    PairingFactory(round__tournament=tournament, white=me, black=opponent)
    response = reader.get(f"/players/{player.pk}/")
    played = [
        ["1", "You", "Black", "1"],
        ["2", "You", "White", "−"],
        ["3", "Half-point bye"],
        ["4", "You", "White", "…"],
    ]
    assert rows(response) == played
    # The column of games is there once one is on record.
    GameFactory(pairing=me.seats.get(pairing__round__number=1).pairing)
    response = reader.get(f"/players/{player.pk}/")
    assert rows(response) == [[*row, "Replay" if row[0] == "1" else ""] for row in played]
    assert [each.points for each in response.context["tournaments"]] == ["3"]


def test_private_tournaments_stay_hidden_on_a_player_s_page(arbiter_reader, other_reader, reader, arbiter):
    hidden = TournamentFactory(name="Hidden Cup", is_public=False, arbiters=[arbiter], status="finished")
    player = PlayerFactory()
    EntryFactory(tournament=hidden, player=player)
    rating = RatingFactory(player=player)
    RatingChangeFactory(
        rating_list=rating.rating_list, player=player, tournament=hidden, before=1500, after=1512
    )
    pages = [
        client.get(f"/players/{player.pk}/").content.decode()
        for client in (arbiter_reader, other_reader, reader)
    ]
    assert ["Hidden Cup" in page for page in pages] == [True, False, False]
    assert ["a tournament that is not public" in page for page in pages] == [False, True, True]
    assert [">+12<" in page for page in pages] == [True, True, True]


def test_a_rating_history_is_a_picture_with_a_table_that_says_the_same(reader):
    player = PlayerFactory()
    rating = RatingFactory(player=player, rating_list=RatingListFactory(name="Blitz"), value=1490)
    for day, before, after in ((1, 1500, 1530), (2, 1530, 1490)):
        tournament = TournamentFactory(
            name=f"Cup {day}", status="finished", starts_on=date(2026, 2, day), ends_on=date(2026, 2, day)
        )
        RatingChangeFactory(
            rating_list=rating.rating_list, player=player, tournament=tournament, before=before, after=after
        )
    response = reader.get(f"/players/{player.pk}/")
    page = unescape(response.content.decode())
    assert 'role="img" aria-label="Rating over time, from 1500 to 1490;' in page
    assert page.count('<circle class="point"') == 3
    assert [(row[0], row[5], row[6], row[7]) for row in rows(response)] == [
        ("Cup 2", "1530", "−40", "1490"),
        ("Cup 1", "1500", "+30", "1530"),
    ]


def test_a_player_who_has_not_played_and_one_who_is_not_there(reader):
    player = PlayerFactory()
    assert "No tournament yet" in reader.get(f"/players/{player.pk}/").content.decode()
    assert reader.get(f"/players/{player.pk + 1}/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_clubs_asks_three_queries(reader, django_assert_num_queries, count):
    for _ in range(count):
        PlayerFactory(club=ClubFactory(name=f"Club {_}"))
    with django_assert_num_queries(3):  # federations, count, clubs
        response = reader.get("/clubs/")
    assert [row[3] for row in rows(response)] == ["1"] * count


def test_clubs_of_one_federation_and_the_empty_list(reader):
    assert "No club yet" in reader.get("/clubs/").content.decode()
    ClubFactory(name="Ours", federation=FederationFactory(code="CR"))
    ClubFactory(name="Theirs")
    assert [row[0] for row in rows(reader.get("/clubs/", {"federation": "CR"}))] == ["Ours"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_club_s_page_asks_seven_queries(reader, django_assert_num_queries, count):
    club = ClubFactory()
    for _ in range(count):
        RatingFactory(player=PlayerFactory(club=club))
        TournamentFactory(club=club)
    # club, players counted, players, titles, ratings with lists (2), tournaments
    with django_assert_num_queries(7):
        response = reader.get(f"/clubs/{club.pk}/")
    assert [len(table) - 1 for table in tables(response)] == [count, count]


def test_a_club_without_players_says_so(reader):
    assert "Nobody belongs to the club yet" in reader.get(f"/clubs/{ClubFactory().pk}/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_federations_asks_one_query(reader, django_assert_num_queries, count):
    for number in range(count):
        federation = FederationFactory(name=f"F {number}")
        ClubFactory.create_batch(2, federation=federation)
        PlayerFactory.create_batch(3, federation=federation)
    with django_assert_num_queries(1):
        response = reader.get("/federations/")
    assert rows(response) == [[f"F {number}", "2", "3"] for number in range(count)]


@pytest.mark.parametrize("count", [1, 3])
def test_a_federation_s_page_asks_five_queries(reader, django_assert_num_queries, count):
    federation = FederationFactory(code="CR")
    for _ in range(count):
        ClubFactory(federation=federation)
        TournamentFactory(federation=federation)
        RatingListFactory(federation=federation)
    with django_assert_num_queries(5):  # federation, lists, tournaments counted, tournaments, clubs
        response = reader.get("/federations/CR/")
    assert [len(table) - 1 for table in tables(response)] == [count, count]


def test_a_federation_lists_private_tournaments_to_their_arbiter_alone(
    arbiter_reader, other_reader, reader, arbiter
):
    federation = FederationFactory(code="CR")
    TournamentFactory(federation=federation, is_public=False, arbiters=[arbiter])
    counts = [
        len(client.get("/federations/CR/").context["page"])
        for client in (arbiter_reader, other_reader, reader)
    ]
    assert counts == [1, 0, 0]


def test_federations_that_are_not_there(reader):
    assert "No federation yet" in reader.get("/federations/").content.decode()
    assert reader.get("/federations/XX/").status_code == 404
