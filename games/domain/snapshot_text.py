"""The text of a snapshot: one JSON file in UTF-8, of the same state always the same but for its date."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.domain.errors import Said
from tournaments.domain.errors import InputError, gettext_noop

FORMAT = "dama-tournament"
VERSION = 1
MAX_BYTES = 20_000_000
MAX_DEPTH = 40
"""Of values within values; what the site writes has less than ten."""
_SHOWN = 60


@dataclass(frozen=True)
class SnapshotText:
    """What a file says: when and by which version of the site it was made, and the tournament."""

    made_at: str
    site_version: str
    tournament: dict[str, Any]

    @property
    def digest(self) -> str:
        """64 hexadecimal digits, equal for files of the same state."""
        return hashlib.sha256(_dumped(self.tournament).encode()).hexdigest()

    @property
    def whole(self) -> dict[str, Any]:
        """All of the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_at": self.made_at,
            "site_version": self.site_version,
            "tournament": self.tournament,
        }


def wrong(place: str, template: str, **params: object) -> InputError:
    """The refusal of a file for what stands at a place such as `pairings[3].white`."""
    return InputError(
        "snapshot-wrong",
        gettext_noop("In the file at %(place)s: %(reason)s"),
        place=place,
        reason=Said(template, params),
    )


def write_snapshot_text(text: SnapshotText) -> bytes:
    """The file. Keys are sorted, so that the same state makes the same bytes."""
    return f"{_dumped(text.whole)}\n".encode()


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)


def read_snapshot_text(source: bytes | Mapping[str, Any]) -> SnapshotText:
    """What the file, or the JSON already read from one, says.

    Raises InputError for what is too large, is not JSON in UTF-8, is of another format or version, or holds
    what a database cannot keep.
    """
    whole = _parsed(source) if isinstance(source, bytes) else source
    if not isinstance(whole, Mapping) or whole.get("format") != FORMAT:
        raise InputError(
            "not-a-snapshot",
            gettext_noop(
                "This is not a tournament saved by this program (its “format” would be %(format)s)."
            ),
            format=FORMAT,
        )
    version = whole.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise InputError(
            "snapshot-version",
            gettext_noop(
                "The file has version %(version)s of the format; this site reads version %(known)s."
            ),
            version=str(version)[:_SHOWN],
            known=VERSION,
        )
    _require_plain(whole)
    tournament = whole.get("tournament")
    if not isinstance(tournament, dict):
        raise wrong("tournament", gettext_noop("an object of names and values is missing."))
    return SnapshotText(
        str(whole.get("made_at", ""))[:_SHOWN], str(whole.get("site_version", ""))[:_SHOWN], tournament
    )


def _parsed(source: bytes) -> Any:
    if len(source) > MAX_BYTES:
        raise InputError(
            "snapshot-too-large",
            gettext_noop("The file is larger than %(most)s megabytes."),
            most=MAX_BYTES // 1_000_000,
        )
    try:
        return json.loads(source.decode("utf-8-sig"))
    # RecursionError: lists in lists in lists; ValueError: a broken file, or a number without end.
    except (ValueError, RecursionError) as error:
        raise InputError(
            "snapshot-unreadable", gettext_noop("The file cannot be read: it is not JSON in UTF-8.")
        ) from error


def _require_plain(whole: Any) -> None:
    """Raise for texts and numbers that no database keeps, and for values too deep within one another."""
    waiting: list[tuple[Any, int]] = [(whole, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise _unkept()
        if isinstance(value, dict):
            waiting += [(each, depth + 1) for pair in value.items() for each in pair]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
        elif not _is_kept(value):
            raise _unkept()


def _is_kept(value: Any) -> bool:
    """Whether every database keeps the text or number: no null character, no half of a character, no NaN."""
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, str) or not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value)


def _unkept() -> InputError:
    return InputError(
        "snapshot-unkept",
        gettext_noop(
            "The file holds a text or a number that cannot be stored. It was not written by this site."
        ),
    )
