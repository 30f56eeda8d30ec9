"""Restoring a tournament from its file: on a site that does not know it, or bringing it home."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, transaction

from games.domain.errors import Said
from games.domain.snapshot_text import SnapshotText, read_snapshot_text, wrong
from games.models import Flag, Game
from games.permissions import home_for_restoring
from games.selectors.snapshot_kinds import KINDS, LOG, PLAYERS, TOURNAMENT, is_of_installation
from games.services.snapshot_games import settle_game
from games.services.snapshot_home import clear, head_of, is_here_already, new_in_log, require_unchanged
from games.services.snapshot_people import Matched, Register, Site, Wanted, match_players
from games.services.snapshot_rows import (
    new_row,
    number_of,
    read_row,
    require_lists,
    save_row,
    write_rows,
)
from games.services.snapshot_sound import (
    require_countable,
    require_fitting,
    require_played,
    require_sayable_entry,
    require_sayable_flag,
    require_state,
)
from games.services.snapshot_tournament import key_of, new_tournament, own_keys, renewed
from games.tasks import verify_game_task
from tournaments.domain.errors import gettext_noop
from tournaments.models import (
    AuditEntry,
    Entry,
    Pairing,
    Player,
    Result,
    ResultReport,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.tournament import new_private_key
from tournaments.selectors.desk import rating_job_key
from tournaments.services.audit import log
from tournaments.services.jobs import start_job
from tournaments.services.locking import lock_new_players, lock_restoring, lock_tournament
from tournaments.tasks import rate_tournament_task

_PRIVATE_KEY = re.compile(r"[A-Za-z0-9_-]{24,32}")
_MOST_NAMED = 30


@dataclass(frozen=True)
class Restored:
    """The tournament and what came of the file. Not `is_new`: it was brought home; not `is_changed`: it was
    brought before, and nothing was done. `made` are the players who are new on the site."""

    tournament: Tournament
    is_new: bool
    is_changed: bool = True
    players: int = 0
    made: tuple[Player, ...] = ()
    rounds: int = 0
    games: int = 0
    entries_of_log: int = 0
    remarks: tuple[Said, ...] = ()


@transaction.atomic
def restore_snapshot(
    *, actor, source: bytes | Mapping[str, Any], replace: bool = False, arbiter=None
) -> Restored:
    """Make the tournament of a file, or bring it home to the site that has it; all of the file or nothing.

    `actor` (None: a command) becomes the arbiter of a new one; `arbiter` stands in for a command. Nobody else
    is made an arbiter, whatever the file says, and accounts are only named as far as `Site.users` allows. At
    home the rows are replaced, the log goes on. `replace` confirms that what was done here since may go.

    Raises InputError naming the place in the file, HomeChangedError, ConflictError, Http404 or
    PermissionDenied for who does not manage the home tournament.
    """
    text = read_snapshot_text(source)
    require_lists(text.tournament)
    lock_restoring()
    home = home_for_restoring(actor, key_of(text.tournament))
    if home is not None:
        home = lock_tournament(home)
        if is_here_already(home, text.digest):
            return Restored(home, is_new=False, is_changed=False)
    return _Restoring(actor, text, home).run(replace=replace, arbiter=arbiter or actor)


class _Restoring:
    """One file on its way into the database."""

    def __init__(self, actor: Any, text: SnapshotText, home: Tournament | None) -> None:
        self.actor, self.text, self.home = actor, text, home
        self.content = text.tournament
        self.site = Site(actor, home)
        self.register = Register(self.site, self.content["federations"], self.content["clubs"])
        self.keys = own_keys(self.site, self.register, self.content)
        self.rounds: dict[int, Round] = {}
        self.pairings: dict[int, Pairing] = {}
        self.games: list[Game] = []
        self.head: list[str] | None = None

    def run(self, *, replace: bool, arbiter: Any) -> Restored:
        if self.home is not None and not replace:
            require_unchanged(self.home, self._log(self.home))
        tournament = self._tournament()
        lock_new_players()
        matched = match_players(self.site, self.register, self._wanted())
        self.keys.ids[Player] = matched.players
        self.keys.inside = {
            Game: self.keys.ids[Game],
            Player: {number: player.pk for number, player in matched.made.items()},
        }
        if self.home is not None:
            clear(self.home)
        self._write_rows(tournament)
        require_countable(tournament)
        added = self._add_log(tournament)
        self._attach(tournament, arbiter)
        self._say(tournament, matched, added)
        self._start_jobs(tournament)
        return Restored(
            tournament,
            is_new=self.home is None,
            players=len(matched.players),
            made=tuple(matched.made.values()),
            rounds=len(self.rounds),
            games=len(self.games),
            entries_of_log=len(added),
            remarks=tuple(self.site.remarks),
        )

    def _tournament(self) -> Tournament:
        if self.home is None:
            return new_tournament(self.content, self.keys)
        return renewed(self.home, self.content, self.keys)

    def _wanted(self) -> list[Wanted]:
        """The players of the file, read and checked but not yet looked for."""
        holders: dict[Any, set[str]] = {}
        for entry in self.content["entries"]:
            if isinstance(entry.get("private_key"), str) and type(entry.get("player")) is int:
                holders.setdefault(entry["player"], set()).add(entry["private_key"])
        wanted: list[Wanted] = []
        taken: dict[int, int] = {}
        for index, data in enumerate(self.content[PLAYERS.name]):
            place = f"{PLAYERS.name}[{index}]"
            number = number_of(data, place, taken)
            taken[number] = 0
            own = {name: value for name, value in data.items() if name not in ("federation", "club")}
            row = read_row(PLAYERS, own, place, self.keys, Player())
            federation = self.register.require_code(data.get("federation"), f"{place}.federation")
            club = self.register.require_club(data.get("club"), f"{place}.club")
            wanted.append(Wanted(number, row, federation, club, frozenset(holders.get(number, ())), place))
        return wanted

    def _write_rows(self, tournament: Tournament) -> None:
        known_keys = set(
            Entry.objects.filter(private_key__in=self._private_keys()).values_list("private_key", flat=True)
        )
        before = {
            Entry: lambda entry, place: _settle_private_key(entry, known_keys),
            Result: self._require_fitting,
            ResultReport: self._require_published,
            Game: self._settle_game,
            Flag: require_sayable_flag,
        }
        after = {
            Round: self._note_round,
            Pairing: self._seat,
            Game: lambda game, place: self.games.append(game),
        }
        for kind in KINDS:
            write_rows(
                kind,
                self.content,
                tournament,
                self.keys,
                before=before.get(kind.model),
                after=after.get(kind.model),
            )
            if kind.model is Round:
                self._require_rounds(tournament)

    def _require_rounds(self, tournament: Tournament) -> None:
        """Before anything in them is looked at: the rounds are in order, and the tournament's state fits."""
        if sorted(each.number for each in self.rounds.values()) != list(range(1, len(self.rounds) + 1)):
            raise wrong("rounds", gettext_noop("the rounds are not numbered from 1 without a gap."))
        if any(each.is_draft and each.number < len(self.rounds) for each in self.rounds.values()):
            raise wrong("rounds", gettext_noop("a round is a draft although another one follows it."))
        require_state(tournament, self.rounds.values())

    def _private_keys(self) -> list[str]:
        keys = (entry.get("private_key") for entry in self.content["entries"])
        return [key for key in keys if isinstance(key, str)]

    def _note_round(self, row: Round, place: str) -> None:
        self.rounds[row.pk] = row

    def _seat(self, pairing: Pairing, place: str) -> None:
        self.pairings[pairing.pk] = pairing
        try:
            Seat.objects.bulk_create(pairing.new_seats())
        except DatabaseError as error:
            raise wrong(place, gettext_noop("a player of it has another game in this round.")) from error

    def _require_fitting(self, result: Result, place: str) -> None:
        require_fitting(result, self.pairings[result.pairing_id], place)
        if result.source != Result.Source.PAIRING:
            self._require_published(result, place)

    def _require_published(self, row: Result | ResultReport | Game, place: str) -> None:
        require_played(self.rounds[self.pairings[row.pairing_id].round_id], place)

    def _settle_game(self, game: Game, place: str) -> None:
        pairing = self.pairings[game.pairing_id]
        self._require_published(game, place)
        if pairing.is_bye or not 1 <= game.number <= self.rounds[pairing.round_id].games:
            raise wrong(f"{place}.number", gettext_noop("the pairing has no such game."))
        remark = settle_game(game, place)
        if remark is not None:
            self.site.remarks.append(remark)

    def _log(self, tournament: Tournament) -> list[AuditEntry]:
        """The entries of the file's log, not yet written, the oldest first."""
        entries = []
        taken: dict[int, int] = {}
        for index, data in enumerate(self.content[LOG.name]):
            place = f"{LOG.name}[{index}]"
            taken[number_of(data, place, taken)] = 0
            entry = new_row(LOG, data, place, tournament, self.keys)
            require_sayable_entry(entry, place)
            # Such a one says what was done to another copy; a file of the site has none.
            if not is_of_installation(entry):
                entries.append(entry)
        return entries

    def _add_log(self, tournament: Tournament) -> list[AuditEntry]:
        brought = self._log(tournament)
        self.head = head_of(brought)
        added = brought if self.home is None else new_in_log(self.home, brought)
        for entry in added:
            save_row(entry, LOG.name)
        return added

    def _attach(self, tournament: Tournament, arbiter: Any) -> None:
        """Make who restores it organiser and chief arbiter of a new one; say whom the file names too."""
        if self.home is None and arbiter is not None:
            tournament.arbiters.add(arbiter)
            tournament.organisers.add(arbiter)
            tournament.chief_arbiter = arbiter
            tournament.save(update_fields=["chief_arbiter"])
        here = {user.get_username() for user in tournament.arbiters.all()}
        named = self.content[TOURNAMENT.name].get("arbiters", [])
        others = [name for name in named if isinstance(name, str) and name not in here]
        if others:
            said = gettext_noop("The file's other arbiters were not made arbiters here: %(names)s.")
            self.site.remarks.append(Said(said, {"names": _some(others)}))
        if self.site.unknown_users:
            said = gettext_noop("Accounts of the file that have no part in this tournament here: %(names)s.")
            self.site.remarks.append(Said(said, {"names": _some(sorted(self.site.unknown_users))}))

    def _say(self, tournament: Tournament, matched: Matched, added: Sequence[AuditEntry]) -> None:
        for player in matched.made.values():
            # By such an entry an arbiter may mend the record; it is of this site, so no file takes it along.
            after = {"player": player.pk, "birth_year": player.birth_year, "restored": True}
            log(actor=self.actor, action="add-player", subject=player, tournament=tournament, after=after)
        log(
            actor=self.actor,
            action="restore-snapshot",
            subject=tournament,
            tournament=tournament,
            after={
                "made_at": self.text.made_at,
                "file": self.text.digest,
                "head": self.head,
                "players": len(matched.players),
                "new_players": [player.name for player in matched.made.values()],
                "rounds": len(self.rounds),
                "games": len(self.games),
                "entries": len(added),
            },
        )

    def _start_jobs(self, tournament: Tournament) -> None:
        for game in self.games:
            start_job(task=verify_game_task, object_id=game.pk, key=f"verify-game:{game.pk}")
        # A home tournament may have been rated by what stood here before.
        if tournament.rating_list_id is not None and (tournament.is_finished or self.home is not None):
            start_job(task=rate_tournament_task, object_id=tournament.pk, key=rating_job_key(tournament))


def _settle_private_key(entry: Entry, taken: set[str]) -> None:
    """Leave the entry its key, unless it is another entry's here or could be guessed."""
    if entry.private_key in taken or not _PRIVATE_KEY.fullmatch(entry.private_key):
        entry.private_key = new_private_key()


def _some(names: Sequence[str]) -> str:
    more = "…" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
