"""What must hold for any position, game or text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, Board, FenError, MoveError, pdn
from engine.errors import EncodingError
from engine.game import replay

KEYS = st.sampled_from(sorted(RULESETS))
CHOICES = st.lists(st.integers(0, 10**6), max_size=60)


def play(board, choices):
    for choice in choices:
        legal = board.legal_moves
        if not legal:
            break
        board.push(legal[choice % len(legal)])
    return board


def unless(kind, work):
    """What the work returns, None when it raises an error of ours; any other error fails the test."""
    try:
        return work()
    except kind:
        return None


def state(board):
    return board.fen(), board.ply, board.turn, board.claims(), board.legal_moves, board.pieces()


@settings(max_examples=60, deadline=None)
@given(KEYS, CHOICES)
def test_taking_everything_back_restores_everything(key, choices):
    board = Board(key)
    states = [state(board)]
    for choice in choices:
        legal = board.legal_moves
        if not legal:
            break
        board.push(legal[choice % len(legal)])
        states.append(state(board))
    for expected in reversed(states[:-1]):
        board.pop()
        assert state(board) == expected


@settings(max_examples=60, deadline=None)
@given(KEYS, CHOICES, st.booleans())
def test_a_position_written_is_read_back(key, choices, numeric):
    board = play(Board(key), choices)
    other = Board(key, board.fen(numeric=numeric))
    assert other.pieces() == board.pieces()
    assert other.turn == board.turn
    # What may be huffed is no part of a position's text.
    assert other.legal_moves == [move for move in board.legal_moves if not move.huffed]


@settings(max_examples=60, deadline=None)
@given(KEYS, CHOICES)
def test_pieces_only_ever_leave_and_legal_moves_differ(key, choices):
    board = Board(key)
    for choice in choices:
        legal = board.legal_moves
        if not legal:
            break
        assert len(set(legal)) == len(legal)
        before = board.pieces()
        move = legal[choice % len(legal)]
        board.push(move)
        after = board.pieces()
        assert len(after) == len(before) - len(move.captured) - bool(move.huffed)
        assert not move.captured & after.keys()
        assert all(before[square][0] != before[move.from_square][0] for square in move.captured)
        assert after[move.to_square][0] == before[move.from_square][0]


@settings(max_examples=40, deadline=None)
@given(KEYS, CHOICES, st.sampled_from(["1-0", "0-1", "1/2-1/2", "0-0", "*"]), st.text(max_size=20))
def test_a_game_written_is_read_back(key, choices, result, name):
    board = play(Board(key), choices)
    played = replay(key, [str(move) for move in board.moves])
    assert played.error is None
    text = pdn.write_game({"White": name, "GameType": RULESETS[key].gametype}, played.notations, result)
    assert all(len(line) <= 80 for line in text.split("\n\n", 1)[1].splitlines())
    (game,) = pdn.read_games(text)
    assert game.errors == ()
    assert game.warnings == ()
    assert game.moves == played.notations
    assert game.terminator == result
    assert game.tags["White"] == " ".join(name.split())
    assert replay(key, game.moves).board.fen() == board.fen()


@settings(max_examples=300, deadline=None)
@given(KEYS, st.text(alphabet="WBKwbk:,.-? 0123456789abcdefgh", max_size=40))
def test_no_text_breaks_the_reading_of_positions(key, text):
    board = unless(FenError, lambda: Board(key, text))
    assert board is None or Board(key, board.fen()).pieces() == board.pieces()


@settings(max_examples=300, deadline=None)
@given(KEYS, st.one_of(st.text(max_size=12), st.text(alphabet="abcdefgh12345678-x: ", max_size=12)))
def test_no_text_breaks_the_reading_of_moves(key, text):
    board = Board(key)
    move = unless(MoveError, lambda: board.parse(text))
    assert move is None or move in board.legal_moves


PIECES = st.sampled_from(
    [
        *[
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            '"',
            "\\",
            "*",
            "%",
            ";",
            "x",
            "½",
            " ",
            "\n",
            "...",
            "1.",
            "$3",
            "!?",
            "(!)",
        ],
        *["1.", "$3", "!?", "(!)"],
        *["c3-d4", "b6-a5", "22-18", "c3", "1-0", "1-1", '[Event "x"]', '[Date "', '/FEN "W:Wa1:B"/'],
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=80)))
def test_no_text_breaks_the_reading_of_games(text):
    for number, game in enumerate(pdn.read_games(text), 1):
        assert game.number == number
        verdict = pdn.verify(game)
        assert verdict.as_dict()["game"] == number
        for error in game.errors + game.warnings:
            assert error.line >= 1
            assert error.column >= 1
            assert error.template % error.params == str(error)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_some_text(data):
    text = pdn.decode(data)
    assert "\r" not in text
    try:
        games = list(pdn.read_games(data))
    except EncodingError:
        assert data[:2] in (b"\xff\xfe", b"\xfe\xff") or 0 in data[:2]
        return
    assert [game.moves for game in games] == [game.moves for game in pdn.read_games(text)]
