"""Tournaments, entries, rounds, pairings and results."""

import datetime

import factory

from tests.factories.people import PlayerFactory
from tournaments.models import Entry, Pairing, RequestedBye, Result, Round, Tournament


class TournamentFactory(factory.django.DjangoModelFactory):
    """A public Swiss of Czech draughts being prepared; `arbiters=[user, …]` gives it arbiters."""

    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    slug = factory.Sequence(lambda n: f"tournament-{n}")
    name = factory.Sequence(lambda n: f"Tournament {n}")
    planned_rounds = 5
    starts_on = datetime.date(2026, 3, 7)
    ends_on = datetime.date(2026, 3, 8)
    seed = 1

    @factory.post_generation
    def arbiters(self, create, extracted, **kwargs):
        if create and extracted:
            self.arbiters.set(extracted)


class EntryFactory(factory.django.DjangoModelFactory):
    """A player in a tournament, without a starting number as before the first round."""

    class Meta:
        model = Entry

    tournament = factory.SubFactory(TournamentFactory)
    player = factory.SubFactory(PlayerFactory)


class RequestedByeFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = RequestedBye

    entry = factory.SubFactory(EntryFactory)
    round_number = 2
    code = "half-bye"


class RoundFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Round

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda each: each.tournament.rounds.count() + 1)
    pairing_system = factory.SelfAttribute("tournament.pairing_system")
    seed = 1


class PairingFactory(factory.django.DjangoModelFactory):
    """Two new entries at the round's next table; `result="1-0"` gives it a confirmed result."""

    class Meta:
        model = Pairing
        skip_postgeneration_save = True

    round = factory.SubFactory(RoundFactory)
    table = factory.LazyAttribute(lambda each: each.round.pairings.count() + 1)
    white = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..round.tournament"))
    black = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..round.tournament"))

    @factory.post_generation
    def result(self, create, extracted, **kwargs):
        if create and extracted:
            ResultFactory(pairing=self, code=extracted)


class ResultFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Result

    pairing = factory.SubFactory(PairingFactory)
    code = "1-0"
