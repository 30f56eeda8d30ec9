"""What is wrong with a TRF file: each line with its number, column and reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.domain.errors import InputError, gettext_noop

_PLACE = gettext_noop("line %(line)s, column %(column)s: %(reason)s")


@dataclass(frozen=True)
class Reason:
    """An English template and its parameters."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True)
class TrfProblem:
    """What is wrong in one place of the file; lines and columns count from 1."""

    line: int
    column: int
    reason: Reason

    @property
    def template(self) -> str:
        """The message with its place."""
        return _PLACE

    @property
    def params(self) -> Mapping[str, object]:
        """The parameters of ``template``; the reason is itself a message."""
        return {"line": self.line, "column": self.column, "reason": self.reason}

    def __str__(self) -> str:
        return self.template % self.params


class FieldError(ValueError):
    """A field of a line cannot be read; ``column`` counts from 1."""

    def __init__(self, column: int, template: str, **params: object) -> None:
        self.column = column
        self.reason = Reason(template, params)
        super().__init__(str(self.reason))


class TrfError(InputError):
    """The file cannot be read, and nothing of it was. ``problems`` has every bad line, in their order."""

    def __init__(self, problems: Sequence[TrfProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda each: (each.line, each.column)))
        super().__init__(
            "trf-invalid",
            gettext_noop("The TRF file cannot be read: %(problems)s"),
            problems="; ".join(map(str, self.problems)),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return TrfError, (self.problems,)
