"""The board: moves, taking back, outcome and claims."""

import copy
import pickle

import pytest

from engine import RULESETS, STANDARD, Board, Claim, IllegalMoveError, Move, Outcome, UnknownRulesetError


def test_the_start():
    board = Board()
    assert board.ruleset is STANDARD
    assert board.turn == "white"
    assert board.ply == 0
    assert board.fen() == ("W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8")
    assert [str(move) for move in board.legal_moves] == [
        "c3-b4",
        "e3-d4",
        "g3-f4",
        "a3-b4",
        "c3-d4",
        "e3-f4",
        "g3-h4",
    ]
    assert board.outcome() is None
    assert board.claims() == []


def test_whoever_begins_is_a_value_of_the_ruleset():
    assert Board("english").turn == "black"
    assert {key for key, rules in RULESETS.items() if rules.first == "black"} == {"english"}


def test_an_unknown_ruleset_lists_the_known_ones():
    with pytest.raises(UnknownRulesetError) as caught:
        Board("chess")
    assert caught.value.code == "unknown-ruleset"
    assert str(caught.value) == f"There is no ruleset chess. Known rulesets: {', '.join(RULESETS)}."


def test_push_and_pop():
    board = Board()
    first = board.push_text("c3-d4")
    second = board.push_text("b6-a5")
    assert board.moves == (first, second)
    assert board.turn == "white"
    assert board.piece_at("d4") == "wm"
    assert board.piece_at("c3") is None
    assert board.pop() == second
    assert board.pop() == first
    assert board.fen() == Board().fen()
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()


def test_a_stale_move_is_refused():
    board = Board()
    move = board.push_text("c3-d4")
    with pytest.raises(IllegalMoveError) as caught:
        board.push(move)
    assert caught.value.code == "not-legal"
    assert board.ply == 1


def test_a_move_of_no_square_is_refused():
    with pytest.raises(IllegalMoveError):
        Board().push(Move("z9", "c3"))
    with pytest.raises(IllegalMoveError):
        Board().push(Move("c3", "d4", frozenset({"d6"})))


def test_a_move_is_its_ends_and_what_it_captures():
    move = Move("f4", "f8", frozenset({"e5", "e7"}), ("f4", "d6", "f8"))
    assert move == Move("f4", "f8", frozenset({"e7", "e5"}))
    assert len({move, Move("f4", "f8", frozenset({"e7", "e5"}))}) == 1
    assert move != Move("f4", "f8", frozenset({"g5", "g7"}))
    assert str(move) == "f4xd6xf8"
    assert str(Move("c3", "d4")) == "c3-d4"
    assert pickle.loads(pickle.dumps(move)).path == move.path  # noqa: S301


def test_a_moves_fields_cannot_change():
    with pytest.raises(AttributeError):
        Move("c3", "d4").from_square = "a3"  # type: ignore[misc]


def test_legal_moves_cannot_be_spoiled_from_outside():
    board = Board()
    board.legal_moves.clear()
    assert len(board.legal_moves) == 7


def test_a_copied_board_goes_its_own_way():
    board = Board()
    move = board.push_text("c3-d4")
    for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):  # noqa: S301
        other.push_text("b6-a5")
        assert (board.ply, other.ply) == (1, 2)
        assert board.fen() != other.fen()
        other.pop()
        assert other.pop() == move
        assert (other.fen(), board.moves) == (Board().fen(), (move,))


def test_pieces():
    board = Board("czech", "B:Wc3,Kf8:Bh2,Ka1")
    assert board.pieces() == {"a1": "bk", "h2": "bm", "c3": "wm", "f8": "wk"}
    with pytest.raises(ValueError, match="'a2' is not a playing square"):
        board.piece_at("a2")


def test_kings_capture_before_men():
    board = Board("czech", "W:Wa5,c1,d2,Kd8,f2,g1:Ba3,f6,g3,g7")
    assert [str(move) for move in board.legal_moves] == ["d8xg5", "d8xh4"]


def test_crowning_ends_the_capture():
    board = Board("czech", "W:Wc5:Bd6,f6,h8")
    board.push_text("c5xe7")
    assert board.piece_at("e7") == "wm"
    board = Board("czech", "W:We5:Bd6,c7,e7")
    assert [str(move) for move in board.legal_moves] == ["e5-f6"]
    board = Board("czech", "W:Wd6:Bc7,e5")
    move = board.push_text("d6xb8")
    assert move.captured == {"c7"}
    assert board.piece_at("b8") == "wk"


@pytest.mark.parametrize(
    ("key", "fen", "expected"),
    [
        ("czech", "B:Wc5:B", Outcome("white", "no-pieces")),
        ("czech", "W:W:Bc5", Outcome("black", "no-pieces")),
        ("czech", "W:Wa3:Bb4,c5", Outcome("black", "blocked")),
        ("czech-misere", "W:W:Bc5", Outcome("white", "no-pieces")),
        ("czech-misere", "W:Wa3:Bb4,c5", Outcome("white", "blocked")),
        ("czech", "W:Wa3:Bc5", None),
    ],
)
def test_outcome(key, fen, expected):
    assert Board(key, fen).outcome() == expected


def test_results():
    assert Outcome("white", "blocked").result == "1-0"
    assert Outcome("black", "blocked").result == "0-1"
    assert Outcome(None, "blocked").result == "1/2-1/2"


def test_threefold_is_a_claim_and_no_end():
    board = Board("czech", "W:WKe1,a3:BKd8,h6")
    for _ in range(2):
        for text in ("e1-f2", "d8-c7", "f2-e1", "c7-d8"):
            assert board.claims() == []
            board.push_text(text)
    assert board.claims() == [Claim("threefold", 8)]
    assert board.outcome() is None
    board.push_text("e1-d2")
    assert board.claims() == []
    board.pop()
    assert board.claims() == [Claim("threefold", 8)]


def test_the_side_to_move_belongs_to_the_position():
    board = Board("czech", "W:WKe1,a3:BKd8,h6")
    for text in ("e1-f2", "d8-c7", "f2-e1", "c7-b8", "e1-f2", "b8-c7", "f2-e1", "c7-d8"):
        board.push_text(text)
    assert board.claims() == []


def test_no_progress_after_eighty_plies():
    # Kings wander so that no position stands three times before the eightieth ply.
    board = Board("czech", "W:WKa1,h2:BKb8,a7")
    while board.ply < 79:
        kings = [move for move in board.legal_moves if board.piece_at(move.from_square)[1] == "k"]
        quiet = [move for move in kings if not move.captured]
        for move in quiet:
            board.push(move)
            captures = any(other.captured for other in board.legal_moves)
            if not captures and not board.claims():
                break
            board.pop()
        else:
            pytest.fail("the kings have nowhere to go")
    assert [claim.kind for claim in board.claims()] == []
    kings = [move for move in board.legal_moves if board.piece_at(move.from_square)[1] == "k"]
    board.push(kings[0])
    assert Claim("no-progress", 80) in board.claims()
