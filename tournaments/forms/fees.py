"""Fees and payments."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.money import MoneyField
from tournaments.services.fees import LONGEST_NOTE

TAKEN, BACK = "taken", "back"


class PaymentForm(forms.Form):
    """Money taken, or given back."""

    amount = MoneyField(label=_("Amount"))
    direction = forms.ChoiceField(
        label=_("What happened"),
        choices=[(TAKEN, _("taken from the player")), (BACK, _("given back to the player"))],
        required=False,
    )
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)

    def clean_amount(self) -> Decimal:
        amount = self.cleaned_data["amount"]
        if amount is not None and amount <= 0:
            raise forms.ValidationError(_("Write an amount above zero, and choose what happened to it."))
        return amount

    @property
    def signed_amount(self) -> Decimal:
        """Below zero when it was given back."""
        amount = self.cleaned_data["amount"]
        return -amount if self.cleaned_data["direction"] == BACK else amount


class FeeForm(forms.Form):
    """What a player owes: the tournament's fee, or one of his own. `seen` is what the page showed."""

    fee = MoneyField(
        label=_("Own fee"),
        required=False,
        is_fee=True,
        help_text=_("Empty: the tournament's. 0: the player owes nothing."),
    )
    seen = MoneyField(required=False, is_fee=True, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why"), required=False, max_length=200)

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in ("fee", "seen", "reason")}
