"""Writing PDN: standard, so that every reader takes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.errors import EngineError, gettext_noop
from engine.pdn.record import PdnComment, PdnGame, PdnVariation
from engine.pdn.results import normal_result

WIDTH = 80
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN")
_DASHES = str.maketrans("–—−×:", "---xx")
_NAG = re.compile(r"\$\d+")
# At the beginning of a line this would end a comment in many readers.
_LIKE_A_TAG = re.compile(r"\[\s*[A-Za-z]")


def write_game(tags: Mapping[str, str], moves: Sequence[str], result: str, fen: str | None = None) -> str:
    """One record as PDN, ending in an empty line.

    `moves` in PDN notation (`Board.notation` gives it) and `result` in any form `normal_result` reads;
    `fen` when the game does not start from the start. The tag Result always says `result`. EngineError for
    what is no result.
    """
    token = normal_result(result)
    if token is None:
        raise EngineError("unknown-result", gettext_noop("%(result)s is not a result."), result=result)
    values = {name: value for name, value in tags.items() if name not in ("Result", "FEN")}
    values["Result"] = token
    if fen is not None:
        values["FEN"] = fen
    line = _Line(tuple(moves), (), (), {}, int(_starts_second(values)))
    return f"{_head(values)}\n{_folded([*_movetext(line), token])}\n"


def write_record(game: PdnGame) -> str:
    """A record that was read, with its comments, variations, marks and set-up, ending in an empty line.

    What is written is standard (results, dashes, `x`, lower case, tags in the usual order) and is read as
    the same record again. Faults of the record are left out, and a missing end is written as `*`.
    """
    tags = dict(game.tags)
    stated = game.tag("FEN")
    words = [] if game.fen in (None, stated) else [f'/FEN "{game.fen}"/']
    turn = dict(tags) if game.fen is None else {**tags, "FEN": game.fen}
    line = _Line(game.moves, game.comments, game.variations, game.marks, int(_starts_second(turn)))
    words += _movetext(line)
    words.append(normal_result(game.terminator) or "*")
    return f"{_head(tags)}\n{_folded(words)}\n"


def _head(tags: Mapping[str, str]) -> str:
    names = [name for name in _ROSTER if name in tags]
    names += [name for name in tags if name not in _ROSTER]
    return "".join(f'[{name} "{_quoted(tags[name])}"]\n' for name in names)


def _quoted(value: str) -> str:
    plain = " ".join(str(value).split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _starts_second(tags: Mapping[str, str]) -> bool:
    """Whether the side that usually moves second makes the first move of the record."""
    gametype = tags.get("GameType", "").split(",")
    first = gametype[1].strip().upper() if len(gametype) > 1 else "W"
    turn = tags.get("FEN", first)[:1].upper()
    return turn in ("W", "B") and turn != first


class _Line(NamedTuple):
    """The main line or a variation; its first move is ply `start` (from 0) of the numbering."""

    moves: tuple[str, ...]
    comments: tuple[PdnComment, ...]
    variations: tuple[PdnVariation, ...]
    marks: Mapping[int, tuple[str, ...]]
    start: int
    result: str = ""


def _movetext(line: _Line) -> Iterator[str]:
    """The words of a line and of the variations in it, however deep they nest."""
    open_lines = [_items(line)]
    while open_lines:
        item = next(open_lines[-1], None)
        if item is None:
            open_lines.pop()
            if open_lines:
                yield ")"
        elif isinstance(item, _Line):
            yield "("
            open_lines.append(_items(item))
        else:
            yield item


def _items(line: _Line) -> Iterator[str | _Line]:
    """The words of one line, and in their places the variations."""
    yield from _after(line, 0)
    number_next = True
    for index, text in enumerate(line.moves):
        ply = line.start + index
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif number_next:
            yield f"{ply // 2 + 1}..."
        marks = line.marks.get(index + 1, ())
        glued = marks[0] if marks and not _NAG.fullmatch(marks[0]) else ""
        yield text.translate(_DASHES).lower() + glued
        beside = list(_after(line, index + 1))
        yield from beside
        number_next = bool(beside) and index + 1 < len(line.moves)
    if line.result:
        yield normal_result(line.result) or line.result


def _after(line: _Line, count: int) -> Iterator[str | _Line]:
    """What stands after `count` moves of a line: marks, comments, variations."""
    marks = line.marks.get(count, ())
    if count and marks and not _NAG.fullmatch(marks[0]):
        marks = marks[1:]  # it stands with the move
    yield from (mark if _NAG.fullmatch(mark) else f"({mark})" for mark in marks)
    for comment in line.comments:
        if comment.ply == count:
            yield f"{{{comment.text}}}"
    for variation in line.variations:
        # One that stands before the first move replaces it too.
        if variation.ply == count or (count == 0 and not line.moves):
            start = line.start + variation.ply - 1
            yield _Line(
                variation.moves,
                variation.comments,
                variation.variations,
                variation.marks,
                start,
                variation.result,
            )


def _folded(words: Iterable[str]) -> str:
    lines: list[str] = []
    current = ""
    for word in _breakable(words):
        if current and len(current) + 1 + len(word) > WIDTH and not _LIKE_A_TAG.match(word):
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    lines.append(current)
    return "\n".join(lines) + "\n"


def _breakable(words: Iterable[str]) -> Iterator[str]:
    """Comments are folded too; a set-up is not."""
    for word in words:
        if word.startswith("{"):
            yield from word.split(" ")
        else:
            yield word
