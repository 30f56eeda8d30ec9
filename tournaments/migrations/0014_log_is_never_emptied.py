"""The log is not emptied at once either, and no entry is given to another tournament, user or place in it.

TRUNCATE asks no trigger of rows. A test run, which empties all tables between tests, says so in
`dama.empties_tables`. That a tournament or a user is forgotten, when they are deleted, stays allowed.
"""

from django.db import migrations

TABLE = "tournaments_auditentry"
MOVED = " OR ".join(
    ["NEW.id <> OLD.id"]
    + [
        f"(NEW.{column} IS NOT NULL AND (OLD.{column} IS NULL OR NEW.{column} <> OLD.{column}))"
        for column in ("tournament_id", "actor_id")
    ]
)
ROWS = f"BEFORE UPDATE OF id, tournament_id, actor_id ON {TABLE} FOR EACH ROW WHEN ({MOVED})"
POSTGRESQL = f"""
CREATE FUNCTION {TABLE}_never_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('dama.empties_tables', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION 'Entries of the log are only ever added.';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER {TABLE}_unemptied BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_never_emptied();
CREATE TRIGGER {TABLE}_unmoved {ROWS} EXECUTE FUNCTION {TABLE}_only_grows();
"""
SQLITE = f"""
CREATE TRIGGER {TABLE}_unmoved {ROWS}
BEGIN
    SELECT RAISE(ABORT, 'Entries of the log are only ever added.');
END;
"""


def add_triggers(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE)


def drop_triggers(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER {TABLE}_unmoved ON {TABLE}")
            cursor.execute(f"DROP FUNCTION {TABLE}_never_emptied() CASCADE")
        else:
            cursor.execute(f"DROP TRIGGER {TABLE}_unmoved")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_names_in_the_log"),
    ]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
