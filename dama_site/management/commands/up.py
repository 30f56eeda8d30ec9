"""One command for one machine: prepare the database, then run the web server and the background worker."""

from __future__ import annotations

import fcntl
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command

from dama_site.network import EVERY_ADDRESS, answers, bind_problem, reachable_names, urls
from dama_site.supervisor import Child, Supervisor

ROOT_WARNING = "ignore:You're running the worker with superuser privileges"


class Command(BaseCommand):
    help = "Migrate, load the demo data once, and run the web server and the background worker until Ctrl-C."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "--host", default=os.environ.get("HOST", "127.0.0.1"), help="0.0.0.0: every address"
        )
        parser.add_argument("--port", type=_port, default=os.environ.get("PORT", "8000"))
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo data")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        with _only_one():
            problem = bind_problem(host, port)
            if problem:
                raise CommandError(
                    f"Cannot listen on {host}:{port} ({problem}). "
                    f"Choose another port: make run PORT={port + 1}"
                )
            notes = self._prepare(with_demo=not no_demo)
            supervisor = Supervisor(
                _children(host, port),
                say=self._say,
                is_ready=lambda: answers(host, port),
                announce=lambda: self._announce(host, port, notes),
            )
            if not supervisor.run():
                raise CommandError("The site was stopped because a part of it kept ending.")
            self._say("Stopped.")

    def _say(self, message: str) -> None:
        self.stdout.write(message)
        self.stdout.flush()

    def _prepare(self, *, with_demo: bool) -> str:
        """Make the database and the static files ready; return what the demo data have to say."""
        self._say("Preparing the database and the static files ...")
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        notes = StringIO()
        if with_demo:
            call_command("load_demo", stdout=notes)
        return notes.getvalue() or _without_accounts()

    def _announce(self, host: str, port: int, notes: str) -> None:
        first, *others = urls(host, port)
        self._say(f"\nDáma runs at      {first}")
        for each in others:
            self._say(f"on the network    {each}")
        if host in EVERY_ADDRESS and not others:
            self._say("This machine has no network address: other devices cannot reach it yet.")
        self._say(f"{notes}Ctrl-C stops it; the data stay in {settings.DATA_DIR}\n")


def _without_accounts() -> str:
    """What to do where nobody can log in yet."""
    if get_user_model().objects.exists():
        return ""
    return "There is no user account yet; make one: .venv/bin/python manage.py createsuperuser\n"


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise ArgumentTypeError(f"{text} is not a port: give a number from 1 to 65535")
    return int(text)


@contextmanager
def _only_one() -> Iterator[None]:
    """Two workers with a clock on one data folder would do everything twice."""
    path = settings.DATA_DIR / "up.lock"
    with open(path, "a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CommandError(
                f"Dáma already runs on {settings.DATA_DIR} (process {lock.read().strip()}). "
                "Stop it first, or set DATA_DIR to another folder."
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _children(host: str, port: int) -> list[Child]:
    environment = {**os.environ, "ALLOWED_HOSTS": ",".join(_allowed_hosts(host))}
    web = Child("web server", [sys.executable, "-m", "gunicorn", *_web_arguments(host, port)], environment)
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return [web]
    worker = Child(
        "background worker", [sys.executable, "-m", "celery", *_worker_arguments()], _quiet(environment)
    )
    return [web, worker]


def _quiet(environment: dict[str, str]) -> dict[str, str]:
    """Celery warns root at length of what root knows. Other filters asked for come after and hold."""
    wanted = [ROOT_WARNING, environment.get("PYTHONWARNINGS", "")]
    return environment | {"PYTHONWARNINGS": ",".join(filter(None, wanted))}


def _web_arguments(host: str, port: int) -> list[str]:
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    size = ["--worker-class", "gthread", "--workers", "2", "--threads", "4"]
    return ["dama_site.wsgi:application", "--bind", address, *size, "--log-level", "warning"]


def _worker_arguments() -> list[str]:
    size = ["--pool", "threads", "--concurrency", "2"]
    clock = ["--beat"]
    quiet = ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    return ["--quiet", "--app", "dama_site", "worker", *size, *clock, *quiet]


def _allowed_hosts(host: str) -> list[str]:
    if "ALLOWED_HOSTS" in os.environ:
        return list(settings.ALLOWED_HOSTS)
    return reachable_names(host)
