"""Rounds and days as archives write them, and the rounds that can be told from the order of the records."""

from __future__ import annotations

import re
from calendar import monthrange
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from datetime import date

Days = tuple[date, date]
"""The first and the last day a date may mean: a date without its day means any day of the month."""

MOST_ROUNDS = 99
_ROUND = re.compile(r"(?<!\d)(\d{1,2})(?!\d)(?:\.(\d{1,3})(?!\d))?")


def read_round(text: str) -> tuple[int | None, int | None]:
    """(round, table) of a Round tag: "1" is (1, None), "1.2" is round 1 at table 2, "?" is (None, None)."""
    found = _ROUND.search(text)
    if found is None or not int(found[1]):
        return None, None
    return int(found[1]), int(found[2] or 0) or None


def deduced_rounds(
    stated: Sequence[int | None], players: Sequence[tuple[Hashable, Hashable]]
) -> dict[int, int]:
    """The rounds of records that do not say theirs, by index; those that cannot be told are left out.

    A record belongs to the round of its neighbours in the file when that is one round in which neither of
    its players has another game. Where no record says its round, a new one begins when somebody plays again,
    provided that every round but the last then has everybody in it.
    """
    if all(number is None for number in stated):
        return _by_order(players)
    taken: dict[int, set[Hashable]] = defaultdict(set)
    for number, pair in zip(stated, players, strict=True):
        if number is not None:
            taken[number].update(pair)
    found: dict[int, int] = {}
    for index, number in enumerate(stated):
        if number is None:
            before = next((each for each in reversed(stated[:index]) if each is not None), None)
            after = next((each for each in stated[index:] if each is not None), None)
            free = (n for n in (before, after) if n is not None and not taken[n] & set(players[index]))
            possible = set(free)
            if len(possible) == 1:
                found[index] = possible.pop()
                taken[found[index]].update(players[index])
    return found


def _by_order(players: Sequence[tuple[Hashable, Hashable]]) -> dict[int, int]:
    rounds: list[set[Hashable]] = [set()]
    found = {}
    for index, pair in enumerate(players):
        if rounds[-1] & set(pair):
            rounds.append(set())
        rounds[-1].update(pair)
        found[index] = len(rounds)
    everybody = len({player for pair in players for player in pair})
    if len(rounds) > MOST_ROUNDS or any(len(each) < everybody - everybody % 2 for each in rounds[:-1]):
        return {}
    return found


def read_days(text: str) -> Days | None:
    """The days a Date tag may mean, None when it says nothing: "2006.12.02", "25.11.2000", "1950.",
    "2006.12.??", "????.??.??"."""
    parts = [part for part in re.split(r"[.\-/\s]+", text.strip()) if part]
    if parts and re.fullmatch(r"\d{4}", parts[-1]) and not re.fullmatch(r"\d{4}", parts[0]):
        parts.reverse()
    if not parts or not re.fullmatch(r"\d{4}", parts[0]) or not 1800 <= int(parts[0]) <= 2100:
        return None
    year, month, day = ([int(part) if part.isdecimal() else 0 for part in parts] + [0, 0])[:3]
    if not 1 <= month <= 12:
        return date(year, 1, 1), date(year, 12, 31)
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        return date(year, month, 1), date(year, month, last)
    return date(year, month, day), date(year, month, day)


def period(days: Iterable[Days]) -> Days | None:
    """The first and the last day of an event from the days of its games, None when none is known.

    Where some dates are complete, the incomplete ones add nothing.
    """
    known = list(days)
    exact = [each for each in known if each[0] == each[1]] or known
    if not exact:
        return None
    return min(first for first, _last in exact), max(last for _first, last in exact)
