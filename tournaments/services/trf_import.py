"""A new tournament from a TRF file: all of it, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.state import PairingState, RoundState, TournamentState
from tournaments.domain.trf import TrfDocument, TrfError, TrfProblem
from tournaments.domain.trf.errors import Reason
from tournaments.models import (
    Entry,
    Federation,
    Pairing,
    Player,
    PointAdjustment,
    ProhibitedPairing,
    RequestedBye,
    Result,
    Round,
    Tournament,
)
from tournaments.selectors.state import GROUPS
from tournaments.services.audit import log
from tournaments.services.lifecycle import finish_tournament
from tournaments.services.locking import lock_tournament, raise_version
from tournaments.services.tournaments import create_tournament
from tournaments.services.trf_plan import TrfPlan, fields_of, read_plan
from tournaments.services.trf_players import players_of
from tournaments.services.trf_teams import Matches, write_matches, write_teams

# Which record is at fault for a field of the tournament.
_RECORDS = {
    "name": ("012",),
    "venue": ("022",),
    "starts_on": ("042",),
    "ends_on": ("052", "042"),
    "time_control": ("122",),
    "planned_rounds": ("142", "XXR", "001"),
    "scoring": ("162",),
    "tiebreaks": ("212", "202"),
    "pairing_system": ("192", "092"),
}
_DECIDED = "TRF 299"


@dataclass(frozen=True)
class TrfImport:
    """The tournament; who was new to the site; what of the file did not come along."""

    tournament: Tournament
    made: tuple[Player, ...]
    notes: tuple[Reason, ...]


@transaction.atomic
def import_trf(
    *,
    actor,
    source: bytes | str,
    name: str = "",
    federation: Federation | None = None,
    is_public: bool = True,
) -> TrfImport:
    """Make a tournament of a file, with its players, rounds and results; `actor` (None for a command) is its
    arbiter. `name` stands for the file's; the federation is the caller's to give, whatever the file says.

    Raises TrfError naming every line at fault, InputError where nothing names the tournament.
    """
    plan = read_plan(source)
    tournament = _create(actor, plan, name.strip(), federation=federation, is_public=is_public)
    found = players_of(actor=actor, tournament=tournament, wanted=plan.players)
    entries = _write_entries(tournament, plan, found.players)
    _write_wishes(tournament, plan, entries)
    _write_decisions(actor, plan, entries)
    _write_rounds(actor, tournament, plan, entries)
    log(
        actor=actor,
        action="import-tournament",
        subject=tournament,
        tournament=tournament,
        after={
            "players": len(entries),
            "rounds": len(plan.state.rounds),
            "new_players": [player.name for player in found.made],
        },
    )
    if plan.document.remark("status"):
        tournament = finish_tournament(actor=actor, tournament=tournament)
    return TrfImport(tournament, tuple(found.made), plan.notes)


def _create(actor, plan: TrfPlan, name: str, **given: Any) -> Tournament:
    fields = fields_of(plan)
    if name:
        fields["name"] = name
    if not fields.get("name"):
        raise InputError(
            "trf-name-missing",
            gettext_noop("The file does not name the tournament (record 012). Write a name."),
        )
    try:
        tournament = create_tournament(actor=actor, **fields, **given)
    except ValidationError as error:
        if name and "name" in error.message_dict:
            said = " ".join(error.message_dict["name"])
            template = gettext_noop("The tournament cannot have this name: %(said)s")
            raise InputError("trf-name-invalid", template, said=said) from error
        raise _at_lines(plan.document, error) from error
    tournament = lock_tournament(tournament)
    if plan.state.rounds:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    raise_version(tournament)
    return tournament


def _at_lines(document: TrfDocument, error: ValidationError) -> TrfError:
    """What is wrong with fields of the tournament, at the records (or remarks) they come from."""
    problems = []
    for field, messages in error.message_dict.items():
        line = document.line_of(*_RECORDS.get(field, ()))
        place = next((at for word in _WORDS.get(field, ()) for at, _ in document.placed(word)), line)
        problems += [TrfProblem(place, 5, Reason("%(said)s", {"said": said})) for said in messages]
    return TrfError(problems)


_WORDS = {"openings": ("openings",), "system_settings": ("setting",), "tiebreaks": ("tiebreaks",)}


def _write_entries(tournament: Tournament, plan: TrfPlan, players: dict[int, Player]) -> dict[int, Entry]:
    """Enter the players in the order of their numbers, which stand once a round is paired (of teams, where
    the teams have numbers, they never do)."""
    state = plan.state
    has_numbers = bool(state.rounds) and not tournament.is_team_event
    entries = {
        number: Entry(
            tournament=tournament,
            player=players[number],
            number=number if has_numbers else None,
            rating=entry.rating or None,
            joined_round=entry.joined_round,
            withdrawn_after=entry.withdrawn_after,
        )
        for number, entry in state.by_number.items()
    }
    Entry.objects.bulk_create(entries.values())
    return entries


def _write_wishes(tournament: Tournament, plan: TrfPlan, entries: dict[int, Entry]) -> None:
    RequestedBye.objects.bulk_create(
        RequestedBye(entry=entries[number], round_number=round_number, code=code)
        for number, entry in plan.state.by_number.items()
        for round_number, code in sorted(entry.byes.items())
    )
    ProhibitedPairing.objects.bulk_create(
        ProhibitedPairing(tournament=tournament, first=entries[first], second=entries[second])
        for first, second in plan.prohibited
    )


def _write_decisions(actor, plan: TrfPlan, entries: dict[int, Entry]) -> None:
    PointAdjustment.objects.bulk_create(
        PointAdjustment(
            entry=entries[each.number],
            round_number=each.round,
            points=each.points,
            reason=_DECIDED,
            decided_by=actor,
        )
        for each in plan.state.adjustments
    )


def _write_rounds(actor, tournament: Tournament, plan: TrfPlan, entries: dict[int, Entry]) -> None:
    openings = plan.document.numbered("opening")
    rounds = [
        _round(actor, tournament, plan.state, each, str(openings.get(each.number, ("",))[0]))
        for each in plan.state.rounds
    ]
    Round.objects.bulk_create(rounds)
    teams = write_teams(tournament, plan.document, entries) if tournament.is_team_event else {}
    matches = write_matches(plan.document, {each.number: each for each in rounds}, teams)
    tables = plan.document.numbered("tables")
    pairings: list[Pairing] = []
    results: list[Result] = []
    for row, each in zip(rounds, plan.state.rounds, strict=True):
        for table, state in enumerate(each.pairings, start=1):
            black = entries[state.black] if state.black is not None else None
            pairing = Pairing(round=row, table=table, white=entries[state.white], black=black)
            if tournament.boards:
                _at_board(pairing, int(str(tables[row.number][table - 1])), tournament.boards, matches)
            pairings.append(pairing)
            results += _results(actor, pairing, state, each.games)
    Pairing.objects.bulk_create(pairings)
    Result.objects.bulk_create(results)


def _at_board(pairing: Pairing, table: int, boards: int, matches: Matches) -> None:
    """Give a pairing of teams its table, which says its match and its board."""
    pairing.table = table
    pairing.match = matches[pairing.round.number, (table - 1) // boards + 1]
    pairing.board = (table - 1) % boards + 1


def _round(actor, tournament: Tournament, state: TournamentState, each: RoundState, opening: str) -> Round:
    groups = {GROUPS: each.groups} if each.groups else {}
    return Round(
        tournament=tournament,
        number=each.number,
        pairing_system=tournament.pairing_system,
        options={**state.options, **groups},
        games=each.games,
        seed=tournament.seed,
        opening=opening,
        source=Round.Source.IMPORT,
        created_by=actor,
    )


def _results(actor, pairing: Pairing, state: PairingState, games: int) -> list[Result]:
    codes = (*state.codes(games), *state.play_off)
    return [
        Result(pairing=pairing, game=game, code=code, source=Result.Source.IMPORT, recorded_by=actor)
        for game, code in enumerate(codes, start=1)
        if code is not None
    ]
