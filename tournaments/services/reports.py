"""Results as players report them: they wait for the arbiter and never count by themselves."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import normal_result_code
from tournaments.models import Entry, Pairing, Result, ResultReport, Tournament
from tournaments.models.tournament import new_private_key
from tournaments.selectors.reports import (
    AGREED,
    PLAYED_ON,
    games_to_report,
    is_recorded,
    open_reports,
    reportable_codes,
)
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament, lock_unfinished, require_version
from tournaments.services.results import lock_with_tournament, record_result


@transaction.atomic
def report_result(*, pairing: Pairing, entry: Entry, code: str, game: int = 1, actor=None) -> ResultReport:
    """A player says how his game ended. What he said before of it is dismissed; the same again is one report.

    `code` is written for the game's own White; `actor` is the player's account where he is signed in.
    Raises ConflictError where players may not report now, where the game has a result, or where it is not
    his; InputError for a result that a player cannot report.
    """
    tournament, pairing = lock_with_tournament(pairing)
    _require_open(tournament, pairing, entry)
    _require_game(pairing, game)
    code = _reported_code(tournament, code)
    own = pairing.reports.filter(entry=entry, game=game, status=ResultReport.Status.OPEN)
    before = own.first()
    if before is not None and before.code == code:
        return before
    own.update(status=ResultReport.Status.DISMISSED)
    made = ResultReport.objects.create(pairing=pairing, entry=entry, game=game, code=code)
    log(
        actor=actor,
        action="report-result",
        subject=pairing.log_name_of(game),
        tournament=tournament,
        before={"result": before.code, "reported_by": str(entry)} if before else None,
        after={"result": code, "reported_by": str(entry)},
    )
    return made


def _require_open(tournament: Tournament, pairing: Pairing, entry: Entry) -> None:
    if not tournament.players_report:
        raise ConflictError(
            "reports-off", gettext_noop("Players do not report results in this tournament. Tell the arbiter.")
        )
    if entry.pk not in (pairing.white_id, pairing.black_id) or pairing.is_bye:
        raise ConflictError("report-not-yours", gettext_noop("Only the two who play can report a game."))
    if tournament.status != Tournament.Status.RUNNING or pairing.round.status not in PLAYED_ON:
        raise ConflictError("report-round-closed", gettext_noop("This round is not being played now."))


def _require_game(pairing: Pairing, game: int) -> None:
    if game not in [each.number for each in games_to_report(pairing)]:
        raise ConflictError("report-no-game", gettext_noop("There is no such game to report now."))
    if is_recorded(pairing, game):
        raise ConflictError(
            "report-recorded",
            gettext_noop("The arbiter has recorded this game. If the result is wrong, tell him."),
        )


def _reported_code(tournament: Tournament, text: str) -> str:
    code, allowed = normal_result_code(text), reportable_codes(tournament)
    if code not in allowed:
        raise InputError(
            "report-code",
            gettext_noop("A player cannot report “%(text)s”. Choose one of: %(codes)s."),
            text=text,
            codes=", ".join(allowed),
        )
    return code


@transaction.atomic
def accept_report(*, actor, pairing: Pairing, game: int, code: str, version: int | None = None) -> Pairing:
    """Record what a player reported; the reports of that game are closed.

    Raises StaleError when the pairing has changed since `version`, ConflictError when nobody reports this
    result any more.
    """
    _tournament, pairing = lock_with_tournament(pairing)
    require_version(pairing.version, version)
    waiting = pairing.reports.filter(game=game, status=ResultReport.Status.OPEN, code=code)
    if not waiting.exists():
        raise ConflictError(
            "report-gone", gettext_noop("Nobody reports this result any more. Look at what is reported now.")
        )
    return record_result(
        actor=actor,
        pairing=pairing,
        code=code,
        game=game,
        version=pairing.version,
        source=Result.Source.PLAYERS,
    )


@transaction.atomic
def accept_agreed(*, actor, tournament: Tournament, number: int | None = None) -> int:
    """Record every result that both players report alike, in a round or in all; return how many."""
    tournament = lock_unfinished(tournament)
    agreed = [each for each in open_reports(tournament, number) if each.state == AGREED]
    for each in agreed:
        accept_report(actor=actor, pairing=each.pairing, game=each.game.number, code=each.codes[0])
    return len(agreed)


@transaction.atomic
def dismiss_reports(*, actor, pairing: Pairing, game: int, version: int | None = None) -> int:
    """Set aside what is reported of a game; return how many reports there were. Players may report anew.

    Raises StaleError when the pairing has changed since `version`.
    """
    tournament, pairing = lock_with_tournament(pairing)
    require_version(pairing.version, version)
    waiting = pairing.reports.filter(game=game, status=ResultReport.Status.OPEN).select_related(
        "entry__player"
    )
    said = [f"{each.entry}: {each.code}" for each in waiting]
    waiting.update(status=ResultReport.Status.DISMISSED)
    if said:
        log(
            actor=actor,
            action="dismiss-reports",
            subject=pairing.log_name_of(game),
            tournament=tournament,
            before=said,
        )
    return len(said)


@transaction.atomic
def renew_private_key(*, actor, entry: Entry, version: int | None = None) -> Entry:
    """Give the player another private link; the old one, and its code on paper, open nothing any more.

    Raises StaleError when the entry has changed since `version`.
    """
    tournament = lock_tournament(entry.tournament_id)
    fresh = Entry.objects.select_for_update(of=("self",)).select_related("player").get(pk=entry.pk)
    require_version(fresh.version, version)
    fresh.private_key, fresh.version = new_private_key(), fresh.version + 1
    fresh.save(update_fields=["private_key", "version"])
    # The key itself stays out of the log: who reads it must not speak for the player.
    log(actor=actor, action="renew-link", subject=fresh, tournament=tournament)
    return fresh
