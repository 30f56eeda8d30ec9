"""A tournament as a TRF file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournaments.domain.results import RESULTS, Scoring
from tournaments.domain.standings import standings
from tournaments.domain.state import PlayerRound, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.player import Cell, PlayerRecord
from tournaments.domain.trf.records import (
    ByesRecord,
    ColourRecord,
    CountRecord,
    PointsRecord,
    Record,
    text_record,
)

SYSTEM_CODES: Mapping[str, tuple[str, str]] = {
    "swiss": ("Individual: Swiss-System", "FIDE_DUTCH_2026"),
    "round-robin": ("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
}
"""Records 092 and 192 of a pairing system."""


@dataclass(frozen=True)
class TrfPerson:
    """What a file says of a player besides his games; ``birth`` as 1980 or 1980/05/31."""

    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: int = 0
    birth: str = ""


@dataclass(frozen=True)
class TrfHeader:
    """What a file says of a tournament besides its rounds. ``extra`` are records to be kept as they are."""

    name: str = ""
    city: str = ""
    federation: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    pairing_system: str = "swiss"
    tiebreaks: tuple[str, ...] = ()
    people: Mapping[int, TrfPerson] = field(default_factory=dict)
    extra: tuple[Record, ...] = ()


def to_trf16(state: TournamentState, header: TrfHeader) -> TrfDocument:
    """Return the tournament in the older form; rounds and initial colour go into the usual XX records."""
    rounds: list[Record] = []
    if state.planned_rounds:
        rounds.append(CountRecord("XXR", state.planned_rounds))
    if state.initial_colour:
        rounds.append(text_record("XXC", f"{state.initial_colour}1"))
    return _document(_common(state, header), _players(state, header), rounds, header.extra)


def to_trf26(state: TournamentState, header: TrfHeader) -> TrfDocument:
    """Return the tournament in the form of 2026: rounds, initial colour, points, system, order and byes."""
    records: list[Record] = list(_common(state, header))
    if state.planned_rounds:
        records.append(CountRecord("142", state.planned_rounds))
    if state.initial_colour:
        records.append(ColourRecord(state.initial_colour))
    records.append(_points(state.scoring))
    if header.pairing_system in SYSTEM_CODES:
        records.append(text_record("192", SYSTEM_CODES[header.pairing_system][1]))
    if header.tiebreaks:
        codes = ",".join(("PTS", *(TIEBREAKS[key].code for key in header.tiebreaks)))
        records.append(text_record("212", codes))
    return _document(records, _players(state, header), _byes(state), header.extra)


EDITIONS = {"trf16": to_trf16, "trf26": to_trf26}


def _document(*parts: Iterable[Record]) -> TrfDocument:
    return TrfDocument(tuple(record for part in parts for record in part))


def _common(state: TournamentState, header: TrfHeader) -> list[Record]:
    kind = SYSTEM_CODES.get(header.pairing_system, (header.pairing_system, ""))[0]
    rated = sum(1 for entry in state.entries if entry.rating)
    texts = (
        ("012", header.name),
        ("022", header.city),
        ("032", header.federation),
        ("042", f"{header.starts_on:%Y/%m/%d}" if header.starts_on else ""),
        ("052", f"{header.ends_on:%Y/%m/%d}" if header.ends_on else ""),
        ("062", str(len(state.entries))),
        ("072", str(rated)),
        ("092", kind),
        ("102", header.chief_arbiter),
        *(("112", deputy) for deputy in header.deputies),
        ("122", header.time_control),
    )
    return [text_record(code, text) for code, text in texts if text]


def _points(scoring: Scoring) -> PointsRecord:
    worth = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss}
    shown = {letter: Fraction(points, scoring.unit) for letter, points in worth.items()}
    return PointsRecord({letter: points for letter, points in shown.items() if points or letter != "L"})


def _players(state: TournamentState, header: TrfHeader) -> list[Record]:
    places = {row.number: row.place for row in standings(state, header.tiebreaks)}
    return [_player(state, number, places[number], header.people) for number in state.by_number]


def _player(state: TournamentState, number: int, place: int, people: Mapping[int, TrfPerson]) -> PlayerRecord:
    entry, person = state.by_number[number], people.get(number, TrfPerson())
    return PlayerRecord(
        number,
        entry.name,
        entry.rating,
        person.sex,
        person.title,
        person.federation,
        person.fide_id,
        person.birth,
        Fraction(state.points[number], state.scoring.unit),
        place,
        _cells(state.histories[number], entry.joined_round),
    )


def _cells(parts: Sequence[PlayerRound], joined: int) -> tuple[Cell | None, ...]:
    return tuple(None if part.round < joined else _cell(part) for part in parts)


def _cell(part: PlayerRound) -> Cell:
    if part.opponent is None:
        return Cell(0, "-", RESULTS[part.result or "zero-bye"].trf[0])
    letters = RESULTS[part.result].trf if part.result else ("", "")
    return (
        Cell(part.opponent, "w", letters[0])
        if part.colour == "white"
        else Cell(part.opponent, "b", letters[1])
    )


def _byes(state: TournamentState) -> list[Record]:
    """Return the byes asked for in rounds to come, a record a kind and round."""
    wishes: dict[tuple[int, str], list[int]] = {}
    for number, entry in state.by_number.items():
        for round_number, code in entry.byes.items():
            if round_number > len(state.rounds):
                wishes.setdefault((round_number, RESULTS[code].trf[0]), []).append(number)
    return [ByesRecord(kind, number, tuple(who)) for (number, kind), who in sorted(wishes.items())]
