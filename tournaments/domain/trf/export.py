"""A tournament as a TRF file."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.acceleration import virtual_points
from tournaments.domain.results import RESULTS
from tournaments.domain.standings import standings
from tournaments.domain.state import PAIRING_BYE, PlayerRound, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.export_remarks import with_remarks
from tournaments.domain.trf.player import Cell, PlayerRecord
from tournaments.domain.trf.records import (
    AccelerationRecord,
    ByesRecord,
    ColourRecord,
    CountRecord,
    DecisionRecord,
    PointsRecord,
    ProhibitedRecord,
    Record,
    TeamRecord,
    text_record,
)
from tournaments.domain.trf.remarks import remark
from tournaments.domain.trf.systems import DRAW_BYE, system_name


@dataclass(frozen=True)
class TrfPerson:
    """What a file says of a player besides his games; ``birth`` as 1980 or 1980/05/31.

    ``identity`` is the federation's id where it is not a plain number, which ``fide_id`` then lacks.
    """

    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: int = 0
    birth: str = ""
    identity: str = ""


@dataclass(frozen=True)
class TrfHeader:
    """What a file says of a tournament besides its rounds. ``extra`` are records to be kept as they are.

    In a tournament of ``teams`` the state is that of the players; the order among them is nobody's.
    """

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
    teams: tuple[TeamRecord, ...] = ()


def to_trf16(state: TournamentState, header: TrfHeader) -> TrfDocument:
    """Return the tournament in the older form; rounds and initial colour go into the usual XX records.

    Byes to come, prohibited pairings and acceleration are written as in 2026, remarks likewise: programs pass
    over records they do not know.
    """
    rounds: list[Record] = []
    if state.planned_rounds:
        rounds.append(CountRecord("XXR", state.planned_rounds))
    if state.initial_colour:
        rounds.append(text_record("XXC", f"{state.initial_colour}1"))
    return _document(state, header, _common(state, header), _players(state, header), rounds)


def to_trf26(state: TournamentState, header: TrfHeader) -> TrfDocument:
    """Return the tournament in the form of 2026: rounds, initial colour, points, system, order and byes."""
    records: list[Record] = list(_common(state, header))
    if state.planned_rounds:
        records.append(CountRecord("142", state.planned_rounds))
    if state.initial_colour:
        records.append(ColourRecord(state.initial_colour))
    records.append(_points(state))
    system = system_name(header.pairing_system, state.options, teams=bool(header.teams))
    if system.code:
        records.append(text_record("192", system.code))
    if header.tiebreaks:
        codes = ",".join(("PTS", *(TIEBREAKS[key].code for key in header.tiebreaks)))
        records.append(text_record("212", codes))
    return _document(state, header, records, _players(state, header))


EDITIONS = {"trf16": to_trf16, "trf26": to_trf26}


def _document(state: TournamentState, header: TrfHeader, *parts: Iterable[Record]) -> TrfDocument:
    more = (
        _byes(state),
        _acceleration(state, header),
        _prohibited(state),
        _decisions(state),
        header.teams,
        _identities(header),
        header.extra,
    )
    document = TrfDocument(tuple(record for part in (*parts, *more) for record in part))
    return with_remarks(document, state, header.pairing_system, header.tiebreaks)


def _common(state: TournamentState, header: TrfHeader) -> list[Record]:
    rated = sum(1 for entry in state.entries if entry.rating)
    texts = (
        ("012", header.name),
        ("022", header.city),
        ("032", header.federation),
        ("042", _day(header.starts_on)),
        ("052", _day(header.ends_on)),
        ("062", str(len(state.entries))),
        ("072", str(rated)),
        ("092", system_name(header.pairing_system, state.options, teams=bool(header.teams)).kind),
        ("102", header.chief_arbiter),
        *(("112", deputy) for deputy in header.deputies),
        ("122", header.time_control),
    )
    return [text_record(code, text) for code, text in texts if text]


def _day(day: date | None) -> str:
    return day.isoformat().replace("-", "/") if day else ""


def _points(state: TournamentState) -> PointsRecord:
    scoring = state.scoring
    worth = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss}
    if state.options.get(PAIRING_BYE) == DRAW_BYE:
        worth["P"] = scoring.draw
    shown = {letter: Fraction(points, scoring.unit) for letter, points in worth.items()}
    return PointsRecord({letter: points for letter, points in shown.items() if points or letter != "L"})


def _players(state: TournamentState, header: TrfHeader) -> list[Record]:
    places = {} if header.teams else _places(state, header)
    sitting = _sitting(state)
    return [
        _player(state, number, places.get(number, 0), header.people, sitting[number])
        for number in state.by_number
    ]


def _places(state: TournamentState, header: TrfHeader) -> Mapping[int, int]:
    sections = PAIRING_SYSTEMS[header.pairing_system].sections
    return {row.number: row.place for row in standings(state, header.tiebreaks, sections=sections)}


def _sitting(state: TournamentState) -> Mapping[int, set[int]]:
    """Return in which rounds each player has a pairing: a round without one is left blank."""
    rounds: dict[int, set[int]] = {number: set() for number in state.by_number}
    for each in state.rounds:
        for pairing in each.pairings:
            for number in (pairing.white, pairing.black):
                if number is not None:
                    rounds[number].add(each.number)
    return rounds


def _player(
    state: TournamentState, number: int, place: int, people: Mapping[int, TrfPerson], sitting: Collection[int]
) -> PlayerRecord:
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
        Fraction(state.game_points[number], state.scoring.unit),
        place,
        _cells(state.histories[number], sitting),
    )


def _cells(parts: Sequence[PlayerRound], sitting: Collection[int]) -> tuple[Cell | None, ...]:
    cells = [_cell(part) if part.round in sitting else None for part in parts]
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


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
    """Return the byes in rounds to come, a record a kind and round; who withdrew is absent in all of them."""
    paired = len(state.rounds)
    wishes: dict[tuple[int, str], list[int]] = {}
    for number, entry in state.by_number.items():
        byes = {at: code for at, code in entry.byes.items() if at > paired}
        if entry.withdrawn_after is not None:
            to_come = range(paired + 1, max(state.planned_rounds or 0, paired + 1) + 1)
            absent = (at for at in to_come if entry.has_withdrawn(at))
            byes = {**dict.fromkeys(absent, "zero-bye"), **byes}
        for round_number, code in byes.items():
            wishes.setdefault((round_number, RESULTS[code].trf[0]), []).append(number)
    return [ByesRecord(kind, number, tuple(who)) for (number, kind), who in sorted(wishes.items())]


def _acceleration(state: TournamentState, header: TrfHeader) -> list[Record]:
    if header.teams:
        return []
    total = PAIRING_SYSTEMS[header.pairing_system].total_rounds(state)
    return [
        AccelerationRecord(None, Fraction(each.points, state.scoring.unit), each.rounds, each.players)
        for each in virtual_points(state, total)
    ]


def _prohibited(state: TournamentState) -> list[Record]:
    return [
        ProhibitedRecord((each.first, each.last), tuple(sorted(each.players))) for each in state.prohibited
    ]


def _decisions(state: TournamentState) -> list[Record]:
    return [
        DecisionRecord("", None, Fraction(each.points, state.scoring.unit), each.round, (each.number,))
        for each in state.adjustments
    ]


def _identities(header: TrfHeader) -> list[Record]:
    return [
        remark("id", number, person.identity)
        for number, person in sorted(header.people.items())
        if person.identity
    ]
