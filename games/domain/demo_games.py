"""Games for the demo data: played by the engine alone, the same ones for the same seed."""

from __future__ import annotations

from random import Random

from engine import Board, Move
from engine.game import replay

MOST_PLIES = 90
KING = 3  # men
CLEARLY_AHEAD = 2  # men: who is behind by so much in the end resigns
_SHUFFLES = 2  # there and back twice: the position stands for the third time


def demo_game(seed: int, ruleset: str = "czech") -> tuple[list[str], str]:
    """(moves in PDN notation, result code): a legal game in which nobody gives a piece away for nothing.

    Where it does not end on the board, somebody resigns or a draw is agreed before one could be claimed.
    """
    board, draws = Board(ruleset), Random(seed)  # noqa: S311 (a game to look at, no secret)
    moves: list[str] = []
    while board.outcome() is None and len(moves) < MOST_PLIES:
        _push(board, _choice(board, draws), moves)
        if board.claims():
            board.pop()
            moves.pop()
            break
    return moves, _result(board)


def demo_repetition(seed: int, ruleset: str = "czech") -> tuple[list[str], str]:
    """A game that somebody won although a draw could have been claimed by threefold repetition.

    It is the first one of the seeds from `seed` on that becomes such a game.
    """
    while True:
        moves, result = _with_repetition(Random(seed), ruleset)  # noqa: S311
        claims = [claim.kind for claim in replay(ruleset, moves).claims]
        if claims == ["threefold"] and result in ("1-0", "0-1"):
            return moves, result
        seed += 1


def _with_repetition(draws: Random, ruleset: str) -> tuple[list[str], str]:
    board, moves, is_done = Board(ruleset), list[str](), False
    while board.outcome() is None and len(moves) < MOST_PLIES:
        if not is_done and (cycle := _shuffle(board)):
            for move in cycle:
                _push(board, move, moves)
            is_done = True
        else:
            _push(board, _choice(board, draws), moves)
    return moves, _result(board)


def _push(board: Board, move: Move, moves: list[str]) -> None:
    moves.append(board.notation(move))
    board.push(move)


def _result(board: Board) -> str:
    outcome = board.outcome()
    if outcome is not None:
        return outcome.result
    ahead = _material(board)
    if abs(ahead) < CLEARLY_AHEAD:
        return "1/2-1/2"
    return "1-0" if ahead > 0 else "0-1"


def _material(board: Board) -> int:
    """White's men more than Black's, a king counting as several."""
    white_men, white_kings, black_men, black_kings = (each.bit_count() for each in board.position[:4])
    return white_men - black_men + KING * (white_kings - black_kings)


def _choice(board: Board, draws: Random) -> Move:
    """A move that is best after the opponent's best answer; of equal ones any."""
    sign = 1 if board.turn == "white" else -1
    legal = board.legal_moves
    if len(legal) == 1:
        return legal[0]
    worth = []
    for move in legal:
        board.push(move)
        worth.append(_after_answer(board, sign))
        board.pop()
    best = max(worth)
    return draws.choice([move for move, value in zip(legal, worth, strict=True) if value == best])


def _after_answer(board: Board, sign: int) -> int:
    """The material for `sign` after the answer that is worst for him; no answer is best of all."""
    values = []
    for answer in board.legal_moves:
        board.push(answer)
        values.append(sign * _material(board))
        board.pop()
    return min(values, default=100)


def _shuffle(board: Board) -> list[Move]:
    """A king of each side moving to and fro until the position stands for the third time; empty when that
    cannot be."""
    for first in _king_moves(board):
        board.push(first)
        answers = _king_moves(board)
        board.pop()
        for answer in answers:
            cycle = [first, answer, _back(first), _back(answer)] * _SHUFFLES
            if _is_playable(board, cycle):
                return cycle
    return []


def _king_moves(board: Board) -> list[Move]:
    return [
        move
        for move in board.legal_moves
        if not move.captured and (board.piece_at(move.from_square) or "").endswith("k")
    ]


def _back(move: Move) -> Move:
    return Move(move.to_square, move.from_square)


def _is_playable(board: Board, cycle: list[Move]) -> bool:
    pushed = 0
    for move in cycle:
        if move not in board.legal_moves:
            break
        board.push(move)
        pushed += 1
    for _ in range(pushed):
        board.pop()
    return pushed == len(cycle)
