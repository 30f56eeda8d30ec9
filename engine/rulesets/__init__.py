"""The registry of rulesets: key -> Ruleset.

To add one: a value in a family's file here, a line in RULESETS, its golden counts and positions in
`tests/golden/engine`, and its label in the translations.
"""

from __future__ import annotations

from engine.errors import UnknownRulesetError, gettext_noop
from engine.rulesets.base import Colour, Ending, FewPieces, Force, Promotion, Ruleset
from engine.rulesets.czech import CECH_DAMA, CZECH, FREE_LANDING, MISERE, ONE_OR_ALL, SLOVAK
from engine.rulesets.english import ENGLISH, ITALIAN
from engine.rulesets.international import BRAZILIAN, CANADIAN, INTERNATIONAL, POOL, RUSSIAN
from engine.rulesets.southern import PORTUGUESE, SPANISH, TURKISH

RULESETS: dict[str, Ruleset] = {
    ruleset.key: ruleset
    for ruleset in (
        CZECH,
        ONE_OR_ALL,
        FREE_LANDING,
        CECH_DAMA,
        SLOVAK,
        MISERE,
        RUSSIAN,
        BRAZILIAN,
        POOL,
        ENGLISH,
        ITALIAN,
        SPANISH,
        PORTUGUESE,
        TURKISH,
        INTERNATIONAL,
        CANADIAN,
    )
}
STANDARD = RULESETS["czech"]


def ruleset_of(key: str | Ruleset) -> Ruleset:
    """The ruleset of a key (a Ruleset is returned as it is); UnknownRulesetError lists the known keys."""
    if isinstance(key, Ruleset):
        return key
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRulesetError(
            "unknown-ruleset",
            gettext_noop("There is no ruleset %(key)s. Known rulesets: %(known)s."),
            key=key,
            known=", ".join(RULESETS),
        ) from None


__all__ = [
    "RULESETS",
    "STANDARD",
    "Colour",
    "Ending",
    "FewPieces",
    "Force",
    "Promotion",
    "Ruleset",
    "ruleset_of",
]
