"""The Czech order of names, under one name in both databases."""

from __future__ import annotations

from functools import lru_cache

from django.db.backends.signals import connection_created
from django.dispatch import receiver

from tournaments.domain.names import czech_sort_key

CZECH = "czech"  # a plain word: SQLite gets it unquoted

_key = lru_cache(maxsize=20_000)(czech_sort_key)


def _compare(left: str, right: str) -> int:
    a, b = _key(left), _key(right)
    return (a > b) - (a < b)


@receiver(connection_created, dispatch_uid="czech-collation")
def add_czech_collation(*, connection, **kwargs) -> None:
    """SQLite knows no Czech order: give each new connection one. PostgreSQL has it from a migration."""
    if connection.vendor == "sqlite":
        connection.connection.create_collation(CZECH, _compare)
