"""Result tokens, as they are written in games and tags."""

from __future__ import annotations

_NORMAL = {
    "1-0": "1-0",
    "2-0": "1-0",
    "0-1": "0-1",
    "0-2": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1-1": "1/2-1/2",
    "½-½": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½": "1/2-1/2",
    "0-0": "0-0",
    "*": "*",
}
_DASHES = str.maketrans("–—−:", "----")


def normal_result(text: str) -> str | None:
    """The PDN token of a result: 1-0, 0-1, 1/2-1/2, 0-0 or *; None when the text is no result.

    Results scored 2-1-0 (`2-0`, `1-1`, `0-2`), halves (`½-½`) and colons (`1:0`) are read.
    """
    plain = "".join(text.split()).translate(_DASHES)
    return _NORMAL.get(plain)
