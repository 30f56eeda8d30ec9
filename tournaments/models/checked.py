"""Values of a tournament that only the domain can judge, with its refusals as Django's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from engine import RULESETS
from tournaments.domain.errors import DomainError
from tournaments.domain.openings import OpeningsError, read_openings
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import clean_settings, without_defaults


def stored_settings(system: str, given: Any) -> dict[str, Any]:
    """The settings of a pairing system as a tournament stores them: checked, without those at their defaults.

    Of an unknown system nothing can be said: `given` comes back. Raises ValidationError at `system_settings`.
    """
    if not isinstance(given, Mapping):
        raise ValidationError({"system_settings": gettext("Settings are an object of names and values.")})
    if system not in PAIRING_SYSTEMS:
        return dict(given)
    settings = PAIRING_SYSTEMS[system].settings
    try:
        return dict(without_defaults(settings, clean_settings(settings, given)))
    except DomainError as error:
        raise ValidationError({"system_settings": _sentence(error)}) from error


def require_playable(openings: str, ruleset: str) -> None:
    """Raise ValidationError at `openings` with a sentence for every line that the ruleset does not allow."""
    if ruleset not in RULESETS:
        return
    try:
        read_openings(openings, ruleset)
    except OpeningsError as error:
        raise ValidationError({"openings": [_sentence(problem) for problem in error.problems]}) from error


def _sentence(said: Any) -> str:
    """The message in the active language; a parameter may itself be one."""
    params = {
        name: _sentence(value) if hasattr(value, "template") else value for name, value in said.params.items()
    }
    return gettext(said.template) % params
