"""Lists of players into a tournament: what each row would do, and all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.player_lists import ListedPlayer, PlayerList
from tournaments.models import Entry, Player, Tournament
from tournaments.services.audit import log
from tournaments.services.entry_lists import EntryListError, line_problem
from tournaments.services.entry_rows import enter_listed
from tournaments.services.locking import lock_new_players, lock_unfinished, require_version
from tournaments.services.player_lookup import DoubtfulPlayer, WantedPlayer, choose_player, is_known

NEW = "new"
FOUND = "found"
ENTERED = "entered"
SEVERAL = "several"
PROBABLE = "probable"
NUMBER = "number"
TWICE = "twice"
KINDS = (NEW, FOUND, ENTERED, SEVERAL, PROBABLE, NUMBER, TWICE)
UNDECIDED = {SEVERAL, PROBABLE, NUMBER, TWICE}
"""What a person has to decide: nothing is entered before."""
_KIND_OF = {"several-players": SEVERAL, "probable-double": PROBABLE}

Choice = int | None
"""A player's primary key, or None for a new player."""


@dataclass(frozen=True)
class ImportRow:
    """What a row of a list would do. `player` is who would be entered (None: a new one, or undecided),
    `candidates` are all whom the row may mean, the likeliest first; `first` the line a `TWICE` repeats."""

    listed: ListedPlayer
    kind: str
    player: Player | None = None
    candidates: tuple[Player, ...] = ()
    first: int | None = None

    @property
    def is_undecided(self) -> bool:
        return self.kind in UNDECIDED


def plan_import(
    tournament: Tournament, players: Sequence[ListedPlayer], choices: Mapping[int, Choice] | None = None
) -> list[ImportRow]:
    """What entering these players would do, row by row, with what was chosen for some lines. Reads only."""
    known = _Register(tournament, players)
    chosen = choices or {}
    rows: list[ImportRow] = []
    for listed in players:
        row = known.row(listed)
        if listed.line in chosen:
            row = _chosen(row, chosen[listed.line], known.entered)
        # A namesake made on purpose repeats nobody.
        if not row.is_undecided and chosen.get(listed.line, listed.line) is not None:
            first = next((each for each in rows if _are_one(each, row)), None)
            if first is not None:
                row = replace(row, kind=TWICE, player=None, first=first.listed.line)
        rows.append(row)
    return rows


def _are_one(one: ImportRow, other: ImportRow) -> bool:
    """Whether two rows mean one person: the same player, or a new one of the same name and year of birth."""
    if one.is_undecided or one.player is not None or other.player is not None:
        return one.player is not None and one.player == other.player
    years = {one.listed.birth_year, other.listed.birth_year} - {None}
    return len(years) < 2 and not _wanted(one.listed).keys.isdisjoint(_wanted(other.listed).keys)


def _chosen(row: ImportRow, choice: Choice, entered: set[int]) -> ImportRow:
    """The row as a person decided it; undecided as before when the choice is no candidate any more."""
    if choice is None:
        return replace(row, kind=NEW, player=None)
    player = next((each for each in row.candidates if each.pk == choice), None)
    if player is None:
        return row if row.is_undecided else replace(row, kind=SEVERAL, player=None)
    return replace(row, kind=ENTERED if player.pk in entered else FOUND, player=player)


def _wanted(listed: ListedPlayer) -> WantedPlayer:
    return WantedPlayer(
        listed.formal_name, listed.family_name, listed.given_name, listed.birth_year, listed.is_ordered
    )


class _Register:
    """The players a list may mean, read at once."""

    def __init__(self, tournament: Tournament, players: Sequence[ListedPlayer]) -> None:
        self.tournament = tournament
        keys = {key for listed in players for key in _wanted(listed).keys}
        numbers = {listed.number for listed in players if listed.number}
        found = Player.objects.filter(
            Q(search_key__in=keys) | Q(federation_number__in=numbers)
        ).select_related("federation", "club")
        self.by_key: dict[str, list[Player]] = {}
        self.by_number: dict[str, list[Player]] = {}
        for player in found:
            self.by_key.setdefault(player.search_key, []).append(player)
            if player.federation_number and is_known(tournament, player):
                self.by_number.setdefault(player.federation_number, []).append(player)
        self.entered = set(tournament.entries.values_list("player_id", flat=True))

    def row(self, listed: ListedPlayer) -> ImportRow:
        """What the row would do by itself."""
        wanted = _wanted(listed)
        namesakes = [player for key in sorted(wanted.keys) for player in self.by_key.get(key, [])]
        numbered = self.by_number.get(listed.number, []) if listed.number else []
        known = [player for player in namesakes if is_known(self.tournament, player)]
        doubles: Sequence[Player] = ()
        by_number = [player for player in numbered if player in namesakes]
        if len(by_number) == 1:
            kind, player = FOUND, by_number[0]
        elif numbered:
            kind, player, doubles = NUMBER, None, numbered
        else:
            kind, player, doubles = self._by_name(wanted, namesakes)
        if player is not None and player.pk in self.entered:
            kind = ENTERED
        likely = [player] if player is not None else []
        return ImportRow(listed, kind, player, tuple(dict.fromkeys([*likely, *doubles, *known])))

    def _by_name(
        self, wanted: WantedPlayer, namesakes: Sequence[Player]
    ) -> tuple[str, Player | None, Sequence[Player]]:
        try:
            player = choose_player(self.tournament, wanted, namesakes)
        except DoubtfulPlayer as doubt:
            return _KIND_OF[doubt.code], None, doubt.players
        return (FOUND if player is not None else NEW), player, ()


@transaction.atomic
def import_players(
    *,
    actor,
    tournament: Tournament,
    listed: PlayerList,
    choices: Mapping[int, Choice] | None = None,
    version: int | None = None,
) -> list[Entry]:
    """Enter everybody of a list, or nobody. `choices` has for the line of a row the player it means, or None
    for a new one; `version` is that of the tournament when they were made. Who is entered already stays as he
    is.

    Raises EntryListError naming every row at fault or undecided, StaleError, and ConflictError when nobody
    can be entered any more.
    """
    if listed.faults:
        raise EntryListError(listed.faults)
    tournament = lock_unfinished(tournament)
    require_version(tournament.version, version)
    lock_new_players()
    rows = plan_import(tournament, listed.players, choices or {})
    undecided = [_undecided(row) for row in rows if row.is_undecided]
    if undecided:
        raise EntryListError(undecided)
    wanted = [(row.listed, row.player) for row in rows if row.kind != ENTERED]
    made = enter_listed(actor=actor, tournament=tournament, rows=wanted)
    if made:
        log(
            actor=actor,
            action="import-entries",
            subject=tournament,
            tournament=tournament,
            after={"players": [entry.player.name for entry in made]},
        )
    return made


def _undecided(row: ImportRow) -> InputError:
    """Why the row cannot be entered; its `params` have the candidates' primary keys for programs."""
    name = row.listed.formal_name
    if row.kind == TWICE:
        problem = InputError(
            "entered-twice",
            gettext_noop("%(player)s is the same player as in line %(first)s."),
            player=name,
            first=row.first,
        )
    else:
        problem = InputError(
            "choice-missing",
            gettext_noop("Choose who %(player)s is: a player of the list, or a new one."),
            player=name,
        )
    return line_problem(row.listed.line, problem)
