"""Federations, clubs and players."""

import factory

from tournaments.models import Club, Federation, Player, PlayerTitle


class FederationFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Federation

    code = factory.Sequence(lambda n: f"F{n}")
    name = factory.Sequence(lambda n: f"Federation {n}")


class ClubFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Club

    federation = factory.SubFactory(FederationFactory)
    name = factory.Sequence(lambda n: f"Club {n}")
    city = "Plzeň"


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    family_name = factory.Sequence(lambda n: f"Žížala{n}")
    given_name = "Řehoř"


class PlayerTitleFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = PlayerTitle

    player = factory.SubFactory(PlayerFactory)
    code = "NM"
