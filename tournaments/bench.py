"""How fast pairing and standings are on this machine: `python -m tournaments.bench`."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingPlan
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState

T = TypeVar("T")
RUNS = 5
FIELDS = (50, 100, 200, 300)
ROUNDS = 9
STANDINGS_PLAYERS, STANDINGS_ROUNDS = 300, 11
TIEBREAKS = ("buchholz", "buchholz-cut1", "direct-encounter", "sonneborn-berger", "wins")
SEED = 20260307
RESULTS = ("1-0", "1/2-1/2", "0-1")


def tournament(players: int, rounds: int = ROUNDS) -> TournamentState:
    """A Swiss nobody has played in yet."""
    entries = tuple(EntryState(number, rating=2200 - 3 * number) for number in range(1, players + 1))
    return TournamentState(entries, planned_rounds=rounds, seed=SEED, initial_colour="white")


def played(state: TournamentState, plan: PairingPlan) -> TournamentState:
    """The state after the planned round; results are made up, always the same for the same plan."""
    number = len(state.rounds) + 1
    pairings = tuple(
        PairingState(each.white, each.black, each.result or RESULTS[(each.white * number + each.black) % 3])
        for each in plan.pairings
    )
    return replace(state, rounds=(*state.rounds, RoundState(number, pairings)))


def swiss_seconds(players: int) -> list[float]:
    """Seconds each round of a Swiss of nine rounds takes to pair."""
    swiss, state, seconds = PAIRING_SYSTEMS["swiss"], tournament(players), []
    for number in range(1, ROUNDS + 1):
        plan, took = timed(lambda: swiss.pair(state, number=number, seed=SEED))  # noqa: B023 (called at once)
        seconds.append(took)
        state = played(state, plan)
    return seconds


def finished(players: int = STANDINGS_PLAYERS, rounds: int = STANDINGS_ROUNDS) -> TournamentState:
    """A tournament after its last round: the upper half met the lower, each time somebody else."""
    half = players // 2
    state = tournament(players, rounds)
    for number in range(1, rounds + 1):
        pairings = tuple(
            PairingState(white, half + 1 + (white + number) % half, RESULTS[(white * number) % 3])
            for white in range(1, half + 1)
        )
        state = replace(state, rounds=(*state.rounds, RoundState(number, pairings)))
    return state


def standings_seconds(state: TournamentState) -> list[float]:
    """Seconds the standings take, several times over."""
    # A copy each time: the state remembers what was asked of it.
    return [timed(lambda: standings(replace(state), TIEBREAKS))[1] for _ in range(RUNS)]


def rows_figures(state: TournamentState) -> tuple[list[float], int]:
    """Seconds from rows to the table, several times over, and the queries; on a SQLite of its own."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        # Before Django reads its settings: the site's own database is not touched.
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "dama_site.settings",
            "DATA_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        }
        import django  # noqa: PLC0415 (pairing and standings are measured without it)

        django.setup()
        from tournaments import bench_rows  # noqa: PLC0415 (its models need the line above)

        return bench_rows.rows_figures(state, TIEBREAKS, RUNS)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work returned, and the seconds it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def show(name: str, seconds: Sequence[float], queries: int | None = None) -> None:
    """Print a measure's median and longest time in milliseconds, and its queries."""
    print(
        f"{name:<60}{statistics.median(seconds) * 1000:>12.1f}{max(seconds) * 1000:>12.1f}"
        f"{'' if queries is None else queries:>9}",
        flush=True,
    )


def main() -> None:
    """Print every measure."""
    print(f"{'':<60}{'median ms':>12}{'longest ms':>12}{'queries':>9}")
    for players in FIELDS:
        show(f"pair a Swiss round, {players} players", swiss_seconds(players))
    state = finished()
    after = f"{STANDINGS_PLAYERS} players, {STANDINGS_ROUNDS} rounds, {len(TIEBREAKS)} tie-breaks"
    show(f"standings, {after}", standings_seconds(state))
    show(f"rows to table, {after}", *rows_figures(state))


if __name__ == "__main__":
    main()
