"""A round's tables as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.domain.results import BYE_CODES, GAME_RESULTS, RESULTS
from tournaments.models import Pairing, Result
from tournaments.selectors.tournament_pages import PairingLine
from tournaments.templatetags.pages import result_text

BUTTONS = ("1-0", "1/2-1/2", "0-1")


@dataclass(frozen=True)
class Refused:
    """A result that was not recorded: what was sent, why not, and what stands there now."""

    pairing_id: int
    code: str
    reason: str
    problems: list[str] = field(default_factory=list)
    standing: Result | None = None
    is_stale: bool = False

    @property
    def text(self) -> str:
        """The result that was sent, as result lists print it."""
        return result_text(self.code) if self.code in RESULTS else self.code

    @property
    def standing_text(self) -> str:
        """The result that stands there now, the same way."""
        return result_text(self.standing.code) if self.standing else ""


@dataclass(frozen=True)
class Choice:
    code: str
    text: str
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class Row:
    """A table of the round and what may be done at it."""

    line: PairingLine
    is_correction: bool
    refused: Refused | None

    @property
    def pairing(self) -> Pairing:
        return self.line.pairing

    @property
    def buttons(self) -> list[Choice]:
        """One press is enough, except where a reason is asked for."""
        codes = BUTTONS if self.pairing.black_id and not self.is_correction else ()
        return self._choices(codes, self.pairing.result_code)

    @property
    def choices(self) -> list[Choice]:
        """All results the pairing can have; what was sent and refused stays chosen."""
        codes = GAME_RESULTS if self.pairing.black_id else BYE_CODES
        return self._choices(codes, self.refused.code if self.refused else self.pairing.result_code)

    @property
    def has_other_result(self) -> bool:
        """Whether none of the buttons shows the result."""
        return bool(self.pairing.result_code) and not any(each.is_chosen for each in self.buttons)

    @staticmethod
    def _choices(codes: Iterable[str], chosen: str | None) -> list[Choice]:
        return [Choice(code, result_text(code), _(RESULTS[code].label), code == chosen) for code in codes]
