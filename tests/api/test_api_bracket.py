"""The bracket over the API."""

import pytest

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory
from tournaments.services import results, rounds

pytestmark = pytest.mark.django_db
URL = "/api/v1/tournaments/cup/bracket/"


@pytest.fixture
def cup(arbiter):
    """Three players: 1 has a bye, 2 and 3 are tied."""
    tournament = TournamentFactory(
        slug="cup", pairing_system="knockout", arbiters=[arbiter], initial_colour="white", scoring="1-0.5-0"
    )
    for number in range(1, 4):
        player = PlayerFactory(family_name=f"P{number}", given_name="")
        EntryFactory(tournament=tournament, rating=2000 - number, player=player)
    return tournament


def side(tournament, number, points=None, play_off=None, won=False):
    return {
        "number": number,
        "seed": number,
        "entry": tournament.entries.get(number=number).pk,
        "team": None,
        "name": f"P{number}",
        "source": None,
        "points": points,
        "play_off": play_off,
        "won": won,
    }


def nobody(source=None):
    empty = dict.fromkeys(("number", "seed", "entry", "team", "points", "play_off"))
    return {**empty, "name": "", "source": source, "won": False}


def test_the_bracket_with_what_is_to_come(as_nobody, arbiter, cup):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=cup).pairings.get(table=1)
    for game, code in ((1, "1/2-1/2"), (2, "1-0")):
        results.record_result(actor=arbiter, pairing=pairing, code=code, game=game)

    assert as_nobody.get(URL).json() == {
        "rounds": [
            {
                "number": 1,
                "title": "Semi-finals",
                "matches": [
                    {"number": None, "table": 2, "how": "bye", "sides": [side(cup, 1, won=True), nobody()]},
                    # 2 had White in the game, so the one of the play-off was won by 3.
                    {
                        "number": 1,
                        "table": 1,
                        "how": "tied",
                        "sides": [side(cup, 2, 0.5, 0), side(cup, 3, 0.5, 1)],
                    },
                ],
            },
            {
                "number": 2,
                "title": "Final",
                "matches": [
                    {"number": 2, "table": None, "how": "open", "sides": [side(cup, 1), nobody(source=1)]}
                ],
            },
        ],
        "third_place": None,
    }


def test_before_the_draw_it_is_empty(as_nobody, cup):
    assert as_nobody.get(URL).json() == {"rounds": [], "third_place": None}


def test_a_tournament_without_a_bracket_has_none(as_nobody, cup):
    cup.pairing_system = "swiss"
    cup.save()
    assert as_nobody.get(URL).status_code == 404


def test_a_private_bracket_is_there_for_its_arbiter_alone(as_arbiter, as_other, as_nobody, cup):
    cup.is_public = False
    cup.save()
    assert [each.get(URL).status_code for each in (as_arbiter, as_other, as_nobody)] == [200, 404, 404]


@pytest.mark.parametrize("players", [2, 6])
def test_it_asks_as_many_queries_for_one_match_as_for_three(
    as_nobody, arbiter, django_assert_num_queries, players
):
    tournament = TournamentFactory(slug="cup", pairing_system="knockout", arbiters=[arbiter])
    for _ in range(players):
        EntryFactory(tournament=tournament)
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with django_assert_num_queries(6):  # tournament, snapshot (4), play-offs
        assert as_nobody.get(URL).status_code == 200
