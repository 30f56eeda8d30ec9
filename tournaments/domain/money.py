"""Amounts of money as people write them: with a comma or a point, their thousands apart or not."""

from __future__ import annotations

import re
from decimal import Decimal

from tournaments.domain.errors import InputError, gettext_noop

MAX_AMOUNT = Decimal("999999.99")
CENT = Decimal("0.01")
# In groups of three, or all together: “1 000,50”, “1000.5”.
_AMOUNT = re.compile(r"([+-]?)(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?", re.ASCII)


def read_amount(text: str) -> Decimal:
    """The amount of “250”, “250,50”, “1 000.5” or “-50”, to two places. Raises InputError for anything else
    and for more than `MAX_AMOUNT`."""
    tidy = " ".join(text.replace("\u2212", "-").split())
    found = _AMOUNT.fullmatch(tidy)
    if found is None:
        raise InputError(
            "amount-expected",
            gettext_noop("“%(text)s” is no amount. Write it like 250 or 250,50."),
            text=text[:40],
        )
    sign, whole, cents = found.groups()
    amount = Decimal(f"{sign}{whole.replace(' ', '')}.{cents or 0}")
    if abs(amount) > MAX_AMOUNT:
        raise InputError(
            "amount-too-large", gettext_noop("The amount is larger than %(most)s."), most=MAX_AMOUNT
        )
    # Not before: more digits than the context's precision cannot be quantized.
    return amount.quantize(CENT)


def read_fee(text: str) -> Decimal:
    """As `read_amount`, of an entry fee: raises InputError for one below zero."""
    amount = read_amount(text)
    if amount < 0:
        raise InputError("fee-below-zero", gettext_noop("A fee is not below zero."))
    return abs(amount)
