"""The wall: what it shows to whom, and how cheaply it is asked again."""

import pytest

from tests.factories import TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tests.tournaments.views.print_scenes import FORMULA, LONG_NAME, add_tables, odd_tournament
from tests.tournaments.views.tables import tables
from tournaments.models import Pairing
from tournaments.services.results import record_result

WALL, TABLES = "/tournaments/odd/wall/", "/tournaments/odd/wall/tables/"


@pytest.fixture
def odd(arbiter):
    return odd_tournament(arbiter)


def panels(response) -> list[list[str]]:
    """The heads of the tables shown, in their order."""
    return [table[0] for table in tables(response)]


class TestWhatItShows:
    def test_tables_and_standings_unless_asked_for_else(self, reader, odd):
        pairings, standings = ["Table", "White", "Result", "Black"], ["Place", "Player", "Points", "Wins"]
        names = ["Player", "Table", "Colour", "Opponent"]
        assert panels(reader.get(WALL)) == [pairings, standings]
        assert panels(reader.get(WALL + "?show=nothing")) == [pairings, standings]
        assert panels(reader.get(WALL + "?show=standings,names,names,x")) == [standings, names]

    def test_all_rows_are_on_the_page_with_byes_told_from_players(self, reader, odd):
        found = tables(reader.get(WALL + "?show=pairings,names"))
        assert found[0][1:] == [
            ["1", "Bye", "+ −", "O'Neill-Žák"],
            ["2", "<script>alert(1)</script>", "1–0", LONG_NAME],
            ["3", "Chalupa", "½–½", "Hus"],
            ["4", "Černý", "…", "Cibulka"],
            ["", "Adam", "no opponent (Bye)"],
            ["", "Zeman", "no opponent (Half-point bye)"],
        ]
        assert [row[:2] for row in found[1][1:4]] == [
            ["<script>alert(1)</script>", "2"], ["Adam", ""], ["Bye", "1"]
        ]  # fmt: skip

    def test_names_are_never_markup(self, reader, odd):
        text = reader.get(WALL + "?show=pairings,names,standings").content.decode()
        assert "<script>alert" not in text
        assert "=HYPERLINK(&quot;http://example.org&quot;" in text
        assert FORMULA.startswith("=HYPERLINK")

    def test_matches_of_teams_stay_together(self, reader, arbiter):
        pair(arbiter, team_event(arbiter, "ABC", slug="odd"), {1: "1-0"})
        response = reader.get(WALL)
        assert tables(response)[0][1:] == [
            ["", "Team B", "2–0", "Team C"],
            ["1", "B1", "1–0", "C1"],
            ["2", "B2", "…", "C2"],
            ["", "Team A", "no opponent (Free round)"],
        ]
        assert panels(response)[1][1] == "Team"
        assert response.content.decode().split("wall-standings")[0].count("<tbody>") == 2

    def test_two_games(self, reader, db):
        odd_tournament(games_per_round=2)
        assert tables(reader.get(WALL))[0][2][2].startswith("2–0")

    def test_the_last_standings_are_final(self, reader, odd):
        odd.status = "finished"
        odd.save()
        assert "Final standings" in reader.get(WALL).content.decode()

    def test_before_the_first_round_it_says_so(self, reader, db):
        TournamentFactory(slug="odd", venue="Plzeň")
        text = reader.get(WALL).content.decode()
        assert ("Round 1 has not been paired yet" in text, "Plzeň" in text, "<table" in text) == (
            True, True, False
        )  # fmt: skip

    @pytest.mark.parametrize("language", ["cs", "sk", "en"])
    def test_every_language(self, client, odd, language):
        response = client.get(WALL + "?show=pairings,names,standings", headers={"accept-language": language})
        assert (response.status_code, len(tables(response))) == (200, 3)


class TestOptions:
    @pytest.mark.parametrize(
        ("query", "seconds"),
        [("", 12), ("?seconds=20", 20), ("?seconds=1", 3), ("?seconds=99999", 300), ("?seconds=-5", 12)],
    )
    def test_the_time_of_a_page(self, reader, odd, query, seconds):
        assert f'data-seconds="{seconds}"' in reader.get(WALL + query).content.decode()

    @pytest.mark.parametrize(
        ("query", "theme"), [("", ""), ("?theme=dark", "dark"), ("?theme=bright", "bright"), ("?theme=x", "")]
    )
    def test_the_theme(self, reader, odd, query, theme):
        assert reader.get(WALL + query).context["theme"] == theme

    def test_without_scripts_it_loads_itself_anew(self, reader, odd):
        text = reader.get(WALL).content.decode()
        assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in text

    def test_it_asks_for_what_it_was_asked_for(self, reader, odd):
        text = reader.get(WALL + "?show=names&seconds=5").content.decode()
        assert f'data-source="{TABLES}?show=names&amp;seconds=5"' in text


class TestKeepingUpToDate:
    def test_while_nothing_changes_one_query_answers(self, reader, odd, django_assert_num_queries):
        tag = reader.get(WALL).context["tag"]
        assert reader.get(TABLES).headers["ETag"] == tag
        with django_assert_num_queries(1):
            response = reader.get(TABLES, headers={"if-none-match": tag})
        assert (response.status_code, response.content) == (304, b"")

    def test_a_new_result_is_another_table(self, reader, arbiter, odd):
        tag = reader.get(TABLES).headers["ETag"]
        record_result(actor=arbiter, pairing=Pairing.objects.get(table=4), code="0-1")
        response = reader.get(TABLES, headers={"if-none-match": tag})
        assert (response.status_code, tables(response)[0][4][2]) == (200, "0–1")

    def test_each_language_has_its_own(self, reader, odd):
        tags = {
            reader.get(TABLES, headers={"accept-language": each}).headers["ETag"] for each in ("cs", "en")
        }
        assert len(tags) == 2

    @pytest.mark.parametrize("count", [1, 3])
    @pytest.mark.parametrize(("of_teams", "queries"), [(False, 14), (True, 21)])
    def test_as_many_queries_for_three_as_for_one(
        self, reader, arbiter, django_assert_num_queries, count, of_teams, queries
    ):
        if of_teams:
            pair(arbiter, team_event(arbiter, "AB", boards=count, players=count, slug="odd"), "1-0")
        else:
            add_tables(TournamentFactory(slug="odd", status="running"), count)
        with django_assert_num_queries(queries):
            reader.get(TABLES + "?show=pairings,names,standings")


@pytest.mark.parametrize("address", [WALL, TABLES])
class TestWhoMaySee:
    def test_a_private_tournament_is_its_arbiters(self, reader, other_reader, arbiter_reader, odd, address):
        odd.is_public = False
        odd.save()
        codes = [each.get(address).status_code for each in (reader, other_reader, arbiter_reader)]
        assert codes == [404, 404, 200]

    def test_a_draft_hangs_on_no_wall(self, reader, other_reader, arbiter_reader, odd, address):
        add_tables(odd, 1, status="draft")
        for each in (reader, other_reader, arbiter_reader):
            text = each.get(address + "?show=pairings,names,standings").content.decode()
            assert ("Round 1" in text, "Round 2" in text, "White0" in tables_text(text)) == (
                True,
                False,
                False,
            )


def tables_text(text: str) -> str:
    """The page up to the standings: who is entered stands there."""
    return text.split("wall-standings")[0]
