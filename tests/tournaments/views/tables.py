"""Reading tables off a page."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponse


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = []
        elif self._cell is not None and tag == "span":
            classes = (dict(attributes).get("class") or "").split()
            self._hidden.append("hide" if {"fold-note", "visually-hidden", "club"} & set(classes) else "show")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.tables[-1][-1].append(" ".join("".join(self._cell).split()))
            self._cell = None
        elif tag == "span" and self._hidden:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if self._cell is not None and "hide" not in self._hidden:
            self._cell.append(data)


def tables(response: HttpResponse) -> list[list[list[str]]]:
    """The page's tables as rows of cell texts, without what only phones and screen readers get."""
    parser = _Tables()
    parser.feed(response.content.decode())
    return parser.tables


def rows(response: HttpResponse) -> list[list[str]]:
    """The rows of the page's first table without its head."""
    found = tables(response)
    return found[0][1:] if found else []
