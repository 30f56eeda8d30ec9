"""What sets each system apart: huffing, preferences among captures, boards, and the words for them."""

import pytest

from engine import RULESETS, Board, IllegalMoveError, Move, MoveError, Outcome
from engine.game import replay
from engine.geometry import geometry_of


def legal(key, fen):
    board = Board(key, fen)
    return [board.notation(move) for move in board.legal_moves]


@pytest.mark.parametrize("key", RULESETS)
def test_moves_are_written_as_the_gametype_says(key):
    board = Board(key)
    move = board.legal_moves[0]
    squares = (move.from_square, move.to_square)
    numbers = "-".join(str(board.geometry.number[square]) for square in squares)
    expected = "-".join(squares) if board.ruleset.algebraic else numbers
    _, _, _, _, form, *_ = (board.ruleset.gametype or "0,W,8,8,A0,0").split(",")
    assert (form[0] == "A") == board.ruleset.algebraic
    assert board.notation(move) == expected
    assert replay(key, [str(move)]).notations == (expected,)
    assert board.notation(move, numeric=True) == numbers


# Huffing


def huffing_board():
    board = Board("slovak", "W:Wc3,g1:Bd4,h8,a7")
    board.push_text("g1-h2")
    return board


def test_capturing_is_free_where_players_huff():
    assert legal("slovak", "W:Wc3,g3:Bd4,h8") == ["c3-b4", "g3-f4", "g3-h4", "c3xe5"]


def test_what_could_have_captured_may_be_huffed():
    board = huffing_board()
    assert board.huffable == ("c3",)
    assert [str(move) for move in board.legal_moves] == [
        *["d4-e3", "a7-b6", "h8-g7", "d4xb2"],
        *["huff c3 d4-e3", "huff c3 a7-b6", "huff c3 d4-c3", "huff c3 h8-g7"],
    ]
    board.push_text("huff c3 a7-b6")
    assert board.piece_at("c3") is None
    assert board.moves[-1] == Move("a7", "b6", huffed="c3")
    board.pop()
    assert (board.piece_at("c3"), board.huffable) == ("wm", ("c3",))


def test_the_right_to_huff_ends_with_the_move():
    board = huffing_board()
    board.push_text("h8-g7")
    assert board.huffable == ("d4",)  # Black could have captured c3, and did not
    board.push_text("c3xe5")
    assert board.huffable == ()


def test_a_piece_that_moved_away_is_huffed_where_it_went():
    board = Board("slovak", "W:Wc3,g1:Bd4,h8,a7")
    board.push_text("c3-b4")
    assert board.huffable == ("b4",)
    board.push_text("huff b4 h8-g7")
    assert board.pieces() == {"g1": "wm", "d4": "bm", "a7": "bm", "g7": "bm"}


def test_where_kings_could_capture_only_kings_are_huffed():
    board = Board("slovak", "W:WKc3,g3:Bd4,f4,h8")
    board.push_text("g3-h4")
    assert board.huffable == ("c3",)


def test_a_huff_is_written_and_read():
    board = huffing_board()
    move = board.parse("huff c3 a7-b6")
    assert board.notation(move) == "huff c3 a7-b6"
    assert board.notation(move, numeric=True) == "huff 22 5-9"
    assert board.parse("huff 22 5-9") == move
    assert board.parse("HUFF C3 A7B6") == move
    with pytest.raises(IllegalMoveError) as caught:
        board.parse("huff g1 a7-b6")
    assert (caught.value.code, str(caught.value)) == ("nothing-to-huff", "There is nothing to huff on g1.")


def test_what_may_be_huffed_belongs_to_the_position():
    plain = Board("slovak", huffing_board().fen())
    assert plain.fen() == huffing_board().fen()
    assert plain.huffable == ()
    assert plain.position != huffing_board().position


def test_a_blocked_player_draws_where_the_rules_say_so():
    assert Board("slovak", "W:Wh4:Bg5,f6").outcome() == Outcome(None, "blocked")
    assert Board("slovak", "W:W:Ba7").outcome() == Outcome("black", "no-pieces")


def test_a_quiet_move_and_a_capture_with_the_same_ends():
    board = Board("slovak", "W:WKa1:Bc3,f6,f2,h8")
    both = [move for move in board.legal_moves if (move.from_square, move.to_square) == ("a1", "b2")]
    assert [move.captured for move in both] == [frozenset()]
    assert board.parse("a1-b2").captured == frozenset()


# Preferences among captures


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        # Most pieces before all else.
        ("W:Wc3,Kh2:Bd4,f6,g3", ["23x5"]),
        # As many by a king as by a man: the king.
        ("W:Wc3,Kf2:Bd4,Kg3,h8", ["26x17"]),
        # Two kings, as many each: the one that takes more kings.
        ("W:WKc3,Kf2:Bd4,Kg3,h8", ["26x17"]),
        # As many kings each: the one that meets a king first.
        ("W:WKa1,Kh2:BKb2,d4,g3,Ke3,b8", ["32x14"]),
    ],
)
def test_the_order_of_captures_in_italian_draughts(fen, moves):
    assert legal("italian", fen) == moves


@pytest.mark.parametrize(
    ("key", "fen", "text", "code", "message"),
    [
        ("italian", "W:Wc3:BKd4,h8", "c3xe5", "man-spares-king", "A man cannot capture a king."),
        (
            "italian",
            "W:Wc3,Kf2:Bd4,Kg3,h8",
            "c3xe5",
            "must-capture-by-king",
            "A king can capture as many, so a king must: from 26.",
        ),
        (
            "italian",
            "W:WKc3,Kf2:Bd4,Kg3,h8",
            "c3xe5",
            "must-capture-kings",
            "A capture of more kings is possible and must be made: 1.",
        ),
        (
            "italian",
            "W:WKa1,Kh2:BKb2,d4,g3,Ke3,b8",
            "h2xd2",
            "must-meet-king-first",
            "A capture that meets a king earlier must be made: from 32.",
        ),
        (
            "brazilian",
            "W:Wc3,f2:Bd4,f6,g3",
            "f2xh4",
            "must-capture-most",
            "A capture of more pieces is possible and must be made: 2.",
        ),
        ("international", "W:W32:B28,19,18,40", "32x23", "must-go-on", "The capture must go on from 23."),
        ("turkish", "W:Wd4:Bh8", "d4-d3", "man-goes-forward", "A man goes forward and sideways only."),
        ("turkish", "W:Wd4:Bd5,h8", "d4xe5", "not-in-line", "d4 and e5 are not on one row or file."),
        (
            "turkish",
            "W:WKa1:Ba3,c5,h8",
            "a1xa4",
            "must-land",
            "The king must land where it can go on capturing: a5.",
        ),
        (
            "turkish",
            "W:WKa1:Ba3,c5,h8",
            "a1-b1",
            "must-capture",
            "A capture is possible and must be made: from a1.",
        ),
        (
            "slovak",
            "W:WKc3,g3:Bd4,f4,h8",
            "g3xe5",
            "king-must-capture",
            "A king can capture, so a king must: from c3.",
        ),
        (
            "czech",
            "W:WKa5:Bc3,f2,g5,b6,e5",
            "a5xh6",
            "ambiguous-move",
            "a5xh6 can mean a5xd2xh6, a5xc7xf4xh6. Add the square that settles it: d2, c7.",
        ),
    ],
)
def test_why_a_move_is_illegal(key, fen, text, code, message):
    board = Board(key, fen)
    assert board.why_illegal(text) == message
    with pytest.raises(MoveError) as caught:
        board.parse(text)
    assert caught.value.code == code


def test_a_legal_move_needs_no_reason():
    assert Board().why_illegal("c3-d4") is None
    assert Board().why_illegal("nonsense") == "nonsense is not a move. Write it like c3-d4, f4xd6 or 22-18."


# Boards


def test_turkish_men_capture_sideways_and_pieces_leave_at_once():
    assert legal("turkish", "W:Wd4:Bd5,e6,c6") == ["d4xf6", "d4xb6"]
    # With d5 gone the king comes back over the square where it stood.
    assert legal("turkish", "W:WKa1:Ba3,c5,h8") == ["a1xd5", "a1xe5", "a1xf5", "a1xg5", "a1xh5"]


def test_a_turkish_king_never_turns_back():
    assert legal("turkish", "W:WKd4:Bf4,b4,h8") == ["d4xg4", "d4xh4", "d4xa4"]


def test_the_last_square_of_a_full_board():
    board = Board("turkish", "W:WKh8:Bh5,b7")
    assert [str(move) for move in board.legal_moves] == ["h8xh4", "h8xh3", "h8xh2", "h8xh1"]
    board.push_text("h8xh1")
    board.push_text("b7-b6")
    board.push_text("h1-h8")
    assert board.piece_at("h8") == "wk"
    assert board.fen() == "B:WKh8:Bb6"


def test_a_turkish_man_is_crowned_when_its_move_ends():
    board = Board("turkish", "W:Wa6:Ba7,b8,d8,h5")
    (move,) = board.legal_moves
    assert str(move) == "a6xa8xc8xe8"
    board.push(move)
    assert board.piece_at("e8") == "wk"


@pytest.mark.parametrize(
    ("key", "first", "last", "numbers"),
    [
        ("czech", "b8", "g1", {"a1": 29, "h8": 4}),
        ("international", "b10", "i1", {"a1": 46, "j10": 5}),
        # The dark corner at the right, numbers from the upper left: seen in a mirror, h8 is there.
        ("italian", "h8", "a1", {"b8": 4, "g1": 29}),
        # Numbers from the lower right: seen in a mirror, a1 is there.
        ("spanish", "a1", "h8", {"g1": 4, "b8": 29}),
        ("turkish", "a8", "h1", {"h8": 8, "a1": 57}),
        ("canadian", "b12", "k1", {"a1": 67, "l12": 6}),
    ],
)
def test_numbers_of_squares(key, first, last, numbers):
    board = geometry_of(RULESETS[key])
    assert (board.by_number[1], board.by_number[len(board.names)]) == (first, last)
    assert {name: board.number[name] for name in numbers} == numbers


def test_positions_on_the_board_of_twelve_files():
    board = Board("canadian", "W:WKk1,k3:Bl12")
    assert board.pieces() == {"k1": "wk", "k3": "wm", "l12": "bm"}
    assert board.fen() == "W:WKk1,k3:Bl12"
    assert Board("canadian", board.fen(numeric=True)).pieces() == board.pieces()
