"""A TRF file as a whole: its records in their order, and what they say together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from tournaments.domain.state import Colour
from tournaments.domain.trf.fields import read_date
from tournaments.domain.trf.player import PlayerRecord
from tournaments.domain.trf.records import ColourRecord, CountRecord, PointsRecord, Record, TextRecord

_R = TypeVar("_R")


@dataclass(frozen=True)
class TrfDocument:
    """A file. ``records`` are all its lines in their order; blank lines are not kept."""

    records: tuple[Record, ...]

    def of(self, kind: type[_R]) -> tuple[_R, ...]:
        """Return the records of a class, in their order."""
        return tuple(record for record in self.records if isinstance(record, kind))

    def text(self, code: str) -> str:
        """Return the text of the first record with that code, empty when there is none."""
        return next((each.text.strip() for each in self.of(TextRecord) if each.code == code), "")

    @cached_property
    def players(self) -> Mapping[int, PlayerRecord]:
        """Players by their numbers, ascending."""
        return {each.number: each for each in sorted(self.of(PlayerRecord), key=lambda each: each.number)}

    @cached_property
    def columns(self) -> int:
        """How many rounds the longest line of a player has."""
        return max((len(each.rounds) for each in self.players.values()), default=0)

    @cached_property
    def paired_rounds(self) -> int:
        """The last round in which somebody was paired: byes alone are wishes for the round to come."""
        paired = (
            number
            for each in self.players.values()
            for number, cell in enumerate(each.rounds, start=1)
            if cell is not None and (cell.opponent or cell.result in ("U", "+"))
        )
        return max(paired, default=0)

    @property
    def total_rounds(self) -> int | None:
        """How many rounds the file says the tournament has (142, XXR), None when it does not."""
        return next((each.count for each in self.of(CountRecord)), None)

    @property
    def initial_colour(self) -> Colour | None:
        """The initial colour as the file states it: 152, or the older ``XXC white1``."""
        for record in self.of(ColourRecord):
            return record.colour
        words = self.text("XXC").lower().split()
        if "white1" in words:
            return "white"
        return "black" if "black1" in words else None

    @property
    def points(self) -> PointsRecord | None:
        """What results are worth (162), None when the file does not say."""
        return next(iter(self.of(PointsRecord)), None)

    @property
    def starts_on(self) -> date | None:
        """The first day (042), None when it is not given in a form that can be read."""
        return read_date(self.text("042"))

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """The tie-breaks' codes in their order (212, else 202), without the points."""
        names = (self.text("212") or self.text("202")).replace(",", " ").split()
        return tuple(name for name in names if name.upper() != "PTS")
