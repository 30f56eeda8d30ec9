"""Games of the demo data: legal, the same each time, and of the kind that was asked for."""

import pytest

from engine.game import replay
from games.domain.demo_games import demo_game, demo_repetition


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_legal_unclaimed_and_repeatable(seed):
    moves, result = demo_game(seed)
    played = replay("czech", moves)
    assert (played.error, played.claims) == (None, ())
    assert played.outcome is None or played.outcome.result == result
    assert demo_game(seed) == (moves, result)


def test_a_repetition_is_one_that_nobody_claimed():
    moves, result = demo_repetition(12)
    played = replay("czech", moves)
    assert played.error is None
    assert [claim.kind for claim in played.claims] == ["threefold"]
    assert result in ("1-0", "0-1")
