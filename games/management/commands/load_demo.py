"""Loads the demo data once and says how to log in."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand

from games.services.demo import ARBITER, PLAYER, demo_was_loaded, load_demo, require_place
from tournaments.domain.errors import ConflictError
from tournaments.messages import explain

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


class Command(BaseCommand):
    help = (
        "Load the demo data, once, into an empty site, and print the demo accounts. The password is "
        "DEMO_PASSWORD, or a random one kept in demo_login.txt of the data folder."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "--force", action="store_true", help="also beside other tournaments and on a database server"
        )

    def handle(self, *args: Any, force: bool, **options: Any) -> None:
        try:
            if not demo_was_loaded():
                require_place(force=force)  # before a password is kept for nothing
                load_demo(password=_password(), force=force)
                self.stdout.write("The demo data were loaded; every name of theirs says so.")
        except ConflictError as refusal:
            # An ordinary state of a site in use, which starts all the same.
            self.stdout.write(explain(refusal))
            return
        self._say_logins()

    def _say_logins(self) -> None:
        password = _kept_password()
        for username, meaning in ((ARBITER, "Demo arbiter"), (PLAYER, "Demo player")):
            user = get_user_model().objects.filter(username=username, is_active=True).first()
            if user is None:
                continue
            if password and user.check_password(password):
                self.stdout.write(f"{meaning:<13} user {username}, password {password}")
            else:
                self.stdout.write(
                    f"{meaning:<13} user {username}; its password was changed "
                    f"(a new one: manage.py changepassword {username})"
                )


def _file() -> Path:
    return settings.DATA_DIR / "demo_login.txt"


def _kept_password() -> str:
    path = _file()
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def _password() -> str:
    """The password to be: given, kept from an attempt that did not finish, or new. It is kept in a file
    that only the site's own account can read."""
    password = os.environ.get("DEMO_PASSWORD", "") or _kept_password() or _random()
    path = _file()
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text(password + "\n", encoding="utf-8")
    return password


def _random() -> str:
    groups = ("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(2))
    return "-".join(groups)
