"""Lists of games and of what waits for a decision."""

import pytest

from games.selectors.games import neighbours, player_games, tournament_games
from games.selectors.queue import decided_flags, flags_of, open_flag_count, open_flags
from tests.factories import FlagFactory, GameFactory, PairingFactory, RoundFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(pairing):
    """Round 1 table 2, round 2 table 1, round 1 table 1, in the order they came."""
    later = RoundFactory(tournament=pairing.round.tournament)
    pairings = [
        PairingFactory(round=pairing.round),
        PairingFactory(round=later, white=pairing.white),
        pairing,
    ]
    return [GameFactory(pairing=each) for each in pairings]


@pytest.fixture
def replaced(games):
    return GameFactory(pairing=games[2].pairing, is_current=False)


def test_games_come_by_round_and_table(tournament, games, replaced):
    assert list(tournament_games(tournament)) == [games[2], games[0], games[1]]


def test_a_players_games(pairing, games, replaced):
    assert list(player_games(pairing.white.player)) == [games[2], games[1]]
    assert list(player_games(pairing.black.player)) == [games[2]]


def test_neighbours(games, replaced):
    assert neighbours(games[2]) == (None, games[0].pk)
    assert neighbours(games[0]) == (games[2].pk, games[1].pk)
    assert neighbours(games[1]) == (games[0].pk, None)
    assert neighbours(replaced) == (games[2].pk, games[0].pk)


def test_what_waits_is_open_and_of_a_record_that_counts(tournament, games, replaced):
    waiting = [
        FlagFactory(game=games[1]),
        FlagFactory(game=games[2], ply=9),
        FlagFactory(game=games[2], ply=3),
    ]
    decided = FlagFactory(game=games[0], status="upheld")
    FlagFactory(game=replaced)
    FlagFactory()
    assert list(open_flags(tournament)) == [waiting[2], waiting[1], waiting[0]]
    assert open_flag_count(tournament) == 3
    assert list(decided_flags(tournament)) == [decided]
    assert list(flags_of(games[2])) == [waiting[2], waiting[1]]


@pytest.mark.parametrize("count", [1, 3])
def test_the_queue_is_read_in_two_queries(pairing, tournament, count, django_assert_num_queries):
    for each in [pairing, *(PairingFactory(round=pairing.round, result="1-0") for _ in range(count - 1))]:
        FlagFactory(game=GameFactory(pairing=each))
    with django_assert_num_queries(2):
        found = [
            (
                flag.game.submitted_by,
                str(flag.game.pairing),
                flag.game.pairing.result_code,
                flag.game.pairing.round.tournament.slug,
            )
            for flag in open_flags(tournament)
        ]
    assert len(found) == count
