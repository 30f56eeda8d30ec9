"""Amounts as people write them."""

from decimal import Decimal

import pytest

from tournaments.domain.errors import InputError
from tournaments.domain.money import read_amount, read_fee


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("250", "250.00"),
        ("250,5", "250.50"),
        ("250.50", "250.50"),
        (" 1 250,50 ", "1250.50"),
        ("1\u00a0250", "1250.00"),
        ("125000", "125000.00"),
        ("-50", "-50.00"),
        ("\u221250", "-50.00"),
        ("+0,01", "0.01"),
        ("0", "0.00"),
        ("999999.99", "999999.99"),
    ],
)
def test_what_is_an_amount(text, amount):
    assert (read_amount(text), read_amount(text).as_tuple().exponent) == (Decimal(amount), -2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1,234",
        "1.2.3",
        "1,2,3",
        "12 34",
        "NaN",
        "Infinity",
        "1e3",
        "--1",
        "1000000",
        "1" * 400,
        "٣",
        "5,",
        ",5",
    ],
)
def test_what_is_none(text):
    with pytest.raises(InputError):
        read_amount(text)


def test_a_fee_is_not_below_zero():
    assert read_fee("-0") == 0
    with pytest.raises(InputError) as caught:
        read_fee("-1")
    assert caught.value.code == "fee-below-zero"
