"""Compare simulated tournaments with another program's checker."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management import CommandError

from tournaments.domain.results import SCORINGS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.trf import TrfHeader, check_rounds, read_trf, to_trf26, write_trf
from tournaments.management.trf_command import DIFFERS, TrfCommand, positive

CHECKER = (sys.executable, "-m", "gacrux.pairingchecker", "-c", "-f", "TRF", "-d", "T", "-i")
AGREES = "Check: True"


class Command(TrfCommand):
    help = (
        "Simulate tournaments and have every round checked twice: by pairing it again from the written file,"
        " and by the checker of the pairing library as a program of its own that reads the same file. Takes"
        " about a second a tournament of 50 players. Exit code 1: something differs."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--tournaments", type=positive, default=300)
        parser.add_argument("--smallest", type=positive, default=6, help="players")
        parser.add_argument("--largest", type=positive, default=200, help="players")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--keep", help="a folder for the files that differ")

    def run(self, **options: Any) -> None:
        began, rounds, different = monotonic(), 0, 0
        for index in range(options["tournaments"]):
            simulation = _draw(options, index)
            text, paired = _simulated(simulation)
            rounds += paired
            differing = _differences(text)
            if differing:
                different += 1
                self._keep(options["keep"], simulation, text)
            self.stdout.write(f"{index + 1} {simulation} rounds={paired} {differing or 'agrees'}")
            self.stdout.flush()
        self.stdout.write(
            f"{options['tournaments']} tournaments, {rounds} rounds, {different} differ,"
            f" {monotonic() - began:.0f} seconds"
        )
        if different:
            raise CommandError(f"{different} tournaments differ.", returncode=DIFFERS)

    def _keep(self, folder: str | None, simulation: Simulation, text: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            name = f"{simulation.players}-{simulation.rounds}-{simulation.seed}.trf"
            (Path(folder) / name).write_text(text, encoding="utf-8")


def _draw(options: dict[str, Any], index: int) -> Simulation:
    """Return the tournament of that index: as many small fields as large ones, by the size's logarithm."""
    lot = random.Random(f"{options['seed']}:{index}")  # noqa: S311 (a test's choice, not a secret)
    smallest, largest = options["smallest"], options["largest"]
    players = round(smallest * (largest / smallest) ** lot.random())
    return Simulation(
        players,
        rounds=lot.randint(3, max(3, min(11, players - 3))),
        seed=lot.randrange(10**6),
        forfeits=lot.choice((0.0, 0.02, 0.1)),
        withdrawals=lot.choice((0.0, 0.01, 0.05)),
        byes=lot.choice((0.0, 0.02, 0.1)),
        scoring=lot.choice(list(SCORINGS)),
        pairing_bye=lot.choice(("bye", "bye", "draw-bye")),
        acceleration=lot.choice(("none", "none", "baku")),
    )


def _simulated(simulation: Simulation) -> tuple[str, int]:
    state = simulate(simulation).state
    return write_trf(to_trf26(state, TrfHeader(name=str(simulation)))), len(state.rounds)


def _differences(text: str) -> str:
    """Return who does not agree with the file, empty when both checks do."""
    found = [f"round {check.number} paired again" for check in check_rounds(read_trf(text)) if not check.same]
    with tempfile.TemporaryDirectory(prefix="trf-") as folder:
        path = Path(folder) / "simulated.trf"
        path.write_text(text, encoding="utf-8")
        # Nothing that anybody typed is in the command.
        answer = subprocess.run([*CHECKER, path], capture_output=True, text=True, check=False)  # noqa: S603
    if AGREES not in answer.stdout:
        found.append("the library's checker: " + " ".join((answer.stdout + answer.stderr).split())[:300])
    return ", ".join(found)
