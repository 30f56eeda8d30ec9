"""Who runs an event, for its pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from tournaments.models import Tournament
from tournaments.rights import Role


@dataclass(frozen=True)
class Official:
    """A person of the event in one of its roles."""

    user: AbstractBaseUser
    role: Role

    @property
    def username(self) -> str:
        return str(self.user.get_username())

    @property
    def name(self) -> str:
        """The full name, or what he logs in with where none is known."""
        return str(self.user.get_full_name() or self.user.get_username())


def officials_of(tournament: Tournament) -> list[Official]:
    """Who has which role: the organisers, the chief, the arbiters beside him, the federation's officers.

    Four queries.
    """
    chief = tournament.chief_arbiter
    order = ("last_name", "first_name", "username")
    arbiters = [user for user in tournament.arbiters.order_by(*order) if chief is None or user.pk != chief.pk]
    officers = list(tournament.federation.staff.order_by(*order)) if tournament.federation else []
    groups: list[tuple[Role, list[AbstractBaseUser]]] = [
        (Role.ORGANISER, list(tournament.organisers.order_by(*order))),
        (Role.CHIEF, [chief] if chief else []),
        (Role.ARBITER, arbiters),
        (Role.OFFICER, officers),
    ]
    return [Official(user, role) for role, users in groups for user in users]


def public_names(tournament: Tournament) -> dict[str, list[str]]:
    """The chief, the other arbiters and the organisers as everybody may read them: their full names.

    What one logs in with is nobody's name.
    """
    found: dict[str, list[str]] = {Role.CHIEF: [], Role.ARBITER: [], Role.ORGANISER: []}
    for official in officials_of(tournament):
        if official.role in found and (name := official.user.get_full_name()):
            found[official.role].append(name)
    return found
