"""The page of a bracket: matches with their scores, and what is still to come."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.factories import EntryFactory, PlayerFactory, ResultFactory, TournamentFactory
from tournaments.services import results, rounds

pytestmark = pytest.mark.django_db


def knockout(arbiter, players, **fields):
    values = {"slug": "cup", "pairing_system": "knockout", "arbiters": [arbiter], "initial_colour": "white"}
    tournament = TournamentFactory(**{**values, **fields})
    for number in range(1, players + 1):
        player = PlayerFactory(family_name=f"P{number}", given_name="")
        EntryFactory(tournament=tournament, rating=2000 - number, player=player)
    return tournament


def play(arbiter, new_round, *codes):
    """Record results by table; a tuple are the games of one pairing."""
    pairings = new_round.pairings.exclude(black=None).order_by("table")
    for pairing, games in zip(pairings, codes, strict=False):
        for game, code in enumerate([games] if isinstance(games, str) else games, start=1):
            results.record_result(actor=arbiter, pairing=pairing, code=code, game=game)


def matches(response):
    """The matches of the page from top to bottom, each as its texts."""
    page = response.content.decode()
    cards = re.split(r'<div class="bracket-match', page)[1:]
    texts = (re.sub(r"<[^>]+>", " ", card.split("</div>")[0].partition(">")[2]) for card in cards)
    return [" ".join(unescape(text).split()) for text in texts]


@pytest.fixture
def cup(arbiter):
    """Five players. Round 1: 5 beats 4. Round 2: 1 and 5 are tied, 2 beats 3."""
    tournament = knockout(arbiter, 5)
    play(arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament), "0-1")
    second = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    one, other = second.pairings.order_by("table")
    results.record_result(actor=arbiter, pairing=one, code="1/2-1/2")
    code = "1-0" if other.white.number == 2 else "0-1"
    results.record_result(actor=arbiter, pairing=other, code=code)
    return tournament


def test_matches_stand_with_seeds_scores_and_what_is_to_come(reader, cup):
    response = reader.get("/tournaments/cup/bracket/")
    assert [column.title for column in response.context["bracket"].columns] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    assert matches(response) == [
        "1 P1 no opponent",
        "Match 1 4 P4 0 5 P5 2 winner",
        "2 P2 no opponent",
        "3 P3 no opponent",
        "Match 2 tied, the play-off decides 1 P1 1 5 P5 1",
        "Match 3 2 P2 2 winner 3 P3 0",
        "Match 4 winner of match 2 2 P2",
        "Match 5 loser of match 2 3 P3",
    ]


def test_a_play_off_is_shown_behind_the_score_and_the_end_names_the_winner(reader, arbiter, cup):
    tied = cup.rounds.get(number=2).pairings.get(table=1)
    white = tied.white.number
    for game, code in ((2, "1/2-1/2"), (3, "1-0" if white == 5 else "0-1")):
        results.record_result(actor=arbiter, pairing=tied, code=code, game=game)
    last = rounds.pair_next_round(actor=arbiter, tournament=cup)
    assert matches(reader.get("/tournaments/cup/bracket/"))[4] == "Match 2 1 P1 1 (1) 5 P5 1 (3) winner"
    final, third = last.pairings.order_by("table")
    results.record_result(actor=arbiter, pairing=final, code="+/-" if final.white.number == 5 else "-/+")
    results.record_result(actor=arbiter, pairing=third, code="0-0")
    response = reader.get("/tournaments/cup/bracket/")
    assert matches(response)[-2:] == [
        "Match 4 without a game 5 P5 2 winner 2 P2 0",
        "Match 5 both lost 1 P1 0 3 P3 0",
    ]
    assert response.context["bracket"].winner.player.family_name == "P5"
    assert "Winner</strong>" in response.content.decode()


def test_two_games_stand_as_their_sum(reader, arbiter):
    tournament = knockout(arbiter, 2, games_per_round=2)
    play(arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament), ("1-0", "1/2-1/2"))
    assert matches(reader.get("/tournaments/cup/bracket/")) == ["Match 1 1 P1 3 winner 2 P2 1"]


def test_a_paired_match_says_its_table(reader, arbiter):
    rounds.pair_next_round(actor=arbiter, tournament=knockout(arbiter, 4))
    assert matches(reader.get("/tournaments/cup/bracket/"))[1:] == [
        "Match 2 table 2 2 P2 3 P3",
        "Match 3 winner of match 1 winner of match 2",
        "Match 4 loser of match 1 loser of match 2",
    ]


def test_before_the_draw_it_says_what_comes_first(reader, arbiter):
    tournament = knockout(arbiter, 4)
    assert "Round 1 has not been paired yet" in reader.get("/tournaments/cup/bracket/").content.decode()
    tournament.pairing_system = "groups-knockout"
    tournament.system_settings = {"group_count": 2}
    tournament.save()
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert "The bracket is not drawn yet" in reader.get("/tournaments/cup/bracket/").content.decode()


def test_only_tournaments_with_a_bracket_have_its_page_and_its_tab(reader, four, cup):
    address = "/tournaments/{}/bracket/".format
    assert (reader.get(address("cup")).status_code, reader.get(address("four")).status_code) == (200, 404)
    shown = [
        address(slug) in reader.get(f"/tournaments/{slug}/").content.decode() for slug in ("cup", "four")
    ]
    assert shown == [True, False]


def test_a_private_bracket_is_there_for_its_arbiter_alone(arbiter_reader, other_reader, reader, cup):
    cup.is_public = False
    cup.save()
    codes = [
        each.get("/tournaments/cup/bracket/").status_code for each in (arbiter_reader, other_reader, reader)
    ]
    assert codes == [200, 404, 404]


@pytest.mark.parametrize("players", [2, 6])
def test_the_page_asks_as_many_queries_for_one_match_as_for_three(
    reader, arbiter, django_assert_num_queries, players
):
    tournament = knockout(arbiter, players, system_settings={"third_place": False})
    play(arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament), "1/2-1/2", "1-0")
    ResultFactory(pairing=tournament.rounds.get().pairings.order_by("table").first(), game=2, code="1/2-1/2")
    # tournament, rounds, snapshot (4), play-offs
    with django_assert_num_queries(7):
        assert reader.get("/tournaments/cup/bracket/").status_code == 200


@pytest.mark.parametrize(("players", "is_large"), [(16, False), (17, True)])
def test_a_bracket_that_no_sheet_holds_is_printed_round_by_round(reader, arbiter, players, is_large):
    rounds.pair_next_round(actor=arbiter, tournament=knockout(arbiter, players))
    page = reader.get("/tournaments/cup/bracket/").content.decode()
    assert ('<ol class="bracket large">' in page, '<ol class="bracket">' in page) == (is_large, not is_large)
