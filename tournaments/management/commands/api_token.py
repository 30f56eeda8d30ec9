"""Print an account's token for the REST API."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from rest_framework.authtoken.models import Token


class Command(BaseCommand):
    help = "Print an account's API token, made on the first call. Send it as: Authorization: Token …"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        users = get_user_model()
        user = users.objects.filter(**{users.USERNAME_FIELD: username}).first()
        if user is None:
            raise CommandError(f"There is no account “{username}”. Make one with: manage.py createsuperuser")
        if not user.is_active:
            raise CommandError(f"The account “{username}” is not active: its token would be refused.")
        self.stdout.write(Token.objects.get_or_create(user=user)[0].key)
