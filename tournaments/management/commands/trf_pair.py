"""Pair a round of a TRF file."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.pairing import PairingPlan
from tournaments.domain.trf import pair_round, pairs_of
from tournaments.management.trf_command import TrfCommand, numbers, positive, read_file
from tournaments.messages import explain

COLOURS = {"w": "white", "b": "black"}


class Command(TrfCommand):
    help = _(
        "Pair a round of a TRF file from the rounds before it, without a database. Prints a line"
        " “white black” for each board and “number 0” for the bye."
        " Exit code 1: no pairing; 2: the file cannot be read."
    )

    def add_arguments(self, parser: Any) -> None:
        self.add_file(parser)
        parser.add_argument("--round", type=positive, help=_("the round, by default the next one"))
        parser.add_argument("--rounds", type=positive, help=_("how many rounds the tournament has"))
        parser.add_argument("--initial-colour", choices=sorted(COLOURS), help=_("colour of the first player"))
        parser.add_argument("--absent", type=numbers, default=[], help=_("numbers of who is absent: 3,7"))
        parser.add_argument("--json", action="store_true", help=_("print an object with the reasons"))

    def run(self, **options: Any) -> None:
        plan = pair_round(
            read_file(options["file"]),
            options["round"],
            initial_colour=COLOURS.get(options["initial_colour"]),
            absent=options["absent"],
            total_rounds=options["rounds"],
        )
        if options["json"]:
            self.stdout.write(json.dumps(_as_object(plan), ensure_ascii=False))
            return
        for white, black in pairs_of(plan):
            self.stdout.write(f"{white} {black}")


def _as_object(plan: PairingPlan) -> dict[str, Any]:
    pairs = pairs_of(plan)
    return {
        "round": plan.number,
        "pairs": [[white, black] for white, black in pairs if black],
        "bye": next((white for white, black in pairs if not black), None),
        "reasons": [
            {
                "white": each.white,
                "black": each.black or 0,
                "reasons": [{"code": reason.code, "text": explain(reason)} for reason in each.reasons],
            }
            for each in plan.pairings
        ],
    }
