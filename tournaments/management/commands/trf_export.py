"""Write a tournament of the site as a TRF file."""

from __future__ import annotations

from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _

from tournaments.domain.trf import EDITIONS
from tournaments.management.trf_command import UNREADABLE, TrfCommand
from tournaments.models import Tournament
from tournaments.selectors.trf import DEFAULT_EDITION, trf_text


class Command(TrfCommand):
    help = _("Write a tournament of the site as a TRF file. Exit code 2: there is no such tournament.")

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("slug", help=_("the last part of the tournament's address"))
        parser.add_argument("--edition", choices=list(EDITIONS), default=DEFAULT_EDITION)
        parser.add_argument("--output", help=_("the file to write, by default standard output"))

    def run(self, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).select_related("federation").first()
        if tournament is None:
            message = _("There is no tournament “%(slug)s”.") % {"slug": options["slug"]}
            raise CommandError(message, returncode=UNREADABLE)
        text = trf_text(tournament, options["edition"])
        self.write(text, options["output"])
