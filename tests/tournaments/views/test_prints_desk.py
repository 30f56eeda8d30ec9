"""The arbiter's paper: the page of all prints, slips, scoresheets and place cards."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, RoundFactory, TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tests.tournaments.views.print_scenes import FORMULA, LONG_NAME, add_tables, odd_tournament
from tournaments.models import Entry, Round
from tournaments.views.codes import table_token

SHEETS = ["print-slips", "print-scoresheets", "print-cards"]


def address(name: str, slug: str = "odd", query: str = "") -> str:
    return reverse(name, args=[slug]) + query


def parts(response, marker: str) -> list[str]:
    """The texts of the elements that begin with the marker, up to the next one."""
    pieces = response.content.decode().split(marker)[1:]
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", f"<{piece}")).split()) for piece in pieces]


def slips(response) -> list[str]:
    return parts(response, '<article class="slip"')


@pytest.fixture
def odd(arbiter):
    return odd_tournament(arbiter)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("print-slips", "Result slips"),
        ("print-scoresheets", "Scoresheets"),
        ("print-cards", "Place cards"),
    ],
)
def test_the_browser_names_the_sheet(arbiter_reader, odd, name, title):
    page = arbiter_reader.get(address(name)).content.decode()
    assert page.split("<title>")[1].split(" · ")[0] == title


class TestSlips:
    def test_one_for_each_table_and_none_for_a_bye(self, arbiter_reader, odd):
        found = slips(arbiter_reader.get(address("print-slips")))
        assert len(found) == 4
        assert found[0] == (
            f"{FORMULA} Round 1 Table 1 White Bye Black O'Neill-Žák Signature of White Signature of Black"
        )
        assert f"White <script>alert(1)</script> Black {LONG_NAME}" in found[1]

    def test_names_are_never_markup(self, arbiter_reader, odd):
        for name in SHEETS:
            text = arbiter_reader.get(address(name)).content.decode()
            assert "<script>alert" not in text
            assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text

    @pytest.mark.parametrize(
        ("query", "on_page"), [("", [6, 1]), ("?per_page=4", [4, 3]), ("?per_page=5", [6, 1])]
    )
    def test_four_or_six_a_page(self, arbiter_reader, arbiter, query, on_page):
        add_tables(TournamentFactory(slug="odd", status="running", arbiters=[arbiter]), 7)
        response = arbiter_reader.get(address("print-slips", query=query))
        assert [len(page) for page in response.context["pages"]] == on_page

    def test_of_a_round_or_of_all(self, arbiter_reader, odd):
        add_tables(odd, 1)
        counts = [
            len(slips(arbiter_reader.get(address("print-slips", query=query))))
            for query in ("", "?round=1", "?round=all")
        ]
        assert counts == [1, 4, 5]

    def test_two_games_have_two_boxes_a_player(self, arbiter_reader, arbiter):
        odd_tournament(arbiter, games_per_round=2)
        response = arbiter_reader.get(address("print-slips"))
        assert response.content.decode().count('class="box"') == 4 * 4
        assert "game 1 game 2" in slips(response)[0]

    def test_the_code_of_the_table_where_players_may_report(self, arbiter_reader, odd):
        assert 'class="qr"' not in arbiter_reader.get(address("print-slips")).content.decode()
        odd.players_report = True
        odd.save()
        response = arbiter_reader.get(address("print-slips"))
        assert response.content.decode().count('class="qr"') == 4
        links = [slip.link for page in response.context["pages"] for slip in page]
        pairing = Round.objects.get().pairings.get(table=1)
        assert links[0] == f"http://testserver/t/odd/1/1/{table_token(pairing)}/"
        assert arbiter_reader.get(links[0]).status_code == 200

    @pytest.mark.parametrize("status", ["draft", "closed"])
    def test_no_code_that_opens_nothing(self, arbiter_reader, odd, status):
        odd.players_report = True
        odd.save()
        odd.rounds.update(status=status)
        response = arbiter_reader.get(address("print-slips"))
        assert (len(slips(response)), 'class="qr"' in response.content.decode()) == (4, False)

    def test_blank_ones_have_no_names(self, arbiter_reader, odd):
        found = slips(arbiter_reader.get(address("print-slips", query="?blank=1&per_page=4")))
        assert found == [f"{FORMULA} Round Table White Black Signature of White Signature of Black"] * 4

    def test_teams_are_named(self, arbiter_reader, arbiter):
        pair(arbiter, team_event(arbiter, "AB"))
        assert (
            "White · Team A A1 Black · Team B B1"
            in slips(arbiter_reader.get(address("print-slips", "league")))[0]
        )


class TestScoresheets:
    def test_one_for_each_game(self, arbiter_reader, odd):
        found = parts(arbiter_reader.get(address("print-scoresheets")), '<section class="scoresheet"')
        assert len(found) == 4
        assert found[0].startswith(
            f"{FORMULA} Round 1 · Table 1 White Bye Black O'Neill-Žák Date Result Move"
        )
        assert "60" in found[0].split()

    def test_one_for_each_player_says_whose_it_is(self, arbiter_reader, odd):
        response = arbiter_reader.get(address("print-scoresheets", query="?for=player"))
        found = parts(response, '<section class="scoresheet"')
        assert len(found) == 8
        assert ["Written by Bye" in found[0], "Written by O'Neill-Žák" in found[1]] == [True, True]

    def test_the_colours_change_over_in_the_second_game(self, arbiter_reader, arbiter):
        odd_tournament(arbiter, games_per_round=2)
        found = parts(arbiter_reader.get(address("print-scoresheets")), '<section class="scoresheet"')
        assert len(found) == 8
        assert "Table 1 · game 1 White Bye Black O'Neill-Žák" in found[0]
        assert "Table 1 · game 2 White O'Neill-Žák Black Bye" in found[1]

    def test_the_drawn_opening_stands_there(self, arbiter_reader, odd):
        odd.rounds.update(opening="City game: c3-d4 d6-c5 b2-c3")
        response = arbiter_reader.get(address("print-scoresheets"))
        plies = [(ply.white, ply.black) for ply in response.context["sheets"][0].columns[0][:3]]
        assert plies == [("c3-d4", "d6-c5"), ("b2-c3", ""), ("", "")]
        assert "Drawn opening City game 1. c3-d4" in parts(response, '<section class="scoresheet"')[0]

    @pytest.mark.parametrize(
        ("opening", "said", "boards"),
        [("Ending: W:Wa1:Bb8", "A set-up: play starts from this position.", 4), ("no moves", "no moves", 0)],
    )
    def test_a_set_up_is_drawn_and_what_cannot_be_read_is_named(
        self, arbiter_reader, odd, opening, said, boards
    ):
        odd.rounds.update(opening=opening)
        response = arbiter_reader.get(address("print-scoresheets"))
        assert said in parts(response, '<section class="scoresheet"')[0]
        assert response.content.decode().count('<div class="board">') == boards

    def test_a_blank_one(self, arbiter_reader, odd):
        found = parts(
            arbiter_reader.get(address("print-scoresheets", query="?blank=1")), '<section class="scoresheet"'
        )
        assert [each.split(" Date")[0] for each in found] == [f"{FORMULA} Round · Table White Black"]


class TestPlaceCards:
    def test_one_for_everybody_who_has_not_withdrawn(self, arbiter_reader, odd):
        Entry.objects.get(number=2).player.club = ClubFactory(name="Klub")
        response = arbiter_reader.get(address("print-cards"))
        cards = [card for page in response.context["pages"] for card in page]
        assert [card.entry.number for card in cards] == [1, 2, 3, 4, 5, 6, 8, 9, 10]
        assert [card.size for card in cards[:4]] == ["brief", "brief", "medium", "long"]
        assert [len(page) for page in response.context["pages"]] == [2, 2, 2, 2, 1]

    def test_a_card_has_its_name_on_both_sides(self, arbiter_reader, arbiter):
        tournament = TournamentFactory(slug="odd", arbiters=[arbiter], name="Open")
        add_tables(tournament, 1)
        player = Entry.objects.get(player__family_name="White0").player
        player.given_name, player.club = "Anna", ClubFactory(name="Klub dámy")
        player.save()
        Entry.objects.filter(player=player).update(number=7)
        face = "Open White0 Anna 7 Klub dámy"
        assert parts(arbiter_reader.get(address("print-cards")), '<article class="place-card')[0].endswith(
            f"{face} {face}"
        )

    def test_for_a_round_by_tables(self, arbiter_reader, odd):
        response = arbiter_reader.get(address("print-cards", query="?round=1&per_page=4"))
        cards = [
            (card.pairing.table, card.entry.number) for page in response.context["pages"] for card in page
        ]
        assert cards == [(1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7), (4, 8)]
        assert [len(page) for page in response.context["pages"]] == [4, 4]

    def test_the_code_of_the_private_link_only_where_asked_for(self, arbiter_reader, odd):
        assert 'class="qr"' not in arbiter_reader.get(address("print-cards")).content.decode()
        response = arbiter_reader.get(address("print-cards", query="?codes=1"))
        assert response.content.decode().count('class="qr"') == 9
        first = response.context["pages"][0][0]
        assert first.link == f"http://testserver/my/{first.entry.private_key}/"

    def test_before_the_first_round_and_without_players(self, arbiter_reader, arbiter):
        TournamentFactory(slug="odd", arbiters=[arbiter])
        assert "No player yet" in arbiter_reader.get(address("print-cards")).content.decode()
        blank = arbiter_reader.get(address("print-cards", query="?blank=1"))
        assert [len(page) for page in blank.context["pages"]] == [2]

    def test_teams_are_named(self, arbiter_reader, arbiter):
        pair(arbiter, team_event(arbiter, "AB"))
        for query in ("", "?round=1"):
            response = arbiter_reader.get(address("print-cards", "league", query))
            cards = [(card.team, str(card.entry)) for page in response.context["pages"] for card in page]
            assert sorted(cards) == [
                ("Team A", "A1"), ("Team A", "A2"), ("Team B", "B1"), ("Team B", "B2")
            ]  # fmt: skip


class TestThePageOfPrints:
    def test_it_leads_to_everything_and_is_in_the_tabs(self, arbiter_reader, odd):
        text = arbiter_reader.get(address("desk-prints")).content.decode()
        names = [*SHEETS, "print-pairings", "print-names", "print-standings", "print-crosstable", "wall"]
        assert [name for name in names if f'"{address(name)}"' not in text] == []
        assert f'href="{address("desk-prints")}" aria-current="page"' in text
        assert address("desk-prints") in arbiter_reader.get(address("desk")).content.decode()

    def test_before_the_first_round_it_offers_what_can_be_printed(self, arbiter_reader, arbiter):
        TournamentFactory(slug="odd", arbiters=[arbiter])
        text = arbiter_reader.get(address("desk-prints")).content.decode()
        offered = [name for name in [*SHEETS, "print-pairings"] if f'"{address(name)}"' in text]
        assert offered == SHEETS

    def test_a_round_leads_to_its_prints(self, arbiter_reader, reader, odd):
        public = reader.get(reverse("tournament-round", args=["odd", 1])).content.decode()
        assert f"{address('print-names')}?round=1" in public
        assert address("print-slips") not in public
        assert (
            f"{address('print-slips')}?round=1"
            in arbiter_reader.get(reverse("desk-round", args=["odd", 1])).content.decode()
        )


@pytest.mark.parametrize("name", ["desk-prints", *SHEETS])
class TestWhoMayPrint:
    def test_arbiters_alone(self, reader, other_reader, arbiter_reader, odd, name):
        codes = [each.get(address(name)).status_code for each in (reader, other_reader, arbiter_reader)]
        assert codes == [302, 404, 200]

    def test_an_arbiter_of_another_event_is_a_stranger(self, other_reader, other_user, odd, name):
        TournamentFactory(slug="another", arbiters=[other_user])
        assert other_reader.get(address(name)).status_code == 404

    def test_a_private_tournament_is_unknown_to_others(self, reader, other_reader, arbiter_reader, odd, name):
        odd.is_public = False
        odd.save()
        codes = [each.get(address(name)).status_code for each in (reader, other_reader, arbiter_reader)]
        assert codes == [404, 404, 200]

    def test_no_cache_keeps_codes(self, arbiter_reader, odd, name):
        if name in SHEETS:
            assert "no-store" in arbiter_reader.get(address(name)).headers["Cache-Control"]
            assert arbiter_reader.get(address(name, query="?round=9")).status_code == 404


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_every_language_and_the_empty_state(arbiter_client, arbiter, name, language):
    tournament = TournamentFactory(slug="odd", arbiters=[arbiter])
    head = {"accept-language": language}
    assert '<div class="empty">' in arbiter_client.get(address(name), headers=head).content.decode()
    RoundFactory(tournament=tournament)
    add_tables(tournament, 1)
    assert '<div class="empty">' not in arbiter_client.get(address(name), headers=head).content.decode()


@pytest.mark.parametrize(
    ("name", "query", "queries"),
    [
        ("print-slips", "", (6, 6)),
        ("print-slips", "?round=all", (6, 6)),
        ("print-scoresheets", "?for=player", (6, 6)),
        ("print-cards", "?codes=1", (7, 10)),
        ("print-cards", "?round=1", (6, 6)),
        ("desk-prints", "", (7, 6)),
    ],
)
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("of_teams", [False, True])
def test_as_many_queries_for_three_as_for_one(
    arbiter_reader, arbiter, django_assert_num_queries, name, query, queries, count, of_teams
):
    if of_teams:
        tournament = team_event(arbiter, "AB", boards=count, players=count, slug="odd", players_report=True)
        pair(arbiter, tournament)
    else:
        tournament = TournamentFactory(slug="odd", status="running", players_report=True, arbiters=[arbiter])
        add_tables(tournament, count)
    with django_assert_num_queries(queries[of_teams]):
        arbiter_reader.get(address(name, query=query))
