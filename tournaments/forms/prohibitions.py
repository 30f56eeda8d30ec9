"""Who may not meet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Tournament


class ProhibitionForm(forms.Form):
    """Two players of the tournament."""

    one = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Entry.objects.none(), label=_("May not meet"))
    reason = forms.CharField(label=_("Why"), required=False, max_length=200)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = tournament.entries.select_related("player").order_by(
            "player__family_name", "player__given_name", "pk"
        )
        for name in ("one", "other"):
            self.fields[name].queryset = entries
