"""Whether what a file made can be read by the site's pages: a file may say anything that fits the columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.domain.snapshot_text import wrong
from games.messages import explain_flag
from games.models import Flag
from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.results import RESULTS
from tournaments.models import AuditEntry, Pairing, Result, Round, Tournament
from tournaments.selectors.audit import log_lines
from tournaments.selectors.standings import standings_table

# What reading a value of another shape than the site writes can end with.
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def require_countable(tournament: Tournament) -> None:
    """Raise InputError when the standings of the tournament cannot be computed from its rows."""
    try:
        standings_table(tournament)
    except _UNREADABLE as error:
        raise InputError(
            "snapshot-unsound",
            gettext_noop("The file is damaged: its rows do not make a tournament (%(said)s)."),
            said=f"{type(error).__name__}: {error}"[:200],
        ) from error


def require_state(tournament: Tournament, rounds: Iterable[Round]) -> None:
    """Raise InputError when the tournament is in preparation although a round is published, or finished
    although one is a draft."""
    states = {each.is_draft for each in rounds}
    wrong_ones = (Tournament.Status.SETUP, False), (Tournament.Status.FINISHED, True)
    if any(tournament.status == status and drafts in states for status, drafts in wrong_ones):
        raise wrong("tournament.status", gettext_noop("this is not what a site writes here."))


def require_fitting(result: Result, pairing: Pairing, place: str) -> None:
    """Raise InputError for the result of a game where somebody has a bye, or of a bye where two play."""
    if RESULTS[result.code].is_bye != pairing.is_bye:
        raise wrong(f"{place}.code", gettext_noop("there is no such result."))


def require_played(this: Round, place: str) -> None:
    """Raise InputError for a row of something played in a draft."""
    if this.is_draft:
        raise wrong(place, gettext_noop("this is not what a site writes here."))


def require_sayable_entry(entry: AuditEntry, place: str) -> None:
    """Raise InputError for an entry of the log that the log could not show."""
    _require(lambda: log_lines([entry]), place)


def require_sayable_flag(flag: Flag, place: str) -> None:
    """Raise InputError for a finding that the arbiter's queue could not show."""
    _require(lambda: explain_flag(flag), place)


def _require(said: Callable[[], object], place: str) -> None:
    try:
        said()
    except _UNREADABLE as error:
        raise wrong(place, gettext_noop("this is not what a site writes here.")) from error
