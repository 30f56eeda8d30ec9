"""The transposition table: what is known of positions met before, by their Zobrist keys.

Entries lie in pairs in two arrays of 64-bit numbers; of a pair the first is kept as long as it was searched
deeper, the second is always replaced. An entry packs, from the lowest bit: value + OFFSET (17 bits), depth
(8), kind of bound (2), index of the best move + 1 (9), and the search it comes from (8).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

OFFSET: Final = 65536
LOWER: Final = 1
UPPER: Final = 2
EXACT: Final = 3
DEFAULT_BITS: Final = 19
AGES: Final = 256


class TranspositionTable:
    """Fixed-size table of `2 ** bits` entries."""

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        size = 2**bits
        self.mask: i64 = size - 2
        self.keys: array[int] = array("q", bytes(8 * size))
        self.data: array[int] = array("q", bytes(8 * size))
        self.age: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        size = len(self.keys)
        self.keys = array("q", bytes(8 * size))
        self.data = array("q", bytes(8 * size))
        self.age = 0

    def grow_older(self) -> None:
        """A new search begins: entries of earlier ones give way."""
        self.age = (self.age + 1) % AGES

    def find(self, key: i64) -> i64:
        """The packed entry of a key, 0 when there is none."""
        at = key & self.mask
        found: i64 = self.keys[at]
        if found == key:
            return self.data[at]
        found = self.keys[at + 1]
        if found == key:
            return self.data[at + 1]
        return 0

    def store(self, key: i64, depth: i64, bound: i64, value: i64, index: i64) -> None:
        """Keep what a search of a position has found; `index` is -1 without a best move."""
        at = key & self.mask
        found: i64 = self.keys[at]
        if found != key:
            old: i64 = self.data[at]
            if old >> 36 == self.age and old >> 17 & 255 > depth:
                at += 1
        self.keys[at] = key
        packed = value + OFFSET | depth << 17 | bound << 25 | (index + 1) << 27 | self.age << 36
        self.data[at] = packed
