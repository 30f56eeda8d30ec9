# Names of models and fields: nothing changes in the database.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("tournaments", "0002_names_of_fields"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="flag",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="found at"),
        ),
        migrations.AlterField(
            model_name="flag",
            name="decided_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="decided at"),
        ),
        migrations.AlterField(
            model_name="flag",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="decided by",
            ),
        ),
        migrations.AlterField(
            model_name="flag",
            name="details",
            field=models.JSONField(blank=True, default=dict, verbose_name="details"),
        ),
        migrations.AlterField(
            model_name="flag",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="flags",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="final_fen",
            field=models.CharField(max_length=300, verbose_name="final position"),
        ),
        migrations.AlterField(
            model_name="game",
            name="fingerprint",
            field=models.CharField(
                db_index=True, help_text="Equal for equal games.", max_length=64, verbose_name="fingerprint"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="is_current",
            field=models.BooleanField(default=True, verbose_name="counts"),
        ),
        migrations.AlterField(
            model_name="game",
            name="pairing",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="tournaments.pairing",
                verbose_name="pairing",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="start_fen",
            field=models.CharField(blank=True, max_length=300, verbose_name="start position"),
        ),
        migrations.AlterField(
            model_name="game",
            name="submitted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="submitted by",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="verified_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="checked at"),
        ),
    ]
