"""Checking a record: is every move legal, and do tag, terminator and board say the same?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.board import Claim, Outcome
from engine.errors import EngineError, FenError, UnknownRulesetError, gettext_noop
from engine.game import Replay, replay
from engine.pdn.record import PdnError, PdnGame
from engine.pdn.results import normal_result
from engine.rulesets import RULESETS, STANDARD, Ruleset, ruleset_of

_UNKNOWN = "*"


@dataclass(frozen=True, slots=True)
class VerdictError:
    """The first thing wrong with a record; ply from 1, 0 when it is wrong before the first move."""

    ply: int
    move: str
    code: str
    template: str
    params: dict[str, Any]
    line: int = 0
    column: int = 0

    @property
    def message(self) -> str:
        """The reason in English."""
        return self.template % self.params


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a record found. `ok` means: every move legal and nothing contradicts anything."""

    game: PdnGame
    ruleset: Ruleset | None
    replay: Replay | None
    error: VerdictError | None
    result: str
    agree: bool
    warnings: tuple[PdnError, ...]

    @property
    def ok(self) -> bool:
        """Whether the record is sound."""
        return self.error is None

    @property
    def plies(self) -> int:
        """How many moves were played legally."""
        return self.replay.board.ply if self.replay else 0

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Each kind of draw claim at the first ply after which it could be made."""
        return self.replay.claims if self.replay else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board, if it did."""
        return self.replay.outcome if self.replay else None

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves where an illegal one stands."""
        return self.replay.error.legal if self.replay and self.replay.error else ()

    def as_dict(self) -> dict[str, Any]:
        """The verdict for JSON."""
        error = self.error
        return {
            "game": self.game.number,
            "ok": self.ok,
            "plies": self.plies,
            "error": error
            and {"ply": error.ply, "move": error.move, "code": error.code, "message": error.message},
            "result": self.result,
            "claims": [{"kind": claim.kind, "ply": claim.ply} for claim in self.claims],
            "outcome": self.outcome.result if self.outcome else None,
            "fen": self.replay.board.fen() if self.replay else None,
            "outcome_reason": self.outcome.reason if self.outcome else None,
            "ruleset": self.ruleset.key if self.ruleset else None,
            "tag": self.game.tag("Result"),
            "terminator": self.game.terminator or None,
            "agree": self.agree,
            "legal": list(self.legal),
            "line": error.line if error and error.line else self.game.line,
            "column": error.column if error and error.column else 1,
            "white": self.game.tag("White"),
            "black": self.game.tag("Black"),
            "warnings": [str(warning) for warning in self.warnings],
        }


def ruleset_of_game(game: PdnGame) -> Ruleset:
    """The ruleset that the tag GameType names, or else Ruleset by its key; Czech draughts without either.

    Raises UnknownRulesetError for a GameType the engine does not know.
    """
    gametype = game.tag("GameType")
    if gametype is None or not gametype.strip():
        # Ruleset is ours, for rulesets without a number in the standard; another program's is no key.
        return RULESETS.get((game.tag("Ruleset") or "").strip(), STANDARD)
    number = gametype.split(",")[0].strip()
    for ruleset in RULESETS.values():
        if number in map(str, ruleset.gametype_numbers):
            return ruleset
    raise UnknownRulesetError(
        "unknown-gametype",
        gettext_noop("GameType %(gametype)s is no ruleset known here. Known: %(known)s."),
        gametype=gametype,
        known=", ".join(
            f"{rules.gametype_numbers[0]} {key}" for key, rules in RULESETS.items() if rules.gametype
        ),
    )


def verify(game: PdnGame, ruleset: str | Ruleset | None = None) -> Verdict:
    """Check a record under a ruleset, or without one under the ruleset of its GameType.

    Raises UnknownRulesetError only for an unknown `ruleset` argument; everything that is wrong with the
    record itself stands in the verdict.
    """
    rules = ruleset_of(ruleset) if ruleset is not None else None
    played = None
    problem: EngineError | None = None
    try:
        rules = rules or ruleset_of_game(game)
        played = replay(rules, game.moves, game.fen)
    except (FenError, UnknownRulesetError) as caught:
        problem = caught
    result = _result_of(game)
    agree = _tags_agree(game) and _board_agrees(result, played)
    error = _first_error(game, played, problem)
    if error is None and not agree:
        error = _mismatch(game, played)
    warnings = game.warnings + tuple(_warnings(game, rules, played))
    return Verdict(game, rules, played, error, result, agree, warnings)


def _result_of(game: PdnGame) -> str:
    """The terminator's result, the tag's where the terminator says nothing."""
    terminator = normal_result(game.terminator) or _UNKNOWN
    if terminator != _UNKNOWN:
        return terminator
    return normal_result(game.tag("Result") or "") or _UNKNOWN


def _tags_agree(game: PdnGame) -> bool:
    """`*` and a missing tag or terminator say nothing, and so contradict nothing."""
    tag = normal_result(game.tag("Result") or "") or _UNKNOWN
    terminator = normal_result(game.terminator) or _UNKNOWN
    return _UNKNOWN in (tag, terminator) or tag == terminator


def _board_agrees(result: str, played: Replay | None) -> bool:
    """A decided board forbids that its loser wins or draws; an undecided one allows any result.

    Players resign and agree on draws, and an arbiter may take the point from both (0-0).
    """
    outcome = played.outcome if played else None
    if outcome is None or result in (_UNKNOWN, "0-0") or (played and played.error):
        return True
    return result == outcome.result


def _first_error(game: PdnGame, played: Replay | None, problem: EngineError | None) -> VerdictError | None:
    """The earliest of faults in the text, an impossible start and an illegal move."""
    fault = min(game.errors, key=lambda error: error.ply, default=None)
    if problem is not None:
        move = game.fen or "" if isinstance(problem, FenError) else game.tag("GameType") or ""
        return VerdictError(0, move, problem.code, problem.template, problem.params)
    wrong = played.error if played else None
    if wrong is not None and (fault is None or wrong.ply < fault.ply):
        return VerdictError(wrong.ply, wrong.move, wrong.code, wrong.template, wrong.params)
    if fault is not None:
        text = str(fault.params.get("text", ""))
        return VerdictError(
            fault.ply, text, fault.code, fault.template, fault.params, fault.line, fault.column
        )
    return None


def _mismatch(game: PdnGame, played: Replay | None) -> VerdictError:
    outcome = played.outcome if played else None
    board = outcome.result if outcome else "-"
    return VerdictError(
        played.board.ply if played else 0,
        game.terminator or game.tag("Result") or "",
        "result-mismatch",
        gettext_noop("The results differ: tag %(tag)s, end of the moves %(terminator)s, position %(board)s."),
        {"tag": game.tag("Result") or "-", "terminator": game.terminator or "-", "board": board},
    )


def _warnings(game: PdnGame, rules: Ruleset | None, played: Replay | None) -> list[PdnError]:
    found = []
    place = {"line": game.line, "column": 1, "game": game.number}
    tag = game.tag("Result")
    if tag is not None and normal_result(tag) is None:
        template = gettext_noop("The tag Result says %(text)s, which is no result.")
        found.append(PdnError("unreadable-result", template, **place, text=tag))
    number = (game.tag("GameType") or "").split(",")[0].strip()
    if number and rules and rules.gametype and number not in map(str, rules.gametype_numbers):
        template = gettext_noop("GameType is %(gametype)s, but the record is read as %(ruleset)s.")
        found.append(
            PdnError("other-gametype", template, **place, gametype=game.tag("GameType"), ruleset=rules.key)
        )
    count = game.tag("PlyCount")
    plies = played.board.ply if played and played.error is None else 0
    if count is not None and plies and count.strip() != str(plies):
        template = gettext_noop("PlyCount says %(count)s; the record has %(plies)d plies.")
        found.append(PdnError("ply-count", template, **place, count=count, plies=plies))
    return found
