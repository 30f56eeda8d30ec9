"""Where PDN comes from: bytes of any usual encoding, text, a path or an open stream, line by line."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import EncodingError, gettext_noop

# How bytes are tried and how they are then read: a byte order mark is good UTF-8, and is dropped in reading.
_ENCODINGS = {"utf-8": "utf-8-sig", "cp1250": "cp1250"}
_LAST_RESORT = "latin-1"
_CHUNK = 1 << 20
_HEAD = 4
_BREAK = re.compile(r"\r\n|\r|\n")

Source = str | bytes | Path | Iterable[str] | Iterable[bytes]


def decode(data: bytes) -> str:
    """Text of a PDN file: UTF-8 with or without a byte order mark, else CP1250, else Latin-1.

    Line ends become `\\n`, whether they were CRLF, CR or LF.
    """
    text = data.decode(_encoding_of([data]))
    return _BREAK.sub("\n", text)


def _encoding_of(chunks: Iterable[bytes]) -> str:
    """The first encoding in which every byte can be read; looks at one chunk at a time."""
    decoders = {name: codecs.getincrementaldecoder(name)() for name in _ENCODINGS}
    for chunk in chunks:
        for name in list(decoders):
            if not _accepts(decoders[name], chunk, final=False):
                del decoders[name]
    for name, decoder in decoders.items():
        if _accepts(decoder, b"", final=True):
            return _ENCODINGS[name]
    return _LAST_RESORT


def _accepts(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool) -> bool:
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True


def lines_of(source: Source) -> Iterator[str]:
    """The lines of a source without their ends. A `str` is text, a `Path` a file.

    Files and streams are read line by line, so their size does not matter; a file is passed over twice,
    the first time to find its encoding. OSError when a file cannot be read, EncodingError for UTF-16.
    """
    if isinstance(source, bytes):
        _refuse_utf16(source)
        source = decode(source)
    if isinstance(source, Path) and source.exists() and not (source.is_file() or source.is_dir()):
        with source.open("rb") as pipe:  # which can be read only once
            yield from _split(pipe)
    elif isinstance(source, Path):
        with source.open("rb") as stream:
            _refuse_utf16(stream.read(_HEAD))
            stream.seek(0)
            encoding = _encoding_of(iter(lambda: stream.read(_CHUNK), b""))
        with source.open(encoding=encoding, newline=None) as text:
            yield from _split(text)
    elif isinstance(source, str):
        yield from _split(io.StringIO(source.removeprefix("\ufeff"), newline=None))
    else:
        yield from _split(source)


def _split(stream: Iterable[str] | Iterable[bytes]) -> Iterator[str]:
    first = True
    for line in stream:
        if first and isinstance(line, bytes):
            _refuse_utf16(line)
        first = False
        text = decode(line) if isinstance(line, bytes) else line
        body = text.removesuffix("\n").removesuffix("\r")
        yield from _BREAK.split(body)


def _refuse_utf16(start: bytes) -> None:
    """Bytes of UTF-16 can be read as some text in any encoding, but as nothing that means anything."""
    head = start[:_HEAD]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or head[:1] == b"\0" or head[1:2] == b"\0":
        raise EncodingError("utf-16", gettext_noop("The text is in UTF-16. Save it as UTF-8."))
