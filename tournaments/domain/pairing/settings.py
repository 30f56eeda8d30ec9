"""What an arbiter may set about a pairing system: declared by the system, stored with the tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.errors import InputError, gettext_noop

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class NumberSetting:
    """A whole number from ``least`` to ``most``."""

    key: str
    label: str
    help: str
    default: int
    least: int
    most: int
    changeable: bool = False

    def clean(self, value: object) -> int:
        """Return the number; raises ``InputError`` (``setting-invalid``) when it is none or out of range."""
        number = int(value) if isinstance(value, str) and value.strip().lstrip("-").isdecimal() else value
        if isinstance(number, bool) or not isinstance(number, int) or not self.least <= number <= self.most:
            raise _invalid(self.key, value, f"{self.least}-{self.most}")
        return number


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """Yes or no."""

    key: str
    label: str
    help: str
    default: bool
    changeable: bool = False

    def clean(self, value: object) -> bool:
        """Return whether it is on; raises ``InputError`` (``setting-invalid``) when it is neither."""
        if not isinstance(value, bool):
            raise _invalid(self.key, value, "true, false")
        return value


@dataclass(frozen=True, slots=True)
class ChoiceSetting:
    """One of ``choices``: stored keys with their labels."""

    key: str
    label: str
    help: str
    default: str
    choices: tuple[tuple[str, str], ...]
    changeable: bool = False

    def clean(self, value: object) -> str:
        """Return the key; raises ``InputError`` (``setting-invalid``) when it is none of the choices."""
        keys = [key for key, _ in self.choices]
        if value not in keys:
            raise _invalid(self.key, value, ", ".join(keys))
        return str(value)


Setting = NumberSetting | SwitchSetting | ChoiceSetting
"""A ``changeable`` one may change after the first round is paired; the default holds where none is stored."""


def _invalid(key: str, value: object, allowed: str) -> InputError:
    return InputError(
        "setting-invalid",
        gettext_noop("The setting “%(setting)s” cannot be “%(value)s”. It can be: %(allowed)s."),
        setting=key,
        value=value,
        allowed=allowed,
    )


def clean_settings(settings: Sequence[Setting], given: Mapping[str, object]) -> dict[str, Value]:
    """Return the values given for settings, each checked.

    Raises ``InputError``: ``setting-unknown`` for a key that is not among ``settings``, ``setting-invalid``.
    """
    known = {setting.key: setting for setting in settings}
    for key in given:
        if key not in known:
            raise InputError(
                "setting-unknown",
                gettext_noop("The pairing system has no setting “%(setting)s”. It has: %(settings)s."),
                setting=key,
                settings=", ".join(known) or "–",
            )
    return {key: known[key].clean(value) for key, value in given.items()}


def with_defaults(settings: Sequence[Setting], stored: Mapping[str, object]) -> dict[str, object]:
    """Return a value for every setting: the stored one, else its default."""
    return {setting.key: stored.get(setting.key, setting.default) for setting in settings}


def without_defaults(settings: Sequence[Setting], values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values that differ from their defaults: what is stored, so that equal settings are equal."""
    defaults = {setting.key: setting.default for setting in settings}
    return {key: value for key, value in values.items() if value != defaults[key]}


def still_known(settings: Sequence[Setting], stored: Mapping[str, object]) -> dict[str, Value]:
    """Return what of another system's settings holds for this one too."""
    kept: dict[str, Value] = {}
    for setting in settings:
        try:
            kept |= {setting.key: setting.clean(stored[setting.key])} if setting.key in stored else {}
        except InputError:
            continue
    return kept
