"""The players of a TRF file: those the site knows, and those that have to be made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.core.exceptions import ValidationError

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.names import name_keys, search_key, split_name
from tournaments.domain.trf import TrfError, TrfProblem
from tournaments.domain.trf.errors import Reason
from tournaments.models import Player, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_new_players
from tournaments.services.player_lookup import candidates_among, several_players


@dataclass(frozen=True)
class FilePlayer:
    """A player as the file has him; `line` is that of his record."""

    number: int
    line: int
    name: str
    birth_year: int | None = None
    sex: str = ""
    federation: str = ""
    identity: str = ""

    @cached_property
    def parts(self) -> tuple[str, str]:
        return split_name(self.name)

    @cached_property
    def keys(self) -> set[str]:
        return name_keys(*self.parts)


@dataclass
class FilePlayers:
    """Players by their numbers in the file; `made` are those that are new."""

    players: dict[int, Player] = field(default_factory=dict)
    made: list[Player] = field(default_factory=list)


def players_of(*, actor, tournament: Tournament, wanted: Sequence[FilePlayer]) -> FilePlayers:
    """Find each player by the federation's id, else by name and year of birth; make who is not found.

    An id counts where the names have a word in common. Two of one name in the file are two players. Somebody
    new is of the tournament's federation, unless the file says another one.
    Raises TrfError naming the line of everybody whose name is missing or has several players.
    """
    lock_new_players()
    found = FilePlayers()
    register = _register(tournament, wanted)
    problems: list[TrfProblem] = []
    taken: set[int] = set()
    for by_identity in (True, False):
        for each in wanted:
            if each.number in found.players:
                continue
            try:
                player = _known(tournament, each, register, taken, by_identity)
                if player is None and not by_identity:
                    player = _new_player(tournament, each, register)
                    found.made.append(player)
            except InputError as error:
                problems.append(TrfProblem(each.line, 15, Reason(error.template, error.params)))
                continue
            if player is not None:
                found.players[each.number] = player
                if player.pk is not None:
                    taken.add(player.pk)
    if problems:
        raise TrfError(problems)
    _save(actor, tournament, found.made)
    return found


def _register(tournament: Tournament, wanted: Sequence[FilePlayer]) -> list[Player]:
    """The players whose name or id is in the file, of all federations."""
    keys = {key for each in wanted for key in each.keys}
    identities = {each.identity for each in wanted if each.identity}
    players = Player.objects.select_related("federation", "club")
    named = players.filter(search_key__in=keys)
    numbered = players.filter(federation_number__in=identities)
    return list({player.pk: player for player in (*named, *numbered)}.values())


def _known(
    tournament: Tournament,
    wanted: FilePlayer,
    register: Sequence[Player],
    taken: set[int],
    by_identity: bool,
) -> Player | None:
    free = [player for player in register if player.pk not in taken]
    if by_identity:
        same = [player for player in free if _has_identity(tournament, player, wanted)]
        return same[0] if len(same) == 1 else None
    family, given = wanted.parts
    if not search_key(family):
        raise InputError("name-missing", gettext_noop("the player has no name"))
    found = [
        player
        for player in free
        if player.search_key in wanted.keys and _may_be(tournament, player, wanted.federation)
    ]
    candidates = candidates_among(found, family, given, wanted.birth_year)
    if len(candidates) > 1:
        raise several_players(wanted.name, candidates)
    return candidates[0] if candidates else None


def _has_identity(tournament: Tournament, player: Player, wanted: FilePlayer) -> bool:
    if not wanted.identity or player.federation_number != wanted.identity:
        return False
    code = player.federation.code if player.federation else ""
    home = tournament.federation.code if tournament.federation else ""
    words = {word for key in wanted.keys for word in key.split()}
    return code == (wanted.federation or home) and bool(words & set(player.search_key.split()))


def _may_be(tournament: Tournament, player: Player, federation: str) -> bool:
    """Whether a name may mean a player: as `known_players` says, or the file names his federation."""
    if tournament.federation_id is None or player.federation is None:
        return True
    return player.federation_id == tournament.federation_id or player.federation.code == federation


def _new_player(tournament: Tournament, wanted: FilePlayer, register: Sequence[Player]) -> Player:
    family, given = wanted.parts
    home = tournament.federation
    is_ours = not wanted.federation or home is None or home.code == wanted.federation
    federation = home if is_ours else None
    number_taken = any(
        player.federation_number == wanted.identity and player.federation == federation for player in register
    )
    player = Player(
        family_name=family,
        given_name=given,
        birth_year=wanted.birth_year,
        sex=wanted.sex,
        federation=federation,
        federation_number="" if number_taken else wanted.identity,
    )
    try:
        player.clean_fields(exclude=["search_key", "federation", "club", "user"])
    except ValidationError as error:
        said = " ".join(error.messages)
        raise InputError("player-invalid", "%(said)s", said=said) from error
    return player


def _save(actor, tournament: Tournament, made: Sequence[Player]) -> None:
    """Write the new players, each with its entry of the log, by which the arbiter may mend them later."""
    _without_doubles(made)
    Player.objects.bulk_create(made)
    for player in made:
        after = {"player": player.pk, "birth_year": player.birth_year}
        log(actor=actor, action="add-player", subject=player, tournament=tournament, after=after)


def _without_doubles(made: Sequence[Player]) -> None:
    """Leave an id that the file gives to several new players to the first of them."""
    seen: set[tuple[int | None, str]] = set()
    for player in made:
        place = (player.federation_id, player.federation_number)
        if place in seen and player.federation_number:
            player.federation_number = ""
        seen.add(place)
