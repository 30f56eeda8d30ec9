"""Who has come: checked in by an arbiter or by himself; who has not gets no game in the next round."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.domain.errors import ConflictError, StaleError, gettext_noop
from tournaments.models import Entry, RequestedBye, Tournament
from tournaments.selectors.state import paired_count
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, save_raised
from tournaments.services.registration import lock_entry, require_future_round

ABSENCE = "zero-bye"


@transaction.atomic
def check_in(*, actor, entry: Entry) -> Entry:
    """The player is here; a bye he was given because he was not is taken back. Twice is once.

    Raises ConflictError when the player has withdrawn, when the tournament is finished, or the entry gone.
    """
    tournament, entry = lock_entry(entry)
    return _note_here(actor, tournament, entry)


@transaction.atomic
def check_in_oneself(*, entry: Entry, actor=None) -> Entry:
    """The same by the player, from his private link; `actor` is his account where he is signed in.

    Raises ConflictError where players may not check themselves in, and as `check_in`.
    """
    tournament, entry = lock_entry(entry)
    if not tournament.players_check_in:
        raise ConflictError(
            "check-in-off",
            gettext_noop("Players do not check themselves in at this tournament. Tell the arbiter."),
        )
    return _note_here(actor, tournament, entry)


def _note_here(actor, tournament: Tournament, entry: Entry) -> Entry:
    if entry.is_withdrawn:
        raise ConflictError(
            "check-in-withdrawn",
            gettext_noop("%(player)s has withdrawn. The arbiter can let the player return."),
            player=entry.player.name,
        )
    if entry.checked_in_at is not None:
        return entry
    entry.checked_in_at = timezone.now()
    save_raised(entry, "checked_in_at")
    given = _absences(tournament).filter(entry=entry, round_number__gt=paired_count(tournament))
    rounds = sorted(given.values_list("round_number", flat=True))
    given.delete()
    raise_version(tournament)
    log(
        actor=actor,
        action="check-in",
        subject=entry,
        tournament=tournament,
        before={"round": rounds[0], "code": ABSENCE} if rounds else None,
    )
    return entry


@transaction.atomic
def undo_check_in(*, actor, entry: Entry) -> Entry:
    """The player is not here after all. Twice is once. Raises ConflictError as `check_in` does."""
    tournament, entry = lock_entry(entry)
    if entry.checked_in_at is not None:
        entry.checked_in_at = None
        save_raised(entry, "checked_in_at")
        raise_version(tournament)
        log(actor=actor, action="undo-check-in", subject=entry, tournament=tournament)
    return entry


@transaction.atomic
def mark_absent(*, actor, tournament: Tournament, round_number: int) -> list[Entry]:
    """Give everybody who is not here a bye without points in the next round; who asked for a bye keeps it.

    `round_number` is the round the caller means. Raises StaleError when it has been paired meanwhile,
    ConflictError when nobody is here at all, where teams play, or when the tournament is finished; InputError
    when there is no such round.
    """
    tournament = _lock_for(tournament, round_number)
    require_future_round(tournament, round_number)
    playing = tournament.entries.filter(withdrawn_after=None)
    if not playing.filter(checked_in_at__isnull=False).exists():
        raise ConflictError(
            "nobody-here", gettext_noop("Nobody is checked in: there would be nobody to pair.")
        )
    absent = list(
        playing.filter(checked_in_at=None)
        .exclude(requested_byes__round_number=round_number)
        .select_related("player")
        .order_by("player__family_name", "player__given_name", "pk")
    )
    if absent:
        RequestedBye.objects.bulk_create(
            RequestedBye(entry=entry, round_number=round_number, code=ABSENCE, for_absence=True)
            for entry in absent
        )
        _note_group(actor, tournament, "mark-absent", round_number, absent)
    return absent


@transaction.atomic
def unmark_absent(*, actor, tournament: Tournament, round_number: int) -> list[Entry]:
    """Take back the byes that `mark_absent` gave. Twice is once. Raises StaleError as `mark_absent`."""
    tournament = _lock_for(tournament, round_number)
    given = _absences(tournament).filter(round_number=round_number)
    back = [bye.entry for bye in given.select_related("entry__player").order_by("entry__player__family_name")]
    if back:
        given.delete()
        _note_group(actor, tournament, "unmark-absent", round_number, back)
    return back


def _lock_for(tournament: Tournament, round_number: int) -> Tournament:
    tournament = lock_unfinished(tournament)
    if tournament.is_team_event:
        raise ConflictError(
            "absence-of-teams", gettext_noop("In an event of teams it is the teams that are paired.")
        )
    current = paired_count(tournament) + 1
    if round_number < current:
        raise StaleError(
            "stale",
            gettext_noop(
                "Round %(round)s has been paired meanwhile. Look at who is here for round %(next)s."
            ),
            round=round_number,
            next=current,
        )
    return tournament


def _absences(tournament: Tournament):
    return RequestedBye.objects.filter(entry__tournament=tournament, for_absence=True)


def _note_group(actor, tournament: Tournament, action: str, round_number: int, entries: list[Entry]) -> None:
    tournament.entries.filter(pk__in=[entry.pk for entry in entries]).update(version=F("version") + 1)
    raise_version(tournament)
    log(
        actor=actor,
        action=action,
        subject=tournament,
        tournament=tournament,
        after={"round": round_number, "players": [entry.player.name for entry in entries]},
    )
