"""Forced wins: the search finds the move and the shortest way, in every kind of game."""

import pytest

from engine import Board
from engine.search import Engine, analyse

# Found by looking at every move: to the end there is one first move that wins, in so many plies.
WINS = [
    ("czech", "B:Wb2,d2,b4,a5,h6:Bf4,f6,a7,e7,b8,f8,h8", "f4-e3", 9),
    ("czech", "B:WKb8:Ba3,g5,Kb6,f6,e7,g7,h8", "g7-h6", 7),
    ("czech", "W:Wg1,d2,h2,a3,c5,e5,f6:Bd4,f4,h8", "h2-g3", 7),
    ("czech", "B:Wc3,c5:Bf2,g5", "f2-e1", 9),
    ("czech", "B:Wc3,a5,c7:Bf2,Kh2,e5,b6", "e5-d4", 5),
    ("russian", "B:Wb2,g3,e7:BKg1,b4", "b4-c3", 11),
    ("russian", "B:Wg5,h6:BKc1", "c1-b2", 7),
    ("russian", "W:Wh2,c3,g3,f4:Ba5,f6", "g3-h4", 5),
    ("brazilian", "W:We1,b2,d2,f2,a3,c3,b4,f6,Kd8:Ba5,b6,h6,a7,c7", "b4-c5", 9),
    ("brazilian", "W:Wd2,f2,g7:Bb2", "d2-c3", 5),
    ("english", "W:Wb2,h2,c3,b4,g5:Ba5,b6,g7", "h2-g3", 7),
    ("english", "W:Wa1,d2,a3,c3,b4,c5,f6,Kg7:BKf2", "d2-e3", 5),
    ("italian", "W:Wa1,c3,e5,c7,Kf8:BKe3", "c3-d4", 5),
    ("italian", "B:WKd6:BKc1,Kg1,f2,g3,a5,b6", "b6-c5", 9),
    ("turkish", "B:Wh3,f5:BKc2,c5,d5,a6,b6,c6,e6,a7,b7,d7,e7,f7,g7,h7", "c2-g2", 7),
    ("turkish", "W:Wb2,c2,d2,e2,h2,c3,e3,f3,g3,h3,Ke4,b5:Bc6,d7", "b5-c5", 7),
    ("czech-misere", "B:Wh2,Kf8:BKg1,b6,g7,b8,h8", "b8-c7", 8),
    ("czech-misere", "B:Wc1,g1,g5,h6:Ba3,b4,d4,d6,a7,g7,f8", "a3-b2", 8),
    ("slovak", "W:Wh2,d4,h4,a5,f6:Bc5,d6,c7,g7", "d4xb6xd8", 9),
    ("slovak", "B:Wh2,g3,f4,b6:Bb4,h4,f6,h6,a7,e7", "a7xc5", 9),
]


def forced(board, side, left):
    """Whether a side can force its win within so many plies: every move of both sides is tried."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner == side
    if not left:
        return False
    found = []
    for move in board.legal_moves:
        board.push(move)
        found.append(forced(board, side, left - 1))
        board.pop()
        if found[-1] == (board.turn == side):
            break
    return any(found) if board.turn == side else all(found)


@pytest.mark.parametrize(("key", "fen", "move", "plies"), WINS)
def test_a_forced_win_is_found(key, fen, move, plies):
    """Late moves are searched less deep: it may take a little more depth than the win has plies."""
    line = analyse(Board(key, fen), depth=plies + 3)[0]
    assert (str(line.moves[0]), line.win_in, line.score) == (move, plies, 30000 - plies)


@pytest.mark.parametrize(("key", "fen", "move", "plies"), [win for win in WINS if win[3] <= 7])
def test_by_brute_force_there_is_no_shorter_win_nor_another(key, fen, move, plies):
    board = Board(key, fen)
    side = board.turn
    assert not forced(board, side, plies - 1)
    if plies > 5:
        return
    winning = []
    for each in board.legal_moves:
        board.push(each)
        if forced(board, side, plies - 1):
            winning.append(str(each))
        board.pop()
    assert winning == [move]


def test_the_loser_is_told_how_long_it_lasts():
    board = Board("czech", "W:WKa1,Kc1,Ke1:BKh8")
    board.push(board.parse("e1-c3"))
    line = analyse(board, depth=6)[0]
    assert (line.score, line.win_in, line.text) == (-29998, -2, "h8xb2 a1xc3")
    assert line.verdict == "loses in 2"


@pytest.mark.parametrize(("key", "score"), [("czech", 29999), ("slovak", 0), ("czech-misere", -29999)])
def test_whoever_is_blocked_loses_draws_or_wins_as_the_ruleset_says(key, score):
    board = Board(key, "W:Wa1,c1:Ba3")
    lines = analyse(board, depth=1, lines=9)
    assert {line.text.split()[0]: line.score for line in lines}["a1-b2"] == score


@pytest.mark.parametrize(("key", "score"), [("czech", 29999), ("slovak", 29999), ("czech-misere", -29999)])
def test_whoever_has_no_piece_left_loses_or_wins_as_the_ruleset_says(key, score):
    assert analyse(Board(key, "W:Wc3:Bd4"), depth=1)[0].score == score


def test_an_engine_remembers_and_forgets():
    board = Board("czech", WINS[0][1])
    engine = Engine("czech")
    first = engine.analyse(board, depth=8)[0].nodes
    assert engine.analyse(board, depth=8)[0].nodes < first
    engine.forget()
    assert engine.analyse(board, depth=8)[0].nodes == first
