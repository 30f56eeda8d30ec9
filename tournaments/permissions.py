"""Who may see and change what. Small predicates, shared by pages, API and admin.

Which role of an event has which right stands in `tournaments.rights`.

What is not public or not theirs is answered to strangers as if it did not exist (404). Who has not said who
he is may be asked to (PermissionDenied, which pages and API turn into the login page and 401). Only a person
of the event who lacks the one right is told so (403), and who has it.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.models import Entry, Federation, Pairing, Player, Rating, RatingList, Round, Seat, Tournament
from tournaments.rights import (
    Right,
    User,
    can_manage_tournament,
    filter_with_right,
    has_right,
    managed_tournaments,
    rights_in,
    tournaments_with_right,
    visible_tournaments,
    who_may,
)

__all__ = [
    "Right",
    "User",
    "can_manage_tournament",
    "has_right",
    "managed_tournaments",
    "visible_tournaments",
]


def can_create_tournament(user: User) -> bool:
    return user.is_authenticated


def staffed_federations(user: User) -> QuerySet[Federation]:
    """The federations in whose name the user may act."""
    if user.is_superuser:
        return Federation.objects.all()
    if not user.is_authenticated:
        return Federation.objects.none()
    return Federation.objects.filter(staff=user.pk)


def usable_rating_lists(user: User) -> QuerySet[RatingList]:
    """The lists for which the user may have a tournament rated: those of the federations he works for."""
    if user.is_superuser:
        return RatingList.objects.all()
    return RatingList.objects.filter(federation__in=staffed_federations(user))


def can_keep_federation(user: User, federation: Federation | None) -> bool:
    """Staff keep their federation's players, clubs and lists; what belongs to none, only superusers."""
    if user.is_superuser:
        return True
    return federation is not None and staffed_federations(user).filter(pk=federation.pk).exists()


def visible_players(user: User) -> QuerySet[Player]:
    """The players of whom the user may know: everybody but who was only ever entered into private events of
    others. Who has a federation's number, an account or a rating is known to everybody.
    """
    if user.is_superuser:
        return Player.objects.all()
    entries = Entry.objects.filter(player=OuterRef("pk"))
    seen = entries.filter(tournament__in=visible_tournaments(user))
    known = ~Q(federation_number="") | Q(user__isnull=False) | Q(federation__in=staffed_federations(user))
    rated = Exists(Rating.objects.filter(player=OuterRef("pk"), value__isnull=False))
    return Player.objects.filter(known | rated | ~Exists(entries) | Exists(seen))


def can_edit_player(user: User, player: Player) -> bool:
    return can_keep_federation(user, player.federation)


def can_make_rating_list(user: User) -> bool:
    """Who gets to the administration and has a federation there to make a list for."""
    return user.is_superuser or (getattr(user, "is_staff", False) and staffed_federations(user).exists())


def can_correct_player(user: User, tournament: Tournament, player: Player) -> bool:
    """Whether who manages the tournament may mend the record of one of its players.

    The federation's staff may always. An arbiter may mend what he brought about: a player whom entering into
    this tournament made, whom the federation has not registered since, and who plays nowhere else but where
    he is arbiter too.
    """
    if not has_right(user, tournament, Right.ENTRIES):
        return False
    if can_edit_player(user, player):
        return True
    numbers = _numbers_of_made(tournament)
    if player.user_id or player.pk not in numbers or player.federation_number != numbers[player.pk]:
        return False
    if player.federation_id not in (None, tournament.federation_id):
        return False
    elsewhere = Tournament.objects.filter(entries__player=player.pk).exclude(pk=tournament.pk)
    return not elsewhere.exclude(filter_with_right(user, Right.ENTRIES)).exists()


def players_made_by(tournament: Tournament) -> set[int]:
    """The primary keys of the players who were new when they were entered into the tournament."""
    made = tournament.audit_entries.filter(action="add-player").values_list("after", flat=True)
    return {after["player"] for after in made if after}


def _numbers_of_made(tournament: Tournament) -> dict[int, str]:
    """The federation's ids with which those players came, "" for most of them: another one now was given by
    the federation."""
    made = tournament.audit_entries.filter(action="add-player").values_list("after", flat=True)
    return {after["player"]: after.get("federation_number", "") for after in made if after}


def plays_in(user: User, pairing: Pairing) -> bool:
    """Whether the user's own player sits at this pairing."""
    if not user.is_authenticated:
        return False
    return pairing.seats.filter(entry__player__user_id=user.pk).exists()


def require_part_in(user: User, pairing: Pairing) -> None:
    """Raise Http404 for who neither plays this pairing nor has a role in its event."""
    if not plays_in(user, pairing) and not rights_in(user, pairing.round.tournament):
        raise no_such_pairing()


def tournament_for_reading(user: User, slug: str) -> Tournament:
    """The tournament. Raises Http404 when there is none or the user may not know of it."""
    tournament = (
        visible_tournaments(user)
        .filter(slug=slug)
        .select_related("federation", "club", "rating_list")
        .first()
    )
    if tournament is None:
        raise no_such_tournament()
    return tournament


def no_such_tournament() -> Http404:
    return Http404(_("There is no such tournament."))


def no_such_pairing() -> Http404:
    return Http404(_("There is no such pairing."))


def tournament_for_managing(user: User, slug: str, right: Right = Right.PLAY) -> Tournament:
    """The tournament, for who has the right in it.

    Raises Http404 as for reading and for a stranger, PermissionDenied for nobody known and for a person of
    the event who lacks the right.
    """
    tournament = tournament_for_reading(user, slug)
    require_right(user, tournament, right, no_such_tournament())
    return tournament


def require_right(user: User, tournament: Tournament, right: Right, unknown: Http404) -> frozenset[Right]:
    """What the user may do in the event, `right` among it.

    Raises `unknown` for a stranger, PermissionDenied for nobody known and for who lacks the right.
    """
    if not user.is_authenticated:
        raise PermissionDenied(who_may(right))
    rights = rights_in(user, tournament)
    if not rights:
        raise unknown
    if right not in rights:
        raise PermissionDenied(who_may(right))
    return rights


def visible_rounds(user: User) -> QuerySet[Round]:
    """The rounds of the tournaments the user may see; a draft only where he runs the play."""
    drafts = Q(status=Round.Status.DRAFT)
    return Round.objects.filter(
        ~drafts | Q(tournament__in=tournaments_with_right(user, Right.PLAY)),
        tournament__in=visible_tournaments(user),
    )


def visible_pairings(user: User) -> QuerySet[Pairing]:
    """The pairings of the rounds the user may see, and his own where he may not see the event."""
    drafts = Q(round__status=Round.Status.DRAFT)
    seen = Q(round__tournament__in=visible_tournaments(user))
    if user.is_authenticated:
        seen |= Q(pk__in=Seat.objects.filter(entry__player__user_id=user.pk).values("pairing_id"))
    return Pairing.objects.filter(
        ~drafts | Q(round__tournament__in=tournaments_with_right(user, Right.PLAY)), seen
    )


def pairing_for_reading(user: User, pk: int) -> Pairing:
    """The pairing with its round, tournament and players. Raises Http404 as its tournament would."""
    pairing = (
        visible_pairings(user)
        .filter(pk=pk)
        .select_related("round__tournament", "white__player", "black__player")
        .first()
    )
    if pairing is None:
        raise no_such_pairing()
    return pairing


def pairing_for_managing(user: User, pk: int) -> Pairing:
    """The pairing, for who runs its round. Raises as `tournament_for_managing`."""
    pairing = pairing_for_reading(user, pk)
    require_right(user, pairing.round.tournament, Right.PLAY, no_such_pairing())
    return pairing
