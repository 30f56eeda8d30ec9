"""Draughts: rules, positions, games, notation and pictures, with the standard library alone."""

from engine import _compiled as _compiled  # first: it decides which form the others are loaded in
from engine.board import Board, Claim, Outcome
from engine.errors import (
    AmbiguousMoveError,
    EngineError,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    UnknownRulesetError,
)
from engine.move import Move
from engine.rulesets import RULESETS, STANDARD, Ruleset

__all__ = [
    "RULESETS",
    "STANDARD",
    "AmbiguousMoveError",
    "Board",
    "Claim",
    "EngineError",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Move",
    "MoveError",
    "Outcome",
    "Ruleset",
    "UnknownRulesetError",
]
