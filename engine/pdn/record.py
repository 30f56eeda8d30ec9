"""What is read from one record of a PDN file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineError

_CLOCK = re.compile(r"\[%(clk|emt|clock)\s+([^\]]*)\]", re.IGNORECASE)
_TIME = re.compile(r"([wb]?)(\d+):([0-5]?\d):([0-5]?\d(?:\.\d+)?)", re.IGNORECASE)
_SIDES = {"w": "white", "b": "black"}


class PdnError(EngineError):
    """A fault in a PDN record: line and column (from 1), game, and the ply it stands before."""

    def __init__(
        self,
        code: str,
        template: str,
        *,
        line: int = 0,
        column: int = 0,
        game: int = 0,
        ply: int = 0,
        **params: Any,
    ) -> None:
        super().__init__(code, template, **params)
        self.line = line
        self.column = column
        self.game = game
        self.ply = ply

    def __reduce__(self) -> tuple[Any, ...]:
        place = {"line": self.line, "column": self.column, "game": self.game, "ply": self.ply}
        return _rebuild, (self.code, self.template, self.params | place)


def _rebuild(code: str, template: str, values: dict[str, Any]) -> PdnError:
    return PdnError(code, template, **values)


@dataclass(frozen=True, slots=True)
class PdnComment:
    """A comment and after how many plies of its line it stands; runs of white space are single spaces."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class PdnClock:
    """A clock reading from a comment: `kind` is "clk" (time left), "emt" (time spent) or "clock".

    `side` is the side whose clock it is, None where the file means the player who moved.
    """

    ply: int
    kind: str
    side: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class PdnVariation:
    """Moves somebody might have played instead of ply `ply` (from 1) of the line it stands in.

    `marks` as in a game; `result` the token that says how the variation would have ended, "" for none.
    """

    ply: int
    moves: tuple[str, ...]
    comments: tuple[PdnComment, ...] = ()
    variations: tuple[PdnVariation, ...] = ()
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    result: str = ""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A record: tags, main line and what stands around it.

    `moves` are the moves of the main line as written; `terminator` the result token that ends the record, ""
    when it has none; `fen` the position it starts from (tag or set-up), None for the start of a game; `marks`
    the strength marks and NAGs by ply. `errors` make the record unsound, `warnings` do not.
    """

    number: int
    tags: dict[str, str]
    moves: tuple[str, ...]
    terminator: str
    fen: str | None
    line: int
    comments: tuple[PdnComment, ...] = ()
    variations: tuple[PdnVariation, ...] = ()
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    errors: tuple[PdnError, ...] = ()
    warnings: tuple[PdnError, ...] = ()

    def tag(self, name: str) -> str | None:
        """A tag's value whatever the case of its name, None when it is missing."""
        for key, value in self.tags.items():
            if key.lower() == name.lower():
                return value
        return None

    @property
    def clocks(self) -> tuple[PdnClock, ...]:
        """The clock readings in the comments."""
        return tuple(clock for comment in self.comments for clock in _clocks(comment))


def _clocks(comment: PdnComment) -> Iterator[PdnClock]:
    for kind, body in _CLOCK.findall(comment.text):
        for side, hours, minutes, seconds in _TIME.findall(body):
            total = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
            yield PdnClock(comment.ply, kind.lower(), _SIDES.get(side.lower()), total)
