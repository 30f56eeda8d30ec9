"""Measures python-chess at chess, in an environment of its own: what a good library of another game does."""

import io
import json
import random
import time

import chess
import chess.pgn

DEPTH = 4
GAMES = 40
LONGEST = 120


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def made_up_games():
    dice = random.Random(1)
    boards, records, plies = [], [], 0
    for _ in range(GAMES):
        board = chess.Board()
        while board.ply() < LONGEST and not board.is_game_over():
            boards.append(board.copy(stack=False))
            board.push(dice.choice(list(board.legal_moves)))
        plies += board.ply()
        records.append(str(chess.pgn.Game.from_board(board)))
    return boards, records, plies


def rate(work):
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def main():
    boards, records, plies = made_up_games()

    def verify():
        for record in records:
            game = chess.pgn.read_game(io.StringIO(record))
            if game.errors:
                raise ValueError(game.errors)
        return plies

    figures = {
        "perft": rate(lambda: perft(chess.Board(), DEPTH)),
        "legal_moves": rate(lambda: sum(1 for board in boards if list(board.legal_moves) is not None)),
        "plies": rate(verify),
    }
    print(json.dumps({"name": f"python-chess {chess.__version__} (chess)", **figures}))


main()
