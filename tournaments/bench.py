"""How fast pairing and standings are on this machine: `python -m tournaments.bench`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingPlan
from tournaments.domain.standings import standings
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState

T = TypeVar("T")
RUNS = 5
ROUNDS = 9
SEED = 20260307
RESULTS = ("1-0", "1/2-1/2", "0-1")


def tournament(players: int) -> TournamentState:
    """A Swiss nobody has played in yet."""
    entries = tuple(EntryState(number, rating=2200 - 3 * number) for number in range(1, players + 1))
    return TournamentState(entries, planned_rounds=ROUNDS, seed=SEED, initial_colour="white")


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


def standings_seconds(players: int) -> list[float]:
    """Seconds the standings after nine rounds take, several times over."""
    half = players // 2
    state = tournament(players)
    for number in range(1, ROUNDS + 1):
        pairings = tuple(
            PairingState(white, half + 1 + (white + number) % half, RESULTS[(white * number) % 3])
            for white in range(1, half + 1)
        )
        state = replace(state, rounds=(*state.rounds, RoundState(number, pairings)))
    keys = PAIRING_SYSTEMS["swiss"].default_tiebreaks
    # A copy each time: the state remembers what was asked of it.
    return [timed(lambda: standings(replace(state), keys))[1] for _ in range(RUNS)]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work returned, and the seconds it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def main() -> None:
    """Print the median and the longest of each measure in milliseconds."""
    measures: Mapping[str, list[float]] = {
        "pair a Swiss round, 50 players": swiss_seconds(50),
        "pair a Swiss round, 100 players": swiss_seconds(100),
        "standings after nine rounds, 300 players": standings_seconds(300),
    }
    print(f"{'':<44}{'median ms':>12}{'longest ms':>12}")
    for name, seconds in measures.items():
        print(f"{name:<44}{statistics.median(seconds) * 1000:>12.1f}{max(seconds) * 1000:>12.1f}")


if __name__ == "__main__":
    main()
