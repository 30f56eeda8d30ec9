"""Reading what stands on the pages of a PDF that Chromium made: enough of the format for that, no more.

Chromium writes plain objects, one content stream a page, and fonts with a table from glyphs to letters.
"""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\b(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*)\nendstream", re.DOTALL)
_FONT_NAME = re.compile(rb"/(\w+) (\d+) 0 R")
_SHOWN = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]*)>")
_CHAR = re.compile(r"^<([0-9A-F]+)> <([0-9A-F]+)>$", re.MULTILINE | re.IGNORECASE)
_RANGE = re.compile(r"^<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]+)>$", re.MULTILINE | re.IGNORECASE)


class Pdf:
    """The pages of the document: `texts` (without any white space) and `sizes` in points, in their order."""

    def __init__(self, data: bytes) -> None:
        self._objects = {int(number): body for number, body in _OBJECT.findall(data)}
        self._fonts: dict[int, dict[int, str]] = {}
        pages = [body for body in self._objects.values() if re.search(rb"/Type\s*/Page\b", body)]
        self.texts = [self._text(page) for page in pages]
        self.sizes = [_size(page) for page in pages]

    def _reference(self, body: bytes, key: bytes) -> int | None:
        found = re.search(key + rb"\s+\[?\s*(\d+) 0 R", body)
        return int(found[1]) if found else None

    def _stream(self, number: int) -> bytes:
        body = self._objects[number]
        raw = _STREAM.search(body)[1]
        return zlib.decompress(raw) if b"/FlateDecode" in body else raw

    def _text(self, page: bytes) -> str:
        resources = re.search(rb"/Font\s*<<(.*?)>>", page, re.DOTALL)
        fonts = {name: int(number) for name, number in _FONT_NAME.findall(resources[1] if resources else b"")}
        letters: dict[int, str] = {}
        found: list[str] = []
        for name, glyphs in _SHOWN.findall(self._stream(self._reference(page, rb"/Contents"))):
            if name:
                letters = self._letters(fonts[name])
                continue
            codes = [int(glyphs[i : i + 4], 16) for i in range(0, len(glyphs), 4)]
            found.append("".join(letters.get(code, "?") for code in codes))
        return "".join("".join(found).split())

    def _letters(self, font: int) -> dict[int, str]:
        """What each glyph of the font stands for."""
        if font not in self._fonts:
            table = self._stream(self._reference(self._objects[font], rb"/ToUnicode")).decode("latin-1")
            letters = {int(code, 16): _letter(text) for code, text in _CHAR.findall(table)}
            for first, last, text in _RANGE.findall(table):
                for code in range(int(first, 16), int(last, 16) + 1):
                    letters[code] = chr(int(text, 16) + code - int(first, 16))
            self._fonts[font] = letters
        return self._fonts[font]


def _letter(text: str) -> str:
    return bytes.fromhex(text).decode("utf-16-be")


def _size(page: bytes) -> tuple[int, int]:
    box = re.search(rb"/MediaBox\s*\[\s*[\d.]+\s+[\d.]+\s+([\d.]+)\s+([\d.]+)", page)
    return round(float(box[1])), round(float(box[2]))
