"""What other programs were publicly reported to get wrong, and must be right here."""

import pytest

from engine import AmbiguousMoveError, Board, FenError, IllegalMoveError, Move, pdn


def legal(key, fen):
    return [str(move) for move in Board(key, fen).legal_moves]


def test_a_man_that_is_crowned_in_mid_capture_goes_on_as_a_king():
    assert legal("russian", "W:Wh6:Bg7,c5,d2") == ["h6xf8xb4xe1"]


def test_routes_of_one_king_to_one_square_stay_apart():
    board = Board("russian", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    assert [(str(move), sorted(move.captured)) for move in board.legal_moves] == [
        ("f8xh6xf4xd6xb4", ["c5", "e5", "g5", "g7"]),
        ("f8xb4", ["c5"]),
        ("h4xf6xd4xb6", ["c5", "e5", "g5"]),
    ]


def test_a_stale_move_pushed_twice_is_refused():
    for key in ("czech", "slovak", "international"):
        board = Board(key)
        move = board.legal_moves[0]
        board.push(move)
        with pytest.raises(IllegalMoveError):
            board.push(move)
        assert board.ply == 1


def test_a_side_without_pieces_is_a_position():
    board = Board("international", "B:W50:B")
    assert board.fen(numeric=True) == "B:W50:B"
    assert board.legal_moves == []
    assert board.outcome().result == "1-0"


@pytest.mark.parametrize(
    "fen", ["W:WK4,WK5,55:B4", "W:WK4,K5,55:B3", "W:WK4:B4", "W:W0:B4", "W:W4.5:B", "W:W1:B"]
)
def test_what_is_no_position(fen):
    with pytest.raises(FenError):
        Board("international", fen)


@pytest.mark.parametrize(
    ("key", "fen"), [("czech", "W:WKa1:Bh2"), ("international", "W:WK46:B45"), ("turkish", "W:WKd4:Bh8")]
)
def test_a_king_never_moves_to_its_own_square(key, fen):
    board = Board(key, fen)
    (king,) = [square for square, piece in board.pieces().items() if piece == "wk"]
    assert king not in [move.to_square for move in board.legal_moves]
    with pytest.raises(IllegalMoveError) as caught:
        board.parse(f"{king}-{king}")
    assert caught.value.code == "same-square"


def test_a_capture_may_end_where_it_began():
    board = Board("russian", "W:Wc3:Bd4,d6,b6,b4,h8")
    (move,) = board.legal_moves
    assert move == Move("c3", "c3", frozenset({"d4", "d6", "b6", "b4"}))
    assert board.notation(move) == "c3xc3"
    assert board.parse("c3xc3") == move
    board.push(move)
    assert board.pieces() == {"c3": "wm", "h8": "bm"}


def test_a_captured_piece_blocks_until_the_end():
    # On e1 the king could take b4 if c3, which it took first, had left the board.
    board = Board("czech", "W:WKa1:Bc3,g5,f2,b4")
    move = board.parse("a1xf6xh4xe1")
    assert move.captured == {"c3", "g5", "f2"}
    assert max(len(other.captured) for other in board.legal_moves) == 3
    # Where pieces leave at once it can.
    assert legal("turkish", "W:WKa1:Ba3,c5,h8")[0] == "a1xa5xd5"


def test_one_to_one_is_a_result_and_one_to_twelve_a_move():
    (czech,) = pdn.read_games('[GameType "29,W,8,8,A0,0"]\n\n1. c3-d4 b6-a5 1-1')
    assert (czech.moves, czech.terminator) == (("c3-d4", "b6-a5"), "1-1")
    for text in ("1-7", "1-12", "1-11", "2-07", "0-12"):
        (game,) = pdn.read_games(f'[GameType "20,W,10,10,N2,0"]\n[FEN "B:W50:B1,2"]\n\n1... {text} *')
        assert (game.moves, game.terminator, game.errors) == ((text,), "*", ())


def test_czech_draughts_is_not_played_on_ten_by_ten():
    assert Board("czech").ruleset.size == 8
    (game,) = pdn.read_games('[GameType "29"]\n\n1. c3-d4 b6-c5 2. d4xb6 *')
    assert pdn.verify(game).ok


def test_an_ambiguous_capture_is_not_chosen_at_random():
    board = Board("czech", "W:WKa5:Bc3,f2,g5,b6,e5")
    with pytest.raises(AmbiguousMoveError):
        board.parse("a5xh6")
