"""Tables as files. What somebody typed is never a formula for the program that opens them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

import tablib
from django.http import HttpResponse

# The wide ones are the same signs to some programs.
_FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BREAKS = ("\t", "\r", "\n")
_PLAIN = (int, float, Decimal, date)
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FORMATS = tuple(_TYPES)
BOM = "\ufeff"
"""Without it a widespread spreadsheet program reads UTF-8 as something else."""


def harmless(value: object) -> object:
    """The value for a cell: a text that would be taken for a formula gets an apostrophe before it.

    Whatever is neither a number nor a day is written as its text, which somebody may have typed.
    """
    if value is None or isinstance(value, _PLAIN):
        return "" if value is None else value
    text = str(value)
    # Some programs pass over white space and what is not seen at all.
    seen = text.lstrip("".join({each for each in text if each.isspace() or not each.isprintable()}))
    return f"'{text}" if text.startswith(_BREAKS) or seen.startswith(_FORMULA_STARTS) else text


def table_file(
    name: str, kind: str, headers: Sequence[str], rows: Iterable[Sequence[object]]
) -> HttpResponse:
    """An answer that is saved as `name`.`kind`, one of `FORMATS`."""
    table = tablib.Dataset(headers=[harmless(str(header)) for header in headers])
    for row in rows:
        table.append([harmless(cell) for cell in row])
    content = table.export(kind)
    if kind == "csv":
        content = f"{BOM}{content}"
    return HttpResponse(
        content,
        content_type=_TYPES[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"'},
    )
