"""The settings of the pairing systems as fields of a form: `setting_<key>`, one field a key."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.domain.errors import DomainError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import (
    ChoiceSetting,
    NumberSetting,
    Setting,
    SwitchSetting,
    with_defaults,
    without_defaults,
)
from tournaments.messages import explain

PREFIX = "setting_"


def systems_of() -> dict[str, list[str]]:
    """The keys of the systems that have a setting, by the setting's key, in the registries' order."""
    found: dict[str, list[str]] = {}
    for system in PAIRING_SYSTEMS.values():
        for setting in system.settings:
            found.setdefault(setting.key, []).append(system.key)
    return found


def setting_fields(chosen: str, stored: dict[str, Any]) -> dict[str, forms.Field]:
    """A field for every setting of every system, by its name; what is `stored` for `chosen` stands in it."""
    of_chosen = {setting.key: setting for setting in PAIRING_SYSTEMS[chosen].settings}
    every = {setting.key: setting for system in PAIRING_SYSTEMS.values() for setting in system.settings}
    values = with_defaults(list(every.values()), {})
    values |= with_defaults(list(of_chosen.values()), stored)
    fields = {}
    for key, setting in every.items():
        same = [each for system in PAIRING_SYSTEMS.values() for each in system.settings if each.key == key]
        fields[PREFIX + key] = _field(of_chosen.get(key, setting), same, values[key])
    return fields


def _field(setting: Setting, same: list[Setting], value: Any) -> forms.Field:
    """The widest field for all settings of a key: `checked_settings` asks the chosen system's own."""
    common = {"label": gettext(setting.label), "help_text": gettext(setting.help), "initial": value}
    if isinstance(setting, SwitchSetting):
        return forms.BooleanField(**common, required=False)
    if isinstance(setting, ChoiceSetting):
        choices = {key: gettext(label) for each in same for key, label in getattr(each, "choices", ())}
        return forms.ChoiceField(**common, choices=list(choices.items()), required=False)
    numbers = [each for each in same if isinstance(each, NumberSetting)]
    field = forms.IntegerField(**common, required=False)
    field.widget.attrs |= {
        "min": min(each.least for each in numbers),
        "max": max(each.most for each in numbers),
    }
    return field


def checked_settings(form: forms.BaseForm, system: str, stored: dict[str, Any]) -> dict[str, Any]:
    """What was sent for the settings of the system, as it is stored; the faults are put at their fields.

    A setting without a field keeps what is `stored`. Faults of other systems' settings are forgotten: nobody
    sees their fields.
    """
    cleaned = form.cleaned_data
    own = {setting.key: setting for setting in PAIRING_SYSTEMS[system].settings}
    values = {key: value for key, value in stored.items() if key in own and PREFIX + key not in form.fields}
    for name in [name for name in form.fields if name.startswith(PREFIX)]:
        setting = own.get(name.removeprefix(PREFIX))
        if setting is None:
            form.errors.pop(name, None)
        elif name in cleaned:
            value = cleaned[name]
            try:
                values[setting.key] = setting.clean(setting.default if value in ("", None) else value)
            except DomainError as error:
                form.add_error(name, explain(error))
    return dict(without_defaults(PAIRING_SYSTEMS[system].settings, values))


def setting_text(setting: Setting, value: Any) -> str:
    """A value in words."""
    if isinstance(setting, SwitchSetting):
        return gettext("yes") if value else gettext("no")
    if isinstance(setting, ChoiceSetting):
        return gettext(dict(setting.choices).get(value, str(value)))
    return str(value)
