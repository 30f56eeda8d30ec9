"""Pairing rounds and recording results."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import MAX_GAMES


class PairForm(forms.Form):
    """The round the arbiter means to pair."""

    expected_number = forms.IntegerField(min_value=1)


class ResultForm(forms.Form):
    """The result of a game of a pairing. The correction of a round that others rest on needs a reason."""

    version = forms.IntegerField()
    game = forms.IntegerField(min_value=1, max_value=MAX_GAMES)
    code = forms.CharField(required=False, max_length=10)
    reason = forms.CharField(required=False, max_length=200)
    adjudicated = forms.BooleanField(required=False)

    def __init__(self, *args: Any, recorded: str | None, is_correction: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.recorded, self.is_correction = recorded, is_correction

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        changes = cleaned.get("code") != (self.recorded or "")
        if self.is_correction and changes and not cleaned.get("reason"):
            self.add_error("reason", _("Later rounds rest on this result: say why it is corrected."))
        return cleaned
