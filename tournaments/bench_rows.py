"""From database rows to the standings: how long it takes and how many queries. Needs Django to be set up."""

from __future__ import annotations

import datetime
import time

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.domain.state import PairingState, RoundState, TournamentState
from tournaments.models import Entry, Pairing, Player, Result, Round, Tournament
from tournaments.selectors.standings import standings_table


def rows_figures(state: TournamentState, tiebreaks: tuple[str, ...], runs: int) -> tuple[list[float], int]:
    """Seconds from the rows of that tournament to its table, so many times over, and the queries of one."""
    call_command("migrate", verbosity=0)
    tournament = _write(state, tiebreaks)
    seconds = []
    for _ in range(runs):
        read = Tournament.objects.get(pk=tournament.pk)
        start = time.perf_counter()
        standings_table(read)
        seconds.append(time.perf_counter() - start)
    with CaptureQueriesContext(connection) as queries:
        standings_table(Tournament.objects.get(pk=tournament.pk))
    return seconds, len(queries) - 1


def _write(state: TournamentState, tiebreaks: tuple[str, ...]) -> Tournament:
    tournament = Tournament.objects.create(
        slug="bench",
        name="Bench",
        starts_on=datetime.date(2026, 3, 7),
        ends_on=datetime.date(2026, 3, 8),
        planned_rounds=len(state.rounds),
        tiebreaks=list(tiebreaks),
        seed=1,
    )
    players = Player.objects.bulk_create(
        [Player(family_name=f"Family{number:04d}", given_name="Given") for number in state.by_number]
    )
    made = Entry.objects.bulk_create(
        [
            Entry(tournament=tournament, player=player, number=number, rating=entry.rating)
            for (number, entry), player in zip(state.by_number.items(), players, strict=True)
        ]
    )
    entries = dict(zip(state.by_number, made, strict=True))
    for each in state.rounds:
        _write_round(tournament, each, entries)
    return tournament


def _write_round(tournament: Tournament, state: RoundState, entries: dict[int, Entry]) -> None:
    made = Round.objects.create(
        tournament=tournament, number=state.number, pairing_system=tournament.pairing_system, seed=1
    )
    pairings = Pairing.objects.bulk_create(
        [_pairing(made, table, each, entries) for table, each in enumerate(state.pairings, start=1)]
    )
    Result.objects.bulk_create(
        [
            Result(pairing=pairing, code=each.result, source=Result.Source.PAIRING)
            for pairing, each in zip(pairings, state.pairings, strict=True)
        ]
    )


def _pairing(made: Round, table: int, state: PairingState, entries: dict[int, Entry]) -> Pairing:
    black = entries[state.black] if state.black is not None else None
    return Pairing(round=made, table=table, white=entries[state.white], black=black)
