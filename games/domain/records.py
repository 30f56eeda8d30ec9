"""Reading one submitted record, and writing one the way the site keeps it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine import RULESETS, Board, FenError, pdn
from engine.board import Outcome
from engine.game import Replay, ReplayError, replay
from engine.pdn import PdnGame
from games.domain.errors import IllegalGameError, Said
from games.domain.findings import plain
from games.domain.plies import ply_place
from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.openings import Opening

UNKNOWN = "*"
MAX_TEXT = 50_000
"""Characters; the longest game of the archives has 2,000."""


@dataclass(frozen=True)
class Record:
    """A sound game as it was submitted: its moves in the site's notation and what its text says besides."""

    ruleset: str
    moves: tuple[str, ...]
    tags: Mapping[str, str]
    stated_results: tuple[str, ...]
    final_fen: str
    outcome: Outcome | None
    start_fen: str = ""

    @property
    def plies(self) -> int:
        return len(self.moves)

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.ruleset, self.start_fen, self.moves)


def read_record(
    ruleset: str,
    *,
    text: str = "",
    moves: Sequence[str] | None = None,
    opening: Opening | None = None,
) -> Record:
    """One game from PDN (movetext alone will do) or from a list of moves, from the start of a game.

    With a drawn `opening` it may also start from the opening's position: where the record has no set-up, from
    whichever of the two its moves can be played from.

    Raises InputError for a text that does not hold exactly one readable game of this ruleset, and
    IllegalGameError for the first move that cannot be played.
    """
    game = _one_game(text, moves)
    _require_ruleset(game, ruleset)
    start = _start(game, ruleset, opening)
    played = replay(ruleset, game.moves, start or None)
    _require_readable(game, played, start)
    if not game.moves:
        raise InputError("no-moves", gettext_noop("There are no moves in the record."))
    return Record(
        ruleset=ruleset,
        moves=played.notations,
        tags=dict(game.tags),
        stated_results=_stated(game),
        final_fen=played.board.fen(),
        outcome=played.outcome,
        start_fen=start,
    )


def sound_moves(ruleset: str, text: str, start: str = "") -> tuple[tuple[str, ...], InputError | None]:
    """The moves of a text up to the first fault, and the fault (None for a sound record or an empty text).

    `start` is the FEN of a set-up the board stands at, "" the usual position.
    """
    if not text.strip():
        return (), None
    opening = Opening("", "", (), start) if start else None
    try:
        record = read_record(ruleset, text=text, opening=opening)
    except InputError as error:
        return tuple(error.params.get("played", ())), error
    if record.start_fen == start:
        return record.moves, None
    played = replay(ruleset, record.moves, start or None)
    return played.notations, _illegal(played, played.error, start) if played.error else None


def refused_attempt(
    ruleset: str, moves: Sequence[str], attempt: str, start: str = ""
) -> IllegalGameError | None:
    """Why a move cannot be played after these sound ones; None when it can."""
    played = replay(ruleset, [*moves, attempt], start or None)
    return _illegal(played, played.error, start) if played.error else None


def settled_result(stated: Iterable[str], outcome: Outcome | None) -> str:
    """The one result of a game: what is said of it must agree with itself and with the board; "" if unknown.

    `stated` are result codes, empty ones do not count. Raises InputError where they contradict.
    """
    said = list(dict.fromkeys(code for code in stated if code and code != UNKNOWN))
    if len(said) > 1:
        raise InputError(
            "results-differ",
            gettext_noop("The record says %(first)s in one place and %(second)s in another."),
            first=said[0],
            second=said[1],
        )
    if outcome is not None and said and plain(said[0]) != outcome.result:
        raise InputError(
            "result-against-board",
            gettext_noop("On the board the game ended %(board)s, but the result given is %(stated)s."),
            board=outcome.result,
            stated=said[0],
        )
    return said[0] if said else (outcome.result if outcome is not None else "")


def write_record(
    ruleset: str, headers: Mapping[str, str], moves: Sequence[str], result: str, start_fen: str = ""
) -> str:
    """The record as PDN. `headers` has Event, Site, Date, Round, White, Black; empty ones are left out."""
    tags = {name: value for name, value in headers.items() if value}
    gametype = RULESETS[ruleset].gametype
    # Without a number of its own in the standard, the ruleset is named in words.
    tags |= {"GameType": gametype} if gametype else {"Ruleset": ruleset}
    return pdn.write_game(tags, moves, plain(result) or UNKNOWN, fen=start_fen or None)


def fingerprint(ruleset: str, start_fen: str, moves: Sequence[str]) -> str:
    """64 hexadecimal digits, equal for equal games."""
    return hashlib.sha256("|".join([ruleset, start_fen, *moves]).encode()).hexdigest()


def _one_game(text: str, moves: Sequence[str] | None) -> PdnGame:
    if moves is not None:
        if text.strip():
            raise InputError(
                "text-and-moves", gettext_noop("Give the record either as PDN or as a list of moves.")
            )
        return PdnGame(number=1, tags={}, moves=tuple(moves), terminator="", fen=None, line=1)
    if len(text) > MAX_TEXT:
        raise InputError(
            "record-too-long", gettext_noop("The record is longer than %(most)s characters."), most=MAX_TEXT
        )
    games = list(pdn.read_games(text))
    if not games:
        raise InputError("no-game", gettext_noop("There is no game in the text."))
    if len(games) > 1:
        raise InputError(
            "several-games",
            gettext_noop("There are %(count)s games in the text. Submit one at a time."),
            count=len(games),
        )
    return games[0]


def _require_ruleset(game: PdnGame, ruleset: str) -> None:
    """A GameType of another ruleset is refused; a ruleset without a number cannot be told from it."""
    stated = (game.tag("GameType") or "").strip()
    numbers = [str(number) for number in RULESETS[ruleset].gametype_numbers]
    if stated and numbers and stated.split(",")[0].strip() not in numbers:
        raise InputError(
            "other-gametype",
            gettext_noop("The record is of another game (GameType %(stated)s). Here %(expected)s is played."),
            stated=stated,
            expected=Said(RULESETS[ruleset].label),
        )


def _start(game: PdnGame, ruleset: str, opening: Opening | None) -> str:
    """The FEN the record starts from, "" for the usual position: a tournament game begins there, or where the
    drawn opening leads."""
    if game.fen is None:
        return _likely_start(game, ruleset, opening)
    try:
        start = Board(ruleset, game.fen).fen()
    except FenError as error:
        raise InputError(error.code, error.template, **error.params) from None
    if start == Board(ruleset).fen():
        return ""
    if opening is not None and start == opening.position:
        return start
    raise InputError(
        "other-start",
        gettext_noop("The record starts from a set-up position; here games start from the start."),
    )


def _likely_start(game: PdnGame, ruleset: str, opening: Opening | None) -> str:
    """Of the starts a record without a set-up may mean, the first that its moves can be played from."""
    if opening is None:
        return ""
    starts = ("", opening.position) if opening.moves else (opening.position, "")
    playable = (start for start in starts if replay(ruleset, game.moves, start or None).error is None)
    return next(playable, starts[0])


def _require_readable(game: PdnGame, played: Replay, start: str) -> None:
    """Raise the earliest of an illegal move and a fault of the text."""
    fault = min(game.errors, key=lambda error: error.ply, default=None)
    wrong = played.error
    if wrong is not None and (fault is None or wrong.ply < fault.ply):
        raise _illegal(played, wrong, start)
    if fault is not None:
        raise InputError(
            fault.code,
            gettext_noop("Line %(line)s, column %(column)s: %(reason)s"),
            line=fault.line,
            column=fault.column,
            reason=Said(fault.template, fault.params),
            played=played.notations[: max(fault.ply - 1, 0)],
        )


def _illegal(played: Replay, wrong: ReplayError, start: str) -> IllegalGameError:
    return IllegalGameError.at(
        ply=wrong.ply,
        place=ply_place(played.board.ruleset.key, wrong.ply, start),
        move=wrong.move,
        reason=Said(wrong.template, wrong.params),
        legal=wrong.legal,
        played=played.notations,
    )


def _stated(game: PdnGame) -> tuple[str, ...]:
    """The results the text gives: tag Result and the end of the moves, unknown ones left out."""
    tag = game.tag("Result")
    found = (pdn.normal_result(text) for text in (tag or "", game.terminator))
    return tuple(code for code in found if code and code != UNKNOWN)
