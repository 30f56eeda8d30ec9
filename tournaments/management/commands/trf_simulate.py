"""Write a random tournament as a TRF file."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.results import SCORINGS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.trf import TrfHeader, to_trf26, write_trf
from tournaments.domain.trf.scoring import TRF_SCORING
from tournaments.management.trf_command import TrfCommand, positive
from tournaments.messages import explain


class Command(TrfCommand):
    help = _(
        "Write a random tournament as a TRF file, without a database; the same options give the same file."
        " When a round cannot be paired the file ends with the round before it and standard error says why."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--players", type=positive, required=True)
        parser.add_argument("--rounds", type=positive, required=True)
        parser.add_argument("--seed", type=int, required=True, help=_("what everything is drawn from"))
        parser.add_argument(
            "--forfeits", type=float, default=0.0, help=_("probability that a game is a forfeit")
        )
        parser.add_argument(
            "--withdrawals",
            type=float,
            default=0.0,
            help=_("probability that a player withdraws after a round"),
        )
        parser.add_argument(
            "--byes", type=float, default=0.0, help=_("probability that a player asks for a bye in a round")
        )
        parser.add_argument("--scoring", choices=list(SCORINGS), default=TRF_SCORING)
        parser.add_argument("--output", help=_("the file to write, by default standard output"))

    def run(self, **options: Any) -> None:
        names = ("players", "rounds", "seed", "forfeits", "withdrawals", "byes", "scoring")
        simulation = Simulation(**{name: options[name] for name in names})
        simulated = simulate(simulation)
        if simulated.stopped is not None:
            self.stderr.write(explain(simulated.stopped))
        text = write_trf(to_trf26(simulated.state, TrfHeader(name=_title(simulation))))
        self.write(text, options["output"])


def _title(simulation: Simulation) -> str:
    return (
        f"Simulated tournament {simulation.players} players {simulation.rounds} rounds seed {simulation.seed}"
    )
