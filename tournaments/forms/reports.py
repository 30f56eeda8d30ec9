"""What players report, what the arbiter does with it, and his decisions about points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.results import SCORINGS
from tournaments.models import Tournament
from tournaments.models.desk import MAX_ADJUSTMENT
from tournaments.models.round import MAX_GAMES


class ReportForm(forms.Form):
    """How a game ended, by one of its players."""

    pairing = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    game = forms.IntegerField(min_value=1, max_value=MAX_GAMES)
    code = forms.CharField(max_length=10)


class TableReportForm(ReportForm):
    """The same from the table, where the phone does not say whose it is."""

    side = forms.ChoiceField(
        choices=[("white", _("White")), ("black", _("Black"))],
        error_messages={"required": _("Say first who you are.")},
    )


class DecideReportForm(forms.Form):
    """Which reported result is taken over, seen at which version of the pairing."""

    game = forms.IntegerField(min_value=1, max_value=MAX_GAMES)
    code = forms.CharField(max_length=10, required=False)
    version = forms.IntegerField(required=False, min_value=1)


class AdjustmentForm(forms.Form):
    """Points given (above zero) or taken, as people write them: of 1-½-0 in halves."""

    points = forms.DecimalField(
        label=_("Points"),
        max_digits=5,
        decimal_places=1,
        help_text=_("Below zero: a penalty, such as -1."),
    )
    round_number = forms.IntegerField(label=_("From the round"), min_value=1)
    reason = forms.CharField(
        label=_("Why"), max_length=200, help_text=_("Everybody sees it in the standings.")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        # The page has other forms with fields of these names.
        super().__init__(*args, **{"auto_id": "decision_%s", **kwargs})
        self.unit = SCORINGS[tournament.scoring].unit
        step = "0.5" if self.unit > 1 else "1"
        self.fields["points"].widget.attrs["step"] = step

    def clean_points(self) -> int:
        """In integer points of the scoring."""
        points = Fraction(self.cleaned_data["points"]) * self.unit
        if points.denominator != 1:
            raise forms.ValidationError(_("Write whole points; of 1-½-0 halves too."))
        if not points or abs(points) > MAX_ADJUSTMENT:
            raise forms.ValidationError(_("Give or take some points, not too many."))
        return int(points)
