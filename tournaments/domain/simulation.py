"""Random tournaments: to try the pairing on, and to compare it with other programs."""

import random
from dataclasses import dataclass, replace

from tournaments.domain.errors import InputError, PairingError, gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingPlan, options_of
from tournaments.domain.pairing.settings import clean_settings
from tournaments.domain.ratings.expectation import expected_by_formula
from tournaments.domain.results import DEFAULT_SCORING, SCORINGS
from tournaments.domain.state import (
    ACCELERATION,
    PAIRING_BYE,
    EntryState,
    PairingState,
    RoundState,
    TournamentState,
)

STAY = 4
"""Nobody withdraws when fewer than so many others would be left."""
_DRAWS = 0.4
"""How often players of the same strength draw."""
_BYES = ("half-bye", "half-bye", "zero-bye", "zero-bye", "full-bye")
_FORFEITS = ("+/-", "+/-", "-/+", "-/+", "-/-")


@dataclass(frozen=True)
class Simulation:
    """What shall happen. ``forfeits``, ``withdrawals`` and ``byes`` are probabilities from 0 to 1.

    A forfeit is per game, a withdrawal and a requested bye per player and round. ``acceleration`` and
    ``pairing_bye`` are settings of the pairing system (None: its default), a round has one game or two.
    """

    players: int
    rounds: int
    seed: int
    forfeits: float = 0.0
    withdrawals: float = 0.0
    byes: float = 0.0
    scoring: str = DEFAULT_SCORING
    pairing_system: str = "swiss"
    acceleration: str | None = None
    pairing_bye: str | None = None
    games: int = 1


@dataclass(frozen=True)
class Simulated:
    """The tournament as far as it went; ``stopped`` says why it has fewer rounds than it should."""

    state: TournamentState
    stopped: PairingError | None = None


def simulate(simulation: Simulation) -> Simulated:
    """Return a tournament that depends on nothing but the simulation: the same seed gives the same one.

    A field of players of random strength is paired by the system, and results are drawn by the strengths.
    Raises ``InputError`` where there cannot be such a tournament, or the system has no such setting.
    """
    _require_possible(simulation)
    lot = random.Random(simulation.seed)  # noqa: S311 (a game, not a secret)
    system = PAIRING_SYSTEMS[simulation.pairing_system]
    state = TournamentState(
        _field(simulation.players, lot),
        planned_rounds=simulation.rounds,
        scoring=SCORINGS[simulation.scoring],
        seed=simulation.seed,
        initial_colour=lot.choice(("white", "black")),
        options=options_of(system, clean_settings(system.settings, _settings(simulation))),
    )
    for number in range(1, simulation.rounds + 1):
        state = _with_absences(state, number, simulation, lot)
        try:
            plan = system.pair(state, number=number, seed=simulation.seed)
        except PairingError as error:
            return Simulated(state, error)
        state = replace(state, rounds=(*state.rounds, _played(plan, state, simulation, lot)))
    return Simulated(state)


def _settings(simulation: Simulation) -> dict[str, str]:
    given = {ACCELERATION: simulation.acceleration, PAIRING_BYE: simulation.pairing_bye}
    return {key: value for key, value in given.items() if value is not None}


def _require_possible(simulation: Simulation) -> None:
    most = simulation.players - 1 + simulation.players % 2
    if simulation.players < 2 or not 1 <= simulation.rounds <= most:
        raise InputError(
            "simulation-impossible",
            gettext_noop(
                "%(players)s players cannot play %(rounds)s rounds: there must be at least 2 players and a"
                " round, and nobody can meet more than every other player."
            ),
            players=simulation.players,
            rounds=simulation.rounds,
        )
    if simulation.games not in (1, 2):
        raise InputError(
            "simulation-games",
            gettext_noop("A round has one game or two, not %(games)s."),
            games=simulation.games,
        )
    for probability in (simulation.forfeits, simulation.withdrawals, simulation.byes):
        if not 0 <= probability <= 1:
            raise InputError(
                "simulation-probability",
                gettext_noop("%(value)s is not a probability: it is from 0 to 1."),
                value=probability,
            )


def _field(players: int, lot: random.Random) -> tuple[EntryState, ...]:
    ratings = sorted((min(max(round(lot.gauss(1500, 250)), 800), 2600) for _ in range(players)), reverse=True)
    return tuple(
        EntryState(number, rating, f"Player {number:04d}") for number, rating in enumerate(ratings, start=1)
    )


def _with_absences(
    state: TournamentState, number: int, simulation: Simulation, lot: random.Random
) -> TournamentState:
    """Return the state with who withdrew before round ``number`` and who asked for a bye in it."""
    staying = sum(1 for entry in state.entries if not entry.has_withdrawn(number))
    entries = []
    for entry in state.entries:
        if not entry.has_withdrawn(number):
            if number > 1 and staying > STAY and lot.random() < simulation.withdrawals:
                entry, staying = replace(entry, withdrawn_after=number - 1), staying - 1
            elif lot.random() < simulation.byes:
                entry = replace(entry, byes={**entry.byes, number: lot.choice(_BYES)})
        entries.append(entry)
    return replace(state, entries=tuple(entries))


def _played(
    plan: PairingPlan, state: TournamentState, simulation: Simulation, lot: random.Random
) -> RoundState:
    pairings = []
    for each in plan.pairings:
        result, second = each.result, None
        if each.black is not None and result is None:
            result = _result(state, each.white, each.black, simulation, lot)
            if simulation.games == 2:
                second = _result(state, each.black, each.white, simulation, lot)
        pairings.append(PairingState(each.white, each.black, result, second))
    return RoundState(plan.number, tuple(pairings), simulation.games)


def _result(
    state: TournamentState, white: int, black: int, simulation: Simulation, lot: random.Random
) -> str:
    if lot.random() < simulation.forfeits:
        return lot.choice(_FORFEITS)
    expected = float(expected_by_formula(state.by_number[white].rating - state.by_number[black].rating))
    draw = _DRAWS * (1 - abs(2 * expected - 1))
    drawn = lot.random()
    if drawn < draw:
        return "1/2-1/2"
    return "1-0" if drawn < draw + expected * (1 - draw) else "0-1"
