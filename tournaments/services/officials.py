"""Who runs an event: its arbiters, the chief of them, its organisers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Tournament
from tournaments.rights import Role
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament, raise_version, stale

APPOINTED = (Role.ORGANISER, Role.CHIEF, Role.ARBITER)
"""The roles an event gives; the officers are its federation's."""


@transaction.atomic
def appoint(
    *,
    actor: Any,
    tournament: Tournament,
    user: AbstractBaseUser,
    role: str,
    instead_of: AbstractBaseUser | None = None,
    seen_chief: str | None = None,
) -> Tournament:
    """Give the user a role; `instead_of` loses it in the same step. Twice is once.

    There is one chief arbiter: who was it stays an arbiter. `seen_chief` is the user name of the chief that
    the caller saw ("" for none). Raises StaleError when another is chief by now, ConflictError as `dismiss`,
    InputError for a role that no event gives.
    """
    locked = lock_tournament(tournament)
    people = _People(locked)
    _require_known(role)
    if role == Role.CHIEF:
        _require_seen(people, seen_chief)
    people.add(user, role)
    if instead_of is not None and instead_of.pk != user.pk:
        people.remove(instead_of, role)
    return people.write(actor)


@transaction.atomic
def dismiss(*, actor: Any, tournament: Tournament, user: AbstractBaseUser, role: str) -> Tournament:
    """Take the role from the user; from who has it not, nothing. The chief arbiter stays an arbiter.

    Raises ConflictError when the event would be left without an arbiter, or when the chief arbiter would be
    none; InputError for a role that no event gives.
    """
    locked = lock_tournament(tournament)
    people = _People(locked)
    _require_known(role)
    people.remove(user, role)
    return people.write(actor)


@transaction.atomic
def set_people(
    *,
    actor: Any,
    tournament: Tournament,
    arbiters: Iterable[AbstractBaseUser],
    organisers: Iterable[AbstractBaseUser],
    chief: AbstractBaseUser | None,
) -> Tournament:
    """Replace everybody at once. The chief becomes an arbiter. Raises ConflictError as `dismiss`."""
    people = _People(lock_tournament(tournament))
    people.arbiters = {user.pk: user for user in arbiters}
    people.organisers = {user.pk: user for user in organisers}
    people.chief = chief
    if chief is not None:
        people.arbiters[chief.pk] = chief
    return people.write(actor)


class _People:
    """The persons of a locked tournament, changed in memory and written at once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.arbiters = {user.pk: user for user in tournament.arbiters.all()}
        self.organisers = {user.pk: user for user in tournament.organisers.all()}
        self.chief = tournament.chief_arbiter
        self._before = self.facts()

    def facts(self) -> dict[str, Any]:
        """Who is what, by user names, for the log."""
        return {
            "chief_arbiter": self.chief.get_username() if self.chief else "",
            "arbiters": sorted(user.get_username() for user in self.arbiters.values()),
            "organisers": sorted(user.get_username() for user in self.organisers.values()),
        }

    def add(self, user: AbstractBaseUser, role: str) -> None:
        if role == Role.ORGANISER:
            self.organisers[user.pk] = user
            return
        self.arbiters[user.pk] = user
        if role == Role.CHIEF:
            self.chief = user

    def remove(self, user: AbstractBaseUser, role: str) -> None:
        if role == Role.ORGANISER:
            self.organisers.pop(user.pk, None)
        elif role == Role.ARBITER:
            self.arbiters.pop(user.pk, None)
        elif self.chief is not None and self.chief.pk == user.pk:
            self.chief = None

    def write(self, actor: Any) -> Tournament:
        after = self.facts()
        self._require_run(after)
        changed = [name for name in after if after[name] != self._before[name]]
        if not changed:
            return self.tournament
        self.tournament.arbiters.set(self.arbiters.values())
        self.tournament.organisers.set(self.organisers.values())
        self.tournament.chief_arbiter = self.chief
        self.tournament.save(update_fields=["chief_arbiter"])
        raise_version(self.tournament)
        log(
            actor=actor,
            action="set-people",
            subject=self.tournament,
            tournament=self.tournament,
            before={name: self._before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
        return self.tournament

    def _require_run(self, after: dict[str, Any]) -> None:
        changes_arbiters = after["arbiters"] != self._before["arbiters"]
        if changes_arbiters and not any(user.is_active for user in self.arbiters.values()):
            raise ConflictError("no-arbiter", gettext_noop("A tournament needs at least one arbiter."))
        if self.chief is not None and self.chief.pk not in self.arbiters:
            raise ConflictError(
                "chief-is-an-arbiter",
                gettext_noop("The chief arbiter is one of the arbiters. Make somebody else the chief first."),
            )


def _require_known(role: str) -> None:
    if role not in APPOINTED:
        raise InputError("role-unknown", gettext_noop("No event gives the role “%(role)s”."), role=role)


def _require_seen(people: _People, seen: str | None) -> None:
    """Two who hand the post over at once do not undo each other unseen."""
    current = people.chief.get_username() if people.chief else ""
    if seen is not None and seen != current:
        raise stale(current=current, given=seen)
