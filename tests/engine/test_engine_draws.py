"""Draws by the course of the game, each counted and switched by the ruleset."""

from dataclasses import replace

import pytest

from engine import RULESETS, Board, Claim, Outcome
from engine.game import replay


def is_safe(board, move):
    """Whether a king moves without capturing, repeating too often or letting the other side capture."""
    if move.captured or board.piece_at(move.from_square)[1] != "k":
        return False
    board.push(move)
    safe = bool(board.legal_moves) and not any(reply.captured for reply in board.legal_moves)
    safe = safe and "threefold" not in [claim.kind for claim in board.claims()]
    board.pop()
    return safe


def wander(board, plies):
    """Play so many safe king moves, taking back what leads nowhere; a list of them."""
    choices = [[move for move in board.legal_moves if is_safe(board, move)]]
    start = board.ply
    while board.ply < start + plies:
        if choices[-1]:
            board.push(choices[-1].pop())
            choices.append([move for move in board.legal_moves if is_safe(board, move)])
        else:
            choices.pop()
            board.pop()
    return [str(move) for move in board.moves[start:]]


def first_claim(key, fen, kind, limit):
    """The ply after which a draw of this kind can first be claimed while kings wander; None for never."""
    board = Board(key, fen)
    moves = wander(board, limit)
    claims = {claim.kind: claim.ply for claim in replay(key, moves, fen).claims}
    return claims.get(kind)


COUNTED = [
    ("russian", "W:WKa1,Kc1,Ke1:BKh6", "three-kings", 30),
    ("brazilian", "W:WKa1,Kc1,Ke1:BKh6", "three-kings", 30),
    ("russian", "W:WK16:BK22", "two-or-three-pieces", 10),
    ("russian", "W:WKe1,Kc1:BKh6,a7", "four-or-five-pieces", 60),
    ("russian", "W:WKe1,a3,h2,f2:BKh6,a7", "six-or-seven-pieces", 120),
    ("international", "W:WK9,K34,K31:BK33", "three-against-king", 32),
    ("international", "W:WK47,36,31:BK5", "three-against-king", 32),
    ("international", "W:WK47,36:BK5", "two-against-king", 10),
    ("international", "W:WK47:BK45", "two-against-king", 10),
    ("international", "W:WK45,K27,K16,36:BK8,15", "no-progress", 50),
    ("russian", "W:WKe1,a3,h2,f2,c1,a5:BKh6,a7,b8,h8", "no-progress", 30),
    ("english", "W:WK32,28,21:BK1,5", "no-progress", 80),
    ("czech", "W:WKa1,Kc1,Ke1:BKh6", "three-kings", None),
    ("cech-dama", "W:WKe1,h2:BKh6,a7", "no-progress", None),
]


@pytest.mark.parametrize(("key", "fen", "kind", "plies"), COUNTED)
def test_after_how_many_plies_a_draw_can_be_claimed(key, fen, kind, plies):
    assert first_claim(key, fen, kind, 125) == plies


def test_a_capture_begins_the_count_anew():
    board = Board("russian", "W:WKa1,Kc1,Ke1:BKh6,g3")
    board.push_text("e1xh4")
    wander(board, 29)
    assert "three-kings" not in [claim.kind for claim in board.claims()]
    wander(board, 1)
    assert Claim("three-kings", 31) in board.claims()
    board.pop()
    assert "three-kings" not in [claim.kind for claim in board.claims()]


def test_crowning_begins_some_counts_anew_and_not_others():
    board = Board("international", "W:WK34,K2,7:BK27")
    wander(board, 10)
    board.push_text("7-1")
    assert board.piece_at("b10") == "wk"
    wander(board, 20)
    assert "three-against-king" not in [claim.kind for claim in board.claims()]
    wander(board, 1)
    assert Claim("three-against-king", 32) in board.claims()
    board = Board("russian", "W:WKa1,Kc1,a7:BKh6")
    wander(board, 10)
    board.push_text("a7-b8")
    wander(board, 29)
    assert "three-kings" not in [claim.kind for claim in board.claims()]
    wander(board, 1)
    assert "three-kings" in [claim.kind for claim in board.claims()]


def test_a_claim_ends_nothing_by_itself():
    board = Board("russian", "W:WK16:BK22")
    wander(board, 10)
    assert [claim.kind for claim in board.claims()] == ["two-or-three-pieces"]
    assert board.outcome() is None


def test_draws_are_automatic_where_the_event_has_it_so():
    board = Board("russian", "W:WK16:BK22", automatic_draws=True)
    wander(board, 9)
    assert board.outcome() is None
    wander(board, 1)
    assert board.outcome() == Outcome(None, "two-or-three-pieces")
    assert board.outcome().result == "1/2-1/2"
    assert board.copy().outcome() == board.outcome()


def test_a_move_after_an_automatic_draw_is_refused():
    moves = wander(Board("russian", "W:WK16:BK22"), 12)
    played = replay("russian", moves, "W:WK16:BK22", automatic_draws=True)
    assert (played.error.ply, played.error.code) == (11, "drawn-by-rule")
    assert played.error.message == (
        "The game is over: it was drawn by rule (two-or-three-pieces) after ply 10."
    )
    assert played.outcome == Outcome(None, "two-or-three-pieces")
    assert replay("russian", moves, "W:WK16:BK22").error is None


def test_a_ruleset_switches_each_rule():
    never = replace(RULESETS["russian"], threefold=None, no_progress=None, few_pieces=())
    board = Board(never, "W:WK16:BK22")
    wander(board, 14)
    assert board.claims() == []
