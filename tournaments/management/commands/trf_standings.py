"""The standings of a TRF file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.standings import StandingRow, require_final, standings
from tournaments.domain.state import TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS, tiebreak_keys
from tournaments.domain.trf import TrfDocument, pairing_system, require_no_decisions, to_state
from tournaments.management.trf_command import TrfCommand, positive, read_file


class Command(TrfCommand):
    help = _(
        "Print the standings of a TRF file, without a database. Exit code 1: final standings are asked for"
        " and a result is missing; 2: the file cannot be read or there is no such tie-break."
    )

    def add_arguments(self, parser: Any) -> None:
        self.add_file(parser)
        parser.add_argument(
            "--tiebreaks", help=_("tie-breaks in their order: BH,SB,DE; by default the file's")
        )
        parser.add_argument("--round", type=positive, help=_("the round after which, by default the last"))
        parser.add_argument("--final", action="store_true", help=_("refuse while a result is missing"))
        parser.add_argument("--json", action="store_true", help=_("print an object"))

    def run(self, **options: Any) -> None:
        document = read_file(options["file"])
        keys = _tiebreaks(document, options["tiebreaks"])
        state = to_state(document, rounds=options["round"])
        require_no_decisions(document, state.scoring.unit, options["round"])
        if options["final"]:
            require_final(state)
        rows = standings(state, keys, sections=pairing_system(document).sections)
        if options["json"]:
            self.stdout.write(json.dumps(_as_object(state, keys, rows), ensure_ascii=False))
            return
        for line in _table(state, keys, rows):
            self.stdout.write(line)


def _tiebreaks(document: TrfDocument, given: str | None) -> list[str]:
    names = document.tiebreaks if given is None else given.replace(",", " ").split()
    if not names and given is None:
        return list(pairing_system(document).default_tiebreaks)
    return tiebreak_keys(names)


def _as_object(state: TournamentState, keys: Sequence[str], rows: Sequence[StandingRow]) -> dict[str, Any]:
    return {
        "round": len(state.rounds),
        "tiebreaks": [TIEBREAKS[key].code for key in keys],
        "standings": [
            {
                "place": row.place,
                "number": row.number,
                "name": state.by_number[row.number].name,
                "points": state.scoring.number(row.points),
                "tiebreaks": {
                    TIEBREAKS[key].code: value.number for key, value in zip(keys, row.tiebreaks, strict=True)
                },
                "excluded": row.excluded,
            }
            for row in rows
        ],
    }


def _table(state: TournamentState, keys: Sequence[str], rows: Sequence[StandingRow]) -> list[str]:
    lines = [[_("Place"), _("No."), _("Name"), _("Points"), *(TIEBREAKS[key].code for key in keys)]]
    for row in rows:
        shown = [f"{row.place}.", str(row.number), state.by_number[row.number].name]
        values = [value.show for value in row.tiebreaks]
        lines.append([*shown, state.scoring.show(row.points), *values])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return ["  ".join(_aligned(line, widths)).rstrip() for line in lines]


def _aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    name = 2
    return [
        text.ljust(width) if column == name else text.rjust(width)
        for column, (text, width) in enumerate(zip(line, widths, strict=True))
    ]
