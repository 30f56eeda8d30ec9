"""SQLite, too, refuses to delete from the log, and to put another entry in the place of one."""

from django.db import migrations

TABLE = "tournaments_auditentry"
REFUSED = "SELECT RAISE(ABORT, 'Entries of the log are only ever added.');"
TRIGGERS = {
    f"{TABLE}_undeleted": f"BEFORE DELETE ON {TABLE}",
    # REPLACE deletes without asking the trigger above.
    f"{TABLE}_unreplaced": (
        f"BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)"  # noqa: S608
    ),
}


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        with schema_editor.connection.cursor() as cursor:
            for name, when in TRIGGERS.items():
                cursor.execute(f"CREATE TRIGGER {name} {when} BEGIN {REFUSED} END")


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        with schema_editor.connection.cursor() as cursor:
            for name in TRIGGERS:
                cursor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_version_of_rounds"),
    ]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
