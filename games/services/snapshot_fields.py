"""One value of a snapshot's file as a model's field takes it: nothing in it is taken on trust."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from games.domain.snapshot_text import wrong
from games.models import Flag, Game
from tournaments.domain.errors import gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import RESULTS
from tournaments.models import AuditEntry, Match, Pairing, Round, Tournament
from tournaments.selectors.state import GROUPS
from tournaments.services.rounds import PRESENT

YEARS = range(1800, 2201)
MAX_PLIES = 2000
# A message's template has nothing but names to fill in: a width would make a text of any length.
_PLACEHOLDER = re.compile(r"%(?:%|\((\w+)\)[sd])")
# The first class a field is of says what JSON has for it.
_TYPES: tuple[tuple[type[models.Field], type], ...] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.Field, str),
)


def read_value(field: models.Field, value: Any, place: str) -> Any:
    """The value for a field that is not a relation. Raises InputError naming the place."""
    if value is None:
        if not field.null:
            raise wrong(place, gettext_noop("a value is missing."))
        return None
    if isinstance(field, models.JSONField):
        return _json(field, value, place)
    expected = next(kind for of, kind in _TYPES if isinstance(field, of))
    if type(value) is not expected:
        raise wrong(place, _MISSING[expected])
    try:
        return _in_range(field.to_python(value), place)
    except ValidationError as error:
        raise wrong(place, "%(said)s", said=" ".join(error.messages)) from error


_MISSING = {
    bool: gettext_noop("true or false is expected."),
    int: gettext_noop("a whole number is expected."),
    str: gettext_noop("a text is expected."),
}


def _in_range(value: Any, place: str) -> Any:
    if isinstance(value, datetime) and value.tzinfo is None:
        raise wrong(place, gettext_noop("the time has no time zone."))
    if isinstance(value, date) and value.year not in YEARS:
        raise wrong(place, gettext_noop("there were no tournaments in that year."))
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def clean_row(row: models.Model, place: str, *, left_out: set[str]) -> None:
    """Raise InputError for a field that its model forbids; relations and JSON are read elsewhere."""
    fields = row._meta.concrete_fields
    elsewhere = {each.name for each in fields if each.is_relation or isinstance(each, models.JSONField)}
    unknown = {each.name for each in fields if each.null and getattr(row, each.attname) is None}
    try:
        row.clean_fields(exclude=elsewhere | unknown | left_out)
        if isinstance(row, Tournament):
            row.clean()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise wrong(f"{place}.{field}", "%(said)s", said=" ".join(messages)) from error
    for name in _CODES.get(type(row), ()):
        code = getattr(row, name)
        if code and code not in RESULTS:
            raise wrong(f"{place}.{name}", gettext_noop("there is no such result."))
    if isinstance(row, Round) and row.pairing_system not in PAIRING_SYSTEMS:
        raise wrong(f"{place}.pairing_system", gettext_noop("there is no such pairing system."))


# Results that the models keep without a choice of their own.
_CODES: dict[type[models.Model], tuple[str, ...]] = {Game: ("result",), Flag: ("decided_result",)}


def _json(field: models.JSONField, value: Any, place: str) -> Any:
    _require_sound_messages(value, place)
    if not JSON_SHAPES[field.model, field.name](value):
        raise wrong(place, gettext_noop("this is not what a site writes here."))
    return value


def _require_sound_messages(value: Any, place: str) -> None:
    """Every message in the value (a template and its parameters) can be said."""
    if isinstance(value, list):
        for each in value:
            _require_sound_messages(each, place)
    elif isinstance(value, dict):
        if "template" in value and not _is_message(value):
            raise wrong(place, gettext_noop("a message in it cannot be read."))
        for each in value.values():
            _require_sound_messages(each, place)


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    template, params = value.get("template"), value.get("params")
    if not isinstance(template, str) or not isinstance(params, dict):
        return False
    if "%" in _PLACEHOLDER.sub("", template):
        return False
    # A number is written by %d or %s, anything else by %s.
    numbers = set(re.findall(r"%\((\w+)\)d", template))
    names = {match.group(1) for match in _PLACEHOLDER.finditer(template)} - {None}
    return names <= params.keys() and all(type(params[name]) in (int, float) for name in numbers)


def _is_anything(value: Any) -> bool:
    return True


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _are_moves(value: Any) -> bool:
    return _are_texts(value) and 0 < len(value) <= MAX_PLIES


def _are_reasons(value: Any) -> bool:
    return isinstance(value, list) and all(
        _is_message(each) and isinstance(each.get("code"), str) for each in value
    )


def _are_options(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    groups, present = value.get(GROUPS, []), value.get(PRESENT, [])
    if not isinstance(present, list) or not all(type(number) is int for number in present):
        return False
    return isinstance(groups, list) and all(
        isinstance(group, list) and all(type(number) is int for number in group) for group in groups
    )


JSON_SHAPES: dict[tuple[type[models.Model], str], Callable[[Any], bool]] = {
    (Tournament, "tiebreaks"): _are_texts,
    (Tournament, "system_settings"): _is_object,
    (Round, "options"): _are_options,
    (Round, "notes"): _are_reasons,
    (Pairing, "reasons"): _are_reasons,
    (Match, "reasons"): _are_reasons,
    (Game, "moves"): _are_moves,
    (Flag, "details"): _is_object,
    (Flag, "opinion"): lambda value: value == {} or _is_message(value),
    # Whatever a service wrote down; that the log can say it is tried once the rows stand.
    (AuditEntry, "before"): _is_anything,
    (AuditEntry, "after"): _is_anything,
}
