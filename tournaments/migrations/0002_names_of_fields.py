# Names of models and fields: nothing changes in the database.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="actor",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        migrations.AlterField(
            model_name="auditentry",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="audit_entries",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="attempts"),
        ),
        migrations.AlterField(
            model_name="job",
            name="changed_at",
            field=models.DateTimeField(auto_now=True, verbose_name="changed at"),
        ),
        migrations.AlterField(
            model_name="job",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="job",
            name="error",
            field=models.TextField(blank=True, verbose_name="error"),
        ),
        migrations.AlterField(
            model_name="job",
            name="key",
            field=models.CharField(
                help_text="The same work asked for twice is one job.",
                max_length=100,
                unique=True,
                verbose_name="key",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="object_id",
            field=models.BigIntegerField(verbose_name="object"),
        ),
        migrations.AlterField(
            model_name="job",
            name="progress",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="progress"),
        ),
        migrations.AlterField(
            model_name="job",
            name="result",
            field=models.JSONField(null=True, verbose_name="result"),
        ),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("running", "running"),
                    ("done", "done"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="task",
            field=models.CharField(max_length=100, verbose_name="task"),
        ),
        migrations.AlterField(
            model_name="pairing",
            name="reasons",
            field=models.JSONField(blank=True, default=list, verbose_name="reasons"),
        ),
        migrations.AlterField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pairings",
                to="tournaments.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="pairing",
            name="version",
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name="version"),
        ),
        migrations.AlterField(
            model_name="player",
            name="search_key",
            field=models.CharField(db_index=True, editable=False, max_length=180, verbose_name="search key"),
        ),
        migrations.AlterField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="tournaments.player",
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="rating_list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="tournaments.ratinglist",
                verbose_name="rating list",
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="derivation",
            field=models.JSONField(blank=True, default=dict, verbose_name="derivation"),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="is_provisional",
            field=models.BooleanField(default=False, verbose_name="provisional"),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_changes",
                to="tournaments.player",
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="rating_list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes",
                to="tournaments.ratinglist",
                verbose_name="rating list",
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_changes",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="ratinglist",
            name="version",
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name="version"),
        ),
        migrations.AlterField(
            model_name="round",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="round",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="created by",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="notes",
            field=models.JSONField(blank=True, default=list, verbose_name="notes"),
        ),
        migrations.AlterField(
            model_name="round",
            name="options",
            field=models.JSONField(blank=True, default=dict, verbose_name="options"),
        ),
        migrations.AlterField(
            model_name="round",
            name="seed",
            field=models.PositiveIntegerField(verbose_name="seed of the draws"),
        ),
        migrations.AlterField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="created_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="created by",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="finished_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="finished at"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="import_key",
            field=models.CharField(
                blank=True, editable=False, max_length=64, verbose_name="key of the import"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="version",
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name="version"),
        ),
        migrations.AlterModelOptions(
            name="heartbeat",
            options={"verbose_name": "sign of life", "verbose_name_plural": "signs of life"},
        ),
        migrations.AlterModelOptions(
            name="seat",
            options={"verbose_name": "player in a round", "verbose_name_plural": "players in rounds"},
        ),
        migrations.AlterField(
            model_name="heartbeat",
            name="beat_at",
            field=models.DateTimeField(verbose_name="time"),
        ),
        migrations.AlterField(
            model_name="heartbeat",
            name="name",
            field=models.CharField(max_length=30, unique=True, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="requestedbye",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="requested_byes",
                to="tournaments.entry",
                verbose_name="entry",
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="pairing",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="results",
                to="tournaments.pairing",
                verbose_name="pairing",
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="recorded_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="recorded at"),
        ),
        migrations.AlterField(
            model_name="result",
            name="recorded_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="recorded by",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="tournaments.entry",
                verbose_name="entry",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="pairing",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournaments.pairing",
                verbose_name="pairing",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournaments.round",
                verbose_name="round",
            ),
        ),
    ]
