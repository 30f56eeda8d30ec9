"""Replaying a recorded game from the words of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.board import Board, Claim, Outcome
from engine.errors import IllegalMoveError, MoveError, gettext_noop
from engine.move import Move
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class ReplayError:
    """The first move of a game that cannot be played: its ply (from 1), its text and the reason."""

    ply: int
    move: str
    code: str
    template: str
    params: dict[str, Any]
    legal: tuple[str, ...]

    @property
    def message(self) -> str:
        """The reason in English."""
        return self.template % self.params


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played through as far as it is legal.

    `board` stands after the last legal move; `notations` are the moves in their shortest PDN form; `claims`
    has each kind of draw claim once, at the first ply after which it could be made.
    """

    board: Board
    moves: tuple[Move, ...]
    notations: tuple[str, ...]
    error: ReplayError | None
    claims: tuple[Claim, ...]
    outcome: Outcome | None


def replay(
    ruleset: str | Ruleset, moves: Iterable[str], fen: str | None = None, *, automatic_draws: bool = False
) -> Replay:
    """Play the moves of a game, from the start or from `fen`.

    With `automatic_draws` a draw that could be claimed ends the game, and a move after it is an error.
    A bad move raises nothing: it ends the replay and stands in `error`. Raises FenError for a bad `fen` and
    UnknownRulesetError for an unknown ruleset.
    """
    board = Board(ruleset, fen, automatic_draws=automatic_draws)
    notations: list[str] = []
    claims: dict[str, Claim] = {}
    error = None
    for text in moves:
        try:
            _refuse_after_draw(board)
            _, notation = board.push_noted(text)
        except MoveError as problem:
            error = _replay_error(board, text, problem)
            break
        notations.append(notation)
        for claim in board.claims():
            claims.setdefault(claim.kind, claim)
    return Replay(board, board.moves, tuple(notations), error, tuple(claims.values()), board.outcome())


def _refuse_after_draw(board: Board) -> None:
    claims = board.claims() if board.automatic_draws else []
    if claims:
        template = gettext_noop("The game is over: it was drawn by rule (%(kind)s) after ply %(ply)d.")
        raise IllegalMoveError("drawn-by-rule", template, kind=claims[0].kind, ply=board.ply)


def _replay_error(board: Board, text: str, problem: MoveError) -> ReplayError:
    # In the ruleset's usual notation, as the squares in the reason are.
    numeric = not board.ruleset.algebraic
    legal = tuple(sorted(board.notation(move, numeric=numeric) for move in board.legal_moves))
    return ReplayError(board.ply + 1, text, problem.code, problem.template, problem.params, legal)
