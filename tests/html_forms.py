"""The forms of a page as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_SENT_AS_TYPED = {"text", "hidden", "number", "date", "search", "email", "url", "datetime-local", "password"}


@dataclass
class HtmlForm:
    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[HtmlForm] = []
        self._form: HtmlForm | None = None
        self._select: tuple[str, bool] | None = None
        self._options: list[tuple[str, bool]] = []
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = HtmlForm(has.get("action", ""), has.get("method", "get").lower())
            self.forms.append(self._form)
        if self._form is None or "disabled" in has:
            return
        if tag == "input" and has.get("name"):
            self._input(has)
        elif tag == "button" and has.get("name"):
            self._form.buttons.append((has["name"], has.get("value", "")))
        elif tag == "select":
            self._select, self._options = (has.get("name", ""), "multiple" in has), []
        elif tag == "option":
            self._options.append((has.get("value", ""), "selected" in has))
        elif tag == "textarea":
            self._area = has.get("name", "")
            self._form.add(self._area, "")

    def _input(self, has: dict[str, str]) -> None:
        kind = has.get("type", "text")
        if kind in _SENT_AS_TYPED:
            self._form.add(has["name"], has.get("value", ""))
        elif kind in ("checkbox", "radio") and "checked" in has:
            self._form.add(has["name"], has.get("value", "on"))

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._form.fields[self._area][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._area is not None:
            # The first line break after the tag is none of the text.
            self._form.fields[self._area][-1] = self._form.fields[self._area][-1].removeprefix("\n")
            self._area = None
        elif tag == "select" and self._form is not None:
            name, many = self._select
            chosen = [value for value, is_chosen in self._options if is_chosen]
            for value in chosen or ([] if many else [value for value, _ in self._options[:1]]):
                self._form.add(name, value)
        elif tag == "form":
            self._form = None


def forms_of(response) -> list[HtmlForm]:
    """The page's forms; unticked boxes and what is disabled is not sent, buttons are named apart."""
    reader = _Reader()
    reader.feed(response.content.decode())
    return reader.forms


def form_to(response, end: str) -> HtmlForm:
    """The one whose address ends so."""
    return next(form for form in forms_of(response) if form.method == "post" and form.action.endswith(end))
