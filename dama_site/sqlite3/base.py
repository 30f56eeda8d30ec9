"""Django's SQLite, with a log that a flush of the whole database may empty, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations as SQLiteOperations
from django.db.transaction import atomic

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%BEFORE DELETE%'"


class DatabaseOperations(SQLiteOperations):
    """On PostgreSQL a flush truncates, which no trigger of a row sees; here it deletes, so the triggers step
    aside for it and come back with it, or not at all."""

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        with atomic(using=self.connection.alias), self.connection.cursor() as cursor:
            cursor.execute(_TRIGGERS)
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f"DROP TRIGGER {self.quote_name(name)}")
            for statement in sql_list:
                cursor.execute(statement)
            for _name, sql in triggers:
                cursor.execute(sql)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations
