"""Files of players: CSV or XLSX, told apart by what is in them."""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.list_headings import HEADINGS
from tournaments.domain.text_tables import (
    MAX_ROWS,
    Cell,
    TableRow,
    decode_table,
    read_table,
    require_size,
    table_row,
)

MAX_BYTES = 2 * 1024 * 1024
_MOST_UNPACKED = 20 * 1024 * 1024  # of all the parts of an XLSX file
# A sheet has no more; programs leave formatted cells without content that far out.
_MOST_ROWS = 1_048_576
_MOST_CELLS = 16_384

_ZIP = b"PK\x03\x04"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# What the XLSX reader says of a file that is none, or is broken; it has no error of its own.
_BROKEN = (
    AttributeError,
    EOFError,
    IndexError,
    InvalidFileException,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    SyntaxError,  # of its XML
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)


def read_file(content: bytes) -> tuple[list[TableRow], str]:
    """The rows of a CSV file or of the first sheet of an XLSX file, and the same as a text: `text_rows` reads
    it alike, line by line, so that it can be mended and sent again.

    Raises InputError when the file is too large, old, protected, broken, or no table.
    """
    if len(content) > MAX_BYTES:
        raise _too_large()
    if content.startswith(_OLD_OFFICE):
        raise InputError(
            "old-or-protected",
            gettext_noop(
                "This file is protected by a password, or of the old kind XLS."
                " Save it without a password as XLSX or CSV."
            ),
        )
    if content.startswith(_ZIP):
        rows = _sheet_rows(content)
        return rows, _as_text(rows)
    text = decode_table(content)
    return text_rows(text), text


def text_rows(text: str) -> list[TableRow]:
    """The rows of a text. Raises InputError when it is too large, and as `read_table`."""
    if len(text) > MAX_BYTES:
        raise _too_large()
    return read_table(text, HEADINGS)


def _too_large() -> InputError:
    return InputError(
        "file-too-large", gettext_noop("The file is larger than 2 MB: it is no list of players.")
    )


def _as_text(rows: list[TableRow]) -> str:
    """The rows with tabs between their cells, each on its line; #? of a cell without a text."""
    lines = [""] * rows[-1].line
    for row in rows:
        lines[row.line - 1] = "\t".join(_quoted(cell) for cell in row.cells)
    return "\n".join(lines)


def _quoted(cell: Cell) -> str:
    text = cell if isinstance(cell, str) else "#?"
    return '"{}"'.format(text.replace('"', '""')) if any(mark in text for mark in '",;') else text


def _sheet_rows(content: bytes) -> list[TableRow]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_UNPACKED:
                raise _too_large()
        with warnings.catch_warnings():
            # Of what it does not know in a workbook (styles, checks of input): nothing that is read here.
            warnings.simplefilter("ignore")
            rows = list(_cells(content))
    except InputError:
        raise
    except _BROKEN as problem:
        raise InputError(
            "file-broken",
            gettext_noop("This file cannot be read as XLSX. Save it anew as XLSX or CSV."),
        ) from problem
    return require_size(rows)


def _cells(content: bytes) -> Iterator[TableRow]:
    """The rows that are not empty; at most one more than a list may have."""
    values, formulas = _first_sheet(content, data_only=True), _first_sheet(content, data_only=False)
    found = 0
    for line, (row, sources) in enumerate(zip(values, formulas, strict=True), start=1):
        if line > _MOST_ROWS or len(row) > _MOST_CELLS:
            raise InputError(
                "sheet-too-large",
                gettext_noop("The sheet is larger than a sheet can be: copy the list to a new file."),
            )
        tidy = table_row(line, [_cell(*each) for each in zip(row, sources, strict=True)])
        if tidy.cells:
            found += 1
            yield tidy
        if found > MAX_ROWS + 1:
            return


def _first_sheet(content: bytes, *, data_only: bool) -> Iterator[tuple[Any, ...]]:
    """The cells of the first sheet one can see."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=data_only)
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or book.worksheets
    sheets[0].reset_dimensions()  # what the file says of its size may be wrong
    yield from sheets[0].iter_rows()


def _cell(cell: Any, source: Any) -> Cell:
    """The text of a cell; of a formula, what the program that saved it worked out."""
    value = cell.value
    if source.value is not None and source.data_type == "f" and value is None:
        return InputError(
            "formula-unsaved",
            gettext_noop(
                "Cell %(cell)s is a formula without a result:"
                " open the file in a spreadsheet program and save it."
            ),
            cell=source.coordinate,
        )
    if value is not None and cell.data_type == "e":
        return InputError(
            "formula-fault",
            gettext_noop("Cell %(cell)s has the error %(error)s."),
            cell=cell.coordinate,
            error=str(value)[:20],
        )
    return _value_text(value)


def _value_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.strftime("%Y-%m-%d")
    return "".join(character for character in str(value) if character.isprintable() or character.isspace())
