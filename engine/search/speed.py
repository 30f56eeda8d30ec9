"""How fast the search is."""

from __future__ import annotations

import time

from engine.board import Board
from engine.search.analysis import Engine
from engine.search.words import COMPILED

NODES = 1_000_000 if COMPILED else 40_000
PLIES = (0, 10, 20, 30)  # positions of a made-up game


def bench(ruleset: str = "czech", nodes: int = NODES) -> float:
    """Positions a second of processor time that the search looks at.

    It searches four positions of a made-up game, always the same, with `nodes` in all.
    """
    looked_at, seconds = 0, 0.0
    for plies in PLIES:
        board = Board(ruleset)
        for ply in range(plies):
            legal = board.legal_moves
            if not legal:
                break
            board.push(legal[5 * ply % len(legal)])
        engine = Engine(ruleset)
        start = time.process_time()
        lines = engine.analyse(board, nodes=nodes // len(PLIES))
        seconds += time.process_time() - start
        looked_at += lines[0].nodes if lines else 0
    return looked_at / seconds
