"""The search in the form that a board allows: compiled, or plain where a board does not fit a word."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from engine.generators import generator_of
from engine.movegen import WORD
from engine.rulesets.base import Ruleset
from engine.search import alphabeta
from engine.search.alphabeta import Searcher
from engine.search.table import DEFAULT_BITS
from engine.search.words import COMPILED

_PLAIN = "engine.search_plain"


def searcher_for(rules: Ruleset, *, table_bits: int = DEFAULT_BITS, selective: bool = True) -> Searcher:
    """A new searcher of a ruleset with an empty table of `2 ** table_bits` entries."""
    generator = generator_of(rules)
    fits = generator.board.squares.bit_length() <= WORD
    module = alphabeta if fits or not COMPILED else _plain("alphabeta")
    table = sys.modules[f"{module.__package__}.table"].TranspositionTable(table_bits)
    made: Searcher = module.Searcher(generator, table, selective)
    return made


def _plain(name: str) -> ModuleType:
    """A module of the search as plain Python, also where it is compiled.

    The sources are loaded once more as a package of another name; within it they find each other because
    they import each other relatively.
    """
    if _PLAIN not in sys.modules:
        package = ModuleType(_PLAIN)
        package.__path__ = [str(Path(__file__).parent)]
        sys.modules[_PLAIN] = package
    return importlib.import_module(f"{_PLAIN}.{name}")
