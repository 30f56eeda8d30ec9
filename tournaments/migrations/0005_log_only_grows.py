"""The database itself refuses to change what the log says, or (PostgreSQL) to delete it.

Which tournament and which user an entry is of may be forgotten: that happens when they are deleted.
SQLite refuses to delete from it since 0012_log_is_kept_on_sqlite.
"""

from django.db import migrations

KEPT = ("action", "subject", "before", "after", "reason", "via", "address", "created_at")
TABLE = "tournaments_auditentry"
COLUMNS = ", ".join(f'"{column}"' for column in KEPT)

POSTGRESQL = f"""
CREATE FUNCTION {TABLE}_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries of the log are only ever added.';
END $$;
CREATE TRIGGER {TABLE}_unchanged BEFORE UPDATE OF {COLUMNS} ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_only_grows();
CREATE TRIGGER {TABLE}_undeleted BEFORE DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_only_grows();
"""
SQLITE = f"""
CREATE TRIGGER {TABLE}_unchanged BEFORE UPDATE OF {COLUMNS} ON {TABLE}
BEGIN
    SELECT RAISE(ABORT, 'Entries of the log are only ever added.');
END;
"""


def add_triggers(apps, schema_editor):
    statements = {"postgresql": [POSTGRESQL], "sqlite": [SQLITE]}
    for statement in statements[schema_editor.connection.vendor]:
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(statement)


def drop_triggers(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "postgresql":
            cursor.execute(f"DROP FUNCTION {TABLE}_only_grows() CASCADE")
        else:
            cursor.execute(f"DROP TRIGGER {TABLE}_unchanged")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_private_links"),
    ]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
