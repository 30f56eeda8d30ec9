"""Each entry gets a key of its own; a default in one statement would give all of them the same."""

from django.db import migrations, models

import tournaments.models.tournament


def give_private_keys(apps, schema_editor):
    entry_model = apps.get_model("tournaments", "Entry")
    entries = list(entry_model.objects.filter(private_key=None))
    for entry in entries:
        entry.private_key = tournaments.models.tournament.new_private_key()
    entry_model.objects.bulk_update(entries, ["private_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_arbiters_day"),
    ]

    operations = [
        migrations.RunPython(give_private_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="entry",
            name="private_key",
            field=models.CharField(
                default=tournaments.models.tournament.new_private_key,
                editable=False,
                max_length=32,
                unique=True,
                verbose_name="key of the private link",
            ),
        ),
    ]
