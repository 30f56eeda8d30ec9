"""The move generator of a ruleset, made once, in the form that its board allows."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType

from engine import movegen
from engine._compiled import source_of
from engine.geometry import geometry_of
from engine.movegen import WORD, MoveGenerator
from engine.rulesets.base import Ruleset

_PLAIN = "engine.movegen_plain"


@cache
def generator_of(rules: Ruleset, routes_apart: bool = False) -> MoveGenerator:
    """The move generator of a ruleset, made once.

    With `routes_apart` two routes that take the same pieces are two moves: some published node counts count
    them so. Compiled code holds a board in a machine word; a larger board gets the plain form of the same
    source.
    """
    fits = geometry_of(rules).squares.bit_length() <= WORD
    module = movegen if fits or not movegen.COMPILED else plain_movegen()
    made: MoveGenerator = module.MoveGenerator(rules, routes_apart)
    return made


def plain_movegen() -> ModuleType:
    """The module `engine.movegen` as plain Python, also where it is compiled."""
    if not movegen.COMPILED:
        return movegen
    if _PLAIN not in sys.modules:
        spec = importlib.util.spec_from_file_location(_PLAIN, source_of("engine.movegen"))
        if spec is None or spec.loader is None:
            raise ImportError("the source of engine.movegen is missing")
        module = importlib.util.module_from_spec(spec)
        sys.modules[_PLAIN] = module
        spec.loader.exec_module(module)
    return sys.modules[_PLAIN]
