"""Amounts of money as the page's language writes them."""

from __future__ import annotations

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def money(amount: Decimal | None, currency: str = "") -> str:
    """`1 250,00 CZK`; nothing for None."""
    if amount is None:
        return ""
    text = number_format(amount, 2, use_l10n=True, force_grouping=True)
    return f"{text}\u00a0{currency}" if currency else text


@register.filter
def plain_amount(amount: Decimal) -> str:
    """As a form sends it, whatever the language."""
    return f"{amount:.2f}"
