"""What the arbiter's desk keeps: categories, payments, decisions, reports, requests done."""

import factory

from tests.factories.accounts import UserFactory
from tests.factories.tournaments import EntryFactory, PairingFactory, TournamentFactory
from tournaments.models import Category, IdempotencyKey, Payment, PointAdjustment, ResultReport


class CategoryFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Category

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Category {n}")


class PaymentFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Payment

    entry = factory.SubFactory(EntryFactory)
    amount = 100


class PointAdjustmentFactory(factory.django.DjangoModelFactory):
    """One integer point taken in round 1."""

    class Meta:
        model = PointAdjustment

    entry = factory.SubFactory(EntryFactory)
    round_number = 1
    points = -1
    reason = "Late again"


class ResultReportFactory(factory.django.DjangoModelFactory):
    """White says he won."""

    class Meta:
        model = ResultReport

    pairing = factory.SubFactory(PairingFactory)
    entry = factory.SelfAttribute("pairing.white")
    code = "1-0"


class IdempotencyKeyFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = IdempotencyKey

    user = factory.SubFactory(UserFactory)
    key = factory.Sequence(lambda n: f"key-{n}")
    path = "/api/v1/tournaments/"
    fingerprint = "0" * 64
