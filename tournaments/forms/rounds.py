"""Pairing rounds and recording results."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.messages import parsed_moment
from tournaments.models.round import MAX_GAMES


class PairForm(forms.Form):
    """The round the arbiter means to pair, at once for everybody or as a draft."""

    expected_number = forms.IntegerField(min_value=1)
    draft = forms.BooleanField(required=False)


class VersionForm(forms.Form):
    """What is done to a round as the tournament was when its page was shown."""

    version = forms.IntegerField(min_value=1, required=False)
    reason = forms.CharField(required=False, max_length=200)


class LocalMomentField(forms.CharField):
    """A day and a time as the clocks in the hall show it (`datetime-local`), cleaned to a moment.

    Django's own field refuses the hour that comes twice when the clocks go back; here it is the first.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def prepare_value(self, value: Any) -> Any:
        return timezone.localtime(value).replace(tzinfo=None) if isinstance(value, datetime) else value

    def clean(self, value: Any) -> datetime | None:
        text = super().clean(value)
        return parsed_moment(text) if text else None


class StartForm(forms.Form):
    """When a round begins; nothing while nobody knows. `standing` is the moment that stands there."""

    version = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    starts_at = LocalMomentField(label=_("Starts at"), required=False, max_length=40)

    def __init__(self, *args: Any, standing: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.standing = standing

    def clean_starts_at(self) -> datetime | None:
        """What is sent as it was shown is the moment that stands there: its minutes may come twice that
        night, or it may have seconds."""
        sent = self.cleaned_data["starts_at"]
        if sent is None or self.standing is None:
            return sent
        minutes = [f"{timezone.localtime(each):%Y-%m-%dT%H:%M}" for each in (sent, self.standing)]
        return self.standing if minutes[0] == minutes[1] else sent


class AdjournForm(forms.Form):
    """The pairing's version the arbiter looked at, and whether its game is adjourned."""

    version = forms.IntegerField(min_value=1)
    adjourned = forms.BooleanField(required=False)
    reason = forms.CharField(required=False, max_length=200)


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
            self.add_error("reason", _("The round is closed, or later rounds rest on it: say why."))
        return cleaned
