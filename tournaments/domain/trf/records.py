"""The records of TRF16 and TRF26 that mean something here; every other line is kept as its text.

Each class reads its own line (``parse``, which raises ``FieldError``) and writes it (``line``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import Colour
from tournaments.domain.trf.errors import FieldError
from tournaments.domain.trf.fields import (
    one_line,
    read_date,
    read_number,
    read_numbers,
    read_points,
    read_text,
    require_blank,
    show_number,
    show_points,
    show_text,
)


class Record(Protocol):
    """A line of the file."""

    @property
    def code(self) -> str:
        """The first three columns."""

    @property
    def line(self) -> str:
        """The line as it is written, without its end."""


@dataclass(frozen=True, slots=True)
class TextRecord:
    """A record whose text is kept as it is: names, places, remarks and whatever is not known here."""

    code: str
    text: str

    @classmethod
    def parse(cls, line: str) -> "TextRecord":
        return cls(line[:3], line[4:].rstrip())

    @property
    def line(self) -> str:
        return f"{self.code} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class DateRecord(TextRecord):
    """042 and 052: the first and the last day, in whatever form they were written."""

    @classmethod
    def parse(cls, line: str) -> "DateRecord":
        try:
            read_date(line[4:])
        except ValueError:
            text = line[4:].strip()
            raise FieldError(5, gettext_noop("“%(text)s” is no day of the calendar"), text=text) from None
        return cls(line[:3], line[4:].rstrip())


@dataclass(frozen=True, slots=True)
class CountRecord:
    """142 (TRF26) or XXR: how many rounds the tournament has."""

    code: str
    count: int

    @classmethod
    def parse(cls, line: str) -> "CountRecord":
        return cls(line[:3], read_number(line, 4, len(line), required=True))

    @property
    def line(self) -> str:
        return f"{self.code} {self.count}"


@dataclass(frozen=True, slots=True)
class ColourRecord:
    """152: the initial colour."""

    colour: Colour
    code: str = "152"

    @classmethod
    def parse(cls, line: str) -> "ColourRecord":
        text = line[4:].strip().lower()
        if text not in ("w", "b"):
            raise FieldError(5, gettext_noop("“%(text)s” is not a colour: W or B"), text=line[4:].strip())
        return cls("white" if text == "w" else "black")

    @property
    def line(self) -> str:
        return f"152 {self.colour[0].upper()}"


@dataclass(frozen=True, slots=True)
class PointsRecord:
    """162: what a result is worth, by letter: W, D, L, P (pairing bye), A (absence), X (unknown)."""

    values: Mapping[str, Fraction]
    code: str = "162"

    @classmethod
    def parse(cls, line: str) -> "PointsRecord":
        values: dict[str, Fraction] = {}
        for at in range(5, len(line.rstrip()), 9):
            letter, points = line[at].upper(), read_points(line, at + 1, at + 5)
            if letter not in "WDLPAX" or points is None:
                raise FieldError(
                    at + 1,
                    gettext_noop("“%(text)s” is not a letter of W, D, L, P, A, X with its points"),
                    text=line[at : at + 5].strip(),
                )
            values[letter] = points
        return cls(values)

    @property
    def line(self) -> str:
        shown = [f"{letter}{show_points(points, 4, letter)}" for letter, points in self.values.items()]
        return ("162  " + "    ".join(shown)).rstrip()


@dataclass(frozen=True, slots=True)
class ByesRecord:
    """240: who gets a bye of that kind (F, H or Z) in that round."""

    kind: str
    round: int
    players: tuple[int, ...]
    code: str = "240"

    @classmethod
    def parse(cls, line: str) -> "ByesRecord":
        kind = line[4:5].upper().strip() or "Z"
        if kind not in "FHZ":
            raise FieldError(5, gettext_noop("“%(text)s” is not a kind of bye: F, H or Z"), text=line[4])
        require_blank(line, 5)
        return cls(kind, read_number(line, 6, 9, required=True), read_numbers(line, 10, 4))

    @property
    def line(self) -> str:
        players = " ".join(show_number(number, 4, "a player's number") for number in self.players)
        return f"240 {self.kind} {show_number(self.round, 3, 'a round')} {players}".rstrip()


@dataclass(frozen=True, slots=True)
class AccelerationRecord:
    """250: points that players of a range of numbers have more when rounds of a range are paired."""

    match_points: Fraction | None
    game_points: Fraction | None
    rounds: tuple[int, int]
    players: tuple[int, int]
    code: str = "250"

    @classmethod
    def parse(cls, line: str) -> "AccelerationRecord":
        require_blank(line, 8, 13, 17, 21, 26)
        first, player = read_number(line, 14, 17, required=True), read_number(line, 22, 26, required=True)
        return cls(
            read_points(line, 4, 8),
            read_points(line, 9, 13),
            (first, read_number(line, 18, 21) or first),
            (player, read_number(line, 27, 31) or player),
        )

    @property
    def line(self) -> str:
        points = f"{show_points(self.match_points, 4, 'points')} {show_points(self.game_points, 4, 'points')}"
        rounds = " ".join(show_number(number, 3, "a round") for number in self.rounds)
        players = " ".join(show_number(number, 4, "a player's number") for number in self.players)
        return f"250 {points} {rounds} {players}"


@dataclass(frozen=True, slots=True)
class ProhibitedRecord:
    """260: players of whom no two may meet in rounds of a range."""

    rounds: tuple[int, int]
    players: tuple[int, ...]
    code: str = "260"

    @classmethod
    def parse(cls, line: str) -> "ProhibitedRecord":
        require_blank(line, 7)
        first = read_number(line, 4, 7, required=True)
        return cls((first, read_number(line, 8, 11) or first), read_numbers(line, 12, 4))

    @property
    def line(self) -> str:
        rounds = " ".join(show_number(number, 3, "a round") for number in self.rounds)
        players = " ".join(show_number(number, 4, "a player's number") for number in self.players)
        return f"260 {rounds} {players}".rstrip()


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """310: a team with its players in board order."""

    number: int
    name: str
    nickname: str
    strength: int
    match_points: Fraction | None
    game_points: Fraction | None
    rank: int
    players: tuple[int, ...]
    code: str = "310"

    @classmethod
    def parse(cls, line: str) -> "TeamRecord":
        require_blank(line, 7, 40, 46, 53, 60, 67, 71)
        return cls(
            read_number(line, 4, 7, required=True),
            read_text(line, 8, 40),
            read_text(line, 41, 46),
            read_number(line, 47, 53),
            read_points(line, 54, 60),
            read_points(line, 61, 67),
            read_number(line, 68, 71),
            read_numbers(line, 73, 4),
        )

    @property
    def line(self) -> str:
        return " ".join(
            (
                f"310 {show_number(self.number, 3, 'a number')}",
                f"{show_text(self.name, 32)} {show_text(self.nickname, 5)}",
                show_number(self.strength, 6, "a strength"),
                f"{show_points(self.match_points, 6, 'points')} {show_points(self.game_points, 6, 'points')}",
                f"{show_number(self.rank, 3, 'a rank')} ",
                *(show_number(number, 4, "a player's number") for number in self.players),
            )
        ).rstrip()


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """299: points by decision.

    With a ``letter`` it says what such a result is worth: to these players in that round, or to all
    (round 0). Without one the players have so many points more from that round on; round 999: in the final
    standings.
    """

    letter: str
    match_points: Fraction | None
    game_points: Fraction | None
    round: int
    players: tuple[int, ...]
    code: str = "299"

    @classmethod
    def parse(cls, line: str) -> "DecisionRecord":
        require_blank(line, 5, 11, 17, 22)
        return cls(
            read_text(line, 4, 5),
            read_points(line, 6, 11, signed=True),
            read_points(line, 12, 17, signed=True),
            read_number(line, 18, 22),
            read_numbers(line, 23, 4),
        )

    @property
    def line(self) -> str:
        players = " ".join(show_number(number, 4, "a player's number") for number in self.players)
        points = f"{show_points(self.match_points, 5, 'points')} {show_points(self.game_points, 5, 'points')}"
        return f"299 {self.letter:1} {points} {show_number(self.round, 4, 'a round')} {players}".rstrip()

    @property
    def points(self) -> Fraction:
        """What is given or taken: the points of games, which count for players, else those of matches."""
        given = self.match_points if self.game_points is None else self.game_points
        return given or Fraction(0)


def text_record(code: str, text: str) -> TextRecord:
    """Return a record of a text that may hold anything: line ends and control characters become spaces."""
    return TextRecord(code, one_line(text))
