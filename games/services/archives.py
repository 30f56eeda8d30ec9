"""Importing an archive of a tournament: everything it says becomes rows, or a remark in the report."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from engine import RULESETS
from games.domain.archive_places import Places, StoredPairing, place_records
from games.domain.archive_rounds import period
from games.domain.archives import ArchiveRecord, Remark, read_archive, spellings
from games.models import Game
from games.services.archive_people import People, find_people, write_entries
from games.services.archive_remarks import about_all
from games.services.archive_rows import add_games, write_games, write_rounds
from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.names import search_key
from tournaments.models import Federation, Pairing, Tournament
from tournaments.services.audit import log
from tournaments.services.lifecycle import finish_tournament, reopen_tournament
from tournaments.services.locking import lock_tournament, raise_version
from tournaments.services.tournaments import create_tournament, set_arbiters


@dataclass
class ImportReport:
    """What an import did. Every one of the `records` is new, known, a duplicate or left out."""

    tournament: Tournament
    is_new: bool
    records: int
    new: int = 0
    known: int = 0
    duplicates: int = 0
    left_out: int = 0
    players: int = 0
    new_players: int = 0
    rounds: int = 0
    games: int = 0
    flagged: int = 0
    arbiters: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.is_new or self.new or self.games)


class NothingImportedError(InputError):
    """No record of the archive could be used; `remarks` say why for each."""

    remarks: tuple[Remark, ...] = ()


@transaction.atomic
def import_archive(
    *,
    actor,
    archive: str | bytes,
    tournament_name: str,
    ruleset: str = "czech",
    federation: str = "",
    is_public: bool = True,
    arbiters: Sequence[AbstractBaseUser] = (),
) -> ImportReport:
    """Make a tournament from a PDN archive, or add to it what an earlier import of it did not have.

    `federation` is a code, "" for none; `arbiters` join those the tournament has. It is finished when every
    pairing has a result. A record whose moves cannot be played to the end keeps those before, its whole
    text, and a flag in the queue; its result counts as it is written.

    Raises InputError for an unknown ruleset or federation, ValidationError for a name no tournament can
    have, NothingImportedError when the archive has no usable record, ConflictError when there is a
    tournament of this name that this archive does not belong to. Nothing is written then.
    """
    home = _federation(federation)
    _require_ruleset(ruleset)
    records = read_archive(archive, ruleset)
    tournament = _imported_before(tournament_name, ruleset, home)
    is_new = tournament is None
    if tournament is None:
        tournament = _create(actor, records, tournament_name, ruleset, home, is_public)
    people = find_people(tournament, spellings(each for each in records if all(each.keys)))
    places = place_records(records, _stored(tournament, people))
    if not (places.new or places.known or places.with_game):
        raise _nothing(places)
    report = _report(tournament, is_new, records, places)
    if places.new or places.with_game:
        _write(actor, tournament, people, places, report)
    report.arbiters = _add_arbiters(actor, report.tournament, arbiters)
    report.remarks = [*about_all(records, is_new), *people.remarks, *report.remarks]
    return report


def _require_ruleset(key: str) -> None:
    if key not in RULESETS:
        raise InputError(
            "ruleset-unknown",
            gettext_noop("There is no ruleset “%(key)s”. Choose one of: %(keys)s."),
            key=key,
            keys=", ".join(RULESETS),
        )


def _federation(code: str) -> Federation | None:
    if not code:
        return None
    found = Federation.objects.filter(code=code).first()
    if found is not None:
        return found
    codes = ", ".join(Federation.objects.order_by("code").values_list("code", flat=True))
    template = (
        gettext_noop("There is no federation “%(code)s”. There are: %(codes)s.")
        if codes
        else gettext_noop("There is no federation “%(code)s”: add it in the administration first.")
    )
    raise InputError("federation-unknown", template, code=code, codes=codes)


def import_key(name: str, ruleset: str, federation: Federation | None) -> str:
    """64 hexadecimal digits that stand for the tournament an archive is imported as."""
    parts = [search_key(name), ruleset, federation.code if federation else ""]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def _imported_before(name: str, ruleset: str, federation: Federation | None) -> Tournament | None:
    """The tournament of an earlier import, locked. Raises ConflictError for a namesake that is none."""
    found = Tournament.objects.filter(import_key=import_key(name, ruleset, federation)).first()
    if found is not None:
        return lock_tournament(found)
    own = federation.pk if federation else None
    for namesake in Tournament.objects.select_related("federation"):
        if search_key(namesake.name) != search_key(name):
            continue
        if not namesake.import_key and namesake.federation_id == own:
            raise ConflictError(
                "not-imported",
                gettext_noop("There is a tournament “%(name)s” that was not imported. Choose another name."),
                name=namesake.name,
            )
        if namesake.import_key and (namesake.federation_id == own or None in (namesake.federation_id, own)):
            raise ConflictError(
                "imported-otherwise",
                gettext_noop(
                    "“%(name)s” was imported before, with ruleset %(ruleset)s and federation %(federation)s. "
                    "Give the same ones to add to it, or another name."
                ),
                name=namesake.name,
                ruleset=namesake.ruleset,
                federation=namesake.federation.code if namesake.federation else "–",
            )
    return None


def _create(
    actor,
    records: Sequence[ArchiveRecord],
    name: str,
    ruleset: str,
    federation: Federation | None,
    is_public: bool,
) -> Tournament:
    known = period(each.days for each in records if each.days)
    days = {"starts_on": known[0], "ends_on": known[1]} if known else {}
    event = _most(each.event for each in records)
    tournament = create_tournament(
        actor=actor,
        name=name,
        ruleset=ruleset,
        federation=federation,
        venue=_most(each.site for each in records)[:120],
        description=event if search_key(event) != search_key(name) else "",
        is_public=is_public,
        players_submit=False,
        **days,
    )
    tournament.import_key = import_key(name, ruleset, federation)
    try:
        with transaction.atomic():
            tournament.save(update_fields=["import_key"])
    except IntegrityError:
        # Two imports of one archive at once: the unique key leaves it to the first.
        raise ConflictError(
            "import-running", gettext_noop("This archive is being imported at this moment. Try again later.")
        ) from None
    return tournament


def _most(values: Any) -> str:
    """The value that stands most often, the first of equals; "" when there is none."""
    counts: dict[str, int] = {}
    for value in values:
        if value:
            counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda each: counts[each], default="")


def _stored(tournament: Tournament, people: People) -> list[StoredPairing]:
    games: dict[int, str] = {}
    others: dict[int, set[str]] = defaultdict(set)
    kept = Game.objects.filter(tournament=tournament)
    for pairing, fingerprint, is_current in kept.values_list("pairing_id", "fingerprint", "is_current"):
        if is_current:
            games[pairing] = fingerprint
        else:
            others[pairing].add(fingerprint)
    pairings = Pairing.objects.filter(round__tournament=tournament, black__isnull=False)
    rows = pairings.values_list("pk", "round__number", "white__player", "black__player", "result_code")
    return [
        StoredPairing(
            pk=pk,
            round=number,
            white=people.key_of(white),
            black=people.key_of(black),
            result=code or "",
            fingerprint=games.get(pk, ""),
            other_fingerprints=frozenset(others[pk]),
        )
        for pk, number, white, black, code in rows
    ]


def _nothing(places: Places) -> NothingImportedError:
    if not places.remarks:
        return NothingImportedError("no-game", gettext_noop("There is no game in the file."))
    error = NothingImportedError(
        "nothing-imported",
        gettext_noop("None of the records could be used: %(count)s."),
        count=len(places.left_out),
    )
    error.remarks = tuple(places.remarks)
    return error


def _report(
    tournament: Tournament, is_new: bool, records: Sequence[ArchiveRecord], places: Places
) -> ImportReport:
    return ImportReport(
        tournament=tournament,
        is_new=is_new,
        records=len(records),
        new=len(places.new),
        known=len(places.known) + len(places.with_game),
        duplicates=len(places.duplicates),
        left_out=len(places.left_out),
        remarks=places.remarks,
    )


def _add_arbiters(actor, tournament: Tournament, arbiters: Sequence[AbstractBaseUser]) -> list[str]:
    """Give the tournament more arbiters; returns the names of all it has then."""
    if arbiters:
        there = tournament.arbiters.all()
        set_arbiters(actor=actor, tournament=tournament, arbiters={*there, *arbiters})
    return sorted(user.get_username() for user in tournament.arbiters.all())


def _write(actor, tournament: Tournament, people: People, places: Places, report: ImportReport) -> None:
    was_finished = tournament.is_finished
    if was_finished:
        reopen_tournament(actor=actor, tournament=tournament, reason=gettext("New records from an archive."))
        tournament.refresh_from_db()
    entries = write_entries(tournament, people, places.new)
    written = write_rounds(actor=actor, tournament=tournament, records=places.new, entries=entries)
    games = write_games(actor=actor, pairings=written.pairings)
    games += add_games(actor=actor, wanted=places.with_game)
    report.players, report.rounds, report.games = len(entries), written.rounds, len(games)
    report.new_players = people.made
    report.flagged = sum(game.verdict == Game.Verdict.FLAGGED for game in games)
    report.remarks += written.remarks
    tournament.planned_rounds = max(tournament.planned_rounds or 0, written.last_round)
    if tournament.status == Tournament.Status.SETUP:
        tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["planned_rounds", "status"])
    raise_version(tournament)
    log(
        actor=actor,
        action="import-tournament",
        subject=tournament,
        tournament=tournament,
        after={
            "players": len(entries),
            "pairings": len(places.new),
            "games": len(games),
            "new_players": people.made_names,
        },
    )
    missing = Pairing.objects.filter(round__tournament=tournament).unfinished().exists()
    if (report.is_new or was_finished) and not missing:
        report.tournament = finish_tournament(actor=actor, tournament=tournament)
