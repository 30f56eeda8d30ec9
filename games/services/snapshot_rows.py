"""Rows of a snapshot's file as rows of the database, each checked before it is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.db import DatabaseError, models

from games.domain.snapshot_text import wrong
from games.selectors.snapshot_kinds import KEYS_INSIDE, KINDS, LOG, PLAYERS, TOURNAMENT, Kind
from games.selectors.snapshots import with_key
from games.services.snapshot_fields import clean_row, read_value
from tournaments.domain.errors import gettext_noop
from tournaments.models import Tournament

LISTS = ("federations", "clubs", *(kind.name for kind in (PLAYERS, *KINDS, LOG)))


@dataclass
class Keys:
    """How the file's names of other rows become keys: `ids` by model and number in the file, `named` by model
    for what is described by a text (accounts, federations, rating lists)."""

    ids: dict[type[models.Model], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    named: dict[type[models.Model], Callable[[str], int | None]] = field(default_factory=dict)
    inside: dict[type[models.Model], dict[int, int]] = field(default_factory=dict)

    def key(self, model: type[models.Model], value: Any, place: str) -> int | None:
        if model in self.named:
            if not isinstance(value, str):
                raise wrong(place, gettext_noop("a text is expected."))
            return self.named[model](value)
        if type(value) is not int or value not in self.ids[model]:
            raise wrong(place, gettext_noop("there is no such row in the file."))
        return self.ids[model][value]


def require_lists(content: Mapping[str, Any]) -> None:
    """Raise InputError where the file lacks one of its lists, has one this site does not know, or a row is
    not an object."""
    known = {*LISTS, TOURNAMENT.name}
    for name in sorted(content.keys() - known):
        raise wrong(name, gettext_noop("this site does not know this part. A newer version wrote the file."))
    for name in LISTS:
        rows = content.get(name)
        if not isinstance(rows, list):
            raise wrong(name, gettext_noop("a list is expected."))
        for index, row in enumerate(rows):
            if not isinstance(row, dict):
                raise wrong(f"{name}[{index}]", gettext_noop("an object of names and values is missing."))
    if not isinstance(content.get(TOURNAMENT.name), dict):
        raise wrong(TOURNAMENT.name, gettext_noop("an object of names and values is missing."))


def texts(row: Mapping[str, Any], place: str, *names: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """Those values of a row, each a text; the optional ones may be null."""
    for name in (*names, *optional):
        value = row.get(name)
        if not isinstance(value, str) and not (name in optional and value is None):
            raise wrong(f"{place}.{name}", gettext_noop("a text is expected."))
    return {name: row.get(name) for name in (*names, *optional)}


def read_row(
    kind: Kind,
    data: Mapping[str, Any],
    place: str,
    keys: Keys,
    row: models.Model,
    kept: frozenset[str] = frozenset(),
) -> models.Model:
    """Fill an unsaved row (or the one that stands already) with the file's values and check them.

    A field the file lacks keeps its default: an older site did not have it. Raises InputError for a field
    this site does not know, and for a value a field cannot have. Fields in `kept` stay as the row has them.
    """
    known = {"id", *(each.name for each in (*kind.fields, *kind.lists))}
    for name in sorted(data.keys() - known):
        raise wrong(
            f"{place}.{name}",
            gettext_noop("this site does not know this field. A newer version wrote the file."),
        )
    for each in kind.fields:
        if each.name in kept:
            continue
        if each.name in data:
            setattr(row, each.attname, _value(each, data[each.name], f"{place}.{each.name}", keys))
        elif not (each.has_default() or each.null or each.blank):
            raise wrong(f"{place}.{each.name}", gettext_noop("a value is missing."))
    for key in KEYS_INSIDE.get(kind.model, ()):
        for column in key.columns if key.is_in(row) else ():
            # Keys of another site mean nothing here, and must not mean somebody else's row.
            numbers = keys.inside.get(key.target, {})
            setattr(row, column, with_key(getattr(row, column), key.name, numbers))
    clean_row(row, place, left_out=set(kind.left_out))
    return row


def _value(each: models.Field, value: Any, place: str, keys: Keys) -> Any:
    if each.related_model is None:
        return read_value(each, value, place)
    if value is None:
        if not each.null:
            raise wrong(place, gettext_noop("a value is missing."))
        return None
    found = keys.key(each.related_model, value, place)
    if found is None and not each.null:
        raise wrong(place, gettext_noop("a value is missing."))
    return found


def write_rows(
    kind: Kind,
    content: Mapping[str, Any],
    tournament: Tournament,
    keys: Keys,
    after: Callable[[Any, str], None] | None = None,
    before: Callable[[Any, str], None] | None = None,
) -> list[Any]:
    """Write the rows of one kind; `keys` know them afterwards. `before` and `after` are called with each row
    and its place, around the writing of it."""
    rows = []
    for index, data in enumerate(content[kind.name]):
        place = f"{kind.name}[{index}]"
        number = number_of(data, place, keys.ids[kind.model])
        row = new_row(kind, data, place, tournament, keys)
        if before is not None:
            before(row, place)
        save_row(row, place)
        keys.ids[kind.model][number] = row.pk
        if after is not None:
            after(row, place)
        rows.append(row)
    # A row may name one of its own kind that comes after it.
    for index, row in enumerate(rows):
        write_lists(kind, row, content[kind.name][index], f"{kind.name}[{index}]", keys)
    return rows


def new_row(
    kind: Kind, data: Mapping[str, Any], place: str, tournament: Tournament, keys: Keys
) -> models.Model:
    """The row as the file has it, not yet saved."""
    row = kind.model()
    if kind.of == "tournament":
        row.tournament = tournament
    return read_row(kind, data, place, keys, row)


def number_of(data: Mapping[str, Any], place: str, taken: Mapping[int, int]) -> int:
    """The number of a row in the file. Raises InputError where it has none, or another row's."""
    number = data.get("id")
    if type(number) is not int or number in taken:
        raise wrong(f"{place}.id", gettext_noop("each row has a whole number of its own."))
    return number


def save_row(row: models.Model, place: str) -> None:
    """Insert a row as it is: times that a model would set to now stay as the file has them."""
    try:
        row.save_base(raw=True)
    except DatabaseError as error:
        raise wrong(place, gettext_noop("the database does not allow this row.")) from error


def write_lists(kind: Kind, row: models.Model, data: Mapping[str, Any], place: str, keys: Keys) -> None:
    """Write what a row names in lists, such as the entries of a category."""
    for each in kind.lists:
        values = data.get(each.name, [])
        if not isinstance(values, list):
            raise wrong(f"{place}.{each.name}", gettext_noop("a list is expected."))
        if each.related_model is get_user_model():
            continue
        others = [
            keys.key(each.related_model, value, f"{place}.{each.name}[{index}]")
            for index, value in enumerate(values)
        ]
        getattr(row, each.name).set(others)
