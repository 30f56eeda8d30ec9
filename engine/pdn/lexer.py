"""From lines to tokens, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_SEPARATOR = "[-x:–—−×]"
_LETTERED = rf"[a-l]\d{{1,2}}(?:{_SEPARATOR}?[a-l]\d{{1,2}})+"
_NUMBERED = rf"\d{{1,2}}(?:{_SEPARATOR}\d{{1,2}})+"
_HUFF = r"huff\s+(?:[a-l]\d{1,2}|\d{1,2})\s+"
_END = r"(?![\w/:–—−×-])"
# What looks like a result and goes on is a move: 1-12 on a large board.
_RESULT = rf"(?:1/2[-–—−]1/2|½[-–—−]½|1/2|½|[012][-–—−][012]){_END}|\*"

# A move number in front of a move is read with it: nearly every token of a file is one of the two.
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<move>(?:\d+\s*\.+\s*(?!{_RESULT}))?
      (?P<squares>(?:{_HUFF})?(?:{_LETTERED}|(?!{_RESULT}){_NUMBERED}){_END})(?P<marks>\*?[!?]*\*?))
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
    |(?P<result>{_RESULT})
    |(?P<number>\d+\s*\.+)
    |(?P<count>\d+(?=\s|$))
    |(?P<dots>\.+)
    |(?P<junk>[^\s\[\]{{}}()%;$]+|\S)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_SILENT = frozenset({"remark", "number", "count", "dots"})
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
    while match := _TOKEN.match(line, position):
        kind = match.lastgroup or "junk"
        position = match.end()
        if kind == "move":
            squares, marks = match.group("squares", "marks")
            yield Token(kind, squares, marks, number, match.start("squares") + 1)
        elif kind == "comment":
            end = line.find("}", position)
            column = match.start(kind) + 1
            if end < 0:
                yield Token("opened", line[position:], "", number, column)
                return
            yield Token(kind, line[position:end], "", number, column)
            position = end + 1
        elif kind not in _SILENT:
            yield _token(match, kind, number)


def _token(match: re.Match[str], kind: str, line: int) -> Token:
    column = match.start(kind) + 1
    if kind == "tag":
        value = match["value"].replace('\\"', '"').replace("\\\\", "\\")
        return Token(kind, match["name"], value, line, column)
    if kind == "loosetag":
        return Token(kind, match["loosename"], match["loosevalue"], line, column)
    if kind == "setup":
        return Token(kind, match["fen"], "", line, column)
    return Token(kind, match[kind], "", line, column)
