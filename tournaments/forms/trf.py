"""A TRF file to be imported: uploaded or pasted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine import pdn
from tournaments.forms.uploads import UploadField
from tournaments.models import Federation, Tournament
from tournaments.permissions import User, staffed_federations

MAX_BYTES = 1_000_000


class TrfImportForm(forms.Form):
    file = UploadField(
        label=_("TRF file"),
        help_text=_("TRF16 or TRF26, as programs for pairing write it. All of it is imported, or nothing."),
        accept=".trf,.trfx,.txt,text/plain",
        most=MAX_BYTES,
        too_large=_("The file is larger than a megabyte: it is hardly a TRF file."),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "wrap": "off", "class": "code"}),
    )
    name = forms.CharField(
        label=_("Name of the tournament"),
        required=False,
        max_length=Tournament._meta.get_field("name").max_length,
        help_text=_("Empty: as the file calls it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    federation = forms.ModelChoiceField(
        label=_("Federation"),
        queryset=Federation.objects.none(),
        required=False,
        help_text=_("Its players are found by their names and ids; new ones become its players."),
    )
    is_public = forms.BooleanField(label=_("public"), required=False, initial=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        federations = staffed_federations(user)
        if federations.exists():
            self.fields["federation"].queryset = federations
        else:
            del self.fields["federation"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not cleaned["file"] and not cleaned["text"].strip():
            self.add_error("file", _("Choose a file, or paste its text."))
        return cleaned

    def source(self) -> bytes | str:
        """What is to be imported: the file where there is one, else the text."""
        file = self.cleaned_data["file"]
        return file.read() if file else self.cleaned_data["text"]

    def values(self) -> dict[str, Any]:
        """What the service takes besides."""
        names = [name for name in ("name", "federation", "is_public") if name in self.fields]
        return {name: self.cleaned_data[name] for name in names}

    def refuse(self, source: bytes | str, said: list[str]) -> None:
        """Say what is wrong, with the file's text in the box, where it can be mended: no browser sends a
        file again by itself."""
        if isinstance(source, bytes):
            self.data = self.data.copy()
            self.data["text"] = pdn.decode(source).replace("\x00", "")
        self.add_error("text", said)
