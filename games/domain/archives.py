"""What the records of an archive say: players, round, result, moves, and what is wrong with them.

Nothing here raises for what a record says: what cannot be used becomes a `Remark`, so that an import can
account for every record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import Board, pdn
from engine.pdn import PdnGame, Verdict
from games.domain.archive_names import PersonKey, person_key
from games.domain.archive_rounds import Days, deduced_rounds, read_days, read_round
from games.domain.errors import Said
from games.domain.findings import Found
from games.domain.plies import ply_place
from games.domain.records import fingerprint
from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.results import RESULTS, normal_result_code

_NO_RESULT = {"", "*", "?"}
MOST_RATING = 4000
MOST_NAME = 80
MOST_PLIES = 10_000  # far beyond any game; the column holds 32 767


@dataclass(frozen=True)
class Remark:
    """Something to tell about a record, or about the whole archive (`record` 0).

    `code` is one of LEFT_OUT when the record was not imported for it. `record` counts from 1, `line` is
    where it begins, `players` are its players as written.
    """

    code: str
    template: str
    params: Mapping[str, Any] = field(default_factory=dict)
    record: int = 0
    line: int = 0
    players: str = ""

    @property
    def is_left_out(self) -> bool:
        return self.code in LEFT_OUT


LEFT_OUT = frozenset(
    {
        "no-player",
        "plays-self",
        "name-too-long",
        "game-too-long",
        "other-gametype",
        "round-unknown",
        "plays-twice",
    }
)


@dataclass(frozen=True)
class ArchiveRecord:
    """One record of an archive.

    `result` is the code of the pairing ("" unknown), `game_result` what the end of the moves says; they
    differ where the archive contradicts itself. `moves` are the legal ones in the site's notation up to the
    `fault`, if there is one; `text` is the record as it stands in the file.
    """

    number: int
    line: int
    white: str
    black: str
    round: int | None
    table: int | None
    result: str
    game_result: str
    text: str
    moves: tuple[str, ...]
    start_fen: str
    final_fen: str
    fingerprint: str
    fault: Found | None
    ratings: tuple[int | None, int | None]
    days: Days | None
    site: str
    event: str
    remarks: tuple[Remark, ...]

    @property
    def keys(self) -> tuple[PersonKey, PersonKey]:
        return person_key(self.white), person_key(self.black)

    @property
    def players(self) -> str:
        return f"{self.white or '?'} – {self.black or '?'}"

    @property
    def has_game(self) -> bool:
        """Whether there are moves to keep, be it only as they are written."""
        return bool(self.moves) or self.fault is not None

    def remark(self, code: str, template: str, **params: Any) -> Remark:
        return Remark(code, template, params, self.number, self.line, self.players)


def read_archive(source: str | bytes, ruleset: str) -> list[ArchiveRecord]:
    """Every record of a PDN archive, games replayed with `ruleset`; rounds that are missing are deduced from
    the order where that is unambiguous."""
    text = pdn.decode(source.encode() if isinstance(source, str) else source)
    text = text.replace("\0", "\ufffd")  # PostgreSQL keeps no NUL
    games = list(pdn.read_games(text))
    if not games:
        return []
    lines = text.removeprefix("\ufeff").split("\n")
    ends = [*(game.line - 1 for game in games[1:]), len(lines)]
    records = [
        _read(game, "\n".join(lines[game.line - 1 : max(end, game.line)]).strip(), ruleset)
        for game, end in zip(games, ends, strict=True)
    ]
    return _with_rounds(records)


def _with_rounds(records: Sequence[ArchiveRecord]) -> list[ArchiveRecord]:
    told = [each for each in records if not any(remark.is_left_out for remark in each.remarks)]
    deduced = deduced_rounds([each.round for each in told], [each.keys for each in told])
    rounds = {told[index].number: number for index, number in deduced.items()}
    return [_in_round(each, rounds[each.number]) if each.number in rounds else each for each in records]


def _in_round(record: ArchiveRecord, number: int) -> ArchiveRecord:
    template = gettext_noop("No round is given; its place in the file makes it round %(round)s.")
    remark = record.remark("round-deduced", template, round=number)
    return replace(record, round=number, remarks=(*record.remarks, remark))


def _read(game: PdnGame, text: str, ruleset: str) -> ArchiveRecord:
    verdict = pdn.verify(game, ruleset)
    played = verdict.replay
    round_number, table = read_round(game.tag("Round") or "")
    stated, ended = _stated(game.tag("Result") or ""), _stated(game.terminator)
    outcome = verdict.outcome.result if verdict.outcome and not (played and played.error) else ""
    moves = played.notations if played else ()
    start = _start(game, ruleset) if played else ""
    record = ArchiveRecord(
        number=game.number,
        line=game.line,
        white=" ".join((game.tag("White") or "").split()),
        black=" ".join((game.tag("Black") or "").split()),
        round=round_number,
        table=table,
        result=stated or ended or outcome,
        game_result=_of_game(ended or stated or outcome),
        text=text,
        moves=moves,
        start_fen=start,
        final_fen=(played.board if played else Board(ruleset)).fen(),
        fingerprint=fingerprint(ruleset, start, moves),
        fault=_fault(game, verdict),
        ratings=(_rating(game.tag("WhiteElo")), _rating(game.tag("BlackElo"))),
        days=read_days(game.tag("Date") or game.tag("EventDate") or ""),
        site=_plain(game.tag("Site")),
        event=_plain(game.tag("Event")),
        remarks=(),
    )
    return replace(record, remarks=tuple(_remarks(record, game, verdict, (stated, ended, outcome))))


def _start(game: PdnGame, ruleset: str) -> str:
    """The position the moves start from as FEN, "" for the start of a game."""
    fen = Board(ruleset, game.fen).fen()
    return "" if fen == Board(ruleset).fen() else fen


def _stated(text: str) -> str:
    """The result code a text gives, "" for none."""
    try:
        return "" if text.strip() in _NO_RESULT else normal_result_code(text)
    except InputError:
        return ""


def _of_game(code: str) -> str:
    """A result code where it is that of a game; a forfeit is none."""
    return code if code and RESULTS[code].played else ""


def _rating(text: str | None) -> int | None:
    """A rating tag: "0000", "-" and the like mean unrated."""
    value = (text or "").strip()
    return int(value) or None if value.isdecimal() and int(value) <= MOST_RATING else None


def _plain(text: str | None) -> str:
    words = " ".join((text or "").split())
    return "" if words.strip("?.- ") == "" else words


def _fault(game: PdnGame, verdict: Verdict) -> Found | None:
    """What keeps the moves from being played to their end."""
    if verdict.replay is None and verdict.error is not None:
        reason, legal, move = verdict.error, (), game.fen or ""
    elif verdict.replay is not None and verdict.replay.error is not None:
        reason, legal, move = verdict.replay.error, verdict.replay.error.legal, verdict.replay.error.move
    else:
        return None
    details = {
        "move": move,
        "legal": ", ".join(legal) or "—",
        "reason": {"template": reason.template, "params": dict(reason.params)},
    }
    return Found("illegal", reason.ply, details)


def _remarks(
    record: ArchiveRecord, game: PdnGame, verdict: Verdict, results: tuple[str, str, str]
) -> Iterator[Remark]:
    yield from _left_out(record, game, verdict)
    for fault in game.errors:
        yield record.remark(
            "fault",
            gettext_noop("Line %(line)s, column %(column)s: %(reason)s"),
            line=fault.line,
            column=fault.column,
            reason=Said(fault.template, fault.params),
        )
    for warning in verdict.warnings:
        # Forfeits are results here, though none that the standard knows.
        is_read = warning.code == "unreadable-result" and results[0]
        if warning.code != "other-gametype" and not is_read:
            yield record.remark(warning.code, warning.template, **warning.params)
    if record.fault is not None:
        yield _fault_remark(record, record.fault, verdict)
    elif not record.moves:
        yield record.remark("no-moves", gettext_noop("There are no moves; only the result is recorded."))
    yield from _result_remarks(record, *results)


def _left_out(record: ArchiveRecord, game: PdnGame, verdict: Verdict) -> Iterator[Remark]:
    """Why a record cannot be placed at all: at most one reason."""
    white, black = record.keys
    if not white or not black:
        yield record.remark("no-player", gettext_noop("A player's name is missing."))
    elif white == black:
        yield record.remark("plays-self", gettext_noop("Both players have the same name."))
    elif max(len(record.white), len(record.black)) > MOST_NAME:
        yield record.remark(
            "name-too-long", gettext_noop("A name is longer than %(most)s characters."), most=MOST_NAME
        )
    elif len(game.moves) > MOST_PLIES:
        yield record.remark(
            "game-too-long", gettext_noop("A game of more than %(most)s plies is not kept."), most=MOST_PLIES
        )
    elif any(warning.code == "other-gametype" for warning in verdict.warnings):
        yield record.remark(
            "other-gametype",
            gettext_noop("The record is of another game (GameType %(stated)s)."),
            stated=game.tag("GameType"),
        )


def _fault_remark(record: ArchiveRecord, fault: Found, verdict: Verdict) -> Remark:
    reason = Said(**fault.details["reason"])
    if not fault.ply or verdict.replay is None:
        template = gettext_noop("The set-up position cannot be read: %(reason)s The record is kept as it is.")
        return record.remark("illegal", template, reason=reason)
    return record.remark(
        "illegal",
        gettext_noop(
            "%(place)s: %(move)s – %(reason)s The moves before it are kept, and the whole text; "
            "it is in the queue."
        ),
        place=ply_place(verdict.replay.board.ruleset.key, fault.ply, record.start_fen),
        move=fault.details["move"],
        reason=reason,
    )


def _result_remarks(record: ArchiveRecord, stated: str, ended: str, outcome: str) -> Iterator[Remark]:
    if stated and ended and stated != ended:
        yield record.remark(
            "results-differ",
            gettext_noop("The tag Result says %(tag)s, the end of the moves %(end)s; %(tag)s is recorded."),
            tag=stated,
            end=ended,
        )
    if outcome and record.result != outcome and RESULTS[record.result].rated:
        yield record.remark(
            "result-against-board",
            gettext_noop("On the board the game ended %(board)s; %(stated)s is recorded as the record says."),
            board=outcome,
            stated=record.result,
        )
    if not record.result:
        yield record.remark("no-result", gettext_noop("The record gives no result."))


def spellings(records: Iterable[ArchiveRecord]) -> dict[PersonKey, dict[str, int]]:
    """Each person's name in all its spellings with how often each stands, in the order of the file."""
    found: dict[PersonKey, dict[str, int]] = {}
    for record in records:
        for key, name in zip(record.keys, (record.white, record.black), strict=True):
            names = found.setdefault(key, {})
            names[name] = names.get(name, 0) + 1
    return found
