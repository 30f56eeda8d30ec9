"""Results between a TRF file's letters and the codes of the truth table."""

from collections.abc import Mapping

from tournaments.domain.results import RESULTS

_RATED = str.maketrans({"W": "1", "D": "=", "L": "0"})
_GAMES: Mapping[tuple[str, str], str] = {
    kind.trf: code for code, kind in RESULTS.items() if not kind.is_bye and kind.plus is None
}
# A file has no letter for a plus draw: it is read as a draw.
NO_RESULT = ""
"""The code of a game that has no result yet."""
BYE_CODES: Mapping[str, str] = {
    "U": "bye",
    "+": "bye",
    "F": "full-bye",
    "H": "half-bye",
    "=": "half-bye",
    "Z": "zero-bye",
    "-": "zero-bye",
    "": "zero-bye",
}
"""Codes of a round without an opponent; ``+`` and ``=`` are how files older than TRF16 write byes."""


def letters_fit(code: str | None, letters: tuple[str, str]) -> bool:
    """Return whether two players' letters (the second blank for a bye) are how a result is written."""
    if code is None:
        return letters == ("", "")
    kind = RESULTS[code]
    if kind.is_bye:
        return RESULTS[BYE_CODES[letters[0]]].trf == kind.trf
    white, black = letters
    return (white.translate(_RATED), black.translate(_RATED)) == kind.trf


def game_code(white: str, black: str) -> str | None:
    """Return the code of two players' letters: unrated games (W D L) count as played.

    ``NO_RESULT`` where both are blank, None where the letters do not fit together.
    """
    if not white and not black:
        return NO_RESULT
    return _GAMES.get((white.translate(_RATED), black.translate(_RATED)))
