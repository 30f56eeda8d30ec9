"""The Czech order of names on PostgreSQL; SQLite gets it with each connection (models/collation.py)."""

from django.contrib.postgres.operations import CreateCollation
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = []
    operations = [CreateCollation("czech", provider="icu", locale="cs")]
