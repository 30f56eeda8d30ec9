"""Reading a TRF file: every bad line is found before anything is returned."""

import re
from collections.abc import Callable, Iterator, Mapping

from engine import pdn
from tournaments.domain.errors import gettext_noop
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.errors import FieldError, Reason, TrfError, TrfProblem
from tournaments.domain.trf.player import FIRST_ROUND, Cell, PlayerRecord
from tournaments.domain.trf.records import (
    AccelerationRecord,
    ByesRecord,
    ColourRecord,
    CountRecord,
    DateRecord,
    DecisionRecord,
    PointsRecord,
    ProhibitedRecord,
    Record,
    TeamRecord,
    TextRecord,
)
from tournaments.domain.trf.remark_checks import remark_problems
from tournaments.domain.trf.remarks import parse_remark
from tournaments.domain.trf.results import game_code

PARSERS: Mapping[str, Callable[[str], Record]] = {
    "001": PlayerRecord.parse,
    "042": DateRecord.parse,
    "052": DateRecord.parse,
    "142": CountRecord.parse,
    "XXR": CountRecord.parse,
    "152": ColourRecord.parse,
    "162": PointsRecord.parse,
    "240": ByesRecord.parse,
    "250": AccelerationRecord.parse,
    "260": ProhibitedRecord.parse,
    "299": DecisionRecord.parse,
    "310": TeamRecord.parse,
    "###": parse_remark,
}
"""Records whose fields are read; all others are kept as text."""
_CODE = re.compile(r"\S{3}(?:\s|$)")
_DOS_END = "\x1a"
"""What programs of the DOS days end a file with."""
_Lines = list[tuple[int, PlayerRecord]]


def read_trf(source: bytes | str) -> TrfDocument:
    """Return the file as a document: UTF-8, CP1250 or Latin-1, with any line end.

    Raises ``TrfError`` that names every bad line with its number, column and what is wrong.
    """
    text = pdn.decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    text = text.removesuffix(_DOS_END)
    records: list[Record] = []
    lines: list[int] = []
    players: _Lines = []
    problems: list[TrfProblem] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        if not line.strip():
            continue
        try:
            record = _read_line(line)
        except FieldError as error:
            problems.append(TrfProblem(number, error.column, error.reason))
            continue
        records.append(record)
        lines.append(number)
        if isinstance(record, PlayerRecord):
            players.append((number, record))
    # What players say of each other can only be compared when all of their lines were read.
    problems += [] if problems else _mismatches(players)
    document = TrfDocument(tuple(records), tuple(lines))
    problems += [] if problems else remark_problems(document)
    if problems:
        raise TrfError(problems)
    return document


def write_trf(document: TrfDocument) -> str:
    """Return the file's text with ``\\n`` line ends, to be written as UTF-8.

    Raises ``InputError`` where a value is wider than its columns.
    """
    return "".join(f"{record.line}\n" for record in document.records)


def _read_line(line: str) -> Record:
    if not _CODE.match(line):
        raise FieldError(
            1, gettext_noop("“%(text)s” is not a record: three characters and a space"), text=line[:4].strip()
        )
    return PARSERS.get(line[:3], TextRecord.parse)(line)


def _mismatches(players: _Lines) -> Iterator[TrfProblem]:
    if not players:
        yield TrfProblem(1, 1, Reason(gettext_noop("the file has no players (records 001)")))
    seen: dict[int, tuple[int, PlayerRecord]] = {}
    for line, player in players:
        if player.number in seen:
            reason = Reason(gettext_noop("player %(number)s is already on line %(line)s"))
            params = {"number": player.number, "line": seen[player.number][0]}
            yield TrfProblem(line, 5, Reason(reason.template, params))
        seen.setdefault(player.number, (line, player))
    for line, player in players:
        for index, cell in enumerate(player.rounds):
            if cell is not None and cell.opponent:
                yield from _opponent_problems(line, player, index, cell, seen)


def _opponent_problems(
    line: int, player: PlayerRecord, index: int, cell: Cell, seen: Mapping[int, tuple[int, PlayerRecord]]
) -> Iterator[TrfProblem]:
    column = FIRST_ROUND + 10 * index + 1
    params: dict[str, object] = {"round": index + 1, "number": player.number, "opponent": cell.opponent}
    if cell.opponent not in seen:
        template = gettext_noop("round %(round)s: there is no player %(opponent)s")
        yield TrfProblem(line, column, Reason(template, params))
        return
    theirs = seen[cell.opponent][1].cell(index + 1)
    if cell.opponent == player.number or theirs is None or theirs.opponent != player.number:
        template = gettext_noop("round %(round)s: player %(opponent)s does not have player %(number)s there")
        yield TrfProblem(line, column, Reason(template, params))
    elif {cell.colour, theirs.colour} not in ({"w", "b"}, {"-"}):
        template = gettext_noop(
            "round %(round)s: the colours of players %(number)s and %(opponent)s do not fit"
        )
        yield TrfProblem(line, column + 5, Reason(template, params))
    elif game_code(cell.result, theirs.result) is None:
        template = gettext_noop(
            "round %(round)s: the results of players %(number)s and %(opponent)s do not fit"
        )
        yield TrfProblem(line, column + 7, Reason(template, params))
