"""Pairing rounds and recording results."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Pairing


class PairForm(forms.Form):
    """The round the arbiter means to pair."""

    expected_number = forms.IntegerField(min_value=1)


class ResultForm(forms.Form):
    """A pairing's result. The correction of a round that others rest on needs a reason."""

    version = forms.IntegerField()
    code = forms.CharField(required=False, max_length=10)
    reason = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, pairing: Pairing, is_correction: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairing, self.is_correction = pairing, is_correction

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        changes = cleaned.get("code") != (self.pairing.result_code or "")
        if self.is_correction and changes and not cleaned.get("reason"):
            self.add_error("reason", _("Later rounds rest on this result: say why it is corrected."))
        return cleaned
