"""Pairings by tables and by names, standings and the cross table as sheets of paper."""

import pytest
from django.urls import reverse

from tests.factories import RoundFactory, TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tests.tournaments.views.print_scenes import FORMULA, LONG_NAME, add_tables, odd_tournament, player
from tests.tournaments.views.tables import tables
from tournaments.models import Result

LISTS = ["print-pairings", "print-names", "print-standings", "print-crosstable"]


def address(name: str, slug: str = "odd", query: str = "") -> str:
    return reverse(name, args=[slug]) + query


def body(response) -> list[list[str]]:
    """The rows of the first sheet below its two rows of head."""
    return tables(response)[0][2:]


def head(response) -> tuple[str, list[str]]:
    """The line that is on each page, without its time, and the heads of the columns."""
    first, columns = tables(response)[0][:2]
    assert len(first) == 1
    return first[0], columns


@pytest.fixture
def odd(db):
    return odd_tournament()


class TestPairings:
    def test_by_tables_with_byes_last_and_told_from_players(self, reader, odd):
        response = reader.get(address("print-pairings"))
        assert body(response) == [
            ["1", "Bye", "0", "+ −", "O'Neill-Žák", "0"],
            ["2", "<script>alert(1)</script>", "0", "1–0", LONG_NAME, "0"],
            ["3", "Chalupa", "0", "½–½", "Hus", "0"],
            ["4", "Černý", "0", "…", "Cibulka", "0"],
            ["", "Adam", "0", "no opponent (Bye)"],
            ["", "Zeman", "0", "no opponent (Half-point bye)"],
        ]

    def test_the_head_says_what_it_is_and_of_what(self, reader, odd):
        said, columns = head(reader.get(address("print-pairings")))
        assert said.startswith(f"Round 1: pairings {FORMULA}")
        assert columns == ["Table", "White", "Pts", "Result", "Black", "Pts"]

    def test_names_are_never_markup(self, reader, odd):
        for name in LISTS:
            text = reader.get(address(name)).content.decode()
            assert "<script>alert" not in text
            assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text

    def test_by_names_in_the_czech_order(self, reader, odd):
        assert body(reader.get(address("print-names"))) == [
            ["<script>alert(1)</script>", "2", "White", LONG_NAME],
            ["Adam", "", "no opponent (Bye)"],
            ["Bye", "1", "White", "O'Neill-Žák"],
            ["Cibulka", "4", "Black", "Černý"],
            ["Černý", "4", "White", "Cibulka"],
            ["Hus", "3", "Black", "Chalupa"],
            ["Chalupa", "3", "White", "Hus"],
            [LONG_NAME, "2", "Black", "<script>alert(1)</script>"],
            ["O'Neill-Žák", "1", "Black", "Bye"],
            ["Zeman", "", "no opponent (Half-point bye)"],
        ]

    def test_two_games_are_both_there(self, reader, db):
        odd_tournament(games_per_round=2)
        assert body(reader.get(address("print-pairings")))[1][3].startswith("2–0")
        assert "in the second the colours are reversed" in reader.get(address("print-names")).content.decode()

    def test_an_earlier_round_can_be_asked_for(self, reader, odd):
        RoundFactory(tournament=odd)
        assert head(reader.get(address("print-pairings")))[0].startswith("Round 2")
        assert head(reader.get(address("print-pairings", query="?round=1")))[0].startswith("Round 1")

    @pytest.mark.parametrize("query", ["?round=9", "?round=x", "?round=0"])
    def test_a_round_that_is_not_there_is_not_found(self, reader, odd, query):
        assert [reader.get(address(name, query=query)).status_code for name in LISTS] == [404] * 4

    def test_matches_of_teams(self, reader, arbiter):
        tournament = team_event(arbiter, "ABC")
        pair(arbiter, tournament, {1: "1-0"})
        assert body(reader.get(address("print-pairings", "league"))) == [
            ["", "Team B", "0", "2–0", "Team C", "0"],
            ["1", "○ B1", "1–0", "● C1"],
            ["2", "● B2", "…", "○ C2"],
            ["", "Team A", "0", "no opponent (Free round)"],
        ]
        assert body(reader.get(address("print-names", "league"))) == [
            ["B1Team B", "1", "White", "C1Team C"],
            ["B2Team B", "2", "Black", "C2Team C"],
            ["C1Team C", "1", "Black", "B1Team B"],
            ["C2Team C", "2", "White", "B2Team B"],
        ]


class TestStandings:
    def test_the_table_with_who_withdrew(self, reader, odd):
        odd.status = "finished"
        odd.save()
        response = reader.get(address("print-standings"))
        assert head(response)[0].startswith(f"Final standings {FORMULA}")
        assert head(response)[1] == ["#", "Player", "W D L", "Points", "Wins"]
        assert body(response)[:3] == [
            ["1", "Bye", "0 0 0", "2", "1"],
            ["1", "<script>alert(1)</script>", "1 0 0", "2", "1"],
            ["1", "Adam", "0 0 0", "2", "1"],
        ]
        assert ["7", "Černý withdrew", "0 0 0", "0", "0"] in body(response)

    def test_after_an_earlier_round_and_during_the_last(self, reader, four):
        Result.objects.filter(pairing__round__tournament=four, pairing__round__number=2).delete()
        said = [
            head(reader.get(address("print-standings", "four", query)))[0].split(" Čtyři")[0]
            for query in ("", "?round=1", "?round=2")
        ]
        during = "Standings during round 2"
        assert said == [during, "Standings after round 1", during]

    def test_a_category_has_places_of_its_own(self, reader, four):
        juniors = four.categories.create(name="Juniors")
        juniors.entries.set(four.entries.filter(player__family_name__in=["B", "D"]))
        response = reader.get(address("print-standings", "four", f"?category={juniors.pk}"))
        assert head(response)[0].startswith("Standings after round 2 · Juniors")
        assert [row[:2] for row in body(response)] == [["1", "B"], ["2", "D"]]
        assert reader.get(address("print-standings", "four", "?category=juniors")).content.count(b"<tr>") == 3
        empty = four.categories.create(name="Veterans")
        text = reader.get(address("print-standings", "four", f"?category={empty.pk}")).content.decode()
        assert "Nobody of this category plays." in text

    @pytest.mark.parametrize("wanted", ["99", "x", "9" * 30])
    def test_a_category_that_is_not_there_is_not_found(self, reader, four, wanted):
        address_of = address("print-standings", "four", f"?category={wanted}")
        assert reader.get(address_of).status_code == 404

    def test_teams(self, reader, arbiter):
        pair(arbiter, team_event(arbiter, "ABC"), "1-0")
        response = reader.get(address("print-standings", "league"))
        assert head(response)[1][:2] == ["#", "Team"]
        assert sorted(row[1] for row in body(response)) == ["Team A", "Team B", "Team C"]


class TestCrosstable:
    def test_by_rounds(self, reader, odd):
        assert body(reader.get(address("print-crosstable", "odd")))[:4] == [
            ["1", "Bye", "7○ +", "2"],
            ["2", "<script>alert(1)</script>", "8○ 2", "2"],
            ["3", "Adam", "Bye", "2"],
            ["4", "Chalupa", "5○ 1", "1"],
        ]

    def test_a_wide_one_is_turned_over_and_a_wider_one_comes_in_parts(self, reader, db):
        for count, widths in ((9, [9]), (10, [10]), (24, [24]), (26, [13, 13])):
            tournament = TournamentFactory(
                slug=f"wide-{count}", status="running", pairing_system="round-robin", planned_rounds=None
            )
            for number in range(1, count + 1):
                player(tournament, f"P{number}", number=number)
            RoundFactory(tournament=tournament)
            response = reader.get(address("print-crosstable", f"wide-{count}"))
            found = [len(table[1]) - 3 for table in tables(response)]
            assert (found, {len(table) - 2 for table in tables(response)}) == (widths, {count})
            turned = response.content.decode().count('class="scroll-x turned"')
            assert turned == (len(widths) if count >= 10 else 0)

    def test_the_other_way(self, reader, four):
        response = reader.get(address("print-crosstable", "four", "?by=opponents"))
        assert head(response)[1] == ["#", "Player", "1", "2", "3", "4", "Points"]
        assert body(response)[0] == ["1", "A", "", "2", "2", "", "4"]
        other = reader.get(address("print-crosstable", "four", "?by=rounds"))
        assert head(other)[1] == ["#", "Player", "1", "2", "Points"]


class TestWhoMayRead:
    @pytest.mark.parametrize("name", LISTS)
    def test_a_private_tournament_is_its_arbiters(self, reader, other_reader, arbiter_reader, arbiter, name):
        odd_tournament(arbiter, is_public=False)
        codes = [each.get(address(name)).status_code for each in (reader, other_reader, arbiter_reader)]
        assert codes == [404, 404, 200]

    def test_a_draft_is_its_arbiters(self, reader, other_reader, arbiter_reader, arbiter, odd):
        odd.arbiters.add(arbiter)
        add_tables(odd, 1, status="draft")
        for name in ("print-pairings", "print-names"):
            draft = address(name, query="?round=2")
            codes = [each.get(draft).status_code for each in (reader, other_reader, arbiter_reader)]
            assert codes == [404, 404, 200]
            shown = [head(each.get(address(name)))[0][:7] for each in (reader, other_reader, arbiter_reader)]
            assert shown == ["Round 1", "Round 1", "Round 2"]
            assert "draft" in head(arbiter_reader.get(draft))[0]
        for name in ("print-standings", "print-crosstable"):
            assert arbiter_reader.get(address(name, query="?round=2")).status_code == 404

    @pytest.mark.parametrize("name", LISTS)
    def test_before_the_first_round_there_is_nothing(self, reader, db, name):
        TournamentFactory(slug="odd")
        text = reader.get(address(name)).content.decode()
        assert "There is nothing to print yet" in text
        assert "<table" not in text


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
@pytest.mark.parametrize("name", LISTS)
def test_every_language_has_every_list(client, odd, name, language):
    response = client.get(address(name), headers={"accept-language": language})
    assert (response.status_code, len(tables(response))) == (200, 1)


@pytest.mark.parametrize(("name", "queries"), list(zip(LISTS, (7, 4, 7, 6), strict=True)))
@pytest.mark.parametrize("count", [1, 3])
def test_as_many_queries_for_three_tables_as_for_one(reader, django_assert_num_queries, name, queries, count):
    tournament = TournamentFactory(slug="odd", status="running")
    add_tables(tournament, count)
    with django_assert_num_queries(queries):
        reader.get(address(name))


@pytest.mark.parametrize(("name", "queries"), list(zip(LISTS, (10, 4, 10, 10), strict=True)))
@pytest.mark.parametrize("boards", [1, 3])
def test_as_many_queries_for_three_boards_as_for_one(
    reader, arbiter, django_assert_num_queries, name, queries, boards
):
    pair(arbiter, team_event(arbiter, "AB", boards=boards, players=boards), "1-0")
    with django_assert_num_queries(queries):
        reader.get(address(name, "league"))
