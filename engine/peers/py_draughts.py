"""Measures py-draughts, in an environment of its own: `python py_draughts.py GAMES.json`."""

import json
import sys
import time
from pathlib import Path

import draughts

DEPTH = 6


def perft(board, depth):
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def rate(work):
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def main():
    games = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    boards = [draughts.RussianBoard.from_fen(fen) for fen in games["russian_fens"]]
    records = games["international_pdn"]
    plies = games["international_plies"]

    def verify():
        for record in records:
            draughts.StandardBoard.from_pdn(record)
        return plies

    figures = {
        "perft": rate(lambda: perft(draughts.RussianBoard(), DEPTH)),
        "legal_moves": rate(lambda: sum(1 for board in boards if board.legal_moves is not None)),
        "plies": rate(verify),
    }
    print(json.dumps({"name": f"py-draughts {draughts.__version__}", **figures}))


main()
