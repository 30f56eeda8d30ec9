"""Whether the players a record names are those of its pairing."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import search_key, split_name


def require_colours(tags: Mapping[str, str], white: str, black: str) -> None:
    """Raise InputError when the record's players are this pairing's with their colours swapped.

    `white` and `black` are the pairing's as "Family, Given". Other names are no error: see `other_names`.
    """
    named = _named(tags)
    if named is None or is_name_of(named[0], white) or is_name_of(named[1], black):
        return
    if is_name_of(named[0], black) and is_name_of(named[1], white):
        raise InputError(
            "colours-swapped",
            gettext_noop("The record has the colours swapped: in this pairing White is %(white)s."),
            white=white,
        )


def other_names(tags: Mapping[str, str], white: str, black: str) -> tuple[str, str] | None:
    """The two names of the record when neither is that of the pairing's player of its colour, else None.

    A record that does not name both players names nobody else.
    """
    named = _named(tags)
    if named is None or is_name_of(named[0], white) or is_name_of(named[1], black):
        return None
    return named


def is_name_of(written: str, name: str) -> bool:
    """Whether a name, however it is written, may be that of a player called `name` ("Family, Given").

    Diacritics, case and the order of the words do not matter. A word of the family name must be there in
    full; every other word must be one of the player's, or the initial of one.
    """
    family, given = (search_key(part).split() for part in split_name(name))
    words = search_key(written).split()
    if not set(words) & set(family):
        return False
    return not given or all(any(_is_word(word, own) for own in family + given) for word in words)


def _is_word(word: str, own: str) -> bool:
    initial = min(word, own, key=len)
    return word == own or (len(initial) == 1 and word[0] == own[0])


def _named(tags: Mapping[str, str]) -> tuple[str, str] | None:
    """White and Black as the tags give them, None when one of them names nobody."""
    values = {name.lower(): " ".join(value.split()) for name, value in tags.items()}
    white, black = values.get("white", ""), values.get("black", "")
    return (white, black) if search_key(white) and search_key(black) else None
