"""Template tags of the arbiter's desk."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from django import template

from tournaments.messages import explain

register = template.Library()


@register.filter
def explained(record: Mapping[str, Any]) -> str:
    """A reason or note as a round keeps it (`template`, `params`), in the page's language."""
    return explain(_said(record))


def _said(record: Mapping[str, Any]) -> SimpleNamespace:
    params = {
        name: _said(value) if isinstance(value, Mapping) and "template" in value else value
        for name, value in record["params"].items()
    }
    return SimpleNamespace(template=record["template"], params=params)
