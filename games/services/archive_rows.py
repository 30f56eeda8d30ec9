"""Rounds, pairings, results and games of an archive as rows, made in bulk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from games.domain.archive_names import PersonKey
from games.domain.archives import ArchiveRecord, Remark
from games.domain.records import write_record
from games.models import Flag, Game
from games.selectors.records import record_headers
from games.services.verification import verify_game
from tournaments.domain.errors import gettext_noop
from tournaments.domain.pairing import Reason
from tournaments.models import Entry, Pairing, Result, Round, Tournament

_IMPORTED = asdict(Reason("imported", gettext_noop("Imported from an archive.")))


@dataclass
class WrittenRounds:
    """`pairings` are the new ones with their records, `rounds` counts the new rounds."""

    pairings: list[tuple[ArchiveRecord, Pairing]]
    rounds: int
    last_round: int
    remarks: list[Remark] = field(default_factory=list)


def write_rounds(
    *, actor, tournament: Tournament, records: Sequence[ArchiveRecord], entries: Mapping[PersonKey, Entry]
) -> WrittenRounds:
    """Make the pairings of the records with their rounds and results. Rounds have no gaps: one that
    no record names is made empty, with a remark."""
    rounds, made = _rounds(actor, tournament, {record.round or 0 for record in records})
    tables = _tables(tournament, records)
    pairings = [
        Pairing(
            round=rounds[record.round or 0],
            table=tables[record.number],
            white=entries[record.keys[0]],
            black=entries[record.keys[1]],
        )
        for record in records
    ]
    Pairing.objects.bulk_create(pairings)
    Result.objects.bulk_create(
        [
            Result(pairing=pairing, code=record.result, source=Result.Source.IMPORT, recorded_by=actor)
            for record, pairing in zip(records, pairings, strict=True)
            if record.result
        ]
    )
    named = {record.round for record in records}
    template = gettext_noop("No record is of round %(round)s: it stays empty.")
    remarks = [Remark("round-empty", template, {"round": number}) for number in made if number not in named]
    last = max(rounds, default=0)
    return WrittenRounds(list(zip(records, pairings, strict=True)), len(made), last, remarks)


def _rounds(actor, tournament: Tournament, wanted: set[int]) -> tuple[dict[int, Round], list[int]]:
    """Every round by number, and the numbers of those just made."""
    there = {each.number: each for each in tournament.rounds.all()}
    last = max(wanted | there.keys(), default=0)
    new = [
        Round(
            tournament=tournament,
            number=number,
            pairing_system=tournament.pairing_system,
            seed=tournament.seed,
            notes=[_IMPORTED],
            created_by=actor,
        )
        for number in range(1, last + 1)
        if number not in there
    ]
    Round.objects.bulk_create(new)
    rounds = there | {each.number: each for each in new}
    for each in rounds.values():
        each.tournament = tournament
    return rounds, [each.number for each in new]


def _tables(tournament: Tournament, records: Sequence[ArchiveRecord]) -> dict[int, int]:
    """A table for each record's number: the one it names where that is free, else the next free one."""
    taken: dict[int, set[int]] = defaultdict(set)
    for number, table in Pairing.objects.filter(round__tournament=tournament).values_list(
        "round__number", "table"
    ):
        taken[number].add(table)
    found: dict[int, int] = {}
    # Those that name their table come first, so that no other takes it.
    for record in records:
        if record.table is not None and record.table not in taken[record.round or 0]:
            found[record.number] = record.table
            taken[record.round or 0].add(record.table)
    for record in records:
        used = taken[record.round or 0]
        if record.number not in found:
            found[record.number] = next(n for n in range(1, len(used) + 2) if n not in used)
            used.add(found[record.number])
    return found


def write_games(*, actor, pairings: Iterable[tuple[ArchiveRecord, Pairing]]) -> list[Game]:
    """Keep the games of new pairings and check them; returns them as they stand after the check."""
    kept = [(record, _game(actor, record, pairing)) for record, pairing in pairings if record.has_game]
    Game.objects.bulk_create([game for _record, game in kept])
    Flag.objects.bulk_create(
        [
            Flag(game=game, kind=record.fault.kind, ply=record.fault.ply, details=record.fault.details)
            for record, game in kept
            if record.fault is not None
        ]
    )
    for _record, game in kept:
        game.verdict = verify_game(game_id=game.pk)["verdict"]
    return [game for _record, game in kept]


def add_games(*, actor, wanted: Iterable[tuple[ArchiveRecord, int]]) -> list[Game]:
    """Keep the games of pairings, given by pk, that had none."""
    records = {pk: record for record, pk in wanted}
    pairings = Pairing.objects.filter(pk__in=records).select_related(
        "round__tournament", "white__player", "black__player"
    )
    return write_games(actor=actor, pairings=[(records[pairing.pk], pairing) for pairing in pairings])


def _game(actor, record: ArchiveRecord, pairing: Pairing) -> Game:
    tournament = pairing.round.tournament
    headers = record_headers(pairing)
    return Game(
        tournament=tournament,
        pairing=pairing,
        ruleset=tournament.ruleset,
        pdn=write_record(tournament.ruleset, headers, record.moves, record.game_result, record.start_fen),
        submitted_pdn=record.text,
        moves=list(record.moves),
        start_fen=record.start_fen,
        final_fen=record.final_fen,
        plies=len(record.moves),
        result=record.game_result,
        fingerprint=record.fingerprint,
        source=Game.Source.IMPORT,
        submitted_by=actor,
    )
