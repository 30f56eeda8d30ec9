"""A tournament's fields, and a new tournament with its players."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.tiebreaks import MAX_TIEBREAKS, TIEBREAKS
from tournaments.forms.money import MoneyField
from tournaments.forms.system import PREFIX, checked_settings, setting_fields, systems_of
from tournaments.models import Club, Federation, RatingList, Tournament
from tournaments.models.tournament import MAX_OPENINGS
from tournaments.permissions import (
    User,
    can_make_rating_list,
    staffed_federations,
    usable_rating_lists,
)
from tournaments.services.tournaments import EDITABLE

TIEBREAK_FIELDS = tuple(f"tiebreak_{place}" for place in range(1, MAX_TIEBREAKS + 1))
_SHOWN_AT_ONCE = {
    "name", "ruleset", "pairing_system", "planned_rounds", "rating_list", "players", "__all__"
}  # fmt: skip
_OF_PLAY = {"games_per_round", "boards", "openings"}


@dataclass(frozen=True)
class SettingField:
    """A field of a setting, and the pairing systems it belongs to: their keys and their names."""

    field: forms.BoundField
    systems: str
    names: str


def _day_widget() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _tiebreak_choices() -> list[tuple[str, str]]:
    return [("", "—"), *((key, _(tiebreak.label)) for key, tiebreak in TIEBREAKS.items())]


class TournamentForm(forms.ModelForm):
    """A tournament's fields; the tie-breaks are one choice a place. Nothing is saved by the form."""

    entry_fee = MoneyField(
        label=_("Entry fee"),
        is_fee=True,
        required=False,
        initial=Decimal(0),
        help_text=_("0: none. A player may have one of his own."),
    )

    class Meta:
        model = Tournament
        fields = [name for name in EDITABLE if name not in ("tiebreaks", "system_settings")]
        widgets = {
            "starts_on": _day_widget(),
            "ends_on": _day_widget(),
            "description": forms.Textarea(attrs={"rows": 3}),
            "openings": forms.Textarea(
                attrs={
                    "rows": 4,
                    "spellcheck": "false",
                    "autocapitalize": "none",
                    "autocomplete": "off",
                    "placeholder": _("A name: c3-d4 d6-c5"),
                }
            ),
        }

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place, name in enumerate(TIEBREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break %(place)s") % {"place": place}, choices=_tiebreak_choices, required=False
            )
        self.fields |= setting_fields(self.instance.pairing_system, self.instance.system_settings)
        for name in ("games_per_round", "entry_fee", "currency"):
            if self.is_bound and name not in self.data:
                # Not asked: it stays as it is.
                del self.fields[name]
        self.fields["openings"].validators.append(MaxLengthValidator(MAX_OPENINGS))
        self.fields["initial_colour"].choices = [("", _("drawn by lot")), *self._colours()]
        self.user = user
        self._limit_choices(user)
        for name in ("name", "venue", "time_control"):
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def _colours(self) -> list[tuple[str, str]]:
        return [choice for choice in self.fields["initial_colour"].choices if choice[0]]

    def _limit_choices(self, user: User) -> None:
        """Offer what the user may choose and what stands there; a field without a choice is left out."""
        now, mine = self.instance, staffed_federations(user)
        federations = Federation.objects.filter(Q(pk__in=mine) | Q(pk=now.federation_id))
        offered = {
            "federation": federations,
            "club": Club.objects.filter(Q(federation__in=federations) | Q(pk=now.club_id)),
            "rating_list": RatingList.objects.filter(
                Q(pk__in=usable_rating_lists(user)) | Q(pk=now.rating_list_id)
            ),
        }
        for name, choices in offered.items():
            if choices.exists():
                self.fields[name].queryset = choices
            else:
                del self.fields[name]

    @property
    def has_lists(self) -> bool:
        """Whether the site has a rating list at all; asked where the user may choose none."""
        return RatingList.objects.exists()

    @property
    def may_make_list(self) -> bool:
        return can_make_rating_list(self.user)

    def clean_entry_fee(self) -> Decimal:
        return self.cleaned_data["entry_fee"] or Decimal(0)

    def clean_openings(self) -> str:
        """With one kind of line end, whatever browser sent it."""
        return "\n".join(self.cleaned_data["openings"].splitlines())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._clean_settings(cleaned)
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        tiebreaks = [cleaned[name] for name in TIEBREAK_FIELDS if cleaned.get(name)]
        for place, name in enumerate(TIEBREAK_FIELDS[1:], start=1):
            earlier = [cleaned.get(other) for other in TIEBREAK_FIELDS[:place]]
            if cleaned.get(name) and cleaned[name] in earlier:
                self.add_error(name, _("This tie-break is chosen above already."))
        cleaned["tiebreaks"] = tiebreaks
        return cleaned

    def _clean_settings(self, cleaned: dict[str, Any]) -> None:
        is_open = "pairing_system" in self.fields
        system = cleaned.get("pairing_system") if is_open else self.instance.pairing_system
        stored = self.instance.system_settings
        cleaned["system_settings"] = checked_settings(self, system, stored) if system else stored
        if system:
            # The instance is validated next, and with these.
            self.instance.system_settings = cleaned["system_settings"]

    @property
    def setting_fields(self) -> list[SettingField]:
        """The settings of the pairing systems that can be chosen here."""
        return [
            SettingField(
                self[PREFIX + key],
                " ".join(keys),
                ", ".join(gettext(PAIRING_SYSTEMS[system].label) for system in keys),
            )
            for key, keys in systems_of().items()
            if PREFIX + key in self.fields
        ]

    @property
    def has_errors_of_play(self) -> bool:
        """Whether something is wrong with what the page folds away under the pairing system."""
        return any(name in _OF_PLAY or name.startswith(PREFIX) for name in self.errors)

    @property
    def tiebreak_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIEBREAK_FIELDS]

    def values(self) -> dict[str, Any]:
        """What a service takes: the fields the form has."""
        names = [name for name in EDITABLE if name in self.fields]
        return {name: self.cleaned_data[name] for name in [*names, "tiebreaks", "system_settings"]}

    def refuse(self, error: ValidationError) -> None:
        """Take over a service's ValidationError; a field the form has not speaks for the form as a whole."""
        problems = error.message_dict if hasattr(error, "error_dict") else {None: error.messages}
        for name, messages in problems.items():
            self.add_error(name if name in self.fields else None, messages)


class NewTournamentForm(TournamentForm):
    """A tournament with its players in one box."""

    players = forms.CharField(
        label=_("Players, one a line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text=_(
            "Surname, given name: “Novák, Jan”. Without a comma the last word is the surname. After a"
            " semicolon or a tab the year of birth, the club (of the tournament's federation) and the rating"
            " may follow. Players of the site are found by their name, others are added."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose_only_list()
        self.fields["ends_on"].required = False
        self.fields["starts_on"].required = False

    def _choose_only_list(self) -> None:
        """Where there is one list to be rated on, a new tournament is rated on it unless told otherwise."""
        if "rating_list" in self.fields:
            lists = list(self.fields["rating_list"].queryset[:2])
            if len(lists) == 1:
                self.initial["rating_list"] = lists[0].pk

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if "starts_on" in cleaned and not cleaned["starts_on"]:
            cleaned["starts_on"] = Tournament().starts_on
        if "ends_on" in cleaned and not cleaned["ends_on"]:
            cleaned["ends_on"] = cleaned.get("starts_on")
        return super().clean()

    @property
    def has_folded_errors(self) -> bool:
        """Whether something is wrong with the rest the page folds away."""
        shown = _SHOWN_AT_ONCE | _OF_PLAY
        return any(name not in shown and not name.startswith(PREFIX) for name in self.errors)
