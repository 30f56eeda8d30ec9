"""A round by hand as it is written into the page: rows of names, read back into entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import search_key, search_text
from tournaments.domain.results import BYE_CODES, RESULTS
from tournaments.messages import explain
from tournaments.models import Entry
from tournaments.services.hand_plans import HandPair

MAX_ROWS = 500
_LEADING_NUMBER = re.compile(r"(\d{1,4})(?!\d)[.\s]*(.*)", re.DOTALL)


@dataclass
class HandRow:
    """A row of the page: what is written for White and Black, and what is wrong with it."""

    white: str = ""
    black: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.white or self.black)


class HandRoundForm(forms.Form):
    """What a round by hand says beside its rows."""

    reason = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=200)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    confirm = forms.CharField(required=False, max_length=64)


def rows_sent(white: Sequence[str], black: Sequence[str]) -> list[HandRow]:
    """The rows of a sent page, the empty ones too."""
    return [HandRow(w.strip()[:200], b.strip()[:200]) for w, b in zip(white, black, strict=False)][:MAX_ROWS]


def seat_label(number: int, entry: Entry) -> str:
    """A player as he is written into a row: `12 Novák Jan`."""
    return f"{number} {entry.player.name}"


def bye_labels() -> list[str]:
    """What can be written for Black where there is no opponent."""
    return [_(RESULTS[code].label) for code in BYE_CODES]


def read_rows(
    rows: Sequence[HandRow], entries: Mapping[int, Entry], pairing_bye: str
) -> list[tuple[HandRow, HandPair]]:
    """The pairs that the rows say, each with its row; what is wrong is written to the row.

    `entries` are by starting number; the plain word for a bye means `pairing_bye`.
    """
    found = []
    for row in rows:
        if row.is_empty:
            continue
        try:
            found.append((row, _read(row, entries, pairing_bye)))
        except InputError as error:
            row.errors.append(explain(error))
    return found


def _read(row: HandRow, entries: Mapping[int, Entry], pairing_bye: str) -> HandPair:
    if not row.white:
        raise InputError("hand-white-missing", gettext_noop("Say who has White."))
    if not row.black:
        raise InputError("hand-black-missing", gettext_noop("Say who has Black, or which bye it is."))
    white = read_seat(row.white, entries)
    bye = _bye_code(row.black, pairing_bye)
    return HandPair(white, None, bye) if bye else HandPair(white, read_seat(row.black, entries))


def _bye_code(text: str, pairing_bye: str) -> str:
    """The code of a bye by its code or its name in the page's language; empty when it is none."""
    key = search_key(text)
    if key in (search_key("bye"), search_key(_(RESULTS["bye"].label))):
        return pairing_bye
    return next(
        (code for code in BYE_CODES if key in (search_key(code), search_key(_(RESULTS[code].label)))), ""
    )


def read_seat(text: str, entries: Mapping[int, Entry]) -> Entry:
    """The entry that is meant: by its starting number, or by as much of a name as only one has.

    Where a number and a name are both written and do not belong together, the name counts: numbers may have
    changed since the page was shown. Raises InputError when nobody or several are meant.
    """
    number, rest = _split(text)
    numbered = entries.get(number) if number is not None else None
    if numbered is not None and search_key(rest) in ("", search_key(numbered.player.name)):
        return numbered
    name = rest or text
    return _by_name(name, entries)


def _split(text: str) -> tuple[int | None, str]:
    found = _LEADING_NUMBER.fullmatch(text)
    return (int(found[1]), found[2].strip()) if found else (None, text)


def _by_name(name: str, entries: Mapping[int, Entry]) -> Entry:
    """Who is called so; of several, who has the words whole."""
    words = search_key(name).split()
    keys = {number: search_text(entry.player.name) for number, entry in entries.items()}
    part = [number for number, key in keys.items() if words and all(word in key for word in words)]
    whole = [number for number in part if set(words) <= set(keys[number].split())]
    found = [entries[number] for number in whole or part]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(
            "hand-name-ambiguous",
            gettext_noop("“%(text)s” may be: %(players)s. Write more of the name, or the starting number."),
            text=name,
            players=", ".join(entry.player.name for entry in found[:5]),
        )
    raise InputError(
        "hand-name-unknown",
        gettext_noop("Nobody in the tournament is called “%(text)s”. Write a starting number or a name."),
        text=name,
    )
