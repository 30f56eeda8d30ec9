"""What can be wrong with a submitted record, beyond the errors of the tournament domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.domain.errors import InputError, gettext_noop


@dataclass(frozen=True)
class Said:
    """A message of the engine carried inside another message: translated with it, English as text."""

    template: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % dict(self.params)


class IllegalGameError(InputError):
    """A move of the record cannot be played.

    `ply` counts from 1 and `place` says it with its move number and side; `move` is what was written;
    `reason` says which rule forbids it; `legal` are the moves that were possible and `played` the sound moves
    before, both in PDN notation.
    """

    @classmethod
    def at(
        cls,
        *,
        ply: int,
        place: Said,
        move: str,
        reason: Said,
        legal: Sequence[str],
        played: Sequence[str],
    ) -> IllegalGameError:
        # Some reasons of the engine name the move themselves.
        templates = {
            (True, True): gettext_noop("%(place)s: %(reason)s Legal moves: %(moves)s."),
            (True, False): gettext_noop("%(place)s: %(reason)s"),
            (False, True): gettext_noop("%(place)s: %(move)s – %(reason)s Legal moves: %(moves)s."),
            (False, False): gettext_noop("%(place)s: %(move)s – %(reason)s"),
        }
        template = templates["%(move)s" in reason.template, bool(legal)]
        return cls(
            "illegal-move",
            template,
            ply=ply,
            place=place,
            move=move,
            reason=reason,
            moves=", ".join(legal),
            legal=tuple(legal),
            played=tuple(played),
        )

    @property
    def ply(self) -> int:
        return self.params["ply"]

    @property
    def move(self) -> str:
        return self.params["move"]

    @property
    def reason(self) -> Said:
        return self.params["reason"]

    @property
    def legal(self) -> tuple[str, ...]:
        return self.params["legal"]

    @property
    def played(self) -> tuple[str, ...]:
        return self.params["played"]
