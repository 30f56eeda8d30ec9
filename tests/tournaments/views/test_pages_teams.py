"""The public pages of an event of teams."""

import pytest
from django.urls import reverse

from tests.factories import RequestedByeFactory
from tests.tournaments.team_scenes import pair, team_event
from tests.tournaments.views.tables import rows, tables
from tournaments.services.lineups import set_lineup
from tournaments.services.results import record_result
from tournaments.services.teams import withdraw_team


@pytest.fixture
def league(arbiter):
    """B beats C 3-1 on two boards; A is free."""
    league = team_event(arbiter, "ABC", players=3, planned_rounds=3)
    pair(arbiter, league, {1: "1-0", 2: "1/2-1/2"})
    return league


def to(name, *args):
    return reverse(name, args=["league", *args])


def test_a_round_is_shown_by_matches(reader, league):
    page = reader.get(to("tournament-round", 1))
    assert tables(page) == [
        [
            ["Table", "Team B", "Result", "Team C"],
            ["1", "○ B1", "1–0", "● C1"],
            ["2", "● B2", "½–½", "○ C2"],
        ],
        [],
    ]
    text = " ".join(page.content.decode().split())
    assert '<span class="match-score">3–1</span>' in text
    assert "Free round" in text


def test_the_part_that_is_asked_for_again_and_again_has_the_matches_too(reader, league):
    page = reader.get(to("tournament-round-table", 1))
    assert page.context["matches"][0].score == "3–1"
    assert "<html" not in page.content.decode()


def test_an_empty_board_is_won_by_who_sits_there(reader, arbiter, league):
    [second] = league.rounds.get().matches.filter(code="")
    league.rounds.get().pairings.get(board=2).results.all().delete()
    entry = second.black.members.get(board=1).entry
    set_lineup(actor=arbiter, match=second, team=second.black, entries=[entry, None])
    assert tables(reader.get(to("tournament-round", 1)))[0][2] == ["2", "● B2", "+ −", "nobody"]


def test_two_games_are_shown_as_their_sum(reader, arbiter):
    league = team_event(arbiter, "AB", games_per_round=2)
    pairing = pair(arbiter, league).pairings.get(table=1)
    record_result(actor=arbiter, pairing=pairing, code="1-0")
    record_result(actor=arbiter, pairing=pairing, code="1/2-1/2", game=2)
    found = [row[2] for row in tables(reader.get(to("tournament-round", 1)))[0][1:]]
    assert found == ["3–1", "…"]


def test_standings_and_their_explanation_name_teams(reader, league):
    table = rows(reader.get(to("tournament-standings")))
    assert [[row[0], row[1], row[3], row[4]] for row in table] == [
        ["1", "Team B", "2", "3"],
        ["2", "Team C", "0", "1"],
        ["3", "Team A", "0", "0"],
    ]
    page = reader.get(to("tournament-standing", 2))
    assert (page.status_code, page.context["line"].name) == (200, "Team B")


def test_the_cross_table_is_one_of_teams(reader, league):
    names = [row[1] for row in rows(reader.get(to("tournament-crosstable")))]
    assert names == ["Team B", "Team C", "Team A"]


def test_the_teams_are_listed_with_their_players(reader, arbiter, league):
    withdraw_team(actor=arbiter, team=league.teams.get(name="Team C"))
    page = reader.get(to("tournament-players"))
    assert [team.name for team in page.context["teams"]] == ["Team A", "Team B", "Team C"]
    text = page.content.decode()
    assert ("A3" in text, "withdrew after round 1" in text) == (True, True)


def test_a_team_has_its_players_and_matches(reader, league):
    team = league.teams.get(name="Team B")
    members, matches = tables(reader.get(to("tournament-team", team.pk)))
    assert [[row[0], row[1], row[3], row[4]] for row in members[1:]] == [
        ["1", "B1", "1", "2"],
        ["2", "B2", "1", "1"],
        ["R", "B3", "0", "0"],
    ]
    assert matches[1:] == [["1", "Team C", "3–1", "won"]]


def test_a_bye_stands_among_the_matches_of_a_team(reader, league):
    team = league.teams.get(name="Team A")
    _members, matches = tables(reader.get(to("tournament-team", team.pk)))
    assert matches[1:] == [["1", "Free round", "0–0", ""]]


def test_what_the_players_did(reader, league):
    table = rows(reader.get(to("tournament-individual")))
    assert table[:4] == [
        ["B1", "Team B", "1", "1", "2"],
        ["B2", "Team B", "2", "1", "1"],
        ["C2", "Team C", "2", "1", "1"],
        ["A1", "Team A", "", "0", "0"],
    ]


def test_before_the_first_round_and_without_teams(reader, arbiter_reader, arbiter):
    team_event(arbiter, "")
    for name in ("tournament", "tournament-standings", "tournament-individual", "tournament-about"):
        assert reader.get(to(name)).status_code == 200
    assert "No team is entered yet" in reader.get(to("tournament-players")).content.decode()
    assert to("desk-teams") in arbiter_reader.get(to("tournament-players")).content.decode()


def test_who_may_know_of_a_private_event(reader, other_reader, arbiter_reader, league):
    league.is_public = False
    league.save()
    team = league.teams.get(name="Team A")
    for place in (to("tournament-team", team.pk), to("tournament-individual"), to("tournament-players")):
        found = [each.get(place).status_code for each in (reader, other_reader, arbiter_reader)]
        assert found == [404, 404, 200]


def test_a_tournament_of_players_has_no_teams(reader, four):
    assert reader.get(reverse("tournament-individual", args=["four"])).status_code == 404
    assert reader.get(reverse("tournament-team", args=["four", 1])).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_pages_ask_as_often_for_many_teams_as_for_one(reader, arbiter, django_assert_num_queries, count):
    league = team_event(arbiter, "ABCDEF"[: 2 * count])
    RequestedByeFactory(entry=league.entries.first(), round_number=3)
    pair(arbiter, league, "1-0")
    team = league.teams.first()
    counts = {
        ("tournament-round", 1): 10,
        ("tournament-standings",): 10,
        ("tournament-crosstable",): 10,
        ("tournament-players",): 7,
        ("tournament-team", team.pk): 10,
        ("tournament-individual",): 10,
    }
    for place, queries in counts.items():
        with django_assert_num_queries(queries):
            assert reader.get(to(*place)).status_code == 200
