"""Rounds with the names and the cases that paper must get right."""

from __future__ import annotations

from tests.factories import EntryFactory, PairingFactory, PlayerFactory, RoundFactory, TournamentFactory
from tournaments.models import Entry, Tournament

LONG_NAME = "Nejneobhospodařovávatelnější" * 2 + "ová"
ODD_NAMES = [
    "Bye",
    "O'Neill-Žák",
    "<script>alert(1)</script>",
    LONG_NAME,
    "Chalupa",
    "Hus",
    "Černý",
    "Cibulka",
]
FORMULA = '=HYPERLINK("http://example.org";"x")'


def player(tournament: Tournament, family_name: str, given_name: str = "", **fields: object) -> Entry:
    who = PlayerFactory(family_name=family_name, given_name=given_name)
    return EntryFactory(tournament=tournament, player=who, **fields)


def odd_tournament(*arbiters, **fields) -> Tournament:
    """Surnames alone in a tournament named like a formula, after one round of four tables and two byes.

    Table 1 is a forfeit, at table 4 `Cibulka` waits for a result of `Černý`, who has withdrawn since; `Adam`
    has the bye and `Zeman` asked for one.
    """
    values = {"slug": "odd", "name": FORMULA, "status": "running", "tiebreaks": ["wins"], **fields}
    tournament = TournamentFactory(arbiters=arbiters, **values)
    entries = [player(tournament, name, number=n) for n, name in enumerate(ODD_NAMES, start=1)]
    entries[6].withdrawn_after = 1
    entries[6].save()
    this = RoundFactory(tournament=tournament, games=tournament.games_per_round)
    for white, black, code in zip(entries[::2], entries[1::2], ("+/-", "1-0", "1/2-1/2", None), strict=True):
        PairingFactory(round=this, white=white, black=black, result=code)
    PairingFactory(round=this, white=player(tournament, "Adam", number=9), black=None, result="bye")
    PairingFactory(round=this, white=player(tournament, "Zeman", number=10), black=None, result="half-bye")
    return tournament


def add_tables(tournament: Tournament, count: int, **fields: object) -> None:
    """A round with so many tables of new players, all won by White."""
    this = RoundFactory(tournament=tournament, **fields)
    for table in range(count):
        white, black = player(tournament, f"White{table}"), player(tournament, f"Black{table}")
        PairingFactory(round=this, white=white, black=black, result="1-0")
