"""Two events alike, one public and one private, each with a twin of teams, and everybody about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, User
from rest_framework.authtoken.models import TokenProxy

from tests.factories import (
    AuditEntryFactory,
    CategoryFactory,
    ClubFactory,
    EntryFactory,
    FederationFactory,
    FlagFactory,
    GameFactory,
    JobFactory,
    MatchFactory,
    PairingFactory,
    PaymentFactory,
    PlayerFactory,
    PointAdjustmentFactory,
    ProhibitedPairingFactory,
    RatingChangeFactory,
    RatingFactory,
    RatingListFactory,
    RequestedByeFactory,
    ResultReportFactory,
    RoundFactory,
    TeamByeFactory,
    TeamFactory,
    TeamMemberFactory,
    TournamentFactory,
    UserFactory,
)
from tournaments.models import Player, Tournament
from tournaments.views.codes import door_token, table_token

# What only the private event has: its name, and those of its players and teams.
HIDDEN = "(Secret|Hidden[0-9]) closed-day"
STAFF = {"root", "officer", "abroad"}


@dataclass
class Event:
    """An event and a row of each kind it has; `teams` is its twin of teams."""

    tournament: Tournament
    teams: Tournament
    rows: dict[str, Any] = field(default_factory=dict)

    def of(self, row: str) -> Tournament:
        return self.teams if row.startswith("team") else self.tournament


@dataclass
class Scene:
    users: dict[str, User | None]
    public: Event
    private: Event
    elsewhere: Event
    common: dict[str, Any]

    @property
    def events(self) -> dict[str, Event]:
        return {"public": self.public, "private": self.private}


def build(persons: tuple[str, ...]) -> Scene:
    users: dict[str, User | None] = {
        name: UserFactory(username=name, is_staff=name in STAFF, is_superuser=name == "root")
        for name in persons
        if name != "nobody"
    }
    users["nobody"] = None
    federation = FederationFactory(code="CZE", name="Home")
    federation.staff.add(users["officer"])
    FederationFactory(code="SVK", name="Abroad").staff.add(users["abroad"])
    club = ClubFactory(federation=federation)
    rating_list = RatingListFactory(federation=federation)
    player = PlayerFactory(federation=federation, club=club, user=users["player"], family_name="Own")
    common = {
        "federation": federation,
        "club": club,
        "list": rating_list,
        "player": player,
        "rating": RatingFactory(player=player, rating_list=rating_list),
        "job": JobFactory(),
        "account": users["other"],
        "group": Group.objects.create(name="group"),
        "token": TokenProxy.objects.create(user=users["other"]),
    }
    return Scene(
        users,
        _event("open-day", users, common, is_public=True),
        _event("closed-day", users, common, is_public=False),
        _elsewhere(users),
        common,
    )


def _event(slug: str, users: dict[str, Any], common: dict[str, Any], *, is_public: bool) -> Event:
    values = {
        "federation": common["federation"],
        "club": common["club"],
        "is_public": is_public,
        "status": "running",
        "arbiters": [users["chief"], users["arbiter"]],
        "chief_arbiter": users["chief"],
        "players_report": True,
        "players_check_in": True,
        "entry_fee": 100,
        "rating_list": common["list"],
    }
    tournament = TournamentFactory(slug=slug, name=f"Secret {slug}", **values)
    teams = TournamentFactory(slug=f"{slug}-teams", name=f"Secret {slug} of teams", boards=1, **values)
    for each in (tournament, teams):
        each.organisers.add(users["organiser"])
    event = Event(tournament, teams)
    entries = _entries(tournament, common["player"], slug)
    event.rows |= _games(tournament, entries) | _desk(tournament, entries) | _teams(teams, slug)
    return event


def _entries(tournament: Tournament, own: Player, slug: str) -> list[Any]:
    players = [own, *(PlayerFactory(family_name=f"Hidden{number} {slug}") for number in (2, 3, 4))]
    return [
        EntryFactory(tournament=tournament, player=player, number=number)
        for number, player in enumerate(players, start=1)
    ]


def _games(tournament: Tournament, entries: list[Any]) -> dict[str, Any]:
    """A round being played, one of its two games on record, and a draft of the next round."""
    first, second, third, fourth = entries
    playing = RoundFactory(tournament=tournament, number=1, status="playing")
    own = PairingFactory(round=playing, table=1, white=first, black=second)
    played = PairingFactory(round=playing, table=2, white=third, black=fourth, result="1-0")
    game = GameFactory(pairing=own)
    draft = RoundFactory(tournament=tournament, number=2, status="draft")
    return {
        "round": playing,
        "pairing": own,
        "played": played,
        "game": game,
        "flag": FlagFactory(game=game),
        "report": ResultReportFactory(pairing=own, entry=second, code="0-1"),
        "draft pairing": PairingFactory(round=draft, table=1, white=third, black=second),
        "change": RatingChangeFactory(tournament=tournament, **_on_list(tournament)),
    }


def _on_list(tournament: Tournament) -> dict[str, Any]:
    return {"rating_list": tournament.rating_list} if tournament.rating_list else {}


def _desk(tournament: Tournament, entries: list[Any]) -> dict[str, Any]:
    newcomer = EntryFactory(
        tournament=tournament, player=PlayerFactory(family_name=f"Hidden5 {tournament.slug}")
    )
    AuditEntryFactory(tournament=tournament, action="add-player", after={"player": newcomer.player_id})
    CategoryFactory(tournament=tournament).entries.set(entries[:2])
    RequestedByeFactory(entry=entries[2], round_number=3)
    return {
        "entry": entries[2],
        "newcomer": newcomer,
        "payment": PaymentFactory(entry=entries[2]),
        "category": tournament.categories.get(),
        "decision": PointAdjustmentFactory(entry=entries[2]),
        "prohibition": ProhibitedPairingFactory(tournament=tournament, first=entries[0], second=entries[3]),
        "log entry": AuditEntryFactory(tournament=tournament, action="finish-tournament"),
    }


def _teams(tournament: Tournament, slug: str) -> dict[str, Any]:
    two = [
        TeamFactory(tournament=tournament, name=f"Hidden {name} {slug}", number=n)
        for n, name in ((1, "A"), (2, "B"))
    ]
    members = [TeamMemberFactory(team=team, entry__number=n) for n, team in enumerate(two, start=1)]
    playing = RoundFactory(tournament=tournament, number=1, status="playing")
    match = MatchFactory(round=playing, white=two[0], black=two[1])
    PairingFactory(
        round=playing, table=1, white=members[0].entry, black=members[1].entry, match=match, board=1
    )
    TeamByeFactory(team=two[0], round_number=3)
    return {"team": two[0], "team match": match}


def _elsewhere(users: dict[str, Any]) -> Event:
    """The event of another arbiter, whom it makes no less a stranger to the others."""
    tournament = TournamentFactory(slug="elsewhere", arbiters=[users["elsewhere"]], status="running")
    teams = TournamentFactory(
        slug="elsewhere-teams", arbiters=[users["elsewhere"]], boards=1, status="running"
    )
    event = Event(tournament, teams)
    entries = _entries(tournament, PlayerFactory(family_name="Elsewhere"), "elsewhere")
    event.rows |= _games(tournament, entries) | _desk(tournament, entries) | _teams(teams, "elsewhere")
    return event


def arguments(scene: Scene, event: Event, row: str, *, number: int = 1) -> dict[str, Any]:
    """A value for each name that a placeholder may have."""
    tournament, rows = event.of(row), scene.common | event.rows
    entry, pairing = event.rows["entry"], event.rows["pairing"]
    found = {
        "slug": tournament.slug,
        "number": number,
        "table": 1,
        "key": entry.private_key,
        "token": door_token(tournament),
        "table token": table_token(pairing),
        "decision": event.rows["decision"].pk,
        "payment": event.rows["payment"].pk,
        "category": event.rows["category"].pk,
        "code": scene.common["federation"].code,
        "edition": "trf16",
        "role": "arbiter",
        "username": "arbiter",
        "object_id": getattr(rows.get(row), "pk", 1),
        "app_label": "tournaments",
        "content_type_id": 1,
        "pk": getattr(rows.get(row), "pk", 1),
    }
    return found
