"""Standings in sections, of two games a round, of teams, and provisional ones."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    MatchFactory,
    PairingFactory,
    ResultFactory,
    RoundFactory,
    TeamFactory,
    TeamMemberFactory,
    TournamentFactory,
)
from tests.tournaments.views.scenes import entry
from tests.tournaments.views.tables import rows, tables

ADDRESS = "/tournaments/four/standings/"


def words(response):
    return unescape(response.content.decode())


@pytest.fixture
def finals(db):
    """Preliminary of one round, then finals A (A, C) and B (B, D)."""
    tournament = TournamentFactory(
        slug="finals",
        status="running",
        pairing_system="preliminary-finals",
        system_settings={"preliminary_rounds": 1, "final_a_size": 2},
        planned_rounds=None,
        tiebreaks=["sonneborn-berger"],
    )
    a, b, c, d = (entry(tournament, n, name) for n, name in enumerate("ABCD", start=1))
    first = RoundFactory(tournament=tournament)
    PairingFactory(round=first, white=a, black=b, result="1-0")
    PairingFactory(round=first, white=c, black=d, result="1-0")
    second = RoundFactory(tournament=tournament, options={"groups": [[1, 3], [2, 4]]})
    PairingFactory(round=second, white=a, black=c, result="0-1")
    PairingFactory(round=second, white=b, black=d, result="1/2-1/2")
    return tournament


def test_each_final_has_its_own_table_and_places_run_on(reader, finals):
    response = reader.get("/tournaments/finals/standings/")
    final_a, final_b = tables(response)
    assert [[*row[:2], row[3]] for row in final_a[1:]] == [["1", "C", "2"], ["2", "A", "0"]]
    assert [[*row[:2], row[3]] for row in final_b[1:]] == [["3", "B", "1"], ["3", "D", "1"]]
    page = words(response)
    assert ("<h3>Final A</h3>" in page, "<h3>Final B</h3>" in page) == (True, True)


@pytest.mark.parametrize(("number", "points"), [(1, [("0", "0")] * 2), (2, [("0", "0")] * 2)])
def test_the_points_of_the_preliminary_are_none_in_a_final(reader, finals, number, points):
    lines = reader.get(f"/tournaments/finals/rounds/{number}/").context["lines"]
    assert [(line.white_points, line.black_points) for line in lines] == points


def test_the_points_of_a_final_are_counted_from_round_to_round(reader, finals):
    finals.system_settings = {"preliminary_rounds": 1, "final_a_size": 4}
    finals.save()
    second = finals.rounds.get(number=2)
    second.options = {"groups": [[1, 2, 3, 4]]}
    second.save()
    a, b, c, d = finals.entries.order_by("number")
    third = RoundFactory(tournament=finals, options=second.options)
    PairingFactory(round=third, white=c, black=d)
    PairingFactory(round=third, white=a, black=b)
    lines = reader.get("/tournaments/finals/rounds/3/").context["lines"]
    assert [(line.white_points, line.black_points) for line in lines] == [("2", "1"), ("0", "1")]


HEADING = re.compile(r'<th scope="rowgroup"[^>]*>([^<]+)</th>|class="row-link"[^>]*>(\w+)</a>')


def headings(response):
    """The headings of a round's tables and the players beneath them, as they follow one another."""
    return [label or player for label, player in HEADING.findall(words(response))]


def test_the_tables_of_a_round_stand_beneath_their_finals(reader, finals):
    entry(finals, 5, "E")
    PairingFactory(
        round=finals.rounds.get(number=2), white=finals.entries.get(number=5), black=None, result="free"
    )
    expected = ["Final A", "A", "C", "Final B", "B", "D", "E"]
    assert headings(reader.get("/tournaments/finals/rounds/2/")) == expected
    assert headings(reader.get("/tournaments/finals/rounds/2/table/")) == expected
    # The preliminary is one table without a heading.
    assert headings(reader.get("/tournaments/finals/rounds/1/")) == ["A", "B", "C", "D"]


def test_the_tables_of_groups_stand_beneath_theirs_and_those_of_the_knockout_do_not(reader, finals):
    finals.pairing_system = "groups-knockout"
    finals.save()
    second = finals.rounds.get(number=2)
    assert headings(reader.get("/tournaments/finals/rounds/2/")) == ["Group A", "A", "C", "Group B", "B", "D"]
    second.options = {"groups": [[1, 2, 3, 4]]}
    second.save()
    assert headings(reader.get("/tournaments/finals/rounds/2/")) == ["A", "C", "B", "D"]


def test_the_desk_has_the_same_headings(client, finals, arbiter):
    finals.arbiters.add(arbiter)
    client.force_login(arbiter)
    client.cookies["django_language"] = "en"
    groups = client.get("/tournaments/finals/desk/rounds/2/").context["groups"]
    found = [(group.label, [row.pairing.white.player.name for row in group.rows]) for group in groups]
    assert found == [("Final A", ["A"]), ("Final B", ["B"])]
    assert 'colspan="5">Final A</th>' in words(client.get("/tournaments/finals/desk/rounds/2/"))


def test_each_final_has_its_own_cross_table(reader, finals):
    final_a, final_b = tables(reader.get("/tournaments/finals/crosstable/"))
    assert final_a == [
        ["#", "Player", "1", "2", "Points"],
        ["1", "C", "", "2", "2"],
        ["2", "A", "0", "", "0"],
    ]
    assert final_b == [
        ["#", "Player", "3", "4", "Points"],
        ["3", "B", "", "1", "1"],
        ["4", "D", "1", "", "1"],
    ]
    by_rounds = reader.get("/tournaments/finals/crosstable/?by=rounds")
    assert tables(by_rounds)[0] == [
        ["#", "Player", "2", "Points"],
        ["1", "C", "2● 2", "2"],
        ["2", "A", "1○ 0", "0"],
    ]


def test_parts_of_a_preliminary_are_shown_by_rounds(reader, finals):
    # A and C have qualified, with one win more than losses; the others are no group of their own.
    finals.rounds.get(number=2).delete()
    finals.system_settings = {"preliminary_rounds": 2, "final_a_size": 3, "qualifying_balance": 1}
    finals.save()
    response = reader.get("/tournaments/finals/crosstable/?by=opponents")
    assert [table[0] for table in tables(response)] == [["#", "Player", "1", "Points"]] * 2
    assert "everybody against everybody" not in words(response)


def test_the_sums_are_those_of_the_players_final(reader, finals):
    response = reader.get("/tournaments/finals/standings/3/")
    points, berger = tables(response)
    assert points[1:] == [["2", "A", "Black", "1", "2"]]
    assert berger[1:] == [["2", "A", "0", "2", "0"], ["Sum", "", "", "0"]]
    assert "Final A" in words(response)


def test_before_the_finals_there_is_the_preliminary(reader, finals):
    names = [
        row[1] for table in tables(reader.get("/tournaments/finals/standings/?after=1")) for row in table[1:]
    ]
    assert sorted(names) == ["A", "B", "C", "D"]


def test_the_api_names_the_section(reader, finals):
    found = reader.get("/api/v1/tournaments/finals/standings/").json()
    assert [(row["name"], row["place"], row["section"], row["section_name"]) for row in found] == [
        ("C", 1, 0, "Final A"),
        ("A", 2, 0, "Final A"),
        ("B", 3, 1, "Final B"),
        ("D", 3, 1, "Final B"),
    ]
    cells = reader.get("/api/v1/tournaments/finals/crosstable/").json()
    assert [len(row["opponents"]) for row in cells] == [2, 2, 2, 2]
    assert [row["section_name"] for row in cells] == ["Final A", "Final A", "Final B", "Final B"]


def test_two_games_are_one_cell_with_their_sum(reader, four):
    four.rounds.update(games=2)
    for pairing in [each for number in four.rounds.all() for each in number.pairings.all()]:
        ResultFactory(pairing=pairing, game=2, code="1/2-1/2")
    response = reader.get("/tournaments/four/crosstable/?by=rounds")
    assert rows(response) == [
        ["1", "A", "3○ 3", "2○ 3", "6"],
        ["2", "B", "4○ 3", "1● 1", "4"],
        ["3", "C", "1● 1", "4● 2", "3"],
        ["4", "D", "2● 1", "3○ 2", "3"],
    ]
    page = words(response)
    assert "the colour in the first game" in page
    assert '<span class="result" title="2 + 1">3</span>' in page
    points = tables(reader.get(f"{ADDRESS}1/"))[0]
    assert points[1:] == [["1", "C", "White", "2 + 1", "3"], ["2", "B", "White", "2 + 1", "3"]]


def test_standings_say_how_many_results_are_missing(reader, four):
    assert "Provisional" not in words(reader.get(ADDRESS))
    number = RoundFactory(tournament=four)
    PairingFactory(round=number, white=four.entries.get(number=1), black=four.entries.get(number=4))
    assert "Provisional: 1 result is missing." in words(reader.get(ADDRESS))
    PairingFactory(round=number, white=four.entries.get(number=2), black=four.entries.get(number=3))
    assert "Provisional: 2 results are missing." in words(reader.get(ADDRESS))
    assert "Provisional" not in words(reader.get(f"{ADDRESS}?after=2"))


def test_final_standings_are_refused_while_a_result_is_missing(reader, four):
    assert reader.get(f"{ADDRESS}?final=1").status_code == 200
    PairingFactory(
        round=RoundFactory(tournament=four),
        white=four.entries.get(number=1),
        black=four.entries.get(number=4),
    )
    response = reader.get(f"{ADDRESS}?final=1")
    assert response.status_code == 409
    assert "Results still missing (round/table): 3/1." in words(response)
    assert f'href="{ADDRESS}"' in words(response)
    assert reader.get(f"{ADDRESS}?final=1&after=2").status_code == 200


@pytest.mark.parametrize("after", ["0", "-1", "3", "two", "1.0", "999999999999"])
@pytest.mark.parametrize("page", ["standings/", "standings/1/", "crosstable/"])
def test_after_a_round_that_is_none_there_is_no_page(reader, four, page, after):
    assert reader.get(f"/tournaments/four/{page}?after={after}").status_code == 404


def test_who_entered_late_is_not_shown_before_and_who_withdrew_is(reader, four):
    entry(four, 5, "Late", joined_round=2)
    gone = four.entries.get(number=3)
    gone.withdrawn_after = 1
    gone.save()
    names = [[row[1] for row in rows(reader.get(f"{ADDRESS}?after={n}"))] for n in (1, 2)]
    assert [sorted(each) for each in names] == [
        ["A", "B", "C withdrew", "D"],
        ["A", "B", "C withdrew", "D", "Late"],
    ]
    assert reader.get(f"{ADDRESS}5/?after=1").status_code == 404


@pytest.fixture
def teams(db):
    """Two teams of two: Alfa wins the match by 3-1 on the boards."""
    tournament = TournamentFactory(
        slug="teams", status="running", boards=2, planned_rounds=1, tiebreaks=["board-points"]
    )
    number = RoundFactory(tournament=tournament)
    alfa, beta = (
        TeamFactory(tournament=tournament, name=name, number=at)
        for at, name in enumerate(["Alfa", "Beta"], 1)
    )
    match = MatchFactory(round=number, white=alfa, black=beta)
    for board, code in ((1, "1-0"), (2, "1/2-1/2")):
        one, other = (
            TeamMemberFactory(team=team, entry=EntryFactory(tournament=tournament)).entry
            for team in (alfa, beta)
        )
        white, black = (one, other) if board == 1 else (other, one)
        PairingFactory(round=number, match=match, board=board, white=white, black=black, result=code)
    return tournament


def test_teams_stand_in_the_tables_of_a_team_event(reader, teams):
    response = reader.get("/tournaments/teams/standings/")
    assert rows(response) == [["1", "Alfa", "1 0 0", "2", "3"], ["2", "Beta", "0 0 1", "0", "1"]]
    assert rows(reader.get("/tournaments/teams/crosstable/")) == [
        ["1", "Alfa", "", "3", "2"],
        ["2", "Beta", "1", "", "0"],
    ]
    by_rounds = reader.get("/tournaments/teams/crosstable/?by=rounds")
    assert rows(by_rounds) == [["1", "Alfa", "2 3", "2"], ["2", "Beta", "1 1", "0"]]
    assert '<span class="result" title="Match points: 2">3</span>' in words(by_rounds)
    points, boards = tables(reader.get("/tournaments/teams/standings/1/"))
    assert (points[1][1], points[1][4]) == ("Beta", "2")
    assert boards[1:] == [["1", "Beta", "3"], ["Sum", "3"]]


def test_the_api_gives_a_teams_key(reader, teams):
    found = reader.get("/api/v1/tournaments/teams/standings/").json()
    team = teams.teams.get(name="Alfa")
    assert [(row["name"], row["team"], row["entry"], row["player"]) for row in found[:1]] == [
        ("Alfa", team.pk, None, None)
    ]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("page", "queries"), [("standings", 7), ("crosstable", 6)])
def test_a_table_asks_a_fixed_number_of_queries(reader, django_assert_num_queries, count, page, queries):
    tournament = TournamentFactory(slug="many", status="running", tiebreaks=["buchholz"])
    number = RoundFactory(tournament=tournament)
    for at in range(count):
        white, black = entry(tournament, 2 * at + 1, f"W{at}"), entry(tournament, 2 * at + 2, f"B{at}")
        PairingFactory(round=number, white=white, black=black, result="1-0")
    # The tournament and its rounds' numbers; entries, byes, rounds, pairings; for standings the categories.
    with django_assert_num_queries(queries):
        assert reader.get(reverse(f"tournament-{page}", args=["many"])).status_code == 200
