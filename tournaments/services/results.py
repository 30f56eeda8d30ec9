"""Recording, correcting and clearing results."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import BYE_CODES, normal_result_code
from tournaments.models import Pairing, Result, ResultReport, Round, Tournament
from tournaments.models.round import MAX_GAMES
from tournaments.selectors.play_offs import game_is_due
from tournaments.selectors.state import pairing_system
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version, save_raised


@transaction.atomic
def record_result(
    *,
    actor,
    pairing: Pairing,
    code: str,
    game: int = 1,
    version: int | None = None,
    reason: str = "",
    source: str = Result.Source.ARBITER,
    adjudicated: bool = False,
) -> Pairing:
    """Record a game's result, replace it, or clear it (`code` empty); the same again changes nothing.

    `game` is 2 for the second game of a two-game round, more for a play-off; `code` is written for that
    game's own White. `version` is the pairing's version the caller looked at. `adjudicated`: the arbiter
    decided the game, for a `reason`. What players reported of the game is closed by it. Raises StaleError
    when the pairing has changed since, InputError for a code or a game it cannot have, and without a
    reason for an adjudication or a correction in a closed round; ConflictError when the tournament is
    finished, the round is a draft, or a game of a play-off is not due.
    """
    tournament, pairing = lock_with_tournament(pairing)
    require_version(pairing.version, version)
    require_published(pairing.round)
    _require_game(tournament, pairing, game)
    code = _allowed_code(pairing, code)
    _require_adjudicable(pairing, code, reason, adjudicated)
    _require_order(tournament, pairing, game, code)
    confirmed = pairing.results.filter(status=Result.Status.CONFIRMED, game=game)
    before = confirmed.first()
    if code:
        close_reports(pairing, game, code)
    is_same = code == (before.code if before else "")
    if is_same and (not adjudicated or before.is_adjudicated):
        return pairing
    if before is not None:
        require_reason(pairing.round, reason)
    # The old row gives way first: the constraint allows one confirmed result.
    confirmed.update(status=Result.Status.REPLACED)
    if code:
        Result.objects.create(
            pairing=pairing,
            game=game,
            code=code,
            source=source,
            is_adjudicated=adjudicated,
            reason=reason[:200],
            recorded_by=actor,
        )
    if code:
        let_play(pairing.round)
    save_raised(pairing)
    raise_version(tournament)
    action = "adjudicate-game" if adjudicated else "record-result"
    _log_result(actor, action, pairing, game, (before.code if before else None, code or None), reason)
    return locked_pairing(pairing)


def require_published(this: Round) -> None:
    """Raise ConflictError for a draft: nothing happens in it."""
    if this.is_draft:
        raise ConflictError(
            "round-is-draft",
            gettext_noop("Round %(round)s is a draft. Publish it first."),
            round=this.number,
        )


def is_settled(this: Round) -> bool:
    """Whether a result of the round is corrected only with a reason: the round is closed, or one after it is
    paired, which rests on it."""
    return (
        this.is_closed or Round.objects.filter(tournament=this.tournament_id, number__gt=this.number).exists()
    )


def require_reason(this: Round, reason: str) -> None:
    """Raise InputError where a result of the round is corrected without one."""
    if not reason.strip() and is_settled(this):
        raise InputError(
            "correction-without-reason",
            gettext_noop("Round %(round)s is closed: say why its result is corrected."),
            round=this.number,
        )


def let_play(this: Round) -> None:
    """With its first result a round is being played."""
    if this.status == Round.Status.PUBLISHED:
        this.status = Round.Status.PLAYING
        # Not saved, which would raise the round's version: a result makes no page stale that sets its time.
        Round.objects.filter(pk=this.pk).update(status=Round.Status.PLAYING)


def close_reports(pairing: Pairing, game: int, code: str) -> int:
    """Nothing waits once a result is recorded: reports that said the same are accepted, others dismissed.

    Returns how many there were.
    """
    waiting = pairing.reports.filter(game=game, status=ResultReport.Status.OPEN)
    agreeing = waiting.filter(code=code).update(status=ResultReport.Status.ACCEPTED)
    return agreeing + waiting.update(status=ResultReport.Status.DISMISSED)


def _require_adjudicable(pairing: Pairing, code: str, reason: str, adjudicated: bool) -> None:
    """Only a result of two players can be adjudicated, and whoever decides it says why."""
    if not adjudicated:
        return
    if not code or pairing.is_bye:
        raise InputError(
            "adjudicated-without-result", gettext_noop("Choose the result to which the game is adjudicated.")
        )
    if not reason.strip():
        raise InputError(
            "adjudicated-without-reason", gettext_noop("Say why the game is adjudicated: it is recorded.")
        )


def _require_game(tournament: Tournament, pairing: Pairing, game: int) -> None:
    """A bye has one result, a pairing one for each game of the round, and more where ties are played off."""
    own = 1 if pairing.is_bye else pairing.round.games
    further = pairing_system(tournament).plays_off and not pairing.is_bye
    most = MAX_GAMES if further else own
    if not 1 <= game <= most:
        raise InputError(
            "game-unknown",
            gettext_noop("This pairing has no game %(game)s. Choose a number from 1 to %(most)s."),
            game=game,
            most=most,
        )


def _require_order(tournament: Tournament, pairing: Pairing, game: int, code: str) -> None:
    """Games of a play-off follow one another, and only on a tie: a gap would change colours over."""
    recorded = pairing.results.filter(status=Result.Status.CONFIRMED)
    own = pairing.round.games
    if not code and recorded.filter(game__gt=max(game, own)).exists():
        raise ConflictError(
            "play-off-recorded",
            gettext_noop("A later game of the play-off is recorded. Clear that one first."),
        )
    if game <= own or not code or recorded.filter(game=game).exists():
        return
    codes = tuple(recorded.filter(game__gt=own).order_by("game").values_list("code", flat=True))
    if game != own + len(codes) + 1 or not game_is_due(tournament, pairing, codes):
        raise ConflictError(
            "play-off-not-due",
            gettext_noop(
                "Another game is only played while those before it are recorded and decide nothing."
            ),
        )


def lock_with_tournament(pairing: Pairing) -> tuple[Tournament, Pairing]:
    """The pairing's tournament and the pairing, both locked: of two writers at once the second waits here.

    Raises ConflictError when the tournament is finished or the round has been undone meanwhile.
    """
    found = Pairing.objects.filter(pk=pairing.pk).values_list("round__tournament", flat=True).first()
    if found is None:
        raise _undone()
    return lock_unfinished(found), locked_pairing(pairing)


def _undone() -> ConflictError:
    return ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))


def locked_pairing(pairing: Pairing) -> Pairing:
    """The pairing as it is now. Raises ConflictError when its round has been undone meanwhile."""
    fresh = (
        Pairing.objects.select_for_update(of=("self",))
        .filter(pk=pairing.pk)
        .select_related("round__tournament", "white__player")
        .first()
    )
    if fresh is None:
        raise _undone()
    return fresh


def _allowed_code(pairing: Pairing, code: str) -> str:
    if not pairing.is_bye:
        return normal_result_code(code) if code.strip() else ""
    if code not in BYE_CODES:
        raise InputError(
            "bye-unknown",
            gettext_noop("A pairing without an opponent can have: %(codes)s."),
            codes=", ".join(BYE_CODES),
        )
    return code


def _log_result(
    actor,
    action: str,
    pairing: Pairing,
    game: int,
    codes: tuple[str | None, str | None],
    reason: str,
) -> None:
    """`codes` are those before and after."""
    log(
        actor=actor,
        action=action,
        subject=pairing.log_name_of(game),
        tournament=pairing.round.tournament,
        before=codes[0],
        after=codes[1],
        reason=reason,
    )
