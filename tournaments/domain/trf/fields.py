"""Fields in fixed columns: reading with the column named, writing with nothing too wide let through.

``start`` and ``end`` are indices into the line, from 0; errors name columns, from 1.
"""

import re
from datetime import date
from fractions import Fraction

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.trf.errors import FieldError

_POINTS = re.compile(r"\d{1,4}(?:[.,]\d{1,2})?")
_SIGNED = re.compile(rf"[+-]?{_POINTS.pattern}")
_ISO_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_CZECH_DATE = re.compile(r"(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def read_text(line: str, start: int, end: int) -> str:
    """Return the text in a field, on one line."""
    return one_line(line[start:end])


def read_number(line: str, start: int, end: int, *, required: bool = False) -> int:
    """Return the whole number in a field: at least 1 when it is required, else 0 stands for a blank."""
    text = line[start:end].strip()
    if not text and not required:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise FieldError(start + 1, gettext_noop("“%(text)s” is not a whole number"), text=text)
    if required and int(text) == 0:
        raise FieldError(start + 1, gettext_noop("the number must be at least 1"))
    return int(text)


def read_points(line: str, start: int, end: int, *, signed: bool = False) -> Fraction | None:
    """Return the points in a field, None when it is blank; below zero only where they may be ``signed``."""
    text = line[start:end].strip()
    if not text:
        return None
    if not (_SIGNED if signed else _POINTS).fullmatch(text):
        raise FieldError(start + 1, gettext_noop("“%(text)s” is not a number of points"), text=text)
    return Fraction(text.replace(",", "."))


def read_numbers(line: str, start: int, width: int) -> tuple[int, ...]:
    """Return the numbers of fields of that width with a space between them, to the end of the line."""
    numbers = []
    for at in range(start, len(line.rstrip()), width + 1):
        require_blank(line, at - 1)
        numbers.append(read_number(line, at, at + width))
    return tuple(number for number in numbers if number)


def require_blank(line: str, *indices: int) -> None:
    """Raise where a column between two fields is not blank: the fields are not where they should be."""
    for index in indices:
        if line[index : index + 1].strip():
            raise FieldError(
                index + 1,
                gettext_noop("“%(text)s” stands where a space should be, so the columns are shifted"),
                text=line[index],
            )


def read_date(text: str) -> date | None:
    """Return a date written as 2026/03/01, 2026-03-01 or 1.3.2026; None for anything else.

    Raises ``ValueError`` for a day that does not exist.
    """
    stripped = text.strip()
    iso, czech = _ISO_DATE.fullmatch(stripped), _CZECH_DATE.fullmatch(stripped)
    if iso:
        year, month, day = iso.groups()
    elif czech:
        day, month, year = czech.groups()
    else:
        return None
    return date(int(year), int(month), int(day))


def one_line(text: str) -> str:
    """Return the text without control characters and blanks at its ends."""
    return _CONTROL.sub(" ", text).strip()


def show_number(value: int, width: int, what: str) -> str:
    """Return the number to the right in its field, blank for 0. Raises ``InputError`` when it is too wide."""
    return _fit(str(value) if value else "", width, what)


def show_points(value: Fraction | None, width: int, what: str) -> str:
    """Return the points with one decimal place, two where they need them."""
    if value is None:
        return " " * width
    places = 1 if (value * 10).denominator == 1 else 2
    return _fit(f"{float(value):.{places}f}", width, what)


def show_text(text: str, width: int) -> str:
    """Return the text to the left in its field, cut to fit."""
    return f"{one_line(text)[:width].rstrip():<{width}}"


def _fit(text: str, width: int, what: str) -> str:
    if len(text) > width:
        raise InputError(
            "trf-too-wide",
            gettext_noop("A TRF file has no room for %(what)s %(text)s: the field has %(width)s columns."),
            what=what,
            text=text,
            width=width,
        )
    return text.rjust(width)
