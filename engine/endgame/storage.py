"""Table files: both parts of one material, packed in blocks, read through a memory map.

A file is a magic word, the length and the checksum of a header, the header (JSON), where each block begins,
and the blocks, each packed by itself. A block holds BLOCK positions of one part: a byte for each with its
value, then two bits for each with its forces (`engine.endgame.retrograde` says what they mean). Files are
written beside their place and moved there complete.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.endgame.errors import TableError
from engine.endgame.material import Material, signature
from engine.errors import gettext_noop
from engine.rulesets import Ruleset

MAGIC = b"DAMA-EGT"
FORMAT = 1
SUFFIX = ".egt"
BLOCK = 4096
_HEAD = struct.Struct("<8sII")
_OFFSET = struct.Struct("<I")


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What is in one part, seen by the side to move; `longest` in plies; `forced`: see `Probe`."""

    material: str
    positions: int
    won: int
    lost: int
    drawn: int
    forced: int
    longest: int


def path_of(folder: Path, rules: Ruleset, material: Material) -> Path:
    """Where the table of a material lies; `rules` is the owner of the tables."""
    return folder / rules.key / f"{material.stronger_first}{SUFFIX}"


def write_table(
    path: Path, rules: Ruleset, counts: Sequence[Count], parts: Sequence[tuple[bytes, bytes]]
) -> None:
    """Write a table from its parts, each the values and the packed forces; whole or not at all."""
    blocks = [block for values, forces in parts for block in _blocks(values, forces)]
    offsets = [0]
    for block in blocks:
        offsets.append(offsets[-1] + len(block))
    index = b"".join(map(_OFFSET.pack, offsets))
    header = {
        "format": FORMAT,
        "rules": signature(rules),
        "block": BLOCK,
        "sizes": [len(values) for values, _ in parts],
        "index": zlib.crc32(index),
        "counts": [asdict(count) for count in counts],
    }
    text = json.dumps(header).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_HEAD.pack(MAGIC, len(text), zlib.crc32(text)) + text + index)
            file.writelines(blocks)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _blocks(values: bytes, forces: bytes) -> Iterator[bytes]:
    for start in range(0, len(values), BLOCK):
        end = start + BLOCK
        yield zlib.compress(values[start:end] + forces[start // 4 : end // 4], 9)


class TableFile:
    """An open table. TableError when the file is none, is damaged, or was made for other rules.

    `sizes` are the numbers of places of its parts, `first` the first block of each, `block` how many
    positions a block holds.
    """

    def __init__(self, path: Path, rules: Ruleset) -> None:
        self.path = path
        with path.open("rb") as file:
            if not os.fstat(file.fileno()).st_size:
                raise self._damaged("it is empty")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            header = self._header()
            if header["rules"] != signature(rules):
                raise TableError(
                    "other-rules",
                    gettext_noop("%(file)s holds a table for other rules than those of %(ruleset)s."),
                    file=str(path),
                    ruleset=rules.key,
                )
        except BaseException:
            self.close()
            raise
        self.counts = [Count(**each) for each in header["counts"]]
        self.sizes: list[int] = header["sizes"]
        self.block: int = header["block"]
        self.first = [0]
        for size in self.sizes:
            self.first.append(self.first[-1] + -(-size // self.block))

    def _damaged(self, problem: str) -> TableError:
        return TableError(
            "damaged-table",
            gettext_noop(
                "%(file)s is damaged: %(problem)s. Delete it and build it again with: "
                "python -m engine tables build"
            ),
            file=str(self.path),
            problem=problem,
        )

    def _header(self) -> dict[str, Any]:
        size = len(self._map)
        if size < _HEAD.size:
            raise self._damaged("it is too short")
        magic, length, checksum = _HEAD.unpack_from(self._map)
        text = self._map[_HEAD.size : _HEAD.size + length]
        if magic != MAGIC:
            raise self._damaged("it is no endgame table")
        if zlib.crc32(text) != checksum:
            raise self._damaged("the checksum of its header is wrong")
        header: dict[str, Any] = json.loads(text)
        if header["format"] != FORMAT:
            raise self._damaged(f"its format is {header['format']}, not {FORMAT}")
        blocks = sum(-(-part // header["block"]) for part in header["sizes"])
        self._index = _HEAD.size + length
        self._start = self._index + _OFFSET.size * (blocks + 1)
        if zlib.crc32(self._map[self._index : self._start]) != header["index"]:
            raise self._damaged("the checksum of its index is wrong")
        if self._start + self._offset(blocks) != size:
            raise self._damaged("its length is wrong")
        return header

    def _offset(self, number: int) -> int:
        offset: int = _OFFSET.unpack_from(self._map, self._index + _OFFSET.size * number)[0]
        return offset

    def unpacked(self, block: int) -> bytes:
        """A block, counted from the file's first: a byte for each value, then the forces, four in a byte."""
        start, end = self._start + self._offset(block), self._start + self._offset(block + 1)
        try:
            return zlib.decompress(self._map[start:end])
        except zlib.error:
            raise self._damaged(f"block {block} cannot be unpacked") from None

    def part(self, part: int) -> tuple[bytes, bytes]:
        """A whole part: values and packed forces."""
        values, forces = [], []
        size = self.sizes[part]
        for number in range(self.first[part + 1] - self.first[part]):
            data = self.unpacked(self.first[part] + number)
            held = min(self.block, size - number * self.block)
            if len(data) != held + -(-held // 4):
                raise self._damaged(f"block {self.first[part] + number} has a wrong length")
            values.append(data[:held])
            forces.append(data[held:])
        return b"".join(values), b"".join(forces)

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()
