"""The engine's errors: every one has a code, a template to translate and the values that go into it."""

from __future__ import annotations

from typing import Any


def gettext_noop(message: str) -> str:
    """Mark `message` for translation and return it as it is.

    The engine knows no translations: whoever shows a message translates `error.template` and then fills
    in `error.params`.
    """
    return message


def _rebuild(kind: type[EngineError], code: str, template: str, params: dict[str, Any]) -> EngineError:
    return kind(code, template, **params)


class EngineError(ValueError):
    """Something the engine refuses.

    `code` is a short constant name in kebab-case, `template` an English sentence with `%(name)s`
    placeholders and `params` their values; `str(error)` is the sentence filled in.
    """

    def __init__(self, code: str, template: str, **params: Any) -> None:
        super().__init__(template % params)
        self.code = code
        self.template = template
        self.params: dict[str, Any] = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, self.template, self.params)


class FenError(EngineError):
    """A position that cannot be read or cannot stand on the board."""


class MoveError(EngineError):
    """A move that cannot be played: see the three kinds below."""


class InvalidMoveError(MoveError):
    """The text is not a move in any notation."""


class IllegalMoveError(MoveError):
    """The rules forbid the move in this position."""


class AmbiguousMoveError(MoveError):
    """Several legal moves fit the text; `params["squares"]` names squares that would settle it."""


class EncodingError(EngineError):
    """Bytes in an encoding that no text of this kind is written in."""


class UnknownRulesetError(EngineError):
    """No ruleset has this key or GameType."""
