"""The arbiter's decisions about what was found in games."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.domain.plies import move_number, ply_offset
from games.domain.records import write_record
from games.models import Flag, Game
from games.selectors.records import record_headers
from games.services.verification import set_verdict
from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import RESULTS, normal_result_code
from tournaments.models import Result, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament, raise_version, require_version
from tournaments.services.results import locked_pairing, record_result

DECISIONS = (Flag.Status.UPHELD.value, Flag.Status.DISMISSED.value)


@transaction.atomic
def decide_flag(
    *, actor, flag: Flag, decision: str, reason: str = "", result: str = "", version: int | None = None
) -> Flag:
    """Decide a finding: `decision` is "upheld" or "dismissed".

    Upholding records the result the finding stands for (a draw for a claim, the game's or the board's result
    for a contradiction) or takes a record that is not of this pairing's game off it: the record stays
    readable and the result as it is. Dismissing leaves the record as it is, except that a result only a
    player reported is taken back. `result`, a result code, records that one instead with either decision.
    `version` is the pairing's version the caller looked at: the decision rests on what stood there.

    Raises StaleError when the pairing has changed since, InputError for an unknown decision or result,
    ConflictError when it is decided already (of two arbiters the second), when the record has been replaced,
    or when a result would change in a finished tournament.
    """
    if decision not in DECISIONS:
        raise InputError(
            "decision-unknown",
            gettext_noop("A finding is decided by one of: %(known)s."),
            known=", ".join(DECISIONS),
        )
    tournament = lock_tournament(_tournament_id(flag))
    flag = _open_flag(flag)
    require_version(flag.game.pairing.version, version)
    before = _facts(flag)
    _remove(flag, decision)
    recorded = _settle(actor, flag, decision, reason, result)
    _close(actor, flag, decision, reason, recorded or "")
    raise_version(tournament)
    log(
        actor=actor,
        action="decide-finding",
        subject=flag.game.pairing.log_name,
        tournament=tournament,
        before=_place(flag) | before,
        after={"decision": decision, **_facts(flag)},
        reason=reason,
    )
    return flag


def _tournament_id(flag: Flag) -> int:
    found = Tournament.objects.filter(games__flags=flag.pk).values_list("pk", flat=True).first()
    if found is None:
        raise ConflictError("game-gone", gettext_noop("This game was deleted with its round meanwhile."))
    return found


def _open_flag(flag: Flag) -> Flag:
    fresh = Flag.objects.filter(pk=flag.pk).select_related("game").first()
    if fresh is None:
        raise ConflictError("game-gone", gettext_noop("This game was deleted with its round meanwhile."))
    if not fresh.is_open:
        raise ConflictError("already-decided", gettext_noop("This has been decided already."))
    if not fresh.game.is_current:
        raise ConflictError(
            "game-replaced", gettext_noop("This record of the game has been replaced meanwhile.")
        )
    fresh.game.pairing = locked_pairing(fresh.game.pairing)
    return fresh


def _remove(flag: Flag, decision: str) -> None:
    """Take the game off its pairing where the decision says that it is none of this pairing's."""
    if flag.finding.removes and decision == Flag.Status.UPHELD:
        flag.game.is_current = False
        flag.game.save(update_fields=["is_current"])


def _settle(actor, flag: Flag, decision: str, reason: str, result: str) -> str | None:
    """Record what the decision means for the result. Returns the code ("" for a result taken back), None when
    the decision is not about one."""
    code = normal_result_code(result) if result.strip() else _implied(flag, decision)
    if code is None:
        return None
    game = flag.game
    game.pairing = record_result(
        actor=actor,
        pairing=game.pairing,
        game=game.number,
        code=code,
        reason=reason,
        source=Result.Source.ARBITER,
    )
    if game.is_current and (not code or RESULTS[code].played):
        _follow(game, code)
    return code


def _implied(flag: Flag, decision: str) -> str | None:
    finding, details = flag.finding, flag.details
    if decision == Flag.Status.UPHELD:
        return finding.settled(details) or None
    reported: Any = details.get("game")
    # Somebody may have recorded another result since; that one is not the player's to lose.
    if finding.takes_back and flag.game.recorded_code == reported:
        return ""
    return None


def _follow(game: Game, code: str) -> None:
    """The record's own result follows the decision, so that no later check finds the two in contradiction."""
    if game.result == code:
        return
    game.result = code
    headers = record_headers(game.pairing, game.number)
    game.pdn = write_record(game.ruleset, headers, game.moves, code, game.start_fen)
    game.save(update_fields=["result", "pdn"])


def _close(actor, flag: Flag, decision: str, reason: str, recorded: str) -> None:
    flag.status, flag.decided_by, flag.decided_at = decision, actor, timezone.now()
    flag.decision_reason, flag.decided_result = reason[:200], recorded
    flag.save(update_fields=["status", "decided_by", "decided_at", "decision_reason", "decided_result"])
    set_verdict(flag.game)


def _place(flag: Flag) -> dict[str, Any]:
    game = flag.game
    number, _half = move_number(flag.ply, ply_offset(game.ruleset, game.start_fen))
    return {"finding": flag.kind, "ply": flag.ply, "move_number": number}


def _facts(flag: Flag) -> dict[str, Any]:
    """What a decision may change."""
    return {"result": flag.game.recorded_code, "on_record": flag.game.is_current}
