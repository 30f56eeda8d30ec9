"""Limits, stopping, draws, and what cannot be asked."""

import doctest
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine import RULESETS, Board, Outcome
from engine.errors import EngineError
from engine.rulesets import FewPieces
from engine.search import Engine, analyse, analysis
from engine.search.clock import Clock

README = Path(__file__).resolve().parents[2] / "engine" / "search" / "README.md"


def test_readme():
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (results.attempted, results.failed) == (6, 0)


def test_a_limit_of_nodes_is_kept_and_always_finds_the_same():
    found = [analyse(Board("russian"), nodes=3000, lines=2) for _ in range(2)]
    assert found[0] == found[1]
    assert len(found[0]) == 2
    assert max(line.nodes for line in found[0]) <= 3000


def test_the_first_lines_do_not_change_with_the_form():
    """The same numbers come out of the plain and the compiled engine."""
    lines = analyse(Board("czech"), nodes=20000, lines=2)
    assert [(line.score, line.depth, line.nodes, line.text) for line in lines] == EXPECTED


EXPECTED = [
    (1, 8, 17338, "c3-d4 b6-c5 d4xb6 c7xa5 g3-f4 d6-e5 f4xd6 e7xc5 d2-c3 a7-b6 e3-d4"),
    (1, 7, 8061, "e3-d4 b6-a5 d4-e5 d6xf4 g3xe5 f6xd4 c3xe5 a5-b4 a3xc5 e7-d6 c5xe7 d8xd4"),
]


def test_hardly_any_nodes():
    (line,) = analyse(Board("czech"), nodes=1)
    assert (line.depth, line.nodes, line.text) == (1, 1, "c3-b4")


def test_a_limit_of_time_is_kept():
    start = time.perf_counter()
    analyse(Board("international"), seconds=0.1)
    assert 0.09 < time.perf_counter() - start < 0.6


def test_another_thread_stops_the_search():
    stop = threading.Event()
    found = []
    board = Board("czech")
    thread = threading.Thread(target=lambda: found.extend(analyse(board, stop=stop)))
    thread.start()
    time.sleep(0.15)
    assert thread.is_alive()
    stop.set()
    thread.join(2)
    assert not thread.is_alive()
    assert found[0].depth > 3


def test_progress_goes_deeper_until_it_is_left():
    depths = []
    for lines in analysis(Board("czech")):
        depths.append(lines[0].depth)
        if len(depths) == 5:
            break
    assert depths == [1, 2, 3, 4, 5]


def test_a_decided_game_needs_no_more_depth():
    depths = [lines[0].depth for lines in analysis(Board("czech", "W:Wa5:Bb6"), depth=50)]
    assert depths == [1]


def test_a_finished_game_has_no_lines():
    board = Board("czech", "W:W:Bh8")
    assert analyse(board, depth=3) == []
    assert Engine("czech").choose(board, depth=3) is None


def test_the_only_move_is_played_at_once():
    board = Board("czech", "W:Wa1:Bh8")
    assert str(Engine("czech").choose(board, seconds=60)) == "a1-b2"


@pytest.mark.parametrize("key", ["czech", "russian"])
def test_two_kings_against_one_are_nearly_a_draw(key):
    line = analyse(Board(key, "W:WKa1,Kc1:BKf8"), depth=5)[0]
    assert line.win_in is None
    assert abs(line.score) < 60


def score_of(board, text):
    """What the search says of one move, a ply deep."""
    lines = analyse(board, depth=1, lines=len(board.legal_moves))
    return {line.text.split()[0]: line.score for line in lines}[text]


def test_a_position_for_the_third_time_is_a_draw():
    board = Board("czech", "W:WKa1:BKe1,Kb8,h8")
    for move in ("a1-b2", "e1-d2", "b2-a1", "d2-e1", "a1-b2", "e1-d2", "b2-a1"):
        board.push_text(move)
    assert score_of(board, "d2-e1") == 0
    assert score_of(board, "d2-c1") > 20
    assert score_of(Board("czech", board.fen()), "d2-e1") > 20


def test_a_line_that_goes_round_is_a_draw():
    """Far behind, White can only repeat: a king that shuts itself in for ever can never be attacked."""
    searcher = Engine("czech")._searcher
    board = Board("czech", "W:WKa1:BKe1,Kb8,h8")
    searcher.mover.set_up(searcher.line[0], board.position, 0, 1000)
    searcher.begin([], Clock(nodes=100))
    for ply, text in enumerate(("a1-b2", "e1-d2", "b2-a1", "d2-e1")):
        node = searcher.line[ply]
        searcher.path[ply] = node.key
        index = [str(move) for move in board.legal_moves].index(text)
        searcher.mover.play(node, searcher.line[ply + 1], searcher.mover.moves(node)[0][index], 0)
        assert searcher.search(ply + 1, 0, -30000, 30000) != 0 or ply == 3
        board.push_text(text)
    assert searcher.search(4, 9, -30000, 30000) == 0


def test_no_progress_makes_a_draw():
    rules = replace(RULESETS["czech"], no_progress=4)
    board = Board(rules, "W:WKa1,g1:BKh2,Kb8,a7,h8")
    for move in ("a1-b2", "h2-c7", "b2-a1"):
        board.push_text(move)
    assert score_of(board, "c7-h2") == 0
    assert score_of(board, "a7-b6") > 100


def test_a_rule_of_few_pieces_makes_a_draw():
    board = Board(
        replace(RULESETS["czech"], few_pieces=(FewPieces(kind="few", plies=2),)), "W:WKh8:BKa3,Kb8,a7"
    )
    board.push_text("h8-g7")
    assert score_of(board, "a3-c1") == 0
    # A man that is crowned changes the material, and the count begins again.
    board = Board(board.ruleset, "W:WKh8:BKa3,Kb8,c3")
    assert score_of(Board(board.ruleset, "B:WKh4:BKa3,Kb8,c3"), "a3-c1") > 100


def test_a_win_must_come_before_the_count_is_full():
    fen = "W:WKa1,Kc1,Ke1:BKh8"
    assert analyse(Board("czech", fen), depth=5)[0].win_in == 3
    rules = replace(RULESETS["czech"], no_progress=1)
    assert analyse(Board(rules, fen), depth=5)[0].score == 0


def test_another_ruleset_is_refused():
    with pytest.raises(EngineError) as caught:
        Engine("czech").analyse(Board("russian"), depth=1)
    assert caught.value.code == "other-ruleset"
    assert str(caught.value) == "The board plays russian, the engine czech."


def test_without_a_limit_nothing_begins():
    with pytest.raises(EngineError) as caught:
        analyse(Board("czech"))
    assert caught.value.code == "no-limit"
    with pytest.raises(EngineError) as caught:
        analyse(Board("czech"), depth=1, lines=0)
    assert caught.value.code == "no-lines"


def test_the_move_to_play_is_perfect_within_reach_of_the_tables():
    board = Board("czech", "W:WKc1,Ke1,Kg1:BKb8")
    engine = Engine("czech")
    while (move := engine.choose(board, depth=1)) is not None:
        board.push(move)
    assert (board.ply, board.outcome()) == (19, Outcome("white", "no-pieces"))
