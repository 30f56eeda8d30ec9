"""A TRF file as a whole: its records in their order, and what they say together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from tournaments.domain.state import Colour
from tournaments.domain.trf.fields import read_date
from tournaments.domain.trf.player import PlayerRecord
from tournaments.domain.trf.records import (
    ColourRecord,
    CountRecord,
    PointsRecord,
    Record,
    TeamRecord,
    TextRecord,
)
from tournaments.domain.trf.remarks import RemarkRecord, Value

_R = TypeVar("_R")
_USUAL_POINTS = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}


@dataclass(frozen=True)
class TrfDocument:
    """A file. ``records`` are all its lines in their order; blank lines are not kept.

    ``lines`` are the numbers of their lines in the file that was read, empty for a document that was made.
    """

    records: tuple[Record, ...]
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def of(self, kind: type[_R]) -> tuple[_R, ...]:
        """Return the records of a class, in their order."""
        return tuple(record for record in self.records if isinstance(record, kind))

    def line_of(self, *codes: str) -> int:
        """Return the line of the first record with the first code that the file has, 1 when it has none."""
        lines = {
            record.code: line for line, record in zip(self.lines[::-1], self.records[::-1], strict=False)
        }
        return next((lines[code] for code in codes if code in lines), 1)

    def line_of_player(self, number: int) -> int:
        """Return the line of a player's record, 1 for a document that was made."""
        found = zip(self.lines, self.records, strict=False)
        return next(
            (line for line, each in found if isinstance(each, PlayerRecord) and each.number == number), 1
        )

    def remarks(self, word: str) -> Iterator[tuple[Value, ...]]:
        """Return the values of our remarks with that word, in their order."""
        return (each.values for each in self._ours.get(word, ()))

    def placed(self, word: str) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Return the line and the values of our remarks with that word."""
        for line, record in zip(self.lines, self.records, strict=False):
            if isinstance(record, RemarkRecord) and record.word == word:
                yield line, record.values

    def remark(self, word: str) -> Value | None:
        """Return the first value of the first remark with that word, None when there is none."""
        return next((values[0] for values in self.remarks(word)), None)

    def number(self, word: str) -> int | None:
        """Return the number of the first remark with that word, None when there is none."""
        value = self.remark(word)
        return value if isinstance(value, int) else None

    def numbered(self, word: str) -> Mapping[int, tuple[Value, ...]]:
        """Return the further values of the remarks with that word by their first, a player or a round."""
        return {values[0]: values[1:] for values in self.remarks(word) if isinstance(values[0], int)}

    @cached_property
    def _ours(self) -> Mapping[str, list[RemarkRecord]]:
        found: dict[str, list[RemarkRecord]] = {}
        for each in self.of(RemarkRecord):
            found.setdefault(each.word, []).append(each)
        return found

    def text(self, code: str) -> str:
        """Return the text of the first record with that code, empty when there is none."""
        return next((each.text.strip() for each in self.of(TextRecord) if each.code == code), "")

    @cached_property
    def players(self) -> Mapping[int, PlayerRecord]:
        """Players by their numbers, ascending."""
        return {each.number: each for each in sorted(self.of(PlayerRecord), key=lambda each: each.number)}

    @cached_property
    def teams(self) -> Mapping[int, TeamRecord]:
        """Teams (310) by their numbers, ascending."""
        return {each.number: each for each in sorted(self.of(TeamRecord), key=lambda each: each.number)}

    @cached_property
    def columns(self) -> int:
        """How many rounds the longest line of a player has."""
        return max((len(each.rounds) for each in self.players.values()), default=0)

    @cached_property
    def paired_rounds(self) -> int:
        """The last round in which somebody was paired: byes alone are wishes for the round to come."""
        stated = self.number("paired")
        return self.columns_with_games if stated is None else stated

    @cached_property
    def columns_with_games(self) -> int:
        """The last column in which somebody has an opponent or a pairing bye."""
        paired = (
            number
            for each in self.players.values()
            for number, cell in enumerate(each.rounds, start=1)
            if cell is not None and (cell.opponent or cell.result in ("U", "+"))
        )
        return max(paired, default=0)

    def games_of(self, round_number: int) -> int:
        """Return how many games each pairing of a round has."""
        stated = self.numbered("round").get(round_number, (1,))[0]
        return stated if isinstance(stated, int) else 1

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

    def worth(self, letter: str) -> Fraction:
        """Return what a win, a draw or a loss (W, D, L) is worth: record 162, else as usual."""
        values = self.points.values if self.points else {}
        return values.get(letter, _USUAL_POINTS[letter])

    @property
    def starts_on(self) -> date | None:
        """The first day (042), None when it is not given in a form that can be read."""
        return read_date(self.text("042"))

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """The tie-breaks in their order: keys from a remark, else codes (212, 202) without the points."""
        stated = next(self.remarks("tiebreaks"), None)
        if stated is not None:
            return tuple(map(str, stated))
        names = (self.text("212") or self.text("202")).replace(",", " ").split()
        return tuple(name for name in names if name.upper() != "PTS")
