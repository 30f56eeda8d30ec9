"""A field for amounts of money."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import number_format

from tournaments.domain.errors import InputError
from tournaments.domain.money import read_amount, read_fee
from tournaments.messages import explain


class MoneyField(forms.CharField):
    """An amount, with a comma or a point, shown as the page's language writes it; None where it is empty.

    `is_fee`: not below zero.
    """

    def __init__(self, *, is_fee: bool = False, **kwargs: Any) -> None:
        self.is_fee = is_fee
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "amount"})
        super().__init__(**{"widget": widget, "max_length": 20, **kwargs})

    def clean(self, value: Any) -> Decimal | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return (read_fee if self.is_fee else read_amount)(text)
        except InputError as error:
            raise ValidationError(explain(error), code=error.code) from error

    def prepare_value(self, value: Any) -> Any:
        return number_format(value, 2, use_l10n=True) if isinstance(value, Decimal | int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return self.clean(data) != initial
        except ValidationError:
            return True
