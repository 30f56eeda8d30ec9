"""Teams: who they are, who plays for them, leaving and coming back, byes, who may not meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Club, Entry, Team, TeamBye, TeamMember, Tournament
from tournaments.selectors.state import paired_count, pairing_system
from tournaments.selectors.team_pages import has_been_paired
from tournaments.selectors.teams import team_snapshot
from tournaments.services.audit import log
from tournaments.services.entry_lists import add_entries_from_text
from tournaments.services.locking import lock_unfinished, raise_version, require_version, save_raised
from tournaments.services.player_lookup import club_named
from tournaments.services.registration import (
    drop_bye,
    note_bye,
    note_return,
    note_withdrawal,
)


@transaction.atomic
def add_team(
    *,
    actor,
    tournament: Tournament,
    name: str,
    club: Club | str | None = None,
    players: str = "",
    entries: Sequence[Entry] = (),
) -> Team:
    """Enter a team with its players in their order: a pasted list as in `add_entries_from_text`, or entries.

    A late team plays from the next round. Raises ConflictError (no event of teams; no place for a late team),
    ValidationError (no name, or one in use), EntryListError, and as `set_members`.
    """
    tournament = lock_unfinished(tournament)
    _require_team_event(tournament)
    paired = paired_count(tournament)
    if paired:
        problem = pairing_system(tournament).late_entry_problem(team_snapshot(tournament).state)
        if problem is not None:
            raise problem
    team = Team(
        tournament=tournament,
        name=name.strip(),
        club=club_named(tournament, club),
        joined_round=paired + 1,
    )
    _check(team)
    team.save()
    if players.strip():
        entries = add_entries_from_text(actor=actor, tournament=tournament, text=players, keep_entered=True)
    _write_members(team, entries)
    raise_version(tournament)
    log(
        actor=actor,
        action="add-team",
        subject=team,
        tournament=tournament,
        after={"players": _names(team), "joined_round": team.joined_round},
    )
    return team


def _check(team: Team) -> None:
    """Raise ValidationError naming the fields at fault; a name in use is a fault of the name."""
    team.full_clean(validate_constraints=False)
    if Team.objects.filter(tournament=team.tournament_id, name=team.name).exclude(pk=team.pk).exists():
        raise ValidationError({"name": _("There is a team of this name already.")})


def _require_team_event(tournament: Tournament) -> None:
    if not tournament.is_team_event:
        raise ConflictError(
            "no-team-event",
            gettext_noop("In this tournament players play for themselves. Set its boards to enter teams."),
        )


def lock_team(team: Team, version: int | None = None) -> tuple[Tournament, Team]:
    """The tournament, locked, and the team as it is. Raises ConflictError when the tournament is finished or
    the team is gone, StaleError when `version` is not the team's."""
    tournament = lock_unfinished(team.tournament_id)
    fresh = tournament.teams.filter(pk=team.pk).first()
    if fresh is None:
        raise ConflictError("team-gone", gettext_noop("This team has been removed meanwhile."))
    require_version(fresh.version, version)
    return tournament, fresh


@transaction.atomic
def change_team(*, actor, team: Team, changes: dict[str, Any], version: int | None = None) -> Team:
    """Change the name or the club (a name, made when new).

    Raises StaleError when `version` is not the team's, ConflictError, ValidationError naming the fields.
    """
    tournament, team = lock_team(team, version)
    values = dict(changes)
    if "club" in values:
        values["club"] = club_named(tournament, values["club"])
    changed = {name: value for name, value in values.items() if getattr(team, name) != value}
    if not changed:
        return team
    before = {name: _plain(getattr(team, name)) for name in changed}
    for name, value in changed.items():
        setattr(team, name, value)
    _check(team)
    save_raised(team, *changed)
    raise_version(tournament)
    after = {name: _plain(value) for name, value in changed.items()}
    log(actor=actor, action="change-team", subject=team, tournament=tournament, before=before, after=after)
    return team


def _plain(value: object) -> str:
    return str(value or "")


@transaction.atomic
def set_members(*, actor, team: Team, entries: Sequence[Entry], version: int | None = None) -> Team:
    """Say who plays for the team, in the order of the boards; who comes after the last board is a reserve.

    Who is left out stays entered, without a team. Raises InputError (somebody named twice, or of another
    tournament), ConflictError (of another team; who sat in a match cannot leave the team), StaleError.
    """
    tournament, team = lock_team(team, version)
    before = _names(team)
    _write_members(team, entries)
    after = _names(team)
    if before != after:
        save_raised(team)
        raise_version(tournament)
        log(
            actor=actor,
            action="set-members",
            subject=team,
            tournament=tournament,
            before={"players": before},
            after={"players": after},
        )
    return team


@transaction.atomic
def add_members(*, actor, team: Team, players: str, version: int | None = None) -> Team:
    """Enter players of a pasted list after the team's last. Raises as `add_team`."""
    tournament, team = lock_team(team, version)
    new = add_entries_from_text(actor=actor, tournament=tournament, text=players, keep_entered=True)
    return set_members(actor=actor, team=team, entries=[*_entries(team), *new])


def _entries(team: Team) -> list[Entry]:
    members = team.members.select_related("entry__player").order_by("board")
    return [member.entry for member in members]


def _names(team: Team) -> list[str]:
    return [entry.player.formal_name for entry in _entries(team)]


def _write_members(team: Team, entries: Sequence[Entry]) -> None:
    _require_members(team, entries)
    team.members.all().delete()
    TeamMember.objects.bulk_create(
        [TeamMember(team=team, entry=entry, board=board) for board, entry in enumerate(entries, start=1)]
    )


def _require_members(team: Team, entries: Sequence[Entry]) -> None:
    seen: set[int] = set()
    for entry in entries:
        if entry.tournament_id != team.tournament_id or entry.pk in seen:
            raise InputError(
                "member-wrong",
                gettext_noop("%(player)s is named twice, or is not entered in this tournament."),
                player=entry.player.name,
            )
        seen.add(entry.pk)
    others = (
        TeamMember.objects.filter(entry__in=seen).exclude(team=team).select_related("team", "entry__player")
    )
    if elsewhere := others.first():
        raise ConflictError(
            "member-of-another-team",
            gettext_noop("%(player)s plays for %(team)s. Take the player out of that team first."),
            player=elsewhere.entry.player.name,
            team=elsewhere.team.name,
        )
    left_out = Entry.objects.filter(membership__team=team, seats__isnull=False).exclude(pk__in=seen)
    if gone := left_out.select_related("player").first():
        raise ConflictError(
            "member-played",
            gettext_noop("%(player)s has sat in a match of %(team)s and stays in the team."),
            player=gone.player.name,
            team=team.name,
        )


@transaction.atomic
def remove_team(*, actor, team: Team, reason: str = "", version: int | None = None) -> None:
    """Take a team out, with its players. Raises ConflictError once it was paired: then it can withdraw;
    StaleError when `version` is not the team's."""
    tournament, team = lock_team(team, version)
    if has_been_paired(team):
        raise ConflictError(
            "team-paired",
            gettext_noop("%(team)s has been paired already. Withdraw the team instead."),
            team=team.name,
        )
    before = {"players": _names(team)}
    Entry.objects.filter(membership__team=team).delete()
    team.delete()
    raise_version(tournament)
    log(actor=actor, action="remove-team", subject=team, tournament=tournament, before=before, reason=reason)


@transaction.atomic
def withdraw_team(*, actor, team: Team, reason: str = "", version: int | None = None) -> Team:
    """The team plays no more: the last round paired so far was its last. Twice is once.

    Raises StaleError when `version` is not the team's.
    """
    tournament, team = lock_team(team, version)
    note_withdrawal(actor=actor, tournament=tournament, entry=team, action="withdraw-team", reason=reason)
    return team


@transaction.atomic
def return_team(*, actor, team: Team, reason: str = "", version: int | None = None) -> Team:
    """A withdrawn team plays again from the next round; the rounds between it was absent.

    Raises StaleError when `version` is not the team's.
    """
    tournament, team = lock_team(team, version)
    note_return(actor=actor, tournament=tournament, entry=team, action="return-team", reason=reason)
    return team


@transaction.atomic
def request_team_bye(
    *, actor, team: Team, round_number: int, code: str = "zero-bye", version: int | None = None
) -> TeamBye:
    """The team will not play in a round to come. Asked again for the same round, the new code holds.

    Raises InputError for an unknown code, ConflictError when the round is paired already, StaleError when
    `version` is not the team's.
    """
    tournament, team = lock_team(team, version)
    return note_bye(
        actor=actor,
        tournament=tournament,
        entry=team,
        round_number=round_number,
        code=code,
        action="request-team-bye",
    )


@transaction.atomic
def cancel_team_bye(*, actor, bye: TeamBye, version: int | None = None) -> None:
    """The team will play after all. Raises ConflictError when the round is paired already, StaleError when
    `version` is not the team's."""
    tournament, team = lock_team(bye.team, version)
    drop_bye(actor=actor, tournament=tournament, entry=team, bye=bye, action="cancel-team-bye")


@transaction.atomic
def keep_apart(*, actor, team: Team, others: Sequence[Team], version: int | None = None) -> Team:
    """Say which teams this one may not meet, instead of those named before.

    Raises InputError for the team itself and for teams of another tournament, StaleError when `version` is
    not the team's.
    """
    tournament, team = lock_team(team, version)
    for other in others:
        if other.pk == team.pk or other.tournament_id != tournament.pk:
            raise InputError(
                "team-wrong",
                gettext_noop("%(team)s is not another team of this tournament."),
                team=other.name,
            )
    before = sorted(other.name for other in team.kept_apart.all())
    after = sorted(other.name for other in others)
    if before != after:
        # Of two who are kept apart each shows it: the others' pages are stale too.
        concerned = {other.pk for other in (*team.kept_apart.all(), *others)}
        team.kept_apart.set(others)
        tournament.teams.filter(pk__in=concerned).update(version=F("version") + 1)
        save_raised(team)
        raise_version(tournament)
        log(
            actor=actor,
            action="keep-apart",
            subject=team,
            tournament=tournament,
            before={"kept_apart": before},
            after={"kept_apart": after},
        )
    return team
