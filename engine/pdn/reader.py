"""Reading PDN: from tokens to records, one at a time, so that a file of any size fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.errors import gettext_noop
from engine.pdn.lexer import Token, tokens
from engine.pdn.record import PdnComment, PdnError, PdnGame, PdnVariation
from engine.pdn.source import Source, lines_of


def read_games(source: Source) -> Iterator[PdnGame]:
    """The records of a PDN source: text (`str`), `bytes`, a `Path`, or an open stream.

    Never raises for what the source says: faults stand in `PdnGame.errors` with line, column, game and ply,
    and reading goes on with the next record. OSError when a file cannot be read, EncodingError for UTF-16.
    """
    number = 0
    record = _Record(1)
    for token in tokens(lines_of(source)):
        if record.is_over(token):
            if not record.is_empty:
                number += 1
                yield record.game()
            record = _Record(number + 1)
        record.take(token)
    if not record.is_empty:
        yield record.game()


@dataclass(slots=True)
class _Line:
    """The main line or a variation while it is read; `ply` is what it replaces in the line around it."""

    ply: int
    token: Token | None = None
    moves: list[str] = field(default_factory=list)
    comments: list[PdnComment] = field(default_factory=list)
    variations: list[PdnVariation] = field(default_factory=list)
    marks: dict[int, list[str]] = field(default_factory=dict)
    result: str = ""

    def closed(self) -> PdnVariation:
        return PdnVariation(
            self.ply,
            tuple(self.moves),
            tuple(self.comments),
            tuple(self.variations),
            self.all_marks(),
            self.result,
        )

    def all_marks(self) -> dict[int, tuple[str, ...]]:
        return {ply: tuple(marks) for ply, marks in self.marks.items()}


class _Record:
    """Collects the tokens of one record."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.line = 0
        self.tags: dict[str, str] = {}
        self.tag_line = 0
        self.lines = [_Line(0)]
        self.setup: str | None = None
        self.terminator = ""
        self.finished = False
        self.errors: list[PdnError] = []
        self.warnings: list[PdnError] = []

    @property
    def main(self) -> _Line:
        return self.lines[0]

    @property
    def is_empty(self) -> bool:
        """Nothing but a separator was read."""
        silent = self.terminator in ("", "*") and not (self.errors or self.warnings) and len(self.lines) == 1
        main = self.main
        said = main.moves or main.comments or main.variations or main.marks
        return silent and not (self.tags or said or self.setup)

    def is_over(self, token: Token) -> bool:
        """Whether the token belongs to the next record."""
        if self.finished:
            return True
        if token.kind not in ("tag", "loosetag"):
            return False
        if self.main.moves or len(self.lines) > 1:
            return True
        # Two tag sections without a move or a separator between them are two records.
        return token.text in self.tags and token.line > self.tag_line + 1

    def take(self, token: Token) -> None:
        """Add a token to the record."""
        self.line = self.line or token.line
        getattr(self, f"_take_{token.kind}")(token)

    def game(self) -> PdnGame:
        """The finished record."""
        for line in self.lines[1:]:
            if line.token is not None:
                self._fault(line.token, "unclosed-variation", gettext_noop("A variation is never closed."))
        while len(self.lines) > 1:
            self._close()
        return PdnGame(
            number=self.number,
            tags=self.tags,
            moves=tuple(self.main.moves),
            terminator=self.terminator,
            fen=self._fen(),
            line=self.line,
            comments=tuple(self.main.comments),
            variations=tuple(self.main.variations),
            marks=self.main.all_marks(),
            errors=tuple(self.errors),
            warnings=tuple(self.warnings),
        )

    def _fen(self) -> str | None:
        if self.setup is not None:
            return self.setup
        return next((value for name, value in self.tags.items() if name.lower() == "fen" and value), None)

    def _place(self, token: Token) -> dict[str, Any]:
        ply = len(self.main.moves) + 1
        return {"line": token.line, "column": token.column, "game": self.number, "ply": ply}

    def _fault(self, token: Token, code: str, template: str, **params: Any) -> None:
        self.errors.append(PdnError(code, template, **self._place(token), **params))

    def _close(self) -> None:
        variation = self.lines.pop().closed()
        self.lines[-1].variations.append(variation)

    def _take_tag(self, token: Token) -> None:
        if token.text in self.tags:
            template = gettext_noop("The tag %(name)s stands twice; the first one counts.")
            self.warnings.append(PdnError("duplicate-tag", template, **self._place(token), name=token.text))
        self.tags.setdefault(token.text, token.extra)
        self.tag_line = token.line

    def _take_loosetag(self, token: Token) -> None:
        template = gettext_noop('The tag %(name)s has a quotation mark without a "\\" before it.')
        self.warnings.append(PdnError("loose-quote", template, **self._place(token), name=token.text))
        self._take_tag(token)

    def _take_badtag(self, token: Token) -> None:
        template = gettext_noop('%(text)s is not a tag like [Name "value"].')
        self._fault(token, "unreadable-tag", template, text=token.text[:60])

    def _take_comment(self, token: Token) -> None:
        line = self.lines[-1]
        line.comments.append(PdnComment(len(line.moves), " ".join(token.text.split())))

    def _take_unclosed(self, token: Token) -> None:
        self._take_comment(token)
        self._fault(token, "unclosed-comment", gettext_noop("A comment is never closed with }."))
        self.finished = True

    def _take_setup(self, token: Token) -> None:
        if len(self.lines) > 1:
            return
        if self.main.moves:
            template = gettext_noop("A position is set up after the first move of the game.")
            self._fault(token, "late-setup", template)
        else:
            self.setup = token.text

    def _take_strength(self, token: Token) -> None:
        self._mark(token.text.strip("()"))

    def _take_nag(self, token: Token) -> None:
        self._mark(token.text)

    def _mark(self, mark: str) -> None:
        line = self.lines[-1]
        line.marks.setdefault(len(line.moves), []).append(mark)

    def _take_open(self, token: Token) -> None:
        self.lines.append(_Line(max(1, len(self.lines[-1].moves)), token))

    def _take_close(self, token: Token) -> None:
        if len(self.lines) == 1:
            template = gettext_noop("A closing ) has no variation to close.")
            self._fault(token, "stray-parenthesis", template)
        else:
            self._close()

    def _take_result(self, token: Token) -> None:
        # Inside a variation a result says how it would have ended, not how the game did.
        if len(self.lines) > 1:
            self.lines[-1].result = token.text
            return
        self.terminator = token.text
        self.finished = True

    def _take_move(self, token: Token) -> None:
        self.lines[-1].moves.append(token.text)
        if token.extra:
            self._mark(token.extra)

    def _take_junk(self, token: Token) -> None:
        if len(self.lines) > 1:
            template = gettext_noop("This is no move of a variation: %(text)s")
        else:
            template = gettext_noop(
                "This is neither a move nor anything else that stands in a game: %(text)s"
            )
        self._fault(token, "unexpected-text", template, text=token.text[:60])
