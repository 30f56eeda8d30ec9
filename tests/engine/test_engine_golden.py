"""Moves, games and positions against the golden data."""

import json
from pathlib import Path

import pytest

from engine import RULESETS, Board
from engine.game import replay
from engine.notation import write_golden

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"
RESULTS = {"white wins": "1-0", "black wins": "0-1", "draw": "1/2-1/2"}


def lines(path):
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def captured_of(text):
    return frozenset(text.split(" x ")[1].split()) if " x " in text else frozenset()


@pytest.mark.parametrize("path", sorted((GOLDEN / "movegen").glob("*.jsonl")), ids=lambda path: path.stem)
def test_legal_moves(path):
    for case in lines(path):
        board = Board(path.stem, case["fen"])
        found = sorted(write_golden(move, board.geometry) for move in board.legal_moves)
        assert found == case["moves"], case["fen"]


@pytest.mark.parametrize("path", sorted((GOLDEN / "games").glob("*.jsonl")), ids=lambda path: path.stem)
def test_random_games(path):
    counts_progress = RULESETS[path.stem].no_progress == 80
    for case in lines(path):
        played = replay(path.stem, [text.split(" x ")[0] for text in case["moves"]])
        assert played.error is None
        assert [move.captured for move in played.moves] == [captured_of(text) for text in case["moves"]]
        assert played.board.fen() == case["fen"]
        claims = {claim.kind: claim.ply for claim in played.claims}
        assert claims.get("threefold", 0) == case["threefold"]
        if counts_progress:
            assert claims.get("no-progress", 0) == case["forty"]
        outcome = played.outcome
        assert (outcome.result if outcome else None) == RESULTS.get(case["end"])


POSITIONS = json.loads((GOLDEN / "czech_positions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: f"{case['category']} {case['fen']}")
def test_positions_from_championship_games(case):
    expected = {(move["from"], move["to"], frozenset(move["captured"])) for move in case["legal"]}
    for fen in (case["fen"], case["fen_numeric"]):
        moves = Board("czech", fen).legal_moves
        assert {(move.from_square, move.to_square, move.captured) for move in moves} == expected
        assert len(moves) == len(expected)
    board = Board("czech", case["fen"])
    for move in case["legal"]:
        assert board.parse(move["path"]).captured == frozenset(move["captured"])
    for wrong in case["differs_under"].values():
        for origin, target, captured in wrong["extra"]:
            assert (origin, target, frozenset(captured)) not in expected


def test_drawn_openings_of_russian_draughts():
    rows = (GOLDEN / "ballots-russian-745-fen.txt").read_text(encoding="utf-8").splitlines()
    fens = [row.split()[1] for row in rows]
    assert len(fens) == 745
    for fen in fens:
        board = Board("russian", fen)
        assert board.outcome() is None
        assert Board("russian", board.fen()).fen(numeric=True) == board.fen(numeric=True)
