"""The search finds what plain minimax finds, and values a position for either side alike."""

import random

import pytest

from engine import RULESETS, Board
from engine.search import Engine

WIN = 30000
SIGNS = {"loses": -1, "wins": 1, "draws": 0}
# As many plies from the start, at random, and so many plies deep.
CASES = [(key, plies) for key in RULESETS for plies in (9, 24, 45)]


def minimax(engine, board, depth, ply=0):
    """The value of a position by trying everything; below the horizon captures are played on."""
    legal = board.legal_moves
    if not legal:
        has_pieces = any(piece[0] == board.turn[0] for piece in board.pieces().values())
        return SIGNS[board.ruleset.blocked if has_pieces else board.ruleset.no_pieces] * (WIN - ply)
    captures = [move for move in legal if move.captured]
    best = None
    if depth <= 0:
        if not captures:
            return engine.evaluate(board)
        legal = captures
        if board.ruleset.huffing:
            best = engine.evaluate(board)
    for move in legal:
        board.push(move)
        value = -minimax(engine, board, depth - 1, ply + 1)
        board.pop()
        best = value if best is None else max(best, value)
    return best


def random_board(key, plies, seed):
    source = random.Random(seed)
    board = Board(key)
    for _ in range(plies):
        if not board.legal_moves:
            break
        board.push(source.choice(board.legal_moves))
    return Board(key, board.fen())


@pytest.mark.parametrize(("key", "plies"), CASES)
def test_the_value_is_that_of_minimax(key, plies):
    for seed in range(2):
        board = random_board(key, plies, seed)
        engine = Engine(key, table_bits=10, selective=False)
        depth = 2 if board.ruleset.size > 8 or board.ruleset.every_square or board.ruleset.huffing else 3
        expected = minimax(engine, board, depth)
        lines = engine.analyse(board, depth=depth)
        assert [line.score for line in lines] == ([expected] if board.legal_moves else [])


@pytest.mark.parametrize("key", ["czech", "international", "czech-misere"])
def test_every_line_has_the_value_of_its_move(key):
    board = random_board(key, 12, 5)
    engine = Engine(key, table_bits=10, selective=False)
    lines = engine.analyse(board, depth=3, lines=4)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert len({line.moves[0] for line in lines}) == min(4, len(board.legal_moves))
    values = {}
    for move in board.legal_moves:
        board.push(move)
        values[move] = -minimax(engine, board, 2, 1)
        board.pop()
    assert [line.score for line in lines] == sorted(values.values(), reverse=True)[: len(lines)]
    assert [values[line.moves[0]] for line in lines] == [line.score for line in lines]


@pytest.mark.parametrize("key", RULESETS)
def test_a_position_seen_from_the_other_side_is_worth_the_same(key):
    engine = Engine(key, table_bits=4)
    for plies in (8, 20, 40, 60):
        board = random_board(key, plies, plies)
        assert engine.evaluate(board) == engine.evaluate(turned(board))


def turned(board):
    """The same position with colours changed and the board turned round."""
    names = board.geometry.names
    opposite = dict(zip(names, reversed(names), strict=True))
    sides = {"w": [], "b": []}
    for square, piece in board.pieces().items():
        sides["b" if piece[0] == "w" else "w"].append(("K" if piece[1] == "k" else "") + opposite[square])
    turn = "B" if board.turn == "white" else "W"
    return Board(board.ruleset, f"{turn}:W{','.join(sides['w'])}:B{','.join(sides['b'])}")


@pytest.mark.parametrize("key", RULESETS)
def test_keys_and_values_kept_while_playing_are_those_of_the_position(key):
    """What a node is told step by step agrees with a node set up from the position."""
    searcher = Engine(key, table_bits=4)._searcher
    source = random.Random(1)
    board = Board(key)
    node, child, fresh = searcher.line[:3]
    searcher.mover.set_up(node, board.position, 0, 0)
    for _ in range(120):
        moves, taken = searcher.mover.moves(node)
        assert len(moves) == len(board.legal_moves)
        if not moves:
            break
        index = source.randrange(len(moves))
        searcher.mover.play(node, child, moves[index], taken[index] if taken else 0)
        board.push(board.legal_moves[index])
        searcher.mover.set_up(fresh, board.position, 0, 0)
        for name in ("men", "kings", "omen", "okings", "white", "huffable", "key", "score"):
            assert getattr(child, name) == getattr(fresh, name)
        node, child = child, node
