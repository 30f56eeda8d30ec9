"""Whose names an archive means: one person written in several ways, and slips that look like another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.domain.names import search_key, split_name

PersonKey = tuple[str, ...]
"""The words of a name without diacritics, case and punctuation, in alphabetical order."""


def person_key(name: str) -> PersonKey:
    """Equal for the spellings of one name: `person_key("Žížala,Řehoř") == person_key("Rehor ZIZALA")`.

    Empty when the text holds no name ("?", "").
    """
    return tuple(sorted(search_key(name).split()))


def best_name(spellings: Mapping[str, int]) -> tuple[str, str]:
    """(family name, given names) from all spellings of one name and how often each stands.

    The spelling with the most diacritics counts, then the most frequent; a comma in any of them says
    which words are the family name.
    """
    best = min(spellings, key=lambda each: (-_marks(each), -spellings[each], each))
    with_comma = [each for each in spellings if "," in each]
    if not with_comma or "," in best:
        return split_name(best)
    family_key = search_key(split_name(max(with_comma, key=lambda each: spellings[each]))[0]).split()
    words = best.split()
    family = [word for word in words if search_key(word) in family_key]
    given = [word for word in words if search_key(word) not in family_key]
    return " ".join(family), " ".join(given)


def _marks(text: str) -> int:
    return sum(not character.isascii() for character in text)


class NearNames:
    """Finds names that differ from a given one by what may be a slip of the pen.

    That is one letter too many, missing, wrong or swapped with its neighbour in one word, an initial for a
    word, or a word written in two. Another digit is never a slip. Nothing is merged by it: it is for people
    to look at.
    """

    def __init__(self, names: Iterable[PersonKey]) -> None:
        self._by_others: dict[PersonKey, set[PersonKey]] = defaultdict(set)
        self._by_letters: dict[str, set[PersonKey]] = defaultdict(set)
        for name in names:
            self._by_letters[_letters(name)].add(name)
            for index in range(len(name)):
                self._by_others[_without(name, index)].add(name)

    def near(self, name: PersonKey) -> set[PersonKey]:
        """The names that are near this one, itself left out."""
        found = {other for other in self._by_letters[_letters(name)] if len(other) != len(name)}
        for index, word in enumerate(name):
            others = _without(name, index)
            found |= {other for other in self._by_others[others] if is_slip(word, _difference(other, others))}
        return found - {name}


def is_slip(one: str, other: str) -> bool:
    """Whether two words may be the same one, miswritten: one letter apart, or one the other's initial."""
    if _digits(one) != _digits(other):
        return False
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) <= 1:
        return len(longer) > 1 and longer.startswith(shorter) and bool(shorter)
    return _within_one_edit(shorter, longer)


def _within_one_edit(shorter: str, longer: str) -> bool:
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    rest, other = shorter[start:], longer[start:]
    if len(rest) != len(other):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])


def _digits(word: str) -> str:
    return "".join(character for character in word if character.isdigit())


def _letters(name: PersonKey) -> str:
    return "".join(sorted("".join(name)))


def _without(name: PersonKey, index: int) -> PersonKey:
    return name[:index] + name[index + 1 :]


def _difference(name: PersonKey, others: PersonKey) -> str:
    """The one word of a name that is not among the others."""
    left = list(name)
    for word in others:
        left.remove(word)
    return left[0]
