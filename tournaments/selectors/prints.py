"""What goes on paper: who sits where, by tables and by names, and the games for which slips are cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry, Pairing, Round, Seat, Team, Tournament
from tournaments.selectors.pairing_games import PairingGame, game_of
from tournaments.selectors.state import entries_of
from tournaments.selectors.teams import teams_of


@dataclass(frozen=True)
class Place:
    """Where somebody sits in a round: `colour` is that of the first game, `code` why nobody sits opposite.

    In an event of teams `table` stays where a player waits for one who will not come: his board is there.
    """

    entry: Entry
    table: int
    colour: str
    opponent: Entry | None
    code: str
    team: Team | None = None
    opponent_team: Team | None = None

    @property
    def sits(self) -> bool:
        """Whether he has somebody to play with."""
        return self.opponent is not None


@dataclass(frozen=True)
class TableGame:
    """A game at a table with the players by its own colours, as a scoresheet names them."""

    pairing: Pairing
    game: PairingGame

    @property
    def round(self) -> Round:
        return self.pairing.round


def places_by_name(tournament: Tournament, this: Round) -> list[Place]:
    """Everybody in the round in the Czech order of names. Two queries."""
    pairings = _pairings(tournament, [this])
    places = {place.entry.pk: place for pairing in pairings for place in _places(pairing)}
    order = (
        Seat.objects.filter(round=this)
        .order_by("entry__player__family_name", "entry__player__given_name", "entry_id")
        .values_list("entry_id", flat=True)
    )
    return [places[pk] for pk in order if pk in places]


def _places(pairing: Pairing) -> list[Place]:
    white, black = pairing.white, pairing.black
    first, second = team_of(white), team_of(black)
    if black is None:
        return [Place(white, pairing.table, "", None, pairing.result_code or "bye", first)]
    return [
        Place(white, pairing.table, "white", black, "", first, second),
        Place(black, pairing.table, "black", white, "", second, first),
    ]


def team_of(entry: Entry | None) -> Team | None:
    """The team of an entry that was read with its membership; None where players play for themselves."""
    if entry is None or not Entry.membership.is_cached(entry):
        return None
    member = getattr(entry, "membership", None)
    return member.team if member else None


def _pairings(tournament: Tournament, rounds: Iterable[Round]) -> list[Pairing]:
    """The pairings of the rounds in the order of rounds and tables, with players, clubs and teams."""
    sides = [f"{side}__{path}" for side in ("white", "black") for path in _PATHS[tournament.is_team_event]]
    found = Pairing.objects.filter(round__in=rounds).select_related("round__tournament", *sides)
    return list(found.order_by("round__number", "table"))


_PATHS = {False: ("player__club",), True: ("player__club", "membership__team")}


def tables_of(tournament: Tournament, rounds: Iterable[Round]) -> list[Pairing]:
    """The tables at which two sit, in the order of rounds and tables. One query."""
    return [pairing for pairing in _pairings(tournament, rounds) if not pairing.is_bye]


def games_at_tables(tournament: Tournament, rounds: Iterable[Round]) -> list[TableGame]:
    """Every game of the rounds, the two of a table one after the other. One query."""
    return [
        TableGame(pairing, game_of(pairing, number))
        for pairing in tables_of(tournament, rounds)
        for number in range(1, pairing.round.games + 1)
    ]


def entrants(tournament: Tournament) -> list[Entry]:
    """Who gets a card for his place: everybody who has not withdrawn, by teams where there are any."""
    if not tournament.is_team_event:
        return [entry for entry in entries_of(tournament) if not entry.is_withdrawn]
    return [
        member.entry
        for team in teams_of(tournament)
        if not team.is_withdrawn
        for member in _with_team(team)
        if not member.entry.is_withdrawn
    ]


def _with_team(team: Team) -> list:
    members = list(team.members.all())
    for member in members:
        # Set beforehand, or each card would read its team anew.
        member.team = team
        member.entry.membership = member
    return members


def sitting_in(tournament: Tournament, this: Round) -> list[tuple[Entry, Pairing]]:
    """Who sits at the tables of a round, White first at each. One query."""
    return [
        (entry, pairing)
        for pairing in tables_of(tournament, [this])
        for entry in (pairing.white, pairing.black)
        if entry is not None
    ]
