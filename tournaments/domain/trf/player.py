"""Record 001: a player, and what he did in each round."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.domain.errors import gettext_noop
from tournaments.domain.trf.errors import FieldError
from tournaments.domain.trf.fields import (
    read_number,
    read_points,
    read_text,
    require_blank,
    show_number,
    show_points,
    show_text,
)

FIRST_ROUND = 91
"""Index of the first round's opponent; each round has ten columns."""
PLAYED = "10=WDL"
FORFEITS = "+-"
BYES = "HFUZ"
_NO_OPPONENT = BYES + "+-= "
_WITH_OPPONENT = PLAYED + FORFEITS + " "


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player. ``opponent`` 0: none; ``colour`` ``w``, ``b`` or ``-``; ``result`` a letter.

    A blank ``result`` with an opponent is a game without a result yet.
    """

    opponent: int
    colour: Literal["w", "b", "-"]
    result: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player. ``rating``, ``rank`` and ``fide_id`` 0: not given. ``rounds`` None: a blank cell."""

    number: int
    name: str
    rating: int = 0
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: int = 0
    birth: str = ""
    points: Fraction | None = None
    rank: int = 0
    rounds: tuple[Cell | None, ...] = ()
    code: str = "001"

    @classmethod
    def parse(cls, line: str) -> "PlayerRecord":
        """Read a line; raises ``FieldError`` with the first column that is wrong."""
        require_blank(line, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
        return cls(
            read_number(line, 4, 8, required=True),
            read_text(line, 14, 47),
            read_number(line, 48, 52),
            read_text(line, 9, 10),
            read_text(line, 10, 13),
            read_text(line, 53, 56),
            read_number(line, 57, 68),
            read_text(line, 69, 79),
            read_points(line, 80, 84, signed=True),
            read_number(line, 85, 89),
            _read_rounds(line),
        )

    @property
    def line(self) -> str:
        """The line; raises ``InputError`` where a number is wider than its field."""
        fields = (
            f"001 {show_number(self.number, 4, 'a player number')} {self.sex[:1]:1}{self.title[:3]:>3}",
            show_text(self.name, 33),
            show_number(self.rating, 4, "a rating"),
            show_text(self.federation, 3),
            show_number(self.fide_id, 11, "an identity number"),
            show_text(self.birth, 10),
            show_points(self.points, 4, "points"),
            show_number(self.rank, 4, "a rank"),
        )
        return (" ".join(fields) + "".join(map(_show_cell, self.rounds))).rstrip()

    def cell(self, round_number: int) -> Cell | None:
        """Return what he did in a round, None where the cell is blank or past the end of his line."""
        return self.rounds[round_number - 1] if round_number <= len(self.rounds) else None


def _read_rounds(line: str) -> tuple[Cell | None, ...]:
    cells = [_read_cell(line, at) for at in range(FIRST_ROUND, len(line.rstrip()), 10)]
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _read_cell(line: str, at: int) -> Cell | None:
    require_blank(line, at - 1, at - 2)
    text = line[at : at + 8].ljust(8)
    if not text.strip():
        return None
    require_blank(line, at + 4, at + 6)
    opponent, colour, result = read_number(line, at, at + 4), text[5].lower(), text[7].upper()
    if colour not in "wb- ":
        raise FieldError(at + 6, gettext_noop("“%(text)s” is not a colour: w, b or -"), text=text[5])
    if result not in (_WITH_OPPONENT if opponent else _NO_OPPONENT):
        message = (
            gettext_noop("“%(text)s” is not a result against an opponent")
            if opponent
            else gettext_noop("“%(text)s” is not a result without an opponent")
        )
        raise FieldError(at + 8, message, text=text[7])
    if result in PLAYED and opponent and colour not in "wb":
        raise FieldError(at + 6, gettext_noop("a game was played, so a colour is needed: w or b"))
    if opponent and colour == "w":
        return Cell(opponent, "w", result.strip())
    if opponent and colour == "b":
        return Cell(opponent, "b", result.strip())
    return Cell(opponent, "-", result.strip())


def _show_cell(cell: Cell | None) -> str:
    if cell is None:
        return " " * 10
    return f"  {cell.opponent or '0000':>4} {cell.colour} {cell.result:1}"
