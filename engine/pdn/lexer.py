"""From lines to tokens, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_SEPARATOR = "[-x:–—−×]"
_LETTERED = rf"[a-l]\d{{1,2}}(?:{_SEPARATOR}?[a-l]\d{{1,2}})+"
_NUMBERED = rf"\d{{1,2}}(?:{_SEPARATOR}\d{{1,2}})+"
_RESULTS = "1/2[-–]1/2|½[-–]½|1/2|½|[012][-–][012]"

_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
    |(?P<remark>[%;].*)
    |(?P<tag>\[\s*(?P<name>[a-z]\w*)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
    |(?P<loosetag>^\[\s*(?P<loosename>[a-z]\w*)\s*"(?P<loosevalue>.*)"\s*\]\s*$)
    |(?P<badtag>\[[^\]]*\]?)
    |(?P<comment>\{{)
    |(?P<setup>/\s*FEN\s*"(?P<fen>[^"]*)"\s*/)
    |(?P<strength>\([!?]+\)|[!?]+)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<nag>\$\d+)
    |(?P<result>(?:{_RESULTS})(?![\w/:–-])|\*)
    |(?P<number>\d+\s*\.+)
    |(?P<move>{_LETTERED}|{_NUMBERED})(?P<marks>\*?[!?]*\*?)
    |(?P<count>\d+(?=\s|$))
    |(?P<dots>\.+)
    |(?P<junk>[^\s\[\]{{}}()%;$]+|.)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SILENT = frozenset({"space", "remark", "number", "count", "dots"})
# A comment that a tag line interrupts was never closed: without this one brace would hide every later game.
_TAG_LINE = re.compile(r'\s*\[\s*[A-Za-z]\w*\s*"')


class Token(NamedTuple):
    """A piece of PDN: `kind` is a group of the grammar above, `text` its meaning, `extra` a tag's value
    or a move's strength marks; `line` and `column` count from 1."""

    kind: str
    text: str
    extra: str
    line: int
    column: int


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """The tokens of some lines. A comment left open gives a token of kind "unclosed"."""
    comment: list[str] = []
    opened: tuple[int, int] | None = None
    for number, line in enumerate(lines, 1):
        start = 0
        if opened is not None:
            end = line.find("}")
            if _TAG_LINE.match(line):
                yield Token("unclosed", "\n".join(comment), "", *opened)
            elif end < 0:
                comment.append(line)
                continue
            else:
                comment.append(line[:end])
                yield Token("comment", "\n".join(comment), "", *opened)
                start = end + 1
            opened = None
        for token in _line_tokens(line, number, start):
            if token.kind == "opened":
                opened, comment = (number, token.column), [token.text]
            else:
                yield token
    if opened is not None:
        yield Token("unclosed", "\n".join(comment), "", *opened)


def _line_tokens(line: str, number: int, start: int) -> Iterator[Token]:
    position = start
    while position < len(line):
        match = _TOKEN.match(line, position)
        if match is None:  # only a line break inside a line can do that
            position += 1
            continue
        kind = match.lastgroup or "junk"
        column = position + 1
        position = match.end()
        if kind == "comment":
            end = line.find("}", position)
            if end < 0:
                yield Token("opened", line[position:], "", number, column)
                return
            yield Token("comment", line[position:end], "", number, column)
            position = end + 1
        else:
            token = _token(match, number, column)
            if token.kind not in _SILENT:
                yield token


def _token(match: re.Match[str], line: int, column: int) -> Token:
    found = match.groupdict()
    if found["tag"] is not None:
        value = found["value"].replace('\\"', '"').replace("\\\\", "\\")
        return Token("tag", found["name"], value, line, column)
    if found["loosetag"] is not None:
        return Token("loosetag", found["loosename"], found["loosevalue"], line, column)
    if found["move"] is not None:
        return Token("move", found["move"], found["marks"], line, column)
    if found["setup"] is not None:
        return Token("setup", found["fen"], "", line, column)
    kind = next(name for name, text in found.items() if text is not None)
    return Token(kind, match.group(), "", line, column)
