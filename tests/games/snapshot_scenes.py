"""Tournaments with every kind of row, and another installation to carry them to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction

from games.models import Flag, Game
from games.selectors.snapshot_kinds import KINDS
from games.services.snapshot_write import snapshot_file
from games.services.submission import submit_game
from games.services.verification import verify_game
from tests.factories import (
    CategoryFactory,
    ClubFactory,
    EntryFactory,
    FederationFactory,
    PaymentFactory,
    PlayerFactory,
    PointAdjustmentFactory,
    ProhibitedPairingFactory,
    RatingListFactory,
    RequestedByeFactory,
    ResultFactory,
    ResultReportFactory,
    TeamByeFactory,
    TournamentFactory,
)
from tests.games.conftest import golden
from tests.tournaments.team_scenes import pair, team_event
from tournaments.models import Club, Federation, Player, RatingChange, RatingList, Tournament
from tournaments.services.audit import log
from tournaments.services.registration import add_entry

NAMES = [
    ("O'Neill-Žák", "Řehoř"),
    ("<script>alert(1)</script>", "Jan"),
    ("Ž" * 60, ""),
    ("Bye", "Božena"),
]


def full_event(arbiter: User) -> Tournament:
    """A running Swiss of two games a round, with a row of every kind that players for themselves can have."""
    federation = FederationFactory(code="CZE", name="Česká federace")
    club = ClubFactory(federation=federation, name="Dáma Plzeň")
    tournament = TournamentFactory(
        arbiters=[arbiter],
        slug="memorial",
        name='=HYPERLINK("http://example.org")',
        federation=federation,
        club=club,
        games_per_round=2,
        rating_list=RatingListFactory(slug="cze", federation=federation),
        created_by=arbiter,
        entry_fee="150.50",
    )
    for number, (family_name, given_name) in enumerate(NAMES):
        player = PlayerFactory(
            family_name=family_name,
            given_name=given_name,
            birth_year=1990 + number,
            federation=federation,
            federation_number=f"{number}" if number else "",
            club=club if number < 2 else None,
        )
        EntryFactory(tournament=tournament, player=player, rating=1500 + number)
    add_entry(actor=arbiter, tournament=tournament, name="Nový, Josef")
    entries = list(tournament.entries.order_by("pk"))
    CategoryFactory(tournament=tournament, name="Ženy").entries.set(entries[2:4])
    ProhibitedPairingFactory(tournament=tournament, first=entries[0], second=entries[4], reason="Bratři")
    paired = pair(arbiter, tournament)
    first = paired.pairings.exclude(black=None).order_by("table").first()
    submit_game(actor=arbiter, pairing=first, pdn=golden("decided"), source=Game.Source.PDN)
    submit_game(actor=arbiter, pairing=first, pdn=golden("threefold"), source=Game.Source.PDN, number=2)
    for game in Game.objects.all():
        verify_game(game_id=game.pk)
    RequestedByeFactory(entry=entries[1], round_number=2)
    PointAdjustmentFactory(entry=entries[1], decided_by=arbiter)
    PaymentFactory(entry=entries[0], amount="-12.25", recorded_by=arbiter)
    second = paired.pairings.exclude(black=None).order_by("table").last()
    ResultReportFactory(pairing=second, entry=second.black, code="0-1")
    ResultFactory(pairing=second, code="1-0", status="replaced", recorded_by=arbiter, reason="Omyl")
    log(
        actor=arbiter, action="update-tournament", subject=tournament, tournament=tournament,
        before={"venue": "", "planned_rounds": 5}, after={"venue": "Plzeň", "planned_rounds": None},
        reason="Sál",
    )  # fmt: skip
    tournament.refresh_from_db()
    return tournament


def team_league(arbiter: User) -> Tournament:
    """Teams with a match played, a bye asked for and two that may not meet."""
    tournament = team_event(arbiter, "ABCD")
    teams = list(tournament.teams.order_by("pk"))
    teams[3].kept_apart.add(teams[0])
    teams[0].club = ClubFactory(federation=None, name="Sokol")
    teams[0].save()
    pair(arbiter, tournament, "1-0")
    TeamByeFactory(team=teams[1], round_number=3)
    tournament.refresh_from_db()
    return tournament


def content_of(tournament: Tournament) -> dict[str, Any]:
    """What a file of the tournament holds now."""
    return json.loads(snapshot_file(actor=None, tournament=tournament))["tournament"]


def as_file(content: dict[str, Any]) -> bytes:
    whole = {
        "format": "dama-tournament",
        "version": 1,
        "made_at": "",
        "site_version": "",
        "tournament": content,
    }
    return json.dumps(whole).encode()


def wipe() -> None:
    """Take away everything but accounts, and the log's entries, which are of no tournament any more."""
    RatingChange.objects.all().delete()
    for kind in reversed(KINDS):
        kind.model._base_manager.all().delete()
    for model in (Tournament, Player, Club, RatingList, Federation):
        model.objects.all().delete()


@contextmanager
def elsewhere() -> Iterator[None]:
    """What happens inside happens on another, empty installation; outside nothing of it did."""
    with transaction.atomic():
        wipe()
        yield
        transaction.set_rollback(True)


def counts() -> dict[str, int]:
    """How many rows each table has."""
    models = [each for app in ("tournaments", "games") for each in apps.get_app_config(app).get_models()]
    quoted = connection.ops.quote_name
    each = ", ".join(f"(SELECT count(*) FROM {quoted(model._meta.db_table)})" for model in models)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {each}")
        return dict(zip([model.__name__ for model in models], cursor.fetchone(), strict=True))


def flags(tournament: Tournament) -> list[tuple[str, int, str]]:
    found = Flag.objects.filter(game__tournament=tournament).order_by("kind", "ply")
    return list(found.values_list("kind", "ply", "status"))
