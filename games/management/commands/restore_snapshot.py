"""Restores a tournament from its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.services.snapshot_read import Restored, restore_snapshot
from tournaments.domain.errors import DomainError
from tournaments.messages import explain


class Command(BaseCommand):
    help = (
        "Restore a tournament from the file that export_snapshot (or an arbiter) saved; on the site it came "
        "from, bring it home."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("file", metavar="FILE.json", help="- for standard input")
        parser.add_argument("--arbiter", metavar="USERNAME", help="who becomes the arbiter of a new one")
        parser.add_argument(
            "--replace", action="store_true", help="replace what was changed here since the file was made"
        )

    def handle(self, *args: Any, file: str, arbiter: str | None, replace: bool, **options: Any) -> None:
        try:
            done = restore_snapshot(
                actor=None, source=_read(file), replace=replace, arbiter=_user(arbiter) if arbiter else None
            )
        except DomainError as error:
            raise CommandError(explain(error)) from None
        self.stdout.write("\n".join(_lines(done)))


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be read: %(reason)s.") % {"file": file, "reason": error.strerror or error}
        ) from None


def _user(name: str) -> Any:
    users = get_user_model()
    try:
        return users._default_manager.get_by_natural_key(name)
    except users.DoesNotExist:
        raise CommandError(_("There is no user account “%(name)s”.") % {"name": name}) from None


def _lines(done: Restored) -> Iterator[str]:
    tournament = done.tournament
    yield _("Tournament: %(name)s – %(address)s") % {
        "name": tournament.name,
        "address": tournament.get_absolute_url(),
    }
    if not done.is_changed:
        yield _("Nothing was done: this file has been brought home before.")
        return
    yield _("Restored: new on this site.") if done.is_new else _("Restored: brought home.")
    yield _(
        "Players: %(players)s, of them new on this site: %(new)s. Rounds: %(rounds)s. Games: %(games)s."
    ) % {
        "players": done.players,
        "new": len(done.made),
        "rounds": done.rounds,
        "games": done.games,
    }
    for remark in done.remarks:
        yield f"  {explain(remark)}"
