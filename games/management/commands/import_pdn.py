"""Makes a tournament from a PDN archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from engine import RULESETS
from games.domain.archives import Remark
from games.services.archives import ImportReport, NothingImportedError, import_archive
from tournaments.domain.errors import DomainError
from tournaments.messages import explain


class Command(BaseCommand):
    help = (
        "Make a tournament with its players, rounds, results and games from a PDN archive. "
        "Run again with the same name it adds only what is new."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("file", metavar="FILE.pdn", type=Path)
        parser.add_argument("--tournament", metavar="NAME", required=True, help="the tournament's name")
        parser.add_argument(
            "--ruleset",
            metavar="KEY",
            default="czech",
            help=f"one of: {', '.join(RULESETS)} (default: czech)",
        )
        parser.add_argument(
            "--federation",
            metavar="CODE",
            default="",
            help="whose tournament it is and whose players they are",
        )
        parser.add_argument(
            "--arbiter",
            metavar="USERNAME",
            action="append",
            default=[],
            dest="arbiters",
            help="who decides what is in its queue; may be given several times",
        )
        parser.add_argument("--private", action="store_true", help="show it to its managers alone")

    def handle(self, *args: Any, file: Path, tournament: str, private: bool, **options: Any) -> None:
        try:
            archive = file.read_bytes()
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(reason)s.") % {"file": file, "reason": error.strerror or error}
            ) from None
        try:
            report = import_archive(
                actor=None,
                archive=archive,
                tournament_name=tournament,
                ruleset=options["ruleset"],
                federation=options["federation"],
                is_public=not private,
                arbiters=[_user(name) for name in options["arbiters"]],
            )
        except NothingImportedError as error:
            raise CommandError("\n".join([explain(error), *map(remark_line, error.remarks)])) from None
        except DomainError as error:
            raise CommandError(explain(error)) from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        self.stdout.write("\n".join(report_lines(report)))


def _user(name: str) -> AbstractBaseUser:
    users = get_user_model()
    try:
        return users._default_manager.get_by_natural_key(name)
    except users.DoesNotExist:
        raise CommandError(_("There is no user account “%(name)s”.") % {"name": name}) from None


def report_lines(report: ImportReport) -> Iterator[str]:
    """The report in words."""
    tournament = report.tournament
    yield _("Tournament: %(name)s – %(address)s") % {
        "name": tournament.name,
        "address": tournament.get_absolute_url(),
    }
    yield _(
        "Records: %(records)s. New: %(new)s, already here: %(known)s, twice in the file: %(duplicates)s, "
        "not imported: %(left_out)s."
    ) % {
        "records": report.records,
        "new": report.new,
        "known": report.known,
        "duplicates": report.duplicates,
        "left_out": report.left_out,
    }
    if not report.changed:
        yield _("Nothing was added: everything that can be imported is here already.")
    else:
        yield _("Players: %(players)s, of them new on this site: %(new)s. New rounds: %(rounds)s.") % {
            "players": report.players,
            "new": report.new_players,
            "rounds": report.rounds,
        }
        yield _("Games kept: %(games)s, of them in the arbiter's queue: %(flagged)s.") % {
            "games": report.games,
            "flagged": report.flagged,
        }
        yield _("State: %(state)s.") % {"state": tournament.get_status_display()}
    yield _arbiters_line(report)
    yield from _section(_("Not imported:"), [each for each in report.remarks if each.is_left_out])
    yield from _section(_("To be looked at:"), [each for each in report.remarks if not each.is_left_out])


def _arbiters_line(report: ImportReport) -> str:
    if report.arbiters:
        return _("Arbiters: %(names)s.") % {"names": ", ".join(report.arbiters)}
    return _(
        "The tournament has no arbiter, so nobody decides what is in its queue. Run the command again with "
        "--arbiter USERNAME, or choose one in the administration (/admin/)."
    )


def _section(title: str, remarks: Iterable[Remark]) -> Iterator[str]:
    lines = [f"  {remark_line(each)}" for each in remarks]
    if lines:
        yield ""
        yield title
        yield from lines


def remark_line(remark: Remark) -> str:
    """A remark with the record it is about, ready to print."""
    if not remark.record:
        return explain(remark)
    return _("Record %(record)s (line %(line)s), %(players)s: %(remark)s") % {
        "record": remark.record,
        "line": remark.line,
        "players": remark.players,
        "remark": explain(remark),
    }
