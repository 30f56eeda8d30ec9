"""Finding the player a name means, and making the one nobody has entered yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import name_keys, search_key, split_name
from tournaments.models import Club, Player, Tournament
from tournaments.services.audit import log


def known_players(tournament: Tournament) -> QuerySet[Player]:
    """The players among whom a name is looked up: the federation's and those of none; without one, all."""
    if tournament.federation_id is None:
        return Player.objects.all()
    return Player.objects.filter(Q(federation=tournament.federation_id) | Q(federation=None))


class DoubtfulPlayer(InputError):
    """A name may mean one of the `players`, or somebody new: the caller has to choose."""

    def __init__(self, code: str, template: str, /, *, players: Sequence[Player], name: str) -> None:
        described = "; ".join(_describe(player) for player in players)
        super().__init__(code, template, name=name, players=described)
        self.players = tuple(players)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _again, (self.code, self.template, self.players, self.params["name"])


def _again(code: str, template: str, players: Sequence[Player], name: str) -> DoubtfulPlayer:
    return DoubtfulPlayer(code, template, players=players, name=name)


@dataclass(frozen=True)
class WantedPlayer:
    """Whom a name, written as `name`, means. `is_ordered`: its family name surely is the family name."""

    name: str
    family: str
    given: str
    birth_year: int | None = None
    is_ordered: bool = False

    @property
    def keys(self) -> set[str]:
        """The search keys of the name, whichever part comes first."""
        return name_keys(self.family, self.given)


def find_player(tournament: Tournament, name: str, birth_year: int | None) -> Player | None:
    """The one player of that name, None when there is none. Diacritics decide only between several.

    Raises DoubtfulPlayer when several have the name, or when a year of birth is given and somebody born in it
    has the same name but for diacritics, or the same and is of another federation: probably no new player.
    """
    family, given = _require_name(name)
    wanted = WantedPlayer(name, family, given, birth_year, is_ordered="," in name)
    found = Player.objects.filter(search_key__in=wanted.keys).select_related("federation", "club")
    return choose_player(tournament, wanted, list(found))


def choose_player(tournament: Tournament, wanted: WantedPlayer, found: Sequence[Player]) -> Player | None:
    """The one of the players with such a name (of all federations) who is wanted. Raises as `find_player`."""
    known = [player for player in found if is_known(tournament, player)]
    candidates = candidates_among(known, wanted.family, wanted.given, wanted.birth_year)
    if len(candidates) > 1:
        raise several_players(wanted.name, candidates)
    if wanted.birth_year is None:
        return candidates[0] if candidates else None
    if candidates and _is_written_so(candidates[0], wanted):
        return candidates[0]
    doubles = candidates or [player for player in found if player.birth_year == wanted.birth_year]
    if doubles:
        raise DoubtfulPlayer(
            "probable-double",
            gettext_noop(
                "%(name)s is probably %(players)s, who is on the list of players already."
                " Enter that player, or say that this is somebody else: a new player."
            ),
            players=doubles,
            name=wanted.name,
        )
    return None


def is_known(tournament: Tournament, player: Player) -> bool:
    """Whether `known_players` has the player."""
    return tournament.federation_id is None or player.federation_id in (tournament.federation_id, None)


def _is_written_so(player: Player, wanted: WantedPlayer) -> bool:
    """Whether the player's name is this, diacritics and all; in either order when the order is a guess."""
    name = (player.family_name.casefold(), player.given_name.casefold())
    written = (wanted.family.casefold(), wanted.given.casefold())
    return name == written or (not wanted.is_ordered and name == written[::-1])


def candidates_among(
    found: Sequence[Player], family: str, given: str, birth_year: int | None
) -> Sequence[Player]:
    """Of players with equal search keys those the name and the year of birth (if it is known) may mean."""
    if birth_year is not None:
        found = [player for player in found if player.birth_year in (birth_year, None)]
    return best_matches(found, family, given)


def several_players(name: str, candidates: Sequence[Player]) -> DoubtfulPlayer:
    """What is said of a name that several players have."""
    return DoubtfulPlayer(
        "several-players",
        gettext_noop(
            "Several players are called %(name)s: %(players)s. Choose one from the list of players."
        ),
        players=candidates,
        name=name,
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
