"""The log keeps the name of who did something: the account may be deleted, or be of another site.

SQLite makes a table anew to add a column to it, without its triggers: they are all made again.
"""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery

TABLE = "tournaments_auditentry"
KEPT = ("actor_name", "action", "subject", "before", "after", "reason", "via", "address", "created_at")
COLUMNS = ", ".join(f'"{column}"' for column in KEPT)
REFUSED = "SELECT RAISE(ABORT, 'Entries of the log are only ever added.');"
SQLITE = {
    f"{TABLE}_unchanged": f"BEFORE UPDATE OF {COLUMNS} ON {TABLE}",
    f"{TABLE}_undeleted": f"BEFORE DELETE ON {TABLE}",
    f"{TABLE}_unreplaced": (
        f"BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)"  # noqa: S608
    ),
}
POSTGRESQL = f"""
CREATE TRIGGER {TABLE}_unchanged BEFORE UPDATE OF {COLUMNS} ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_only_grows();
"""


def write_names(apps, schema_editor):
    users, entries = apps.get_model("auth", "User"), apps.get_model("tournaments", "AuditEntry")
    name = users.objects.filter(pk=OuterRef("actor")).values("username")
    entries.objects.filter(actor__isnull=False).update(actor_name=Subquery(name))


def guard_names(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER {TABLE}_unchanged ON {TABLE}")
            cursor.execute(POSTGRESQL)
            return
        for name, when in SQLITE.items():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            cursor.execute(f"CREATE TRIGGER {name} {when} BEGIN {REFUSED} END")


class Migration(migrations.Migration):
    # PostgreSQL changes no table whose rows have triggers waiting: each step is a transaction of its own.
    atomic = False

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0012_log_is_kept_on_sqlite"),
    ]

    operations = [
        migrations.AddField(
            "auditentry",
            "actor_name",
            models.CharField(blank=True, default="", max_length=150, verbose_name="user name"),
            preserve_default=False,
        ),
        migrations.RunPython(write_names, migrations.RunPython.noop),
        migrations.RunPython(guard_names, migrations.RunPython.noop),
    ]
