"""Template tags of the arbiter's desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.messages import explain_record

register = template.Library()


@register.filter
def explained(record: Mapping[str, Any]) -> str:
    """A reason or note as a round keeps it (`template`, `params`), in the page's language."""
    return explain_record(record)
