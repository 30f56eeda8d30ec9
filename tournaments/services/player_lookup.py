"""Finding the player a name means, and making the one nobody has entered yet."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import search_key, split_name
from tournaments.models import Club, Player, Tournament
from tournaments.services.audit import log


def known_players(tournament: Tournament) -> QuerySet[Player]:
    """The players among whom a name is looked up: the federation's and those of none; without one, all."""
    if tournament.federation_id is None:
        return Player.objects.all()
    return Player.objects.filter(Q(federation=tournament.federation_id) | Q(federation=None))


def find_player(tournament: Tournament, name: str, birth_year: int | None) -> Player | None:
    """The one player of that name, None when there is none. Diacritics decide only between several."""
    family, given = _require_name(name)
    keys = {search_key(f"{family} {given}"), search_key(f"{given} {family}")}
    found = list(known_players(tournament).filter(search_key__in=keys).select_related("federation", "club"))
    candidates = candidates_among(found, family, given, birth_year)
    if len(candidates) > 1:
        raise several_players(name, candidates)
    return candidates[0] if candidates else None


def candidates_among(
    found: Sequence[Player], family: str, given: str, birth_year: int | None
) -> Sequence[Player]:
    """Of players with equal search keys those the name and the year of birth (if it is known) may mean."""
    if birth_year is not None:
        found = [player for player in found if player.birth_year in (birth_year, None)]
    return best_matches(found, family, given)


def several_players(name: str, candidates: Sequence[Player]) -> InputError:
    """What is said of a name that several players have."""
    return InputError(
        "several-players",
        gettext_noop(
            "Several players are called %(name)s: %(players)s. Choose one from the list of players."
        ),
        name=name,
        players="; ".join(_describe(player) for player in candidates),
    )


def best_matches(found: Sequence[Player], family: str, given: str) -> Sequence[Player]:
    """Of players with equal search keys those whose diacritics agree too; all of them when none does."""
    return [p for p in found if {p.family_name, p.given_name} == {family, given}] or found


def _describe(player: Player) -> str:
    known = [str(part) for part in (player.birth_year, player.club, player.federation_number) if part]
    return f"{player.name} ({', '.join(known) or '?'})"


def _require_name(name: str) -> tuple[str, str]:
    family, given = split_name(name)
    if not search_key(family):
        raise InputError("name-missing", gettext_noop("Write the player's name, for example “Dvořák, Jan”."))
    return family, given


def make_player(
    *,
    actor,
    tournament: Tournament,
    name: str,
    club: Club | str | None,
    birth_year: int | None,
) -> Player:
    """A new player of the tournament's federation. Raises InputError without a name, ValidationError."""
    family, given = _require_name(name)
    player = Player(
        family_name=family,
        given_name=given,
        birth_year=birth_year,
        federation=tournament.federation,
        club=club_named(tournament, club),
    )
    player.full_clean(exclude=["search_key"])
    player.save()
    log(
        actor=actor,
        action="add-player",
        subject=player,
        tournament=tournament,
        after={"player": player.pk, "birth_year": birth_year},
    )
    return player


def club_named(tournament: Tournament, club: Club | str | None) -> Club | None:
    """The club given, or the one of that name in the tournament's federation (or in none): made when new."""
    if not club or isinstance(club, Club):
        return club or None
    named = Club(federation=tournament.federation, name=club.strip())
    named.clean_fields()
    return Club.objects.get_or_create(federation=named.federation, name=named.name)[0]
