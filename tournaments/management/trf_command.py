"""What the commands on TRF files share: no database, one way to read a file, one meaning of exit codes."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.domain.errors import ConflictError, InputError
from tournaments.domain.trf import TrfDocument, TrfError, read_trf
from tournaments.messages import explain

DIFFERS = 1
"""Exit code: the file can be read, but it cannot be paired, something differs or a result is missing."""
UNREADABLE = 2
"""Exit code: the file or an option cannot be read."""


class TrfCommand(BaseCommand):
    """A command that works without a database and without a configured site.

    It exits with 0 when all is well, else with ``DIFFERS`` or ``UNREADABLE`` and a message on standard error.
    """

    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_file(self, parser: Any) -> None:
        parser.add_argument("file", help=_("a TRF file, - for standard input"))

    def handle(self, *args: Any, **options: Any) -> None:
        with _exit_codes():
            try:
                self.run(**options)
                self.stdout.flush()
            except BrokenPipeError:
                # Whoever reads has enough, as `head` has; Python would complain once more when it closes.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def run(self, **options: Any) -> None:
        """What the command does: each command has its own."""
        raise NotImplementedError

    def write(self, text: str, path: str | None) -> None:
        """Write a file's text to ``path``, to standard output without one. Raises ``CommandError``."""
        if path is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(path).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            message = _("%(path)s cannot be written: %(problem)s")
            params = {"path": path, "problem": error.strerror}
            raise CommandError(message % params, returncode=UNREADABLE) from None


def read_file(path: str) -> TrfDocument:
    """Return the document in a file. Raises ``CommandError`` or ``TrfError`` when it cannot be read."""
    return read_trf(read_bytes(path))


def read_bytes(path: str) -> bytes:
    """Return what a file holds, or standard input. Raises ``CommandError`` when it cannot be read."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        message = _("%(path)s cannot be read: %(problem)s") % {"path": path, "problem": error.strerror}
        raise CommandError(message, returncode=UNREADABLE) from None


def numbers(text: str) -> list[int]:
    """Return the numbers of an option such as ``3,7``."""
    try:
        return [int(part) for part in text.replace(",", " ").split()]
    except ValueError:
        raise ArgumentTypeError(_("“%(text)s” are not numbers such as 3,7") % {"text": text}) from None


def positive(text: str) -> int:
    """Return the number of an option, at least 1."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ArgumentTypeError(_("“%(text)s” is not a number from 1 up") % {"text": text})
    return int(text)


@contextmanager
def _exit_codes() -> Iterator[None]:
    try:
        yield
    except TrfError as error:
        raise CommandError("\n".join(map(explain, error.problems)), returncode=UNREADABLE) from None
    except InputError as error:
        raise CommandError(explain(error), returncode=UNREADABLE) from None
    except ConflictError as error:
        raise CommandError(explain(error), returncode=DIFFERS) from None
