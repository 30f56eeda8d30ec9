"""Node counts against the published ones."""

import json
from pathlib import Path

import pytest

from engine import RULESETS, Board
from engine.perft import perft

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"
PUBLISHED = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
# Systems without a published count: counted by two generators written apart.
COUNTED = {
    "czech-one-or-all": [7, 49, 302, 1469, 7361, 37205, 182906, 873324, 4134326],
    "czech-free-landing": [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963673, 18371644],
    "cech-dama": [7, 49, 392, 3136, 26592, 218695, 1820189, 14533506],
    "slovak": [7, 49, 392, 3136, 27210, 241195],
    "czech-misere": PUBLISHED["czech"]["counts"],
    "spanish": PUBLISHED["spanish_portuguese"]["counts"],
    "portuguese": PUBLISHED["spanish_portuguese"]["counts"],
    "canadian": PUBLISHED["canadian_12x12"]["counts"],
}
# As deep as runs within about half a second.
DEPTHS = {"international": 6, "canadian": 5, "turkish": 5, "cech-dama": 6, "slovak": 6, "czech": 8}
OTHER_POSITIONS = [
    ("international_random178", "international", 4),
    ("international_woldouby", "international", 9),
    # Counted with every route apart; to this depth no two routes take the same pieces. It also shows that
    # the board is mirrored: with the numbers of a board that is not, the counts begin 1, 6, 16.
    ("italian_gilbert_1", "italian", 9),
]


@pytest.mark.parametrize("key", RULESETS)
def test_counts_from_the_start(key):
    counts = COUNTED.get(key) or PUBLISHED[key]["counts"]
    depth = DEPTHS.get(key, 7)
    board = Board(key)
    found = [perft(board.ruleset, board.position, ply) for ply in range(1, depth + 1)]
    assert found == counts[:depth]


@pytest.mark.parametrize("case", PUBLISHED["czech_positions"], ids=lambda case: case["fen"])
def test_counts_of_positions_that_expose_a_wrong_reading(case):
    for fen in (case["fen"], case["fen_numeric"]):
        board = Board("czech", fen)
        found = [perft(board.ruleset, board.position, ply) for ply in range(1, 5)]
        assert found == case["counts"][:4]


@pytest.mark.parametrize(("name", "key", "depth"), OTHER_POSITIONS)
def test_counts_of_published_positions(name, key, depth):
    board = Board(key, PUBLISHED[name]["fen"])
    found = [perft(board.ruleset, board.position, ply) for ply in range(1, depth + 1)]
    assert found == PUBLISHED[name]["counts"][:depth]


def test_depth_nought_is_the_position_itself():
    board = Board()
    assert perft(board.ruleset, board.position, 0) == 1


def test_a_finished_game_has_no_leaves():
    board = Board("czech", "W:W:Ba3")
    assert perft(board.ruleset, board.position, 1) == 0
    assert perft(board.ruleset, board.position, 3) == 0
