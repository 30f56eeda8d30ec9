"""Who may see, submit and judge games. A stranger is told 404, as `tournaments.permissions` says."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from games.models import Flag, Game
from tournaments.models import Pairing, Tournament
from tournaments.permissions import (
    Right,
    User,
    can_manage_tournament,
    pairing_for_reading,
    plays_in,
    require_part_in,
    tournament_for_managing,
    visible_pairings,
)


def can_submit(user: User, pairing: Pairing) -> bool:
    """The arbiters; the two players while the tournament is running and lets them."""
    if not user.is_authenticated:
        return False
    tournament = pairing.round.tournament
    if can_manage_tournament(user, tournament):
        return True
    is_open = tournament.players_submit and tournament.status == Tournament.Status.RUNNING
    return is_open and plays_in(user, pairing)


def pairing_for_submitting(user: User, pk: int) -> Pairing:
    """The pairing. Raises Http404 as for reading and for a stranger to the game.

    Raises PermissionDenied for its players where they may not submit it, and for nobody known.
    """
    pairing = pairing_for_reading(user, pk)
    if can_submit(user, pairing):
        return pairing
    if user.is_authenticated:
        require_part_in(user, pairing)
    raise PermissionDenied(
        _("Only the arbiters and, where the tournament allows it, the players may do this.")
    )


def game_for_reading(user: User, pk: int) -> Game:
    """The game with its pairing, tournament and players. Raises Http404 as its pairing would."""
    game = (
        Game.objects.filter(pk=pk, pairing__in=visible_pairings(user))
        .select_related(
            "tournament",
            "submitted_by",
            "pairing__round__tournament",
            "pairing__white__player__club",
            "pairing__black__player__club",
        )
        .first()
    )
    if game is None:
        raise Http404(_("There is no such game."))
    return game


def flag_for_deciding(user: User, slug: str, pk: int) -> Flag:
    """A flag of the tournament. Raises Http404, PermissionDenied as `tournament_for_managing`."""
    tournament = tournament_for_managing(user, slug)
    flag = Flag.objects.filter(pk=pk, game__tournament=tournament).select_related("game").first()
    if flag is None:
        raise Http404(_("There is no such finding."))
    return flag


def home_for_restoring(user: User | None, key: UUID) -> Tournament | None:
    """The tournament that a snapshot is a copy of, None where the site has none (`user` None: a command).

    Raises Http404 where there is one that is not the user's, PermissionDenied for who has a lesser
    part in it.
    """
    home = Tournament.objects.filter(snapshot_key=key).first()
    if home is None or user is None:
        return home
    return tournament_for_managing(user, home.slug, Right.SNAPSHOT)
