"""Standings, their sums, and the cross table."""

from datetime import date
from html import unescape

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, PairingFactory, RoundFactory, TournamentFactory
from tests.tournaments.views.scenes import entry
from tests.tournaments.views.tables import rows, tables
from tournaments.domain.tiebreaks import TIEBREAKS


def test_a_finished_tournament_opens_with_its_final_standings(reader, four):
    four.status = "finished"
    four.save()
    response = reader.get("/tournaments/four/")
    assert response.context["tab"] == "standings"
    assert "Final standings" in response.content.decode()


def test_standings_are_those_counted_by_hand(reader, four):
    # Points: A 4, B 2, C 1, D 1. Buchholz: A 1+2, B 4+1, C 4+1, D 2+1.
    assert [[row[i] for i in (0, 1, 3, 4)] for row in rows(reader.get("/tournaments/four/standings/"))] == [
        ["1", "A", "4", "3"],
        ["2", "B", "2", "5"],
        ["3", "C", "1", "5"],
        ["4", "D", "1", "3"],
    ]


def test_clubs_and_ratings_have_a_column_where_somebody_has_one(reader, four):
    heads = tables(reader.get("/tournaments/four/standings/"))[0][0]
    assert heads == ["#", "Player", "W D L", "Points", "BH", "SB"]
    rated = four.entries.first()
    rated.rating = 1200
    rated.save()
    rated.player.club = ClubFactory(name="Sokol")
    rated.player.save()
    heads = tables(reader.get("/tournaments/four/standings/"))[0][0]
    assert heads == ["#", "Player", "Club", "Rating", "W D L", "Points", "BH", "SB"]


def test_standings_after_an_earlier_round(reader, four):
    response = reader.get("/tournaments/four/standings/?after=1")
    assert [(row[0], row[1], row[3]) for row in rows(response)] == [
        ("1", "A", "2"),
        ("1", "B", "2"),
        ("3", "C", "0"),
        ("3", "D", "0"),
    ]
    assert "Standings after round 1" in response.content.decode()


def test_standings_say_whether_the_round_is_over(reader, four):
    address = "/tournaments/four/standings/"
    assert "Standings after round 2" in reader.get(address).content.decode()
    PairingFactory(round=RoundFactory(tournament=four))
    assert "Standings during round 3" in reader.get(address).content.decode()


def test_a_tie_break_opens_the_sum_it_comes_from(reader, four):
    link = reverse("tournament-standing", args=["four", 3]) + "#buchholz"
    assert f'href="{link}"' in reader.get("/tournaments/four/standings/").content.decode()
    points, buchholz, berger = tables(reader.get("/tournaments/four/standings/3/"))
    assert points[1:] == [["1", "A", "Black", "0", "0"], ["2", "D", "Black", "½", "1"]]
    assert buchholz[1:] == [["1", "A", "4", "4"], ["2", "D", "1", "1"], ["Sum", "", "5"]]
    assert berger[1:] == [["1", "A", "4", "0", "0"], ["2", "D", "1", "1", "1"], ["Sum", "", "", "1"]]


def test_an_unplayed_round_says_how_it_counts(reader, four):
    number = RoundFactory(tournament=four)
    PairingFactory(round=number, white=four.entries.get(number=4), black=None, result="bye")
    found = tables(reader.get("/tournaments/four/standings/4/"))[1]
    assert found[3][1] == "not played (counted against an imaginary opponent with the player's own score)"


@pytest.mark.parametrize("key", TIEBREAKS)
def test_every_tie_break_explains_itself(reader, four, key):
    four.tiebreaks = [key]
    four.save()
    assert reader.get("/tournaments/four/standings/").status_code == 200
    page = unescape(reader.get("/tournaments/four/standings/2/").content.decode())
    assert TIEBREAKS[key].label in page
    assert TIEBREAKS[key].about in page


def test_who_left_a_round_robin_early_stands_last_without_tie_breaks(reader):
    tournament = TournamentFactory(
        slug="rr", pairing_system="round-robin", status="running", tiebreaks=["sonneborn-berger"]
    )
    a, b, c, gone = (entry(tournament, n, name) for n, name in enumerate(["A", "B", "C", "Gone"], start=1))
    number = RoundFactory(tournament=tournament)
    PairingFactory(round=number, white=a, black=gone, result="0-1")
    PairingFactory(round=number, white=b, black=c, result="1-0")
    gone.withdrawn_after = 1
    gone.save()
    assert rows(reader.get("/tournaments/rr/standings/"))[-1] == [
        "4",
        "Gone withdrew",
        "1 0 0",
        "2",
        "",
    ]
    assert "count for nobody" in reader.get("/tournaments/rr/standings/4/").content.decode()


def test_a_small_table_stands_everybody_against_everybody(reader, four):
    four.planned_rounds = 3
    four.save()
    assert rows(reader.get("/tournaments/four/crosstable/")) == [
        ["1", "A", "", "2", "2", "", "4"],
        ["2", "B", "0", "", "", "2", "2"],
        ["3", "C", "0", "", "", "1", "1"],
        ["4", "D", "", "0", "1", "", "1"],
    ]


def test_a_cross_table_by_rounds_names_opponent_colour_and_result(reader, four):
    assert rows(reader.get("/tournaments/four/crosstable/?by=rounds")) == [
        ["1", "A", "3○ 2", "2○ 2", "4"],
        ["2", "B", "4○ 2", "1● 0", "2"],
        ["3", "C", "1● 0", "4● 1", "1"],
        ["4", "D", "2● 0", "3○ 1", "1"],
    ]


@pytest.mark.parametrize(
    ("scoring", "cells"), [("2-1-0", ["0", "1"]), ("1-0.5-0", ["0", "½"]), ("3-1-0", ["0", "1"])]
)
def test_a_cross_table_shows_what_the_scoring_gives(reader, four, scoring, cells):
    four.scoring = scoring
    four.save()
    row = rows(reader.get("/tournaments/four/crosstable/?by=rounds"))[2]
    assert [cell.split()[-1] for cell in row[2:4]] == cells


def test_a_tie_break_that_applies_to_nobody_takes_no_column(reader, four):
    four.tiebreaks = ["direct-encounter", "buchholz"]
    four.save()
    address = "/tournaments/four/standings/"
    columns = reader.get(address).context["columns"]
    # C and D have the same points and met: direct encounter tells them apart.
    assert [each.key for each in columns.tiebreaks] == ["direct-encounter", "buchholz"]
    PairingFactory(
        round=RoundFactory(tournament=four), white=four.entries.get(number=3), black=None, result="bye"
    )
    columns = reader.get(address).context["columns"]
    assert [each.key for each in columns.tiebreaks] == ["buchholz"]
    assert {len(row.cells) for row in columns.rows} == {1}


def test_a_phone_gets_what_its_columns_leave_out(reader, four):
    four.tiebreaks = ["buchholz", "sonneborn-berger", "wins"]
    four.save()
    page = unescape(reader.get("/tournaments/four/standings/").content.decode())
    link = reverse("tournament-standing", args=["four", 1])
    assert f'<span class="fold-note no-print"><a href="{link}">W D L 2 0 0 · Wins 2</a>' in page


@pytest.mark.parametrize(
    ("day", "words"),
    [(date(2026, 2, 28), "before March 1, 2026"), (date(2026, 3, 1), "from March 1, 2026 on")],
)
def test_the_sums_name_the_edition_they_follow(reader, four, day, words):
    four.starts_on = four.ends_on = day
    four.save()
    page = unescape(reader.get("/tournaments/four/standings/1/").content.decode())
    assert f"in the edition for tournaments {words}" in page


def test_a_bye_of_solkoff_says_that_it_gives_nothing(reader, four):
    four.tiebreaks = ["solkoff"]
    four.save()
    PairingFactory(
        round=RoundFactory(tournament=four), white=four.entries.get(number=1), black=None, result="bye"
    )
    page = unescape(reader.get("/tournaments/four/standings/1/").content.decode())
    assert "a round without an opponent gives nothing" in page
