"""Writes a whole tournament to standard output."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.services.snapshot_write import snapshot_file
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Write a tournament with its games and its log as one file, to be restored on another installation "
        "(restore_snapshot). The file has what only arbiters see."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the last part of the tournament's address")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": slug})
        self.stdout.write(snapshot_file(actor=None, tournament=tournament).decode(), ending="")
