"""Recorded games and what was found in them."""

import factory

from games.models import Flag, Game
from tests.factories.tournaments import PairingFactory


class GameFactory(factory.django.DjangoModelFactory):
    """A game of two plies, sound as far as it goes."""

    class Meta:
        model = Game

    pairing = factory.SubFactory(PairingFactory)
    tournament = factory.SelfAttribute("pairing.round.tournament")
    ruleset = factory.SelfAttribute("tournament.ruleset")
    pdn = "1. c3-d4 d6-c5 *"
    moves = ["c3-d4", "d6-c5"]
    final_fen = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,d4,e3,g3:Bb6,c5,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    plies = 2
    fingerprint = factory.Sequence(lambda n: f"{n:064x}")
    source = Game.Source.PDN


class FlagFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Flag

    game = factory.SubFactory(GameFactory)
    kind = "threefold"
    ply = factory.Sequence(lambda n: n + 1)
