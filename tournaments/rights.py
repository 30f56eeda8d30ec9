"""The roles of an event, and what each may (`RIGHTS`; the page of the event's people shows the same):

| right    | what it is                                              | officer | chief | arbiter | organiser |
|----------|---------------------------------------------------------|---------|-------|---------|-----------|
| DESK     | the desk's first page, prints, codes                    | yes     | yes   | yes     | yes       |
| ENTRIES  | entries, check-in, fees, categories, teams, withdrawals | yes     | yes   | yes     | yes       |
| PLAY     | rounds, drafts, results, corrections, the queue,        | yes     | yes   | yes     |           |
|          | players' reports, points by decision, prohibitions      |         |       |         |           |
| LOG      | the log of the event                                    | yes     | yes   | yes     |           |
| SETTINGS | the settings, whether it is public                      | yes     | yes   |         | yes       |
| PEOPLE   | who has which role                                      | yes     | yes   |         | yes       |
| SNAPSHOT | the whole event as a file, and bringing it home         | yes     | yes   |         |           |
| FINISH   | finishing, and reopening for a correction               | yes     | yes   |         |           |

The officers are the staff of the tournament's federation. Where nobody is the chief arbiter, every arbiter
has the chief's rights. A chief appoints arbiters and hands his post over; organisers are appointed by
organisers, by officers, and by the chief where there are none. A player (by his account or his private link)
reads his own pairings and games, and reports and submits them where the event lets him. Superusers may
everything.

The whole event as a file has its drafts and its log, and bringing it home writes results: it is for those
alone who see and may all of that.
"""

from __future__ import annotations

from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Federation, Tournament

User = AbstractBaseUser | AnonymousUser


class Right(StrEnum):
    DESK = "desk"
    ENTRIES = "entries"
    PLAY = "play"
    LOG = "log"
    SETTINGS = "settings"
    PEOPLE = "people"
    SNAPSHOT = "snapshot"
    FINISH = "finish"


class Role(StrEnum):
    OFFICER = "officer"
    CHIEF = "chief"
    ARBITER = "arbiter"
    ORGANISER = "organiser"


RIGHTS: dict[Role, frozenset[Right]] = {
    Role.OFFICER: frozenset(Right),
    Role.CHIEF: frozenset(Right),
    Role.ARBITER: frozenset({Right.DESK, Right.ENTRIES, Right.PLAY, Right.LOG}),
    Role.ORGANISER: frozenset({Right.DESK, Right.ENTRIES, Right.SETTINGS, Right.PEOPLE}),
}


def roles_in(user: User, tournament: Tournament) -> frozenset[Role]:
    """The roles of the user in the event; a superuser counts as an officer. One query."""
    if user.is_superuser:
        return frozenset({Role.OFFICER})
    if not user.is_authenticated:
        return frozenset()
    mine = {"user_id": user.pk, "tournament_id": OuterRef("pk")}
    staff = Federation.staff.through.objects.filter(user_id=user.pk, federation_id=OuterRef("federation_id"))
    found = Tournament.objects.filter(pk=tournament.pk).values_list(
        "chief_arbiter_id",
        Exists(Tournament.arbiters.through.objects.filter(**mine)),
        Exists(Tournament.organisers.through.objects.filter(**mine)),
        Exists(staff),
    )
    chief, is_arbiter, is_organiser, is_officer = found.first() or (None, False, False, False)
    has = {
        Role.OFFICER: is_officer,
        Role.CHIEF: chief == user.pk or (chief is None and is_arbiter),
        Role.ARBITER: is_arbiter,
        Role.ORGANISER: is_organiser,
    }
    return frozenset(role for role, is_his in has.items() if is_his)


def rights_of(roles: frozenset[Role]) -> frozenset[Right]:
    return frozenset(right for role in roles for right in RIGHTS[role])


def rights_in(user: User, tournament: Tournament) -> frozenset[Right]:
    """What the user may do in the event; nothing for a stranger. One query."""
    return rights_of(roles_in(user, tournament))


def who_may(right: Right) -> str:
    """The sentence for a person of the event who may not."""
    return {
        Right.SETTINGS: _("Only the organisers and the chief arbiter of this tournament may do this."),
        Right.PEOPLE: _("Only the organisers and the chief arbiter of this tournament may do this."),
        Right.SNAPSHOT: _("Only the chief arbiter of this tournament may do this."),
        Right.FINISH: _("Only the chief arbiter of this tournament may do this."),
    }.get(right, _("Only the arbiters of this tournament may do this."))


def filter_with_right(user: User, right: Right) -> Q:
    """The tournaments in which the user has the right."""
    if user.is_superuser:
        return Q()
    if not user.is_authenticated:
        return Q(pk__in=[])
    staffed = Federation.staff.through.objects.filter(user_id=user.pk).values("federation_id")
    allowed = Q(federation_id__in=staffed) | Q(chief_arbiter_id=user.pk)
    arbitrated = Q(pk__in=Tournament.arbiters.through.objects.filter(user_id=user.pk).values("tournament_id"))
    allowed |= arbitrated if right in RIGHTS[Role.ARBITER] else arbitrated & Q(chief_arbiter=None)
    if right in RIGHTS[Role.ORGANISER]:
        organised = Tournament.organisers.through.objects.filter(user_id=user.pk).values("tournament_id")
        allowed |= Q(pk__in=organised)
    return allowed


def tournaments_with_right(user: User, right: Right) -> QuerySet[Tournament]:
    return Tournament.objects.filter(filter_with_right(user, right))


def managed_tournaments(user: User) -> QuerySet[Tournament]:
    """The tournaments in which the user has any role."""
    return tournaments_with_right(user, Right.DESK)


def visible_tournaments(user: User) -> QuerySet[Tournament]:
    """Public tournaments and those in which the user has a role."""
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(Q(is_public=True) | filter_with_right(user, Right.DESK))


def has_right(user: User, tournament: Tournament, right: Right) -> bool:
    return right in rights_in(user, tournament)


def can_manage_tournament(user: User, tournament: Tournament) -> bool:
    """Whether the user may run the play: arbiters, staff of the federation, superusers."""
    return has_right(user, tournament, Right.PLAY)


def appointable_roles(user: User, tournament: Tournament) -> tuple[Role, ...]:
    """The roles that the user may give and take in the event. Two queries at most."""
    roles = roles_in(user, tournament)
    if Role.OFFICER in roles or Role.ORGANISER in roles:
        return Role.ORGANISER, Role.CHIEF, Role.ARBITER
    if Role.CHIEF not in roles:
        return ()
    if tournament.organisers.exists():
        return Role.CHIEF, Role.ARBITER
    return Role.ORGANISER, Role.CHIEF, Role.ARBITER
