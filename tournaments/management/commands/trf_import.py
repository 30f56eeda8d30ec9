"""Make a tournament of the site from a TRF file."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.management.trf_command import UNREADABLE, TrfCommand, read_bytes
from tournaments.messages import explain
from tournaments.models import Federation
from tournaments.services.trf_import import TrfImport, import_trf


class Command(TrfCommand):
    help = _(
        "Make a tournament of the site from a TRF file, with players, rounds and results: all of it, or"
        " nothing. Prints its address. Exit code 2: the file cannot be read; every bad line is named."
    )

    def add_arguments(self, parser: Any) -> None:
        self.add_file(parser)
        parser.add_argument("--name", default="", help=_("the tournament's name, by default the file's"))
        parser.add_argument("--arbiter", help=_("the user name of its arbiter"))
        parser.add_argument("--federation", help=_("the code of its federation"))
        parser.add_argument("--private", action="store_true", help=_("do not show it to the public"))

    def run(self, **options: Any) -> None:
        arbiter = _found(
            get_user_model().objects.all(), "username", options["arbiter"], _("There is no user “%(text)s”.")
        )
        federation = _found(
            Federation.objects.all(), "code", options["federation"], _("There is no federation “%(text)s”.")
        )
        done = import_trf(
            actor=arbiter,
            source=read_bytes(options["file"]),
            name=options["name"],
            federation=federation,
            is_public=not options["private"],
        )
        self._report(done)

    def _report(self, done: TrfImport) -> None:
        self.stdout.write(done.tournament.slug)
        if done.made:
            said = ngettext(
                "%(count)s new player: %(names)s", "%(count)s new players: %(names)s", len(done.made)
            )
            names = "; ".join(player.formal_name for player in done.made)
            self.stderr.write(said % {"count": len(done.made), "names": names})
        for note in done.notes:
            self.stderr.write(explain(note))


def _found(rows: Any, field: str, text: str | None, message: str) -> Any:
    """The row of that name, None where none was asked for. Raises CommandError where there is none."""
    if text is None:
        return None
    row = rows.filter(**{field: text}).first()
    if row is None:
        raise CommandError(message % {"text": text}, returncode=UNREADABLE)
    return row
