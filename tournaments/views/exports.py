"""Tables as files. What somebody typed is never a formula for the program that opens them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import tablib
from django.http import HttpResponse

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FORMATS = tuple(_TYPES)
BOM = "\ufeff"
"""Without it a widespread spreadsheet program reads UTF-8 as something else."""


def harmless(value: object) -> object:
    """The value for a cell: a text that would be taken for a formula gets an apostrophe before it."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return "" if value is None else value


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
