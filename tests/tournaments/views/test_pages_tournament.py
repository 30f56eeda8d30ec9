"""The tabs of a tournament."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.factories import (
    GameFactory,
    PairingFactory,
    RequestedByeFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
)
from tests.tournaments.views.scenes import entry, tournament_with_pairings
from tests.tournaments.views.tables import rows
from tournaments.models import Pairing

TABS = ["standings", "crosstable", "games", "players", "about"]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("tab", "queries"),
    [
        ("", 7),  # tournament, rounds, snapshot (4), pairings
        ("rounds/1/", 7),
        ("standings/", 7),
        ("standings/1/", 6),
        ("crosstable/", 6),
        ("games/", 4),  # tournament, rounds, count, games
        ("players/", 4),  # tournament, rounds, entries, byes
        ("about/", 8),
    ],
)
def test_every_tab_asks_as_many_queries_for_one_pairing_as_for_three(
    reader, django_assert_num_queries, count, tab, queries
):
    tournament = tournament_with_pairings(count)
    with django_assert_num_queries(queries):
        response = reader.get(f"/tournaments/{tournament.slug}/{tab}")
    assert response.status_code == 200


@pytest.mark.parametrize("tab", ["", "rounds/1/", "standings/1/", *(f"{tab}/" for tab in TABS)])
def test_a_private_tournament_is_there_for_its_arbiter_alone(
    arbiter_reader, other_reader, reader, arbiter, tab
):
    tournament = tournament_with_pairings(1)
    tournament.is_public = False
    tournament.save()
    tournament.arbiters.add(arbiter)
    address = f"/tournaments/{tournament.slug}/{tab}"
    codes = [client.get(address).status_code for client in (arbiter_reader, other_reader, reader)]
    assert codes == [200, 404, 404]


def test_the_way_to_the_desk_is_shown_to_the_arbiter_alone(
    arbiter_reader, other_reader, reader, four, arbiter
):
    four.arbiters.add(arbiter)
    desk = reverse("desk", args=["four"])
    shown = [
        desk in client.get("/tournaments/four/").content.decode()
        for client in (arbiter_reader, other_reader, reader)
    ]
    assert shown == [True, False, False]


@pytest.mark.parametrize("tab", TABS)
def test_a_tournament_that_has_nothing_yet_says_what_comes_first(reader, tab):
    tournament = TournamentFactory(status="setup")
    response = reader.get(f"/tournaments/{tournament.slug}/{tab}/")
    assert response.status_code == 200
    assert ('class="empty"' in response.content.decode()) == (tab != "about")


def test_before_the_first_round_the_arbiter_is_sent_to_the_desk(arbiter_reader, reader, arbiter):
    tournament = TournamentFactory(status="setup", arbiters=[arbiter])
    address = f"/tournaments/{tournament.slug}/"
    desk = f'<a class="button primary" href="{reverse("desk", args=[tournament.slug])}">'
    assert desk in arbiter_reader.get(address).content.decode()
    page = reader.get(address).content.decode()
    assert desk not in page
    assert "Round 1 has not been paired yet" in page


def test_the_column_of_games_is_there_for_who_finds_something_in_it(
    arbiter_reader, other_reader, reader, arbiter, other_user, four
):
    four.arbiters.add(arbiter)
    address = "/tournaments/four/rounds/2/"
    readers = (arbiter_reader, other_reader, reader)
    assert [each.get(address).context["has_games"] for each in readers] == [True, False, False]
    four.players_submit = True
    four.save()
    player = four.entries.get(number=1).player
    player.user = other_user
    player.save()
    assert [each.get(address).context["has_games"] for each in readers] == [True, True, False]
    four.status = "finished"
    four.save()
    assert [each.get(address).context["has_games"] for each in readers] == [False, False, False]
    GameFactory(pairing=Pairing.objects.get(round__tournament=four, round__number=2, table=1))
    found = [each.get(address).context["has_games"] for each in readers]
    assert [bool(each) for each in found] == [True, True, True]


@pytest.mark.parametrize("tab", ["rounds/2/", "standings/", "crosstable/"])
def test_what_hangs_on_a_wall_has_a_button_that_prints(reader, four, tab):
    page = reader.get(f"/tournaments/four/{tab}").content.decode()
    assert page.count("data-print hidden") == 1
    assert "js/print" in page


def test_the_names_arbiters_log_in_with_are_not_published(reader, four, arbiter, other_user):
    four.arbiters.add(arbiter)
    address = "/tournaments/four/about/"
    assert (reader.get(address).context["arbiters"], "Arbiters" in reader.get(address).content.decode()) == (
        [],
        False,
    )
    arbiter.first_name, arbiter.last_name = "Alena", "Nová"
    arbiter.save()
    four.arbiters.add(other_user)
    assert reader.get(address).context["arbiters"] == ["Alena Nová"]


def test_a_tournament_opens_with_its_latest_round(reader, four):
    response = reader.get("/tournaments/four/")
    assert response.context["number"] == 2
    assert rows(response) == [
        ["1", "A", "2", "1–0", "B", "2"],
        ["2", "D", "0", "½–½", "C", "0"],
    ]


def test_an_earlier_round_shows_the_points_before_it(reader, four):
    assert rows(reader.get("/tournaments/four/rounds/1/"))[0] == ["1", "A", "0", "1–0", "C", "0"]


@pytest.mark.parametrize(
    "tab", ["rounds/3/", "rounds/0/", "standings/?after=9", "crosstable/?after=x", "standings/7/"]
)
def test_a_round_or_a_player_that_is_not_there_is_not_found(reader, four, tab):
    assert reader.get(f"/tournaments/four/{tab}").status_code == 404


def test_byes_forfeits_and_open_games_are_words_and_signs(reader):
    tournament = TournamentFactory(status="running")
    a, b, c, d, e = (entry(tournament, n, name) for n, name in enumerate("ABCDE", start=1))
    number = RoundFactory(tournament=tournament)
    PairingFactory(round=number, white=a, black=b, result="+/-")
    PairingFactory(round=number, white=c, black=d)
    PairingFactory(round=number, white=e, black=None, result="bye")
    response = reader.get(f"/tournaments/{tournament.slug}/")
    assert [(row[1], row[3], row[4]) for row in rows(response)] == [
        ("A", "+ −", "B"),
        ("C", "…", "D"),
        ("E", "", "Bye"),
    ]
    assert "1 game is not finished." in response.content.decode()


def test_games_on_record_are_listed_with_their_length(reader, four):
    pairing = four.rounds.get(number=2).pairings.get(table=1)
    GameFactory(pairing=pairing, plies=31, is_current=False)
    game = GameFactory(pairing=pairing, plies=48)
    response = reader.get("/tournaments/four/games/")
    assert rows(response) == [["2", "1", "A – B", "1–0", "24"]]
    assert reverse("game", args=[game.pk]) in response.content.decode()


def test_a_game_can_be_submitted_by_its_players_and_the_arbiter(
    arbiter_reader, other_reader, reader, four, arbiter
):
    four.arbiters.add(arbiter)
    mine = four.rounds.get(number=2).pairings.get(table=1)
    theirs = four.rounds.get(number=2).pairings.get(table=2)
    mine.white.player.user = User.objects.get(username="other")
    mine.white.player.save()
    links = [reverse("game-submit", args=[pairing.pk]) for pairing in (mine, theirs)]
    shown = [
        [link in client.get("/tournaments/four/").content.decode() for link in links]
        for client in (arbiter_reader, other_reader, reader)
    ]
    assert shown == [[True, True], [True, False], [False, False]]


def test_players_are_listed_with_what_is_special_about_them(reader):
    tournament = TournamentFactory(status="running")
    late = entry(tournament, 2, "Late", joined_round=3, rating=1480)
    entry(tournament, 1, "Gone", withdrawn_after=2)
    RequestedByeFactory(entry=late, round_number=4, code="zero-bye")
    response = reader.get(f"/tournaments/{tournament.slug}/players/")
    assert [(row[0], row[1], row[5]) for row in rows(response)] == [
        ("1", "Gone withdrew after round 2", ""),
        ("2", "Late plays from round 3 does not play in round 4 (no points)", "1480"),
    ]


def test_about_names_the_arbiters_and_the_rules(reader):
    arbiter = UserFactory(first_name="Alena", last_name="Dvořáková")
    tournament = TournamentFactory(
        arbiters=[arbiter], venue="Plzeň", time_control="60 min", tiebreaks=["wins"]
    )
    page = reader.get(f"/tournaments/{tournament.slug}/about/").content.decode()
    for fact in ("Alena Dvořáková", "Plzeň", "60 min", "Number of wins", "win 2, draw 1, loss 0"):
        assert fact in page
