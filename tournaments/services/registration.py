"""Who plays: entries, late entries, withdrawals, requested byes."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.results import REQUESTABLE_BYES
from tournaments.models import Club, Entry, Player, RequestedBye, Team, TeamBye, Tournament
from tournaments.selectors.listed_ratings import listed_ratings
from tournaments.selectors.state import paired_count, pairing_system, tournament_snapshot
from tournaments.services.audit import log
from tournaments.services.locking import (
    lock_new_players,
    lock_unfinished,
    raise_version,
    require_version,
    save_raised,
)
from tournaments.services.player_lookup import find_player, make_player


@transaction.atomic
def add_entry(
    *,
    actor,
    tournament: Tournament,
    player: Player | None = None,
    name: str = "",
    club: Club | str | None = None,
    birth_year: int | None = None,
    rating: int | None = None,
    create_new: bool = False,
) -> Entry:
    """Enter a player: the one given, or the one of that name, who is made when nobody has it.

    `create_new` makes a new player although somebody of that name exists (a real namesake). Late entries
    play from the next round. The rating defaults to the one on a rating list: see `listed_ratings`.
    Raises InputError (no name), DoubtfulPlayer (several players of that name; probably one of the list),
    ConflictError (entered already; no place for a late entry), ValidationError.
    """
    tournament = lock_unfinished(tournament)
    # In an event of teams the teams have the places; a player may join one as a reserve at any time.
    if tournament.rounds.exists() and not tournament.is_team_event:
        require_place(tournament)
    if player is None:
        lock_new_players()
        player = find_player(tournament, name, birth_year) if not create_new else None
        player = player or make_player(
            actor=actor, tournament=tournament, name=name, club=club, birth_year=birth_year
        )
    if tournament.entries.filter(player=player).exists():
        raise ConflictError(
            "already-entered",
            gettext_noop("%(player)s is already entered in this tournament."),
            player=player.name,
        )
    entry = Entry(
        tournament=tournament,
        player=player,
        rating=rating if rating is not None else _listed_rating(tournament, player),
        joined_round=paired_count(tournament) + 1,
    )
    entry.full_clean()
    entry.save()
    raise_version(tournament)
    log(
        actor=actor,
        action="add-entry",
        subject=player,
        tournament=tournament,
        after={"player": player.pk, "rating": entry.rating, "joined_round": entry.joined_round},
    )
    return entry


def require_place(tournament: Tournament) -> None:
    """Raise ConflictError when the pairing system has no place for a late entry."""
    problem = pairing_system(tournament).late_entry_problem(tournament_snapshot(tournament).state)
    if problem is not None:
        raise problem


def _listed_rating(tournament: Tournament, player: Player) -> int | None:
    return listed_ratings(tournament, [player]).get(player.pk)


def lock_entry(entry: Entry, version: int | None = None) -> tuple[Tournament, Entry]:
    """The tournament, locked, and the entry as it is. Raises ConflictError when it is finished or gone,
    StaleError when `version` is not the entry's."""
    tournament = lock_unfinished(entry.tournament_id)
    fresh = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if fresh is None:
        raise ConflictError("entry-gone", gettext_noop("This entry has been removed meanwhile."))
    require_version(fresh.version, version)
    return tournament, fresh


@transaction.atomic
def remove_entry(*, actor, entry: Entry, reason: str = "", version: int | None = None) -> None:
    """Take an entry out; `version` is the entry's that the caller looked at.

    Raises ConflictError once the player has been paired: then he can withdraw; StaleError.
    """
    tournament, entry = lock_entry(entry, version)
    if entry.seats.exists():
        raise ConflictError(
            "entry-paired",
            gettext_noop("%(player)s has been paired already. Withdraw the player instead."),
            player=entry.player.name,
        )
    if entry.payments.exists():
        raise ConflictError(
            "entry-with-payments",
            gettext_noop(
                "Money of %(player)s stands in the books, which must not lose it."
                " Give it back there and withdraw the player instead."
            ),
            player=entry.player.name,
        )
    before = {"player": entry.player_id, "rating": entry.rating}
    entry.delete()
    raise_version(tournament)
    log(
        actor=actor,
        action="remove-entry",
        subject=entry.player,
        tournament=tournament,
        before=before,
        reason=reason,
    )


@transaction.atomic
def withdraw_entry(*, actor, entry: Entry, reason: str = "", version: int | None = None) -> Entry:
    """The player plays no more: the last round paired so far was his last. Twice is once.

    `version` is the entry's that the caller looked at; raises StaleError when it is another now.
    """
    tournament, entry = lock_entry(entry, version)
    note_withdrawal(actor=actor, tournament=tournament, entry=entry, action="withdraw-entry", reason=reason)
    return entry


def note_withdrawal(*, actor, tournament: Tournament, entry: Entry | Team, action: str, reason: str) -> None:
    """A player or a team leaves after the last round paired so far, which is logged; twice is once."""
    if not entry.is_withdrawn:
        entry.withdrawn_after = paired_count(tournament)
        save_change(
            actor=actor,
            tournament=tournament,
            entry=entry,
            action=action,
            reason=reason,
            withdrawn_after=None,
        )


@transaction.atomic
def return_entry(*, actor, entry: Entry, reason: str = "", version: int | None = None) -> Entry:
    """A withdrawn player plays again from the next round; the rounds between he was absent.

    `version` is the entry's that the caller looked at; raises StaleError when it is another now.
    """
    tournament, entry = lock_entry(entry, version)
    note_return(actor=actor, tournament=tournament, entry=entry, action="return-entry", reason=reason)
    return entry


def note_return(*, actor, tournament: Tournament, entry: Entry | Team, action: str, reason: str) -> None:
    """A player or a team that left plays again from the next round, which is logged."""
    if entry.is_withdrawn:
        before = entry.withdrawn_after
        entry.withdrawn_after = None
        save_change(
            actor=actor,
            tournament=tournament,
            entry=entry,
            action=action,
            reason=reason,
            withdrawn_after=before,
        )


def save_change(
    *, actor, tournament: Tournament, entry: Entry | Team, action: str, reason: str, **before
) -> None:
    """Save the fields named in `before`, which has their old values, and log the change."""
    save_raised(entry, *before)
    raise_version(tournament)
    log(
        actor=actor,
        action=action,
        subject=entry,
        tournament=tournament,
        reason=reason,
        before=before,
        after={field: getattr(entry, field) for field in before},
    )


@transaction.atomic
def request_bye(
    *, actor, entry: Entry, round_number: int, code: str = "zero-bye", version: int | None = None
) -> RequestedBye:
    """The player will not play in a round to come. Asked again for the same round, the new code holds.

    `version` is the entry's that the caller looked at. Raises StaleError when it is another now, InputError
    for an unknown code, ConflictError when the round is paired already.
    """
    tournament, entry = lock_entry(entry, version)
    return note_bye(
        actor=actor,
        tournament=tournament,
        entry=entry,
        round_number=round_number,
        code=code,
        action="request-bye",
    )


def note_bye(
    *, actor, tournament: Tournament, entry: Entry | Team, round_number: int, code: str, action: str
) -> RequestedBye | TeamBye:
    """The bye of a player or a team, noted and logged. Raises as `request_bye`."""
    if code not in REQUESTABLE_BYES:
        raise InputError(
            "bye-unknown",
            gettext_noop("“%(code)s” is no bye that can be asked for. Choose one of: %(codes)s."),
            code=code,
            codes=", ".join(REQUESTABLE_BYES),
        )
    require_future_round(tournament, round_number)
    # Asked for, it is no longer one that checking in takes back.
    asked = {"code": code} if isinstance(entry, Team) else {"code": code, "for_absence": False}
    bye, _created = entry.requested_byes.update_or_create(round_number=round_number, defaults=asked)
    save_raised(entry)
    raise_version(tournament)
    log(
        actor=actor,
        action=action,
        subject=entry,
        tournament=tournament,
        after={"round": round_number, "code": code},
    )
    return bye


@transaction.atomic
def cancel_bye(*, actor, bye: RequestedBye, version: int | None = None) -> None:
    """The player will play after all. Raises ConflictError when the round is paired already, StaleError when
    the entry has changed since `version`."""
    tournament, entry = lock_entry(bye.entry, version)
    drop_bye(actor=actor, tournament=tournament, entry=entry, bye=bye, action="cancel-bye")


def drop_bye(
    *, actor, tournament: Tournament, entry: Entry | Team, bye: RequestedBye | TeamBye, action: str
) -> None:
    """The bye of a player or a team, taken back and logged. Raises as `cancel_bye`."""
    require_future_round(tournament, bye.round_number)
    before = {"round": bye.round_number, "code": bye.code}
    entry.requested_byes.filter(round_number=bye.round_number).delete()
    save_raised(entry)
    raise_version(tournament)
    log(actor=actor, action=action, subject=entry, tournament=tournament, before=before)


def require_future_round(tournament: Tournament, round_number: int) -> None:
    paired = paired_count(tournament)
    if round_number <= paired:
        raise ConflictError(
            "round-paired",
            gettext_noop("Round %(round)s is paired already. Choose a later round."),
            round=round_number,
        )
    if tournament.planned_rounds is not None and round_number > tournament.planned_rounds:
        raise InputError(
            "round-beyond-plan",
            gettext_noop(
                "The tournament has %(rounds)s rounds: there is no round %(round)s to ask a bye for."
            ),
            rounds=tournament.planned_rounds,
            round=round_number,
        )
