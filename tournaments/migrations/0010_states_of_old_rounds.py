"""Rounds that were paired before they had states: earlier ones and those of finished tournaments are closed,
one with a result is being played."""

from django.db import migrations
from django.db.models import Exists, OuterRef, Q


def give_states(apps, schema_editor):
    rounds = apps.get_model("tournaments", "Round").objects.filter(status="published")
    results = apps.get_model("tournaments", "Result").objects
    later = rounds.model.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    is_over = Exists(later) | Q(tournament__status="finished")
    closed = list(rounds.filter(is_over).values_list("pk", flat=True))
    rounds.filter(pk__in=closed).update(status="closed")
    entered = results.filter(pairing__round=OuterRef("pk")).exclude(source__in=["pairing", "import"])
    begun = list(rounds.filter(Exists(entered)).values_list("pk", flat=True))
    rounds.filter(pk__in=begun).update(status="playing")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_nightly_runs")]

    operations = [migrations.RunPython(give_states, migrations.RunPython.noop)]
