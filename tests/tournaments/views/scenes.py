"""Tournaments that several pages are tried on."""

from tests.factories import (
    ClubFactory,
    EntryFactory,
    GameFactory,
    PairingFactory,
    PlayerFactory,
    RequestedByeFactory,
    RoundFactory,
    TournamentFactory,
)


def entry(tournament, number, name, **fields):
    return EntryFactory(
        tournament=tournament, number=number, player=PlayerFactory(family_name=name, given_name=""), **fields
    )


def four_players():
    """Four players after two rounds.

    Round 1: A–C 1-0, B–D 1-0. Round 2: A–B 1-0, D–C drawn.
    """
    tournament = TournamentFactory(
        slug="four", name="Čtyři", status="running", tiebreaks=["buchholz", "sonneborn-berger"]
    )
    a, b, c, d = (entry(tournament, n, name) for n, name in enumerate("ABCD", start=1))
    first, second = RoundFactory(tournament=tournament), RoundFactory(tournament=tournament)
    PairingFactory(round=first, white=a, black=c, result="1-0")
    PairingFactory(round=first, white=b, black=d, result="1-0")
    PairingFactory(round=second, white=a, black=b, result="1-0")
    PairingFactory(round=second, white=d, black=c, result="1/2-1/2")
    return tournament


def tournament_with_pairings(count):
    tournament = TournamentFactory(status="running", tiebreaks=["buchholz"])
    number = RoundFactory(tournament=tournament)
    for table in range(count):
        white = entry(tournament, 2 * table + 1, f"W{table}")
        black = entry(tournament, 2 * table + 2, f"B{table}")
        for each in (white, black):
            each.player.club = ClubFactory()
            each.player.save()
            RequestedByeFactory(entry=each)
        GameFactory(pairing=PairingFactory(round=number, white=white, black=black, result="1-0"))
    return tournament
