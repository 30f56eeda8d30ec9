"""The players of an archive: found among the site's, or made; and their entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.domain.archive_names import NearNames, PersonKey, best_name, person_key
from games.domain.archives import ArchiveRecord, Remark
from tournaments.domain.errors import gettext_noop
from tournaments.domain.state import EntryState, TournamentState
from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.state import pairing_system
from tournaments.services.player_lookup import best_matches, known_players


@dataclass
class People:
    """Who is who: `players` by person key, saved ones and ones to be made once they are needed."""

    players: dict[PersonKey, Player]
    remarks: list[Remark] = field(default_factory=list)
    made_names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._keys = {player.pk: key for key, player in self.players.items() if player.pk is not None}

    @property
    def made(self) -> int:
        return len(self.made_names)

    def key_of(self, player_pk: int) -> Hashable:
        """The person key of a player the archive names, else something no key equals."""
        return self._keys.get(player_pk, player_pk)


def find_people(tournament: Tournament, names: Mapping[PersonKey, Mapping[str, int]]) -> People:
    """Find each name among the players of the tournament, then among those an entry would be looked up in.

    A name that several players have is not guessed: a new player is made and the remark names it. Names
    that are near others are only remarked upon.
    """
    entered = {each.player_id for each in tournament.entries.all()}
    by_key: dict[PersonKey, list[Player]] = defaultdict(list)
    for player in known_players(tournament).select_related("federation"):
        by_key[person_key(player.search_key)].append(player)
    people: dict[PersonKey, Player] = {}
    remarks: list[Remark] = []
    for key, written in names.items():
        family, given = best_name(written)
        matches = best_matches(by_key.get(key, []), family, given)
        matches = [player for player in matches if player.pk in entered] or matches
        if len(matches) == 1:
            people[key] = matches[0]
            continue
        people[key] = _new_player(tournament, family, given)
        if matches:
            remarks.append(_several(people[key], len(matches)))
    remarks += _spelling_remarks(names)
    remarks += _near_remarks(people, by_key)
    return People(people, remarks)


def _new_player(tournament: Tournament, family: str, given: str) -> Player:
    return Player(
        family_name=family,
        given_name=given,
        federation=tournament.federation,
    )


def _several(player: Player, count: int) -> Remark:
    template = gettext_noop(
        "%(count)s players here are called %(name)s; as it is not clear who is meant, a new one was made."
    )
    return Remark("several-players", template, {"count": count, "name": player.name})


def _spelling_remarks(names: Mapping[PersonKey, Mapping[str, int]]) -> list[Remark]:
    template = gettext_noop("Taken for one person: %(names)s.")
    return [
        Remark("spellings", template, {"names": "; ".join(written)})
        for written in names.values()
        if len(written) > 1
    ]


def _near_remarks(people: Mapping[PersonKey, Player], by_key: Mapping[PersonKey, object]) -> list[Remark]:
    """Each pair of near names once; at least one of the two is in the archive."""
    near = NearNames([*people, *by_key])
    names = {key: players[0].name for key, players in by_key.items()} | {  # type: ignore[index]
        key: player.name for key, player in people.items()
    }
    template = gettext_noop("“%(one)s” looks like “%(other)s”: the same person, with a slip?")
    found = {frozenset((key, other)) for key in people for other in near.near(key)}
    pairs = sorted(sorted(names[key] for key in pair) for pair in found)
    return [Remark("alike", template, {"one": one, "other": other}) for one, other in pairs]


def write_entries(
    tournament: Tournament, people: People, records: Sequence[ArchiveRecord]
) -> dict[PersonKey, Entry]:
    """Make the players and entries that the records need; returns every entry they name by person key.

    Numbers go by rating and name as before a first round; entries that are there keep theirs.
    """
    keys = list(dict.fromkeys(key for record in records for key in record.keys))
    new_players = [people.players[key] for key in keys if people.players[key].pk is None]
    Player.objects.bulk_create(new_players)
    people.made_names = [player.formal_name for player in new_players]
    there = {entry.player_id: entry for entry in tournament.entries.all()}
    ratings = _ratings(people, records)
    new = [
        Entry(tournament=tournament, player=people.players[key], rating=ratings.get(key))
        for key in keys
        if people.players[key].pk not in there
    ]
    _number(tournament, new, max((entry.number or 0 for entry in there.values()), default=0))
    Entry.objects.bulk_create(new)
    there |= {entry.player_id: entry for entry in new}
    entries = {key: there[people.players[key].pk] for key in keys}
    for key, entry in entries.items():
        entry.player = people.players[key]
    return entries


def _ratings(people: People, records: Iterable[ArchiveRecord]) -> dict[PersonKey, int]:
    """Each person's rating: the first one a record gives. Others are remarked upon."""
    found: dict[PersonKey, list[int]] = defaultdict(list)
    for record in records:
        for key, rating in zip(record.keys, record.ratings, strict=True):
            if rating is not None and rating not in found[key]:
                found[key].append(rating)
    template = gettext_noop("%(name)s stands with several ratings (%(ratings)s); the first one is recorded.")
    for key, values in found.items():
        if len(values) > 1:
            params = {"name": people.players[key].name, "ratings": ", ".join(map(str, values))}
            people.remarks.append(Remark("ratings-differ", template, params))
    return {key: values[0] for key, values in found.items() if values}


def _number(tournament: Tournament, entries: Sequence[Entry], taken: int) -> None:
    state = TournamentState(
        tuple(
            EntryState(number, entry.rating or 0, entry.player.name) for number, entry in enumerate(entries)
        )
    )
    for number, index in enumerate(pairing_system(tournament).rank(state), start=taken + 1):
        entries[index].number = number
