"""Compiles the builder's inner loops with numba where it is installed, and leaves them as they are where not.

The loops only index, shift and compare, so the same source is right in both forms; compiled it is about two
hundred times faster. Nothing but the builder imports this module: probing needs the standard library alone.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


class Table(Protocol):
    """Numbers to look up or to write down by an index."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


def _load() -> tuple[Any, Any] | None:
    """The modules numba and numpy, None when one is missing or both are switched off."""
    if os.environ.get("DAMA_TABLES_PLAIN"):
        return None
    try:
        return import_module("numba"), import_module("numpy")
    except ImportError:
        return None


_LOADED = _load()
COMPILED = _LOADED is not None


def compiled(function: Function) -> Function:
    """Compile a loop, where numba is installed.

    Nothing is kept from run to run: numba's cache watches one source file of several, and it breaks on
    functions that call themselves. Compiling takes about ten seconds.
    """
    if _LOADED is None:
        return function
    made: Function = _LOADED[0].njit(error_model="numpy")(function)
    return made


def table(values: Iterable[int]) -> Table:
    """Numbers to look up."""
    numbers = list(values)
    if _LOADED is None:
        return numbers
    made: Table = _LOADED[1].array(numbers, dtype="int64")
    return made


def room(size: int) -> Table:
    """Space for `size` large numbers."""
    if _LOADED is None:
        return array("q", bytes(8 * size))
    made: Table = _LOADED[1].empty(size, dtype="int64")
    return made


def plane(size: int) -> Table:
    """A byte for each of `size` positions, all zero."""
    if _LOADED is None:
        return bytearray(size)
    made: Table = _LOADED[1].zeros(size, dtype="uint8")
    return made


def bytes_of(numbers: Table) -> bytes:
    """The bytes of a plane."""
    return bytes(cast(bytearray, numbers))


def shared(buffer: Any) -> Table:
    """The bytes of a buffer, to read and write in place."""
    if _LOADED is None:
        return memoryview(buffer).cast("B")
    made: Table = _LOADED[1].frombuffer(buffer, dtype="uint8")
    return made
