"""Errors and reasons of the engine and the domain, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.domain.errors import InputError
from tournaments.domain.moments import moment_at
from tournaments.domain.sections import Section


class Explained(Protocol):
    """What the inner rings say: an English template that is the msgid, and its parameters."""

    template: str
    params: Mapping[str, Any]


def explain(said: Explained) -> str:
    """The sentence in the active language; a parameter may itself be such a message."""
    params = {
        name: explain(value) if hasattr(value, "template") else value for name, value in said.params.items()
    }
    return gettext(said.template) % params


def section_title(section: Section) -> str:
    """The name of a part of the standings in the active language; empty for the only one."""
    return gettext(section.label) % section.params if section.label else ""


def moment_text(moment: datetime) -> str:
    """A day and the time the clocks in the hall show then, the same in every language but for the day."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M}"


def explain_record(record: Mapping[str, Any]) -> str:
    """The sentence of a reason or note as a round and the log keep it: `template` and `params`."""
    params = {
        name: explain_record(value) if isinstance(value, Mapping) and "template" in value else value
        for name, value in record["params"].items()
    }
    return gettext(record["template"]) % params


def parsed_moment(text: str) -> datetime:
    """The moment an ISO 8601 text means, in the site's zone where it names none. Raises ValidationError."""
    try:
        local = parse_datetime(text.strip())
    except ValueError:
        local = None
    if local is None:
        raise ValidationError(gettext("Write a day and a time, such as 2026-10-25T18:00."), code="invalid")
    try:
        return moment_at(local, timezone.get_current_timezone())
    except InputError as error:
        raise ValidationError(explain(error), code=error.code) from error
    except OverflowError as error:
        raise ValidationError(gettext("Choose a year between 1900 and 2200."), code="invalid") from error
