"""What the search looks into, of everybody; byes of who was not here; players who check themselves in."""

from django.db import migrations, models

from tournaments.domain.names import search_key, search_text


def index_names(apps, schema_editor):
    """Write what players are found by: the keys of the rows there are, the new text beside them."""
    player_model = apps.get_model("tournaments", "Player")
    players = list(player_model.objects.all())
    for player in players:
        whole = f"{player.family_name} {player.given_name}"
        player.search_key, player.search_text = search_key(whole)[:180], search_text(whole)[:400]
    player_model.objects.bulk_update(players, ["search_key", "search_text"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_snapshot_key"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="search_text",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=400, verbose_name="searched text"
            ),
        ),
        migrations.AddField(
            model_name="requestedbye",
            name="for_absence",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="Given to who was not checked in; checking in takes it back.",
                verbose_name="because he was not here",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="players_check_in",
            field=models.BooleanField(
                default=False,
                help_text="From their private links, at the code on the door. Else only arbiters check in.",
                verbose_name="players may check themselves in",
            ),
        ),
        migrations.RunPython(index_names, migrations.RunPython.noop),
    ]
