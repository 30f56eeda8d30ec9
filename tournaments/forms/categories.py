"""Categories: their names and their players."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Category, Entry

SEXES = [("", _("anybody")), ("f", _("woman")), ("m", _("man"))]


class CategoryForm(forms.Form):
    """`seen` is the name the page showed."""

    name = forms.CharField(
        label=_("Name"),
        max_length=Category._meta.get_field("name").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


class TickForm(forms.Form):
    """Whom to tick at once, by what is known of them. Sent, nothing is saved yet."""

    born_from = forms.IntegerField(label=_("Born from"), required=False, min_value=1900, max_value=2100)
    born_to = forms.IntegerField(label=_("Born until"), required=False, min_value=1900, max_value=2100)
    sex = forms.ChoiceField(label=_("Sex"), required=False, choices=SEXES)

    def ticked(self, entries: Iterable[Entry]) -> set[int]:
        """The entries that are meant, by their primary keys; nobody where nothing was asked for."""
        asked = self.cleaned_data
        if not any(asked.values()):
            return set()
        return {entry.pk for entry in entries if self._is_meant(entry)}

    def _is_meant(self, entry: Entry) -> bool:
        asked, player = self.cleaned_data, entry.player
        if (asked["born_from"] or asked["born_to"]) and player.birth_year is None:
            return False
        return (
            (asked["born_from"] or 0) <= (player.birth_year or 0)
            and (player.birth_year or 0) <= (asked["born_to"] or 9999)
            and asked["sex"] in ("", player.sex)
        )


class MembersForm(forms.Form):
    """Who is ticked, and who was when the page was opened: only the difference is meant."""

    entries = forms.TypedMultipleChoiceField(coerce=int, required=False)
    seen = forms.CharField(required=False, max_length=20_000)

    def __init__(self, *args, entries: Iterable[int], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entries"].choices = [(pk, pk) for pk in entries]

    def clean_seen(self) -> set[int]:
        parts = self.cleaned_data["seen"].split()
        return {int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) < 19}

    @property
    def changes(self) -> dict[str, set[int]]:
        """What the service takes."""
        ticked, seen = set(self.cleaned_data["entries"]), self.cleaned_data["seen"]
        return {"add": ticked - seen, "remove": seen - ticked}
