"""Replaying a recorded game from the words of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.board import Board, Claim, Outcome
from engine.errors import MoveError
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


def replay(ruleset: str | Ruleset, moves: Iterable[str], fen: str | None = None) -> Replay:
    """Play the moves of a game, from the start or from `fen`.

    A bad move raises nothing: it ends the replay and stands in `error`. Raises FenError for a bad `fen` and
    UnknownRulesetError for an unknown ruleset.
    """
    board = Board(ruleset, fen)
    notations: list[str] = []
    claims: dict[str, Claim] = {}
    error = None
    for text in moves:
        try:
            move = board.parse(text)
        except MoveError as problem:
            error = _replay_error(board, text, problem)
            break
        notations.append(board.notation(move))
        board.push(move)
        for claim in board.claims():
            claims.setdefault(claim.kind, claim)
    return Replay(board, board.moves, tuple(notations), error, tuple(claims.values()), board.outcome())


def _replay_error(board: Board, text: str, problem: MoveError) -> ReplayError:
    legal = tuple(sorted(board.notation(move) for move in board.legal_moves))
    return ReplayError(board.ply + 1, text, problem.code, problem.template, problem.params, legal)
