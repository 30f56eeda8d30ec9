"""How fast the engine is on this machine: `python -m engine.bench`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from engine import pdn
from engine.board import Board
from engine.perft import perft
from engine.rulesets import RULESETS

PERFT_DEPTH = 7
GAMES = 40
LONGEST = 200


def game_moves(ruleset: str, step: int) -> list[str]:
    """A made-up game: at each ply the `step * ply`-th legal move, going round. Always the same."""
    board = Board(ruleset)
    written: list[str] = []
    while len(written) < LONGEST:
        legal = board.legal_moves
        if not legal:
            break
        move = legal[step * len(written) % len(legal)]
        written.append(board.notation(move))
        board.push(move)
    return written


def perft_rate(ruleset: str, depth: int = PERFT_DEPTH) -> float:
    """Leaves a second of the tree from the start."""
    board = Board(ruleset)
    return _rate(lambda: perft(board.ruleset, board.position, depth))


def legal_moves_rate(ruleset: str) -> float:
    """Calls of `Board.legal_moves` a second, each in a position it has not seen yet."""
    fens = []
    for step in range(1, GAMES + 1):
        board = Board(ruleset)
        for text in game_moves(ruleset, step):
            board.push_text(text)
            fens.append(board.fen())
    boards = [Board(ruleset, fen) for fen in fens]
    return _rate(lambda: sum(1 for board in boards if board.legal_moves is not None))


def pdn_rate(ruleset: str) -> float:
    """Plies a second of reading PDN text and checking every move."""
    tags = {"Event": "Bench", "GameType": RULESETS[ruleset].gametype}
    games = [game_moves(ruleset, step) for step in range(1, GAMES + 1)]
    text = "".join(pdn.write_game(tags, moves, "*") for moves in games)
    return _rate(lambda: sum(pdn.verify(game, ruleset).plies for game in pdn.read_games(text)))


def _rate(work: Callable[[], int]) -> float:
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def main(rulesets: Sequence[str] = tuple(RULESETS)) -> None:
    """Print a line a ruleset."""
    print(f"{'ruleset':20}{'perft leaves/s':>16}{'legal_moves/s':>16}{'PDN plies/s':>16}")
    for key in rulesets:
        rates = (perft_rate(key), legal_moves_rate(key), pdn_rate(key))
        print(f"{key:20}" + "".join(f"{rate:16,.0f}" for rate in rates), flush=True)


if __name__ == "__main__":
    main()
