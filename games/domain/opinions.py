"""What the engine says of a position: exact within its endgame tables, else an estimate."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Board
from engine.endgame import Theoretical, theoretical
from engine.search import Engine
from games.domain.errors import Said
from games.domain.steps import position_after
from tournaments.domain.errors import gettext_noop

NODES = 5_000
"""Positions an estimate looks at: the same on every machine, a moment of work with or without a compiler."""

TABLE_BITS = 14
EVEN = 30
"""Hundredths of a man within which neither side is said to stand better."""

CLEAR = 120


def opinion(ruleset: str, moves: Sequence[str], ply: int, start_fen: str = "") -> Said:
    """What the engine says of the position after `ply` plies of a game; of the last sound one where an
    illegal move comes before."""
    played = position_after(ruleset, moves, ply, start_fen)
    if played.outcome is not None:
        return Said(gettext_noop("The game is over: %(board)s."), {"board": played.outcome.result})
    exact = theoretical(played.board)
    return _by_table(exact) if exact is not None else _by_search(played.board)


def drawn_since(ruleset: str, moves: Sequence[str], start_fen: str = "") -> int | None:
    """The first ply after which the endgame tables call every further position of the game a dead draw.

    None where the game does not reach the tables or does not end in such a position. Dead: neither side can
    force a win, nor even a capture, as the federation words a theoretical draw; a drawn position in which
    somebody can still go wrong is worth playing on.
    """
    played = position_after(ruleset, moves, len(moves), start_fen)
    board = Board(ruleset, start_fen or None)
    since = None
    for ply, move in enumerate(played.moves, start=1):
        board.push(move)
        exact = theoretical(board)
        if exact is None or not exact.is_dead_draw:
            since = None
        elif since is None:
            since = ply
    return since


def _by_table(exact: Theoretical) -> Said:
    if exact.winner == "white":
        return Said(gettext_noop("White wins in %(plies)s plies (endgame tables)."), {"plies": exact.plies})
    if exact.winner == "black":
        return Said(gettext_noop("Black wins in %(plies)s plies (endgame tables)."), {"plies": exact.plies})
    if exact.is_dead_draw:
        return Said(gettext_noop("A draw: neither side can force a win, nor a capture (endgame tables)."))
    return Said(gettext_noop("A draw: neither side can force a win (endgame tables)."))


def _by_search(board: Board) -> Said:
    best = Engine(board.ruleset, table_bits=TABLE_BITS).analyse(board, nodes=NODES)[0]
    white = best.score if board.turn == "white" else -best.score
    if best.win_in is not None:
        template = (
            gettext_noop("White wins in %(plies)s plies, as far as the engine sees.")
            if white > 0
            else gettext_noop("Black wins in %(plies)s plies, as far as the engine sees.")
        )
        return Said(template, {"plies": abs(best.win_in)})
    return Said(
        _estimate(white), {"score": f"{round(white, -1) / 100 + 0:+.1f}", "move": best.text.split()[0]}
    )


def _estimate(white: int) -> str:
    """The template for a value in hundredths of a man, seen by White."""
    if abs(white) <= EVEN:
        return gettext_noop("About even (%(score)s by the engine's estimate; it would play %(move)s).")
    if white >= CLEAR:
        return gettext_noop("White stands clearly better (%(score)s; the engine would play %(move)s).")
    if white <= -CLEAR:
        return gettext_noop("Black stands clearly better (%(score)s; the engine would play %(move)s).")
    if white > 0:
        return gettext_noop("White stands a little better (%(score)s; the engine would play %(move)s).")
    return gettext_noop("Black stands a little better (%(score)s; the engine would play %(move)s).")
