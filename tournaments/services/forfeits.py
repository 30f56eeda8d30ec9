"""A team that does not come: its whole match is lost without games, or is played after all."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Match, Pairing, Result, Tournament
from tournaments.services.audit import log
from tournaments.services.lineups import lock_match
from tournaments.services.locking import raise_version, require_version, save_raised
from tournaments.services.results import let_play, require_published, require_reason
from tournaments.services.team_rounds import seat_match

MATCH_FORFEITS = ("+/-", "-/+", "-/-")
"""What a match without games can be, the first team as White: who of the two did not come, or neither."""


@transaction.atomic
def forfeit_match(*, actor, match: Match, code: str, version: int | None = None, reason: str = "") -> Match:
    """Decide a whole match without games by one of `MATCH_FORFEITS`, or let it be played (`code` empty).

    Its boards go when it is decided; when it is played after all, the first players of both teams who are
    there sit down again. The same again changes nothing. Raises InputError for any other code, or without a
    reason where the round is closed or one after it is paired; ConflictError for a bye, in a draft, when a
    board has a result or a game, or a team has nobody; StaleError when `version` is not the match's.
    """
    tournament, match = lock_match(match)
    require_version(match.version, version)
    _require_decidable(match, code)
    if code == match.code:
        return match
    require_reason(match.round, reason)
    before = match.code
    if not before:
        _clear_boards(match)
    match.code = code
    save_raised(match, "code")
    if not code:
        seat_match(match)
    if code:
        let_play(match.round)
    raise_version(tournament)
    _log(actor, tournament, match, before, reason)
    return match


def _require_decidable(match: Match, code: str) -> None:
    if code and code not in MATCH_FORFEITS:
        raise InputError(
            "match-forfeit-unknown",
            gettext_noop("A match without games can be: %(codes)s."),
            codes=", ".join(MATCH_FORFEITS),
        )
    if match.black_id is None:
        raise ConflictError(
            "match-is-a-bye", gettext_noop("%(team)s has no opponent in this match."), team=match.white.name
        )
    require_published(match.round)


def _clear_boards(match: Match) -> None:
    """Take the boards away, on which nothing may have happened."""
    pairings = Pairing.objects.filter(match=match).select_related("white__player", "black__player", "round")
    for pairing in pairings.order_by("board"):
        has_result = pairing.results.filter(status=Result.Status.CONFIRMED).exists()
        if (has_result and not pairing.is_bye) or pairing.games.exists():
            raise ConflictError(
                "match-begun",
                gettext_noop(
                    "Board %(board)s has a result or a game: %(players)s. Clear it before the whole match is"
                    " decided."
                ),
                board=pairing.board,
                players=str(pairing),
            )
    pairings.delete()


def _log(actor, tournament: Tournament, match: Match, before: str, reason: str) -> None:
    log(
        actor=actor,
        action="forfeit-match",
        subject=match,
        tournament=tournament,
        before={"round": match.round.number, "result": before or None},
        after={"round": match.round.number, "result": match.code or None},
        reason=reason,
    )
