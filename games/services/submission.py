"""Submitting the game of a pairing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from engine import pdn as engine_pdn
from games.domain.claims import CLAIMS, answer_to
from games.domain.findings import contradicts
from games.domain.record_players import other_names, require_colours
from games.domain.records import UNKNOWN, Record, read_record, settled_result, write_record
from games.models import Flag, Game, opening_of
from games.selectors.games import current_game
from games.selectors.records import record_headers
from games.tasks import verify_game_task
from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import RESULTS, normal_result_code
from tournaments.models import Pairing, Result, Tournament
from tournaments.permissions import can_manage_tournament
from tournaments.selectors.pairing_games import PairingGame, code_of, game_of
from tournaments.services.audit import log
from tournaments.services.jobs import start_job
from tournaments.services.locking import raise_version, require_unfinished, require_version
from tournaments.services.results import lock_with_tournament, record_result, require_published


@transaction.atomic
def submit_game(
    *,
    actor,
    pairing: Pairing,
    pdn: str = "",
    moves: Sequence[str] | None = None,
    result: str = "",
    source: str,
    number: int = 1,
    claim: str = "",
    reason: str = "",
    replaces: int | None = None,
) -> Game:
    """Keep a game of a pairing and record its result; the verification follows in the background.

    The record is PDN of one game (movetext will do) or a list of moves, played with the tournament's
    ruleset. The result is what the record, `result` and the board agree on; without any, the game is kept
    and no result is recorded. A confirmed result stands: a game that contradicts it gets a flag.
    `source` is a `Game.Source`, `number` 2 for the second game of the round, whose White has Black in the
    first: record and result are written for its own White. `claim`, a key of `CLAIMS`, puts a claimed draw
    at the end of the record into the queue, with the engine's answer. An arbiter (or a command, `actor` None)
    replaces an older record, a player does not; `replaces` is the id of the record the caller looked at, 0
    where he saw none.

    Raises StaleError when another record stands there by now, IllegalGameError with the ply, InputError for a
    record that cannot be read, is of another ruleset or contradicts itself, for an unknown claim, or for a
    game the round has not, ConflictError when this pairing takes no game (now, or from a player; none in a
    draft).
    """
    tournament, pairing = lock_with_tournament(pairing)
    is_arbiter = actor is None or can_manage_tournament(actor, tournament)
    require_published(pairing.round)
    _require_number(pairing, number)
    _require_claim(claim)
    this = game_of(pairing, number, code_of(pairing, number))
    current = current_game(pairing, number)
    _require_open(tournament, this, current, is_arbiter)
    opening = opening_of(pairing.round, tournament.ruleset)
    record = read_record(tournament.ruleset, text=pdn, moves=moves, opening=opening)
    require_colours(record.tags, *_players(this))
    code = _result(record, result, is_arbiter)
    if current is not None and (current.fingerprint, current.result) == (record.fingerprint, code):
        _add_claim(current, claim)
        return current
    require_version(current.pk if current else 0, replaces)
    game = _keep(actor, pairing, this, record, code, current, pdn, source)
    game.pairing = _record(actor, pairing, game, code, current, reason)
    _flag(game, record, this, code, is_arbiter)
    _add_claim(game, claim)
    raise_version(tournament)
    _log(actor, tournament, game, current, reason)
    start_job(task=verify_game_task, object_id=game.pk, key=f"verify-game:{game.pk}")
    return game


def submission_problem(*, actor, pairing: Pairing, number: int = 1) -> ConflictError | None:
    """Why the pairing takes no such game from this user now, None when it does. A page asks beforehand."""
    tournament = pairing.round.tournament
    this = game_of(pairing, number, code_of(pairing, number))
    try:
        require_unfinished(tournament)
        require_published(pairing.round)
        current = current_game(pairing, number)
        _require_open(tournament, this, current, can_manage_tournament(actor, tournament))
    except ConflictError as error:
        return error
    return None


def _require_number(pairing: Pairing, number: int) -> None:
    if not 1 <= number <= pairing.round.games:
        raise InputError(
            "game-unknown",
            gettext_noop("This pairing has no game %(game)s. Choose a number from 1 to %(most)s."),
            game=number,
            most=pairing.round.games,
        )


def _require_claim(claim: str) -> None:
    if claim and claim not in CLAIMS:
        raise InputError(
            "claim-unknown", gettext_noop("A draw is claimed by one of: %(known)s."), known=", ".join(CLAIMS)
        )


def _require_open(tournament: Tournament, this: PairingGame, current: Game | None, is_arbiter: bool) -> None:
    if this.black is None:
        raise ConflictError(
            "bye-has-no-game", gettext_noop("This pairing has no opponent, so it has no game.")
        )
    if not is_arbiter and not tournament.players_submit:
        raise ConflictError(
            "players-do-not-submit", gettext_noop("In this tournament only the arbiter submits games.")
        )
    if not is_arbiter and current is not None:
        raise ConflictError(
            "game-exists",
            gettext_noop("A game has been submitted already. Ask the arbiter if it should be replaced."),
        )
    if this.code and not RESULTS[this.code].played:
        raise ConflictError(
            "forfeited",
            gettext_noop("The pairing was decided without play. The arbiter clears that result first."),
        )


def _result(record: Record, given: str, is_arbiter: bool) -> str:
    """The result code of the game, "" when nobody says and the board does not."""
    text = given.strip()
    code = "" if not text or engine_pdn.normal_result(text) == UNKNOWN else normal_result_code(text)
    code = settled_result([code, *record.stated_results], record.outcome)
    # That both lose is a decision, not something that happens on the board.
    if code and not (RESULTS[code].played if is_arbiter else RESULTS[code].rated):
        raise InputError(
            "not-a-game-result",
            gettext_noop("%(code)s is not the result of a game that was played."),
            code=code,
        )
    return code


def _keep(
    actor,
    pairing: Pairing,
    this: PairingGame,
    record: Record,
    code: str,
    current: Game | None,
    submitted: str,
    source: str,
) -> Game:
    result = code or this.code or ""
    headers = record_headers(pairing, this.number)
    if current is not None:
        # The old row gives way first: the constraint allows one current record a game.
        current.is_current = False
        current.save(update_fields=["is_current"])
    return Game.objects.create(
        tournament_id=pairing.round.tournament_id,
        pairing=pairing,
        number=this.number,
        ruleset=record.ruleset,
        pdn=write_record(record.ruleset, headers, record.moves, result, record.start_fen),
        submitted_pdn=submitted,
        moves=list(record.moves),
        start_fen=record.start_fen,
        final_fen=record.final_fen,
        plies=record.plies,
        result=result,
        fingerprint=record.fingerprint,
        source=source,
        submitted_by=actor,
    )


def _record(actor, pairing: Pairing, game: Game, code: str, current: Game | None, reason: str) -> Pairing:
    """Record the game's result where none stands, or where it came from the record this one replaces."""
    confirmed = pairing.results.filter(status=Result.Status.CONFIRMED, game=game.number).first()
    follows = confirmed is None or (current is not None and confirmed.source == Result.Source.GAME)
    if not code or not follows:
        return pairing
    return record_result(
        actor=actor,
        pairing=pairing,
        game=game.number,
        code=code,
        source=Result.Source.GAME,
        reason=reason,
    )


def _flag(game: Game, record: Record, this: PairingGame, code: str, is_arbiter: bool) -> None:
    """What is known at once; the rest is the verification's. `this` is the game as it was before."""
    recorded = game.recorded_code
    if contradicts(code, recorded):
        _add_flag(game, "result-against-record", {"game": code, "record": recorded})
    elif code and not is_arbiter and record.outcome is None and this.code is None:
        _add_flag(game, "reported-by-player", {"game": code})
    named = other_names(record.tags, *_players(this))
    if named is not None:
        _add_flag(game, "names-differ", {"white": named[0], "black": named[1]})


def _players(this: PairingGame) -> tuple[str, str]:
    return this.white.player.formal_name, this.black.player.formal_name if this.black else ""


def _add_claim(game: Game, claim: str) -> None:
    """Put the claim into the queue, once."""
    if not claim or game.flags.filter(kind="claim").exists():
        return
    answer = answer_to(claim, game.ruleset, game.moves, game.start_fen)
    details = {
        "claim": {"template": CLAIMS[claim], "params": {}},
        "answer": {"template": answer.template, "params": dict(answer.params)},
    }
    _add_flag(game, "claim", details)


def _add_flag(game: Game, kind: str, details: dict[str, Any]) -> None:
    Flag.objects.create(game=game, kind=kind, ply=game.plies, details=details)
    game.verdict = Game.Verdict.FLAGGED
    game.save(update_fields=["verdict"])


def _log(actor, tournament: Tournament, game: Game, replaced: Game | None, reason: str) -> None:
    pairing = game.pairing
    log(
        actor=actor,
        action="submit-game",
        subject=pairing.log_name_of(game.number),
        tournament=tournament,
        before={"game": replaced.pk, "pdn": replaced.pdn} if replaced else None,
        after={"game": game.pk, "plies": game.plies, "result": game.result, "source": game.source},
        reason=reason,
    )
