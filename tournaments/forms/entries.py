"""Who plays: entering players, byes, reasons."""

from __future__ import annotations

import copy
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player, RequestedBye
from tournaments.permissions import User, visible_players
from tournaments.services.register import fingerprint


class KnownPlayerForm(forms.Form):
    """Somebody from the list of players."""

    # Of any federation: a probable double may be another's.
    player = forms.ModelChoiceField(Player.objects.none(), widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = visible_players(user)


class NewPlayerForm(forms.Form):
    """Somebody by name: found in the list, or new."""

    name = forms.CharField(
        label=_("Name"),
        max_length=160,
        help_text=_(
            "Surname, given name: “Novák, Jan”. Without a comma the last word is the surname."
            " A player of this name already on the list is entered."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, min_value=1900, max_value=2100)
    club = forms.CharField(label=_("Club"), required=False, max_length=120)
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=4000)
    create_new = forms.BooleanField(
        label=_("A new player, even if somebody on the list has the same name"), required=False
    )


class PlayerListForm(forms.Form):
    """Many at once."""

    text = forms.CharField(
        label=_("Players, one a line"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "Surname, given name: “Novák, Jan”. Without a comma the last word is the surname. After a"
            " semicolon or a tab the year of birth, the club and the rating may follow:"
            " “Novák, Jan; 1990; Sokol; 1500”."
        ),
    )


class PlayerForm(forms.ModelForm):
    """The record of a player, as far as an arbiter may mend it. Nothing is saved by the form."""

    club = forms.CharField(label=_("Club"), required=False, max_length=120)
    seen = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Player
        fields = ["family_name", "given_name", "birth_year"]

    def __init__(self, data: QueryDict | None = None, *, player: Player) -> None:
        initial = {"club": player.club.name if player.club else "", "seen": fingerprint(player)}
        # A copy: validation writes what was sent into the instance, and the page still shows the real one.
        super().__init__(data, instance=copy.copy(player), initial=initial)

    def changes(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in (*self._meta.fields, "club")}


class ByeForm(forms.Form):
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    code = forms.ChoiceField(label=_("Points"), choices=RequestedBye._meta.get_field("code").choices)


class ReasonForm(forms.Form):
    """Why something is done; it stands in the log."""

    reason = forms.CharField(label=_("Why"), required=False, max_length=200)


class RequiredReasonForm(ReasonForm):
    reason = forms.CharField(label=_("Why"), max_length=200)
