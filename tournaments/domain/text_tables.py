"""Tables as text: what a spreadsheet program saves or copies, whatever the encoding and the delimiter."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Container, Sequence
from dataclasses import dataclass

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import search_key

MAX_ROWS = 500  # the tournament (on SQLite the whole site) waits while a list is entered
MAX_COLUMNS = 30
DELIMITERS = ("\t", ";", ",")

Cell = str | InputError
"""The text of a cell, or why it has none (a formula nobody has worked out)."""

# The longer marks first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_END = "\x03"
_SPACES = "\t\n\r\f\v"
_CONTROLS = "".join(character for character in map(chr, range(32)) if character not in _SPACES)
_INVISIBLE = dict.fromkeys(map(ord, f"\ufeff\u200b\u200e\u200f\u00ad{_CONTROLS}"))


@dataclass(frozen=True)
class TableRow:
    """A row that is not empty: the line it begins on (the first is 1), its cells without empty last ones."""

    line: int
    cells: tuple[Cell, ...]


def decode_table(content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16, UTF-32 or, when it is none of them, CP1250.

    Raises InputError when it is no text.
    """
    try:
        text = content.decode(_encoding(content))
    except UnicodeDecodeError:
        # CP1250 has five bytes without a letter; nothing else tells it from any other rubbish.
        text = content.decode("cp1250", errors="replace")
    if any(character in text for character in f"{_CONTROLS}\ufffd"):
        raise InputError(
            "not-text",
            gettext_noop("This is no table: choose a CSV or XLSX file, or paste the rows as text."),
        )
    return text


def _encoding(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding
    # UTF-16 without its mark: every other byte of a western text is zero.
    even, odd = content[::2].count(0), content[1::2].count(0)
    if even + odd > len(content) // 4:
        return "utf-16-le" if odd > even else "utf-16-be"
    return "utf-8"


def read_table(text: str, headings: Container[str] = ()) -> list[TableRow]:
    """The rows of a text whose delimiter is a tab, a semicolon or a comma; `headings` as in `find_delimiter`.

    Raises InputError when there are none, too many, too wide ones, or a quotation mark is not closed.
    """
    lines = text.translate(_INVISIBLE).replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = lines.partition("\n")
    delimiter = _named_delimiter(first)
    if delimiter:
        lines = f"\n{rest}"
    split = _split(lines, delimiter or find_delimiter(lines, headings))
    if split.open_line is not None:
        raise InputError(
            "quote-open",
            gettext_noop("The quotation mark in line %(line)s is not closed."),
            line=split.open_line,
        )
    return require_size(split.rows)


def require_size(rows: list[TableRow]) -> list[TableRow]:
    """The rows. Raises InputError when there are none, or more or wider ones than a list of players has."""
    if not rows:
        raise InputError("list-empty", gettext_noop("There is nobody on the list."))
    if len(rows) > MAX_ROWS + 1:  # one of them may be the headings
        raise too_long()
    for row in rows:
        if len(row.cells) > MAX_COLUMNS:
            raise InputError(
                "list-too-wide",
                gettext_noop("Line %(line)s has more than %(most)s columns."),
                line=row.line,
                most=MAX_COLUMNS,
            )
    return rows


def too_long() -> InputError:
    return InputError(
        "list-too-long",
        gettext_noop("The list has more than %(most)s rows: enter it in parts."),
        most=MAX_ROWS,
    )


def find_delimiter(text: str, headings: Container[str] = ()) -> str:
    """What stands between the cells: what makes two of the `headings` (search keys) of the first row, else
    what splits most rows. A tab, which no name has, when nothing does.

    A comma also stands inside a name (“Novák, Jan”) and only counts where it makes more than that. What
    leaves quotation marks amid a cell comes after what does not; of equals, a tab and then a semicolon.
    """
    best, most = "\t", (False, 0)
    for delimiter in DELIMITERS:
        split = _split(text, delimiter)
        if split.rows and sum(search_key(str(cell)) in headings for cell in split.rows[0].cells) > 1:
            return delimiter
        count = sum(_is_split(row.cells, delimiter) for row in split.rows)
        if count and (split.is_clean, count) > most:
            best, most = delimiter, (split.is_clean, count)
    return best


def _is_split(cells: Sequence[Cell], delimiter: str) -> bool:
    if len(cells) != 2 or delimiter != ",":
        return len(cells) > 1
    return any(part.isdigit() for part in str(cells[1]).split("."))


def _named_delimiter(line: str) -> str | None:
    """The delimiter of a first line `sep=;`, as a widespread spreadsheet program writes it."""
    name, equals, delimiter = line.strip(" \"'\n").partition("=")
    return delimiter if name == "sep" and equals and delimiter in DELIMITERS else None


@dataclass(frozen=True)
class _Split:
    """A text cut into rows; whether all its quotation marks stand where they should, and the line of the one
    that is not closed."""

    rows: list[TableRow]
    is_clean: bool
    open_line: int | None = None


def _split(text: str, delimiter: str) -> _Split:
    try:
        return _Split(_rows(_records(text, delimiter, strict=True)), is_clean=True)
    except csv.Error:
        pass
    try:
        # The end is marked by a character no text has: a mark that is not closed swallows it.
        *records, (last, cells) = _records(f"{text}\n{_END}", delimiter, strict=False)
    except csv.Error:
        # Longer than a cell can be: that began with a mark which is not closed.
        return _Split([], is_clean=False, open_line=1)
    return _Split(_rows(records), is_clean=False, open_line=None if cells == [_END] else last)


def _records(text: str, delimiter: str, *, strict: bool) -> list[tuple[int, list[str]]]:
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=strict, skipinitialspace=True
    )
    records, line = [], 1
    for cells in reader:
        records.append((line, cells))
        line = reader.line_num + 1
    return records


def _rows(records: Sequence[tuple[int, Sequence[str]]]) -> list[TableRow]:
    return [row for line, cells in records if (row := table_row(line, cells)).cells]


def table_row(line: int, cells: Sequence[Cell]) -> TableRow:
    """The row with its texts tidied (one space between words) and without its empty last cells."""
    tidy = [cell if isinstance(cell, InputError) else " ".join(cell.split()) for cell in cells]
    while tidy and tidy[-1] == "":
        tidy.pop()
    return TableRow(line, tuple(tidy))
