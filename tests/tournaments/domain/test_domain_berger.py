"""The Berger tables against FIDE's, for 3 to 24 players."""

import json
from pathlib import Path

import pytest

from tournaments.domain.pairing.round_robin import berger_round

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing" / "berger.json"
TABLES = json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("players", [int(key) for key in TABLES])
def test_every_round_is_fides(players):
    ours = [sorted(berger_round(players, number + 1)) for number in range(len(TABLES[str(players)]))]
    assert ours == [sorted(tuple(pair) for pair in pairs) for pairs in TABLES[str(players)]]


def test_the_golden_file_covers_3_to_24():
    assert sorted(map(int, TABLES)) == list(range(3, 25))


def test_the_order_is_that_of_the_printed_table():
    assert [berger_round(6, number) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_two_players_meet_once():
    assert berger_round(2, 1) == [(1, 2)]
