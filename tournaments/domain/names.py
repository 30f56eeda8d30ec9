"""People's names: parts, search keys and the Czech order of the alphabet."""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not take apart into a base and a mark.
_UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
     "ħ": "h", "ŧ": "t", "ŋ": "n", "ə": "e"}
)  # fmt: skip

# ČSN 97 6030: these letters have a place of their own; every other mark only breaks a tie.
_OWN_PLACE = {"č": "c~", "ř": "r~", "š": "s~", "ž": "z~"}


def search_key(text: str) -> str:
    """The text in lower case, without diacritics and punctuation, words apart by one space.

    `search_key("Žížala, Řehoř")` is `"zizala rehor"`.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_UNDIVIDED))
    kept = (c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def search_text(text: str) -> str:
    """What a search looks into: the search key, then each word with a mark inside it as one word too.

    `search_text("O'Neill Jan")` is `"o neill jan oneill"`, so that both `o neill` and `oneill` are found.
    """
    key = search_key(text)
    joined = [search_key(word).replace(" ", "") for word in text.split()]
    return " ".join([key, *(word for word in joined if word and word not in key.split())])


def name_keys(family: str, given: str) -> set[str]:
    """The search keys of a name, whichever part comes first."""
    return {search_key(f"{family} {given}"), search_key(f"{given} {family}")}


def split_name(text: str) -> tuple[str, str]:
    """(family name, given names) of a name as people write it.

    "Žížala, Řehoř" has the family name before the comma; without a comma the last word is taken for it.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    family, comma, given = cleaned.partition(",")
    if comma:
        return family.strip(), given.strip()
    given, _, family = cleaned.rpartition(" ")
    return family, given


def czech_sort_key(text: str) -> tuple[str, str, str]:
    """A key that sorts texts in the Czech order (ČSN 97 6030): č after c, ch after h, ř, š and ž after
    their letter; other diacritics count only between texts that are otherwise equal.
    """
    lowered = unicodedata.normalize("NFC", text).casefold()
    primary = []
    for character in lowered.replace("ch", "h~"):
        if character in _OWN_PLACE:
            primary.append(_OWN_PLACE[character])
        else:
            primary.append(search_key(character) or " " if character != "~" else "~")
    return "".join(primary), lowered, text
