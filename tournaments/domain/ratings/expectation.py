"""Expected scores and rating differences: Elo's formula and FIDE's tables of it (B.02 art. 8.1)."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from fractions import Fraction

# Upper ends of the differences expected to give 50, 51, … 99 %; above the last it is 100 %.
_LIMITS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# The difference that a score of 50, 51, … 100 % stands for.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def expected_by_formula(difference: int) -> Fraction:
    """Return 1 / (1 + 10^(-difference / 400)); the two sides of a game add up to exactly 1."""
    higher = Fraction(1 / (1 + 10 ** (-abs(difference) / 400)))
    return higher if difference >= 0 else 1 - higher


def expected_by_table(difference: int) -> Fraction:
    """Return FIDE's table value in hundredths for own rating minus the opponent's."""
    higher = Fraction(50 + bisect_left(_LIMITS, abs(difference)), 100)
    return higher if difference >= 0 else 1 - higher


def difference_linear(share: Fraction) -> Fraction:
    """Return 400 x (wins - losses) / games for a score as a share of the games."""
    return 400 * (2 * share - 1)


def difference_by_table(share: Fraction) -> Fraction:
    """Return FIDE's difference for a score as a share of the games, rounded to a hundredth."""
    hundredths = round_half_away(share * 100)
    sign = 1 if hundredths >= 50 else -1
    return Fraction(sign * _DIFFERENCES[abs(hundredths - 50)])


def round_half_away(value: Fraction) -> int:
    """Return the nearest integer, halves away from zero."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


EXPECTATIONS: Mapping[str, Callable[[int], Fraction]] = {
    "formula": expected_by_formula,
    "table": expected_by_table,
}
PERFORMANCES: Mapping[str, Callable[[Fraction], Fraction]] = {
    "linear": difference_linear,
    "table": difference_by_table,
}
