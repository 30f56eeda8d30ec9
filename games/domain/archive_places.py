"""Which records of an archive become pairings: the new, those already there, those without a place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from games.domain.archives import ArchiveRecord, Remark
from tournaments.domain.errors import gettext_noop


@dataclass(frozen=True)
class StoredPairing:
    """A pairing that exists: `white` and `black` are person keys, or anything else for people whom the
    archive does not name. `fingerprint` is that of its game, "" when there is none; `other_fingerprints` are
    those of records that do not count, replaced or taken off by an arbiter."""

    pk: int
    round: int
    white: Hashable
    black: Hashable
    result: str
    fingerprint: str
    other_fingerprints: frozenset[str] = frozenset()


@dataclass
class Places:
    """Where every record of an archive goes.

    `new` become pairings; `with_game` are (record, pairing's pk) of a stored pairing that had no game yet;
    `known` are there already, `duplicates` stand twice in the archive. `remarks` explain all but the new.
    """

    new: list[ArchiveRecord] = field(default_factory=list)
    with_game: list[tuple[ArchiveRecord, int]] = field(default_factory=list)
    known: list[ArchiveRecord] = field(default_factory=list)
    duplicates: list[ArchiveRecord] = field(default_factory=list)
    left_out: list[ArchiveRecord] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def place_records(records: Iterable[ArchiveRecord], stored: Iterable[StoredPairing] = ()) -> Places:
    """Give every record its place. A player has one game a round: the first record of it counts."""
    places, table = Places(), _Seats(stored)
    for record in records:
        places.remarks += record.remarks
        if any(remark.is_left_out for remark in record.remarks):
            places.left_out.append(record)
        elif record.round is None:
            places.left_out.append(record)
            places.remarks.append(
                record.remark(
                    "round-unknown",
                    gettext_noop("No round is given, and its place in the file does not tell it."),
                )
            )
        else:
            table.place(record, record.round, places)
    return places


class _Seats:
    """Who plays whom in which round, as far as it is known."""

    def __init__(self, stored: Iterable[StoredPairing]) -> None:
        self.stored: dict[Hashable, StoredPairing] = {}
        self.placed: dict[Hashable, ArchiveRecord] = {}
        # What holds a player's seat in a round: the record's number, 0 for what was stored before.
        self.seats: dict[tuple[int, Hashable], int] = {}
        for pairing in stored:
            self.stored[pairing.round, pairing.white, pairing.black] = pairing
            self.seats[pairing.round, pairing.white] = self.seats[pairing.round, pairing.black] = 0

    def place(self, record: ArchiveRecord, number: int, places: Places) -> None:
        white, black = record.keys
        pair = (number, white, black)
        if pair in self.stored:
            self._compare(record, self.stored[pair], places)
        elif pair in self.placed and _is_copy(record, self.placed[pair]):
            places.duplicates.append(record)
            places.remarks.append(
                record.remark(
                    "duplicate",
                    gettext_noop("The same as record %(other)s; it counts once."),
                    other=self.placed[pair].number,
                )
            )
        elif busy := [key for key in (white, black) if (number, key) in self.seats]:
            places.left_out.append(record)
            name = record.white if busy[0] == white else record.black
            places.remarks.append(_plays_twice(record, number, name, self.seats[number, busy[0]]))
        else:
            self.placed[pair] = record
            self.seats[number, white] = self.seats[number, black] = record.number
            places.new.append(record)

    def _compare(self, record: ArchiveRecord, pairing: StoredPairing, places: Places) -> None:
        """A pairing that is stored stays as it is, but may get the game it lacks."""
        if record.result and record.result != pairing.result:
            places.remarks.append(
                record.remark(
                    "stored-result-kept",
                    gettext_noop("The record says %(record)s; the result on this site, %(stored)s, is kept."),
                    record=record.result,
                    stored=pairing.result or "–",
                )
            )
        if (
            record.has_game
            and not pairing.fingerprint
            and record.fingerprint not in pairing.other_fingerprints
            and pairing.pk not in {pk for _, pk in places.with_game}
        ):
            places.with_game.append((record, pairing.pk))
            return
        if record.has_game and pairing.fingerprint and record.fingerprint != pairing.fingerprint:
            places.remarks.append(
                record.remark(
                    "stored-game-kept",
                    gettext_noop("The moves differ from the game on this site, which is kept."),
                )
            )
        places.known.append(record)


def _is_copy(record: ArchiveRecord, other: ArchiveRecord) -> bool:
    return (record.fingerprint, record.result) == (other.fingerprint, other.result)


def _plays_twice(record: ArchiveRecord, number: int, name: str, other: int) -> Remark:
    if other:
        template = gettext_noop("%(player)s already has a game in round %(round)s: record %(other)s.")
    else:
        template = gettext_noop("%(player)s already has a game in round %(round)s on this site.")
    return record.remark("plays-twice", template, player=name, round=number, other=other)
