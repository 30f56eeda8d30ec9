"""The settings of a tournament."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import with_defaults
from tournaments.forms.system import PREFIX, setting_text
from tournaments.forms.tournament import TIEBREAK_FIELDS, TournamentForm
from tournaments.models import Tournament
from tournaments.permissions import User
from tournaments.selectors.audit import fact_text, field_label
from tournaments.services.tournaments import EDITABLE, FIXED_BY_ROUNDS, plain_facts


@dataclass(frozen=True)
class Meanwhile:
    """A field somebody else changed: what the page showed and what stands there now."""

    label: str
    shown: str
    now: str


class SettingsForm(TournamentForm):
    """The settings of a tournament, with what the page showed when it was opened."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.JSONField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why"), required=False, max_length=200, help_text=_("Stands in the log beside the change.")
    )

    def __init__(self, data: QueryDict | None = None, *, tournament: Tournament, user: User) -> None:
        initial = {
            "version": tournament.version,
            "seen": plain_facts(tournament),
            **dict(zip(TIEBREAK_FIELDS, tournament.tiebreaks, strict=False)),
        }
        # A copy: validation writes what was sent into the instance, and the page still shows the real one.
        super().__init__(data, instance=copy.copy(tournament), initial=initial, user=user)
        self.has_rounds = tournament.rounds.exists()
        if self.has_rounds:
            # Fixed now; sent by a page opened before, they are for the service to refuse.
            for name in self._fixed():
                if data is None or name not in data:
                    self.fields.pop(name, None)

    def _fixed(self) -> list[str]:
        settings = PAIRING_SYSTEMS[self.instance.pairing_system].settings
        changeable = {PREFIX + setting.key for setting in settings if setting.changeable}
        others = [name for name in self.fields if name.startswith(PREFIX) and name not in changeable]
        return [*FIXED_BY_ROUNDS, *others]

    @property
    def fixed_settings(self) -> list[tuple[str, str]]:
        """What the rounds rest on, as names and values in words."""
        settings = PAIRING_SYSTEMS[self.instance.pairing_system].settings
        values = with_defaults(settings, self.instance.system_settings)
        return [
            (gettext(setting.label), setting_text(setting, values[setting.key]))
            for setting in settings
            if PREFIX + setting.key not in self.fields
        ]

    def clean_seen(self) -> dict[str, Any]:
        seen = self.cleaned_data["seen"]
        if not isinstance(seen, dict):
            raise ValidationError(gettext("The page was sent incomplete: open it again."))
        return seen

    def changed_meanwhile(self, now: Tournament) -> list[Meanwhile]:
        """What others changed since this page was opened. Needs a valid form."""
        seen, current = self.cleaned_data["seen"] or {}, plain_facts(now)
        return [
            Meanwhile(field_label(name), fact_text(name, seen.get(name)), fact_text(name, value))
            for name, value in current.items()
            if seen.get(name) != value
        ]

    def on_top_of(self, now: Tournament, user: User) -> SettingsForm:
        """The same input over the tournament as it is now; what the user left alone is what stands there."""
        seen, mine = self.cleaned_data["seen"] or {}, plain_facts(self._mine())
        fresh = SettingsForm(tournament=now, user=user)
        data = self.data.copy()
        untouched = [name for name in EDITABLE if mine.get(name) == seen.get(name)]
        names = [*untouched, "version", "seen"]
        if "tiebreaks" in untouched:
            names += TIEBREAK_FIELDS
        if "system_settings" in untouched:
            names += [name for name in fresh.fields if name.startswith(PREFIX)]
        for name in names:
            if name in fresh.fields:
                data.setlist(name, _sent(fresh[name]))
        return SettingsForm(data, tournament=now, user=user)

    def _mine(self) -> Tournament:
        mine = copy.copy(self.instance)
        mine.tiebreaks = self.cleaned_data["tiebreaks"]
        mine.system_settings = self.cleaned_data["system_settings"]
        return mine


def _sent(field: forms.BoundField) -> list[str]:
    """What a browser would send for a field as it is drawn."""
    value = field.value()
    if isinstance(field.field, forms.BooleanField):
        return ["on"] if value else []
    shown = field.field.widget.format_value(value)
    if isinstance(shown, list | tuple):
        return [str(each) for each in shown]
    return [] if shown is None else [str(shown)]
