"""A list of players from a file or a spreadsheet's cells, and what was chosen for its rows."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.forms.uploads import UploadField
from tournaments.services.player_files import MAX_BYTES
from tournaments.services.player_import import Choice

NEW_PLAYER = "new"
_PREFIX = "choice-"


class PlayerFileForm(forms.Form):
    file = UploadField(
        label=_("File"),
        help_text=_("CSV or XLSX, at most 500 players. Of several sheets the first is read."),
        accept=".csv,.tsv,.txt,.xlsx",
        most=MAX_BYTES,
        too_large=_("The file is larger than 2 MB: it is no list of players."),
    )
    text = forms.CharField(
        label=_("or cells copied from a spreadsheet"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "wrap": "off", "class": "code"}),
        help_text=_(
            "A first line may name the columns: name (or family name and given name), year of birth, club,"
            " rating, federation number, category, fee. Without it they are: name; year of birth; club;"
            " rating."
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not cleaned["file"] and not cleaned["text"].strip():
            self.add_error("file", _("Choose a file, or paste its rows."))
        return cleaned


class ImportVersionForm(forms.Form):
    """The tournament as it was when the rows were looked at."""

    version = forms.IntegerField(min_value=1)


def choices_sent(data: QueryDict) -> dict[int, Choice]:
    """What was chosen for the rows, by their lines; nothing for rows where nothing was."""
    choices: dict[int, Choice] = {}
    for name, value in data.items():
        line = name.removeprefix(_PREFIX)
        if not name.startswith(_PREFIX) or not _is_number(line):
            continue
        if value == NEW_PLAYER:
            choices[int(line)] = None
        elif _is_number(value):
            choices[int(line)] = int(value)
    return choices


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
