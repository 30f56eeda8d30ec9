"""Errors and reasons of the engine and the domain, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext


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
