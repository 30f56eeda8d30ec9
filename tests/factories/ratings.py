"""Rating lists, ratings and their changes."""

import factory

from tests.factories.people import PlayerFactory
from tests.factories.tournaments import TournamentFactory
from tournaments.models import Rating, RatingChange, RatingList


class RatingListFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = RatingList

    slug = factory.Sequence(lambda n: f"list-{n}")
    name = factory.Sequence(lambda n: f"Rating list {n}")


class RatingFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Rating

    rating_list = factory.SubFactory(RatingListFactory)
    player = factory.SubFactory(PlayerFactory)
    initial_value = factory.SelfAttribute("value")
    initial_games = factory.SelfAttribute("games")
    value = 1500
    games = 40


class RatingChangeFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = RatingChange

    rating_list = factory.SubFactory(RatingListFactory)
    tournament = factory.SubFactory(TournamentFactory)
    player = factory.SubFactory(PlayerFactory)
    rated_as_of = factory.SelfAttribute("tournament.ends_on")
    before = 1500
    after = 1510
    games = 5
    score = 3
