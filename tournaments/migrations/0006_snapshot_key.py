"""Each tournament gets a key of its own; a default in one statement would give all of them the same."""

import uuid

from django.db import migrations, models


def give_snapshot_keys(apps, schema_editor):
    tournament_model = apps.get_model("tournaments", "Tournament")
    tournaments = list(tournament_model.objects.filter(snapshot_key=None))
    for tournament in tournaments:
        tournament.snapshot_key = uuid.uuid4()
    tournament_model.objects.bulk_update(tournaments, ["snapshot_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_log_only_grows"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="snapshot_key",
            field=models.UUIDField(editable=False, null=True, verbose_name="key of the snapshots"),
        ),
        migrations.RunPython(give_snapshot_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tournament",
            name="snapshot_key",
            field=models.UUIDField(
                default=uuid.uuid4, editable=False, unique=True, verbose_name="key of the snapshots"
            ),
        ),
    ]
