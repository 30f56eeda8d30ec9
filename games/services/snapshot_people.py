"""Whom a snapshot's file means: accounts, federations, clubs and players of this site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError
from django.db.models import Q

from games.domain.errors import Said
from games.domain.snapshot_text import wrong
from games.services.snapshot_fields import clean_row
from games.services.snapshot_rows import number_of, texts
from tournaments.domain.errors import gettext_noop
from tournaments.domain.names import search_key
from tournaments.models import AuditEntry, Club, Entry, Federation, Player, Tournament
from tournaments.permissions import staffed_federations


@dataclass
class Site:
    """What the site may take from the file for `actor` (None: a command, which may all) and the tournament's
    copy here (`home`, None when there is none). `remarks` is what could not be taken as it was."""

    actor: Any
    home: Tournament | None
    remarks: list[Said] = field(default_factory=list)
    unknown_users: set[str] = field(default_factory=set)

    @property
    def may_all(self) -> bool:
        return self.actor is None or self.actor.is_superuser

    @cached_property
    def users(self) -> dict[str, int]:
        """The accounts that a file may name as those who did something, by name.

        A file can say anything: what a stranger to this tournament is said to have done is nobody's here.
        """
        everybody = get_user_model().objects.order_by()
        if not self.may_all:
            everybody = everybody.filter(pk__in=self._involved())
        return dict(everybody.values_list(get_user_model().USERNAME_FIELD, "pk"))

    def _involved(self) -> set[int]:
        if self.home is None:
            return {self.actor.pk}
        acted = AuditEntry.objects.filter(tournament=self.home).order_by().values_list("actor", flat=True)
        people = self.home.arbiters.values_list("pk", flat=True).union(
            self.home.organisers.values_list("pk", flat=True)
        )
        staff = get_user_model().objects.filter(staffed_federations=self.home.federation_id)
        return {self.actor.pk, *acted.distinct(), *people, *staff.values_list("pk", flat=True)} - {None}

    def user(self, name: str) -> int | None:
        if name not in self.users:
            self.unknown_users.add(name)
        return self.users.get(name)


class Register:
    """The federations and clubs of the file on this site, found or made when they are asked for.

    A federation counts where the actor may act for it, or where it is the home tournament's; one that is
    missing is made for superusers and commands only.
    """

    def __init__(self, site: Site, federations: Sequence[Mapping], clubs: Sequence[Mapping]) -> None:
        self._site = site
        self._known: dict[str, Federation | None] = {}
        self._made: dict[int, Club] = {}
        self._names: dict[str, str] = {}
        self._clubs: dict[int, Mapping[str, Any]] = {}
        for index, each in enumerate(federations):
            said = texts(each, f"federations[{index}]", "code", "name")
            self._names[said["code"]] = said["name"]
        for index, each in enumerate(clubs):
            place = f"clubs[{index}]"
            number = number_of(each, place, self._clubs)
            self._clubs[number] = texts(each, place, "name", "city", optional=("federation",))
            self.require_code(each.get("federation"), f"{place}.federation")

    @property
    def club_numbers(self) -> set[int]:
        """The numbers of the clubs in the file."""
        return set(self._clubs)

    def require_code(self, code: Any, place: str) -> str | None:
        """The code of one of the file's federations. Raises InputError for any other."""
        if code is not None and (not isinstance(code, str) or code not in self._names):
            raise wrong(place, gettext_noop("there is no such row in the file."))
        return code

    def require_club(self, number: Any, place: str) -> int | None:
        """The number of one of the file's clubs. Raises InputError for any other."""
        if number is not None and (type(number) is not int or number not in self._clubs):
            raise wrong(place, gettext_noop("there is no such row in the file."))
        return number

    def federation_key(self, code: str) -> int | None:
        found = self.federation(self.require_code(code, "tournament.federation"))
        return found.pk if found else None

    def federation(self, code: str | None) -> Federation | None:
        if code is None:
            return None
        if code not in self._known:
            self._known[code] = self._find(code)
        return self._known[code]

    def _find(self, code: str) -> Federation | None:
        there = Federation.objects.filter(code=code).first()
        if there is not None and self._is_usable(there):
            return there
        if there is None and self._site.may_all:
            made = Federation(code=code, name=self._names[code])
            clean_row(made, "federations", left_out=set())
            made.save()
            self._site.remarks.append(
                Said(gettext_noop("The federation %(code)s was not known here: it was made."), {"code": code})
            )
            return made
        self._site.remarks.append(
            Said(gettext_noop("You may not act for the federation %(code)s: left out."), {"code": code})
        )
        return None

    def _is_usable(self, federation: Federation) -> bool:
        if self._site.may_all or (self._site.home and self._site.home.federation_id == federation.pk):
            return True
        return staffed_federations(self._site.actor).filter(pk=federation.pk).exists()

    def club(self, number: int | None) -> Club | None:
        """The club by its number in the file."""
        if number is None:
            return None
        if number not in self._made:
            self._made[number] = self._find_club(self._clubs[number])
        return self._made[number]

    def _find_club(self, said: Mapping[str, Any]) -> Club:
        code, name = said["federation"], said["name"]
        there = Club.objects.filter(federation__code=code, name=name).first()
        if there is not None:
            return there
        club = Club(federation=self.federation(code), name=name, city=said["city"])
        clean_row(club, "clubs", left_out=set())
        return Club.objects.get_or_create(
            federation=club.federation, name=club.name, defaults={"city": club.city}
        )[0]


@dataclass(frozen=True)
class Wanted:
    """A player as the file has him: `row` is not saved; `federation` the code, `club` the number there."""

    number: int
    row: Player
    federation: str | None
    club: int | None
    private_keys: frozenset[str]
    place: str

    @property
    def key(self) -> str:
        return search_key(f"{self.row.family_name} {self.row.given_name}")


@dataclass
class Matched:
    """The players by their numbers in the file; `made` are those that are new on the site."""

    players: dict[int, int] = field(default_factory=dict)
    made: dict[int, Player] = field(default_factory=dict)


def match_players(site: Site, register: Register, wanted: Sequence[Wanted]) -> Matched:
    """Find each player: whoever holds the entry's private key at home, else by the federation's id, else by
    exact name and year of birth; make who is not found, or may be several.

    No two players of the file become one.
    """
    matched = Matched()
    candidates = _candidates(wanted)
    taken: set[int] = set()
    for found_by in (_Keyholders(site.home), _by_identity, _by_name):
        for each in wanted:
            if each.number in matched.players:
                continue
            free = [player for player in candidates if player.pk not in taken]
            found = found_by(each, free)
            if len(found) == 1:
                taken.add(found[0].pk)
                matched.players[each.number] = found[0].pk
                _remark_on_name(site, each, found[0])
            elif found:
                said = gettext_noop("Several players may be %(name)s: a new one was made.")
                site.remarks.append(Said(said, {"name": each.row.name}))
    for each in wanted:
        if each.number not in matched.players:
            matched.made[each.number] = _make(site, register, each)
            matched.players[each.number] = matched.made[each.number].pk
    return matched


def _candidates(wanted: Iterable[Wanted]) -> list[Player]:
    keys = {each.key for each in wanted}
    numbers = {each.row.federation_number for each in wanted} - {""}
    named = Q(search_key__in=keys) | Q(federation_number__in=numbers)
    return list(Player.objects.filter(named).select_related("federation").order_by("pk"))


class _Keyholders:
    """Who entered the home tournament under a private key: the entry's own, whatever his name is now."""

    def __init__(self, home: Tournament | None) -> None:
        entries = Entry.objects.filter(tournament=home) if home else Entry.objects.none()
        self._players = {entry.private_key: entry.player for entry in entries.select_related("player")}

    def __call__(self, wanted: Wanted, free: Sequence[Player]) -> list[Player]:
        return [self._players[key] for key in wanted.private_keys if key in self._players]


def _by_identity(wanted: Wanted, free: Sequence[Player]) -> list[Player]:
    """An id counts where the names have a word in common: ids are mistyped too."""
    if not wanted.row.federation_number:
        return []
    words = set(wanted.key.split())
    return [
        player
        for player in free
        if player.federation_number == wanted.row.federation_number
        and (player.federation.code if player.federation else None) == wanted.federation
        and words & set(player.search_key.split())
    ]


def _by_name(wanted: Wanted, free: Sequence[Player]) -> list[Player]:
    row = wanted.row
    return [
        player
        for player in free
        if (player.family_name, player.given_name, player.birth_year)
        == (row.family_name, row.given_name, row.birth_year)
        and (player.federation is None or wanted.federation in (None, player.federation.code))
        and "" in (player.federation_number, row.federation_number)
    ]


def _remark_on_name(site: Site, wanted: Wanted, found: Player) -> None:
    if found.name != wanted.row.name:
        said = gettext_noop("%(here)s is called %(there)s in the file. The name here was left as it is.")
        site.remarks.append(Said(said, {"here": found.name, "there": wanted.row.name}))


def _make(site: Site, register: Register, wanted: Wanted) -> Player:
    player = wanted.row
    player.federation = register.federation(wanted.federation)
    player.club = register.club(wanted.club)
    number = player.federation_number
    if number and Player.objects.filter(federation=player.federation, federation_number=number).exists():
        said = gettext_noop("The id %(number)s of %(name)s is another player's here: left out.")
        site.remarks.append(Said(said, {"number": number, "name": player.name}))
        player.federation_number = ""
    try:
        player.save()
    except IntegrityError as error:
        raise wrong(wanted.place, gettext_noop("the database does not allow this row.")) from error
    return player
