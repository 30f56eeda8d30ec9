"""Reads the catalogues of texts: are the compiled ones (.mo) what their sources (.po) say?

The compiled files are committed, since gettext's tools need not be on the machine of who runs the site. This
reads both without them. `python -m tests.catalogues` prints what is out of date.
"""

from __future__ import annotations

import ast
import gettext
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "dama_site" / "locale"


@dataclass
class Message:
    """One text of a .po file; `translations` by plural form, 0 for a text without plurals."""

    fields: dict[str, str] = field(default_factory=dict)
    is_fuzzy: bool = False

    @property
    def msgid(self) -> str:
        context = self.fields.get("msgctxt")
        return self.fields["msgid"] if context is None else f"{context}\x04{self.fields['msgid']}"

    @property
    def translations(self) -> dict[int, str]:
        if "msgstr" in self.fields:
            return {0: self.fields["msgstr"]}
        return {int(name[7:-1]): text for name, text in self.fields.items() if name.startswith("msgstr[")}

    @property
    def is_translated(self) -> bool:
        return not self.is_fuzzy and all(self.translations.values())


def read_po(path: Path) -> list[Message]:
    """Return the texts of a .po file, the header (an empty msgid) left out and obsolete ones with it."""
    return [each for each in _messages(path.read_text(encoding="utf-8")) if each.fields["msgid"]]


def _messages(text: str) -> Iterator[Message]:
    for block in text.split("\n\n"):
        message, name = Message(), ""
        for line in block.splitlines():
            if line.startswith("#,"):
                message.is_fuzzy = "fuzzy" in line
            elif line.startswith(("msgid", "msgstr", "msgctxt")):
                name, _, quoted = line.partition(" ")
                message.fields[name] = ast.literal_eval(quoted)
            elif line.startswith('"'):
                message.fields[name] += ast.literal_eval(line)
        if "msgid" in message.fields:
            yield message


def read_mo(path: Path) -> dict[object, str]:
    """Return a compiled catalogue: msgid, or (msgid, plural form), to its translation."""
    with path.open("rb") as file:
        catalogue = dict(gettext.GNUTranslations(file)._catalog)
    catalogue.pop("", None)
    return catalogue


def compiled_form(messages: list[Message]) -> dict[object, str]:
    """Return what `read_mo` should give for these texts: translated ones, plural forms apart."""
    catalogue: dict[object, str] = {}
    for message in messages:
        if message.is_translated and "msgid_plural" in message.fields:
            catalogue.update({(message.msgid, form): text for form, text in message.translations.items()})
        elif message.is_translated:
            catalogue[message.msgid] = message.translations[0]
    return catalogue


def stale(path: Path) -> str:
    """Return what is wrong with the compiled file of a .po file, "" when it is up to date."""
    compiled = path.with_suffix(".mo")
    if not compiled.exists():
        return f"{compiled} is missing: run make messages"
    wanted, found = compiled_form(read_po(path)), read_mo(compiled)
    different = [key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key)]
    return (
        f"{compiled} is out of date in {len(different)} texts, {different[0]!r} is one: run make messages"
        if different
        else ""
    )


def main() -> int:
    problems = [problem for path in sorted(LOCALE.rglob("*.po")) if (problem := stale(path))]
    print(*problems, sep="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
