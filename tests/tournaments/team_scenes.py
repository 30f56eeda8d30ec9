"""Events of teams that several tests begin with."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User

from tests.factories import EntryFactory, PlayerFactory, TeamFactory, TeamMemberFactory, TournamentFactory
from tournaments.models import Match, Round, Team, Tournament
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round


def team_event(
    arbiter: User | None, names: str, *, boards: int = 2, players: int = 2, **fields
) -> Tournament:
    """An event of teams named by letters, the best rated first; the players of team A are A1, A2 …"""
    values = {
        "slug": "league",
        "name": "League",
        "planned_rounds": None,
        "initial_colour": "white",
        "pairing_system": "round-robin",
        "tiebreaks": ["board-points"],
        **fields,
    }
    tournament = TournamentFactory(boards=boards, arbiters=[arbiter] if arbiter else [], **values)
    for place, name in enumerate(names):
        add_team(tournament, name, players, 2000 - 100 * place)
    return tournament


def add_team(tournament: Tournament, name: str, players: int = 2, rating: int = 1000) -> Team:
    team = TeamFactory(tournament=tournament, name=f"Team {name}")
    for board in range(1, players + 1):
        player = PlayerFactory(family_name=f"{name}{board}", given_name="")
        entry = EntryFactory(tournament=tournament, player=player, rating=rating - board)
        TeamMemberFactory(team=team, entry=entry, board=board)
    return team


def pair(arbiter: User | None, tournament: Tournament, results: Mapping[int, str] | str = "") -> Round:
    """Pair the next round; `results` are codes by table, or one code for every table."""
    paired = pair_next_round(actor=arbiter, tournament=tournament)
    for pairing in paired.pairings.order_by("table"):
        code = results if isinstance(results, str) else results.get(pairing.table, "")
        if code and not pairing.is_bye:
            record_result(actor=arbiter, pairing=pairing, code=code)
    return paired


def matches(paired: Round) -> list[tuple[str, str, str]]:
    """The teams of a round's matches by their letters, and the codes that were known beforehand."""
    return [
        (match.white.name[-1], match.black.name[-1] if match.black else "", match.code)
        for match in paired.matches.select_related("white", "black").order_by("table")
    ]


def boards(match: Match) -> list[tuple[int, int, str, str, str | None]]:
    """Board, table, White, Black ("" for nobody) and result of each board of a match."""
    return [
        (
            p.board,
            p.table,
            p.white.player.family_name,
            p.black.player.family_name if p.black else "",
            p.result_code,
        )
        for p in match.pairings.select_related("white__player", "black__player").order_by("board")
    ]
