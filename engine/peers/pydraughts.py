"""Measures pydraughts, in an environment of its own: `python pydraughts.py GAMES.json`."""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

from draughts import Board

DEPTH = 3
POSITIONS = 40


def perft(board, depth):
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = Board(variant="russian", fen=board.fen)
        after.push(move)
        total += perft(after, depth - 1)
    return total


def rate(work):
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def main():
    games = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    boards = [Board(variant="russian", fen=fen) for fen in games["russian_fens"][:POSITIONS]]
    figures = {
        "perft": rate(lambda: perft(Board(variant="russian", fen="startpos"), DEPTH)),
        "legal_moves": rate(lambda: sum(1 for board in boards if board.legal_moves() is not None)),
        "plies": None,
    }
    print(json.dumps({"name": f"pydraughts {version('pydraughts')}", **figures}))


main()
