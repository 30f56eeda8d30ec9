"""The log and the background jobs."""

import factory

from tests.factories.tournaments import TournamentFactory
from tournaments.models import AuditEntry, Job


class AuditEntryFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = AuditEntry

    tournament = factory.SubFactory(TournamentFactory)
    action = "create_tournament"
    subject = "Tournament"


class JobFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Job

    key = factory.Sequence(lambda n: f"job-{n}")
    task = "tournaments.tasks.rate_tournament_task"
    object_id = 1
