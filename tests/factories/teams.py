"""Teams, their members and matches."""

import factory

from tests.factories.tournaments import EntryFactory, RoundFactory, TournamentFactory
from tournaments.models import Match, ProhibitedPairing, Team, TeamBye, TeamMember


class TeamFactory(factory.django.DjangoModelFactory):
    """A team without players in an event of teams of two."""

    class Meta:
        model = Team

    tournament = factory.SubFactory(TournamentFactory, boards=2)
    name = factory.Sequence(lambda n: f"Team {n}")


class TeamMemberFactory(factory.django.DjangoModelFactory):
    """A new entry at the team's next place."""

    class Meta:
        model = TeamMember

    team = factory.SubFactory(TeamFactory)
    entry = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..team.tournament"))
    board = factory.LazyAttribute(lambda each: each.team.members.count() + 1)


class TeamByeFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = TeamBye

    team = factory.SubFactory(TeamFactory)
    round_number = 2


class MatchFactory(factory.django.DjangoModelFactory):
    """A match of two new teams, still without games."""

    class Meta:
        model = Match

    round = factory.SubFactory(RoundFactory, tournament__boards=2)
    table = factory.LazyAttribute(lambda each: each.round.matches.count() + 1)
    white = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..round.tournament"))
    black = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..round.tournament"))


class ProhibitedPairingFactory(factory.django.DjangoModelFactory):
    """Two new entries that may not meet."""

    class Meta:
        model = ProhibitedPairing

    tournament = factory.SubFactory(TournamentFactory)
    first = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..tournament"))
    second = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..tournament"))
