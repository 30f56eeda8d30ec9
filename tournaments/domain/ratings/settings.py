"""The settings of an Elo list: what a list may choose, and presets of federations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.ratings.base import RatedPlayer
from tournaments.domain.ratings.expectation import EXPECTATIONS, PERFORMANCES


@dataclass(frozen=True, slots=True)
class EloSettings:
    """How a list rates.

    ``expected`` and ``first_rating`` are keys of EXPECTATIONS and PERFORMANCES, ``k_rule`` of K_RULES. ``k``
    is the coefficient of the rules that use one; ``scale`` the points of a win it is multiplied with (2 where
    a federation counts 2-1-0); ``share`` the part of the coefficient an event counts with.
    ``difference_limit`` caps a rating difference (None: no cap). ``first_minimum`` is the score (a win is 1)
    a first rating needs. A rating is provisional until ``provisional_games``. ``start_value`` is where an
    event without rated players begins, ``floor`` the lowest rating there is.
    """

    expected: str = "formula"
    difference_limit: int | None = 400
    k_rule: str = "constant"
    k: int = 20
    scale: int = 1
    share: Fraction = Fraction(1)
    first_rating: str = "linear"
    first_minimum: Fraction = Fraction(0)
    provisional_games: int = 10
    start_value: int = 1000
    floor: int = 100


def _k_constant(player: RatedPlayer, games: int, settings: EloSettings) -> Fraction:
    return Fraction(settings.k)


def _k_fide(player: RatedPlayer, games: int, settings: EloSettings) -> Fraction:
    """FIDE B.02 art. 8.3.3: 40 when new or young, 20, and 10 for good once 2400 was reached."""
    rating = player.rating if player.rating is not None else settings.start_value
    if max(rating, player.highest or 0) >= 2400:
        return Fraction(10)
    young = player.age is not None and player.age < 18 and rating < 2300
    return Fraction(40 if player.games < 30 or young else 20)


def _k_kndb(player: RatedPlayer, games: int, settings: EloSettings) -> Fraction:
    """KNDB: 800 divided by the games so far, this event's among them, never under 5.

    Nobody is on the list before 10 games, so fewer count as 10.
    """
    return max(Fraction(800, max(player.games + games, 10)), Fraction(5))


KRule = Callable[[RatedPlayer, int, EloSettings], Fraction]
K_RULES: Mapping[str, KRule] = {"constant": _k_constant, "fide": _k_fide, "kndb": _k_kndb}

RATING_PRESETS: dict[str, EloSettings] = {
    "club": EloSettings(),
    "fide": EloSettings(
        expected="table",
        k_rule="fide",
        first_rating="table",
        first_minimum=Fraction(1, 2),
        provisional_games=30,
        start_value=1400,
        floor=1400,
    ),
    "fmjd": EloSettings(expected="table", first_rating="table", provisional_games=9, start_value=2000),
    "kndb": EloSettings(
        expected="table",
        k_rule="kndb",
        scale=2,
        first_rating="table",
        first_minimum=Fraction(1, 2),
        provisional_games=10,
    ),
}
"""Ready settings, in the order they are offered; a list may change any of them. The coefficient of ``fmjd``
is the list's to set, and its events at faster time controls count with a ``share`` of one half."""

_CHOICES: Mapping[str, Mapping[str, object]] = {
    "expected": EXPECTATIONS,
    "first_rating": PERFORMANCES,
    "k_rule": K_RULES,
}
_NAMES = frozenset(each.name for each in fields(EloSettings))


def settings_from(stored: Mapping[str, object]) -> EloSettings:
    """Return the settings of a list from plain data: ``{"preset": "fide", "k": 30, …}``, all optional.

    Raises ``InputError`` (``rating-settings-invalid``) naming the setting that is wrong.
    """
    preset = stored.get("preset", "club")
    if not isinstance(preset, str) or preset not in RATING_PRESETS:
        raise _invalid("preset", preset, ", ".join(RATING_PRESETS))
    given = {name: value for name, value in stored.items() if name != "preset"}
    for name in given:
        if name not in _NAMES:
            raise _invalid(name, given[name], ", ".join(sorted(_NAMES)))
    return replace(RATING_PRESETS[preset], **{name: _read(name, value) for name, value in given.items()})  # type: ignore[arg-type]


def _read(name: str, value: object) -> object:
    if name in _CHOICES:
        if not isinstance(value, str) or value not in _CHOICES[name]:
            raise _invalid(name, value, ", ".join(_CHOICES[name]))
        return value
    if name == "difference_limit" and value is None:
        return None
    is_part = name in ("share", "first_minimum")
    try:
        number = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise _not_a_number(name, value) from None
    if number < 0 or not (is_part or number.denominator == 1):
        raise _not_a_number(name, value)
    return number if is_part else int(number)


def _invalid(name: str, value: object, allowed: str) -> InputError:
    return InputError(
        "rating-settings-invalid",
        gettext_noop("Rating setting “%(name)s” cannot be “%(value)s”. Possible: %(allowed)s."),
        name=name,
        value=value,
        allowed=allowed,
    )


def _not_a_number(name: str, value: object) -> InputError:
    return InputError(
        "rating-settings-invalid",
        gettext_noop("Rating setting “%(name)s” cannot be “%(value)s”. It must be a number, not negative."),
        name=name,
        value=value,
    )
