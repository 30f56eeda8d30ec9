"""Forms of the games app: the shape of what is sent."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.domain.claims import CLAIMS
from games.domain.records import MAX_TEXT
from games.domain.snapshot_text import MAX_BYTES
from games.models import Flag, Game
from tournaments.domain.results import GAME_RESULTS, RESULTS
from tournaments.forms.uploads import UploadField
from tournaments.templatetags.pages import result_text

MAX_PACKED = 3_000_000
"""Characters of a file within a page; a form may have five megabytes besides its files."""


class SubmitForm(forms.Form):
    """A record as text, the same whether it was pasted or made on the board."""

    pdn = forms.CharField(
        label=_("Moves"),
        max_length=MAX_TEXT,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "spellcheck": "false",
                "autocapitalize": "none",
                "autocomplete": "off",
                "placeholder": "1. c3-d4 d6-c5 2. b2-c3 …",
            }
        ),
        help_text=_("PDN, or the moves alone: c3-d4, c3d4 or 22-18; captures f4xd6 or f4:d6."),
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        help_text=_(
            "Needed where the game did not end on the board: somebody gave up, or a draw was agreed."
        ),
    )
    claim = forms.ChoiceField(
        label=_("Claim of a draw"),
        required=False,
        help_text=_("In the position at the end of these moves; the arbiter decides."),
    )
    source = forms.ChoiceField(
        required=False,
        widget=forms.HiddenInput,
        choices=[(Game.Source.PDN.value, ""), (Game.Source.BOARD.value, "")],
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["result"].choices = [
            ("", _("as the record or the board says")),
            *_results(rated_only=True),
        ]
        self.fields["claim"].choices = [("", _("none")), *((key, _(label)) for key, label in CLAIMS.items())]

    def clean_source(self) -> str:
        return self.cleaned_data["source"] or Game.Source.PDN


class DecisionForm(forms.Form):
    """What an arbiter decides about a finding."""

    decision = forms.ChoiceField(choices=[(Flag.Status.UPHELD.value, ""), (Flag.Status.DISMISSED.value, "")])
    result = forms.ChoiceField(required=False)
    reason = forms.CharField(max_length=200, required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["result"].choices = [("", ""), *_results(rated_only=False)]


def _results(*, rated_only: bool) -> list[tuple[str, str]]:
    """Result codes with how they are written and what they mean; the plus of a draw is given at the desk."""
    return [
        (code, f"{result_text(code)}  {_(RESULTS[code].label)}")
        for code in GAME_RESULTS
        if (RESULTS[code].rated or not rated_only) and RESULTS[code].plus is None
    ]


def decision_results() -> list[tuple[str, str]]:
    """The results an arbiter may record with a decision."""
    return _results(rated_only=False)


class RestoreForm(forms.Form):
    """A tournament's file; `kept` has it again, packed, where the arbiter is asked before it is used."""

    file = UploadField(
        label=_("The tournament's file"),
        help_text=_("As this site or another saved it. All of it is restored, or nothing."),
        accept=".json,application/json",
        most=MAX_BYTES,
        too_large=_("The file is larger than %(most)s megabytes."),
    )
    kept = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    replace = forms.BooleanField(label=_("Replace what was changed here since"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            cleaned["source"] = self._source(cleaned)
        return cleaned

    def _source(self, cleaned: dict[str, Any]) -> bytes | None:
        if cleaned["file"] is not None:
            return cleaned["file"].read()
        source = unpacked(cleaned["kept"]) if cleaned["kept"] else None
        if source is None:
            self.add_error("file", _("Choose a file."))
        return source


def packed(source: bytes) -> str:
    """A file as a hidden field carries it, "" for one that is too large for that."""
    text = base64.b64encode(zlib.compress(source, 9)).decode()
    return text if len(text) <= MAX_PACKED else ""


def unpacked(text: str) -> bytes | None:
    """The file again, None for what is none (or would be larger than a file may be)."""
    unpacking = zlib.decompressobj()
    try:
        source = unpacking.decompress(base64.b64decode(text, validate=True), MAX_BYTES)
    except (ValueError, zlib.error):
        return None
    return source if unpacking.eof else None
