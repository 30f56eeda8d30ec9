"""Pair every round of a TRF file again and list what differs."""

from __future__ import annotations

import json
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _

from tournaments.domain.trf import RoundCheck, check_rounds
from tournaments.management.trf_command import DIFFERS, TrfCommand, read_file
from tournaments.messages import explain


class Command(TrfCommand):
    help = _(
        "Pair every round of a TRF file again, without a database, and list what differs: a line"
        " “round - white black” for a pair only the file has, “round + white black” for one only the system"
        " pairs. Exit code 1: something differs; 2: the file cannot be read."
    )

    def add_arguments(self, parser: Any) -> None:
        self.add_file(parser)
        parser.add_argument("--json", action="store_true", help=_("print an object"))

    def run(self, **options: Any) -> None:
        checks = check_rounds(read_file(options["file"]))
        different = [check for check in checks if not check.same]
        if options["json"]:
            self.stdout.write(json.dumps(_as_object(checks), ensure_ascii=False))
        else:
            for check in different:
                self._list(check)
        if different:
            said = _("%(different)s of %(rounds)s rounds differ.")
            raise CommandError(
                said % {"different": len(different), "rounds": len(checks)}, returncode=DIFFERS
            )
        if not options["json"]:
            self.stdout.write(_("Nothing differs in %(rounds)s rounds.") % {"rounds": len(checks)})

    def _list(self, check: RoundCheck) -> None:
        if check.problem is not None:
            self.stdout.write(f"{check.number} ! {explain(check.problem)}")
        for sign, pairs in (("-", check.only_file), ("+", check.only_system)):
            for white, black in pairs:
                self.stdout.write(f"{check.number} {sign} {white} {black}")


def _as_object(checks: list[RoundCheck]) -> dict[str, Any]:
    return {
        "same": all(check.same for check in checks),
        "rounds": [
            {
                "round": check.number,
                "same": check.same,
                "only_file": check.only_file,
                "only_system": check.only_system,
                "problem": explain(check.problem) if check.problem else None,
            }
            for check in checks
        ],
    }
