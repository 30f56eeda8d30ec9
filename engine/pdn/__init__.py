"""Portable Draughts Notation: reading, writing and checking records of games (PDN 3.0 and older)."""

from engine.pdn.reader import read_games
from engine.pdn.record import PdnClock, PdnComment, PdnError, PdnGame, PdnVariation
from engine.pdn.results import normal_result
from engine.pdn.source import decode
from engine.pdn.verdict import Verdict, VerdictError, ruleset_of_game, verify
from engine.pdn.writer import write_game, write_record

__all__ = [
    "PdnClock",
    "PdnComment",
    "PdnError",
    "PdnGame",
    "PdnVariation",
    "Verdict",
    "VerdictError",
    "decode",
    "normal_result",
    "read_games",
    "ruleset_of_game",
    "verify",
    "write_game",
    "write_record",
]
