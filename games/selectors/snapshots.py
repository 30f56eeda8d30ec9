"""A whole tournament as plain values: what a snapshot's file holds."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import models

from games.selectors.snapshot_kinds import (
    KEYS_INSIDE,
    KINDS,
    LOG,
    PLAYERS,
    TOURNAMENT,
    Kind,
    is_of_installation,
)
from tournaments.models import AuditEntry, Club, Federation, Player, RatingList, Tournament

Ids = dict[type[models.Model], dict[int, int]]


def snapshot_content(tournament: Tournament) -> dict[str, Any]:
    """Everything that belongs to the tournament. Rows are numbered from 1 in the order they were written.

    People are described so that another site can know them: players by name, year and the federation's id,
    clubs and federations by name and code, accounts by their names.
    """
    ids: Ids = defaultdict(dict)
    players = _players(tournament)
    clubs = _clubs(tournament, players)
    ids[Club] = {club.pk: number for number, club in enumerate(clubs, start=1)}
    content: dict[str, Any] = {
        "tournament": _row(TOURNAMENT, tournament, ids),
        "federations": _federations(tournament, players, clubs),
        "clubs": [_club(club, ids) for club in clubs],
        "players": _numbered(PLAYERS, players, ids),
    }
    for kind in KINDS:
        content[kind.name] = _numbered(kind, _rows_of(kind, tournament), ids)
    content["log"] = _numbered(LOG, log_of(tournament), ids)
    return content


def log_of(tournament: Tournament) -> list[AuditEntry]:
    """The entries of the log that a file has, the oldest first."""
    return [entry for entry in _rows_of(LOG, tournament) if not is_of_installation(entry)]


def _rows_of(kind: Kind, tournament: Tournament) -> list[models.Model]:
    users = [each.name for each in kind.fields if each.related_model is get_user_model()]
    # The base manager: that of pairings adds results to each.
    rows = kind.model._base_manager.filter(**{kind.of: tournament}).select_related(*users)
    return list(rows.prefetch_related(*(each.name for each in kind.lists)).order_by("pk"))


def _players(tournament: Tournament) -> list[Player]:
    """In the order they were entered."""
    entries = tournament.entries.select_related("player__federation", "player__club__federation")
    return [entry.player for entry in entries.order_by("pk")]


def _clubs(tournament: Tournament, players: list[Player]) -> list[Club]:
    teams = [team.club for team in tournament.teams.select_related("club__federation")]
    named = [tournament.club, *teams, *(player.club for player in players)]
    clubs = {club.pk: club for club in named if club is not None}
    return sorted(clubs.values(), key=lambda club: (_code(club.federation), club.name))


def _federations(tournament: Tournament, players: list[Player], clubs: list[Club]) -> list[dict[str, Any]]:
    named = [tournament.federation, *(each.federation for each in (*players, *clubs))]
    known = {federation.code: federation.name for federation in named if federation is not None}
    return [{"code": code, "name": name} for code, name in sorted(known.items())]


def _code(federation: Federation | None) -> str:
    return federation.code if federation else ""


def _club(club: Club, ids: Ids) -> dict[str, Any]:
    code = _code(club.federation) or None
    return {"id": ids[Club][club.pk], "federation": code, "name": club.name, "city": club.city}


def _numbered(kind: Kind, rows: list[Any], ids: Ids) -> list[dict[str, Any]]:
    ids[kind.model] = {row.pk: number for number, row in enumerate(rows, start=1)}
    return [{"id": number, **_row(kind, row, ids)} for number, row in enumerate(rows, start=1)]


def _row(kind: Kind, row: models.Model, ids: Ids) -> dict[str, Any]:
    values = {each.name: _value(each, row, ids) for each in kind.fields}
    for each in kind.lists:
        values[each.name] = sorted(_named(other, ids) for other in getattr(row, each.name).all())
    for key in KEYS_INSIDE.get(kind.model, ()):
        for column in key.columns if key.is_in(row) else ():
            values[column] = with_key(values[column], key.name, ids[key.target])
    return values


def _value(each: models.Field, row: models.Model, ids: Ids) -> Any:
    if each.related_model is None:
        return _plain(getattr(row, each.attname))
    other = getattr(row, each.attname)
    if other is None:
        return None
    # Without asking for the row where its number is known.
    return (
        ids[each.related_model][other] if each.related_model in ids else _named(getattr(row, each.name), ids)
    )


def _named(other: Any, ids: Ids) -> Any:
    """How a file names a row that it may or may not have."""
    if isinstance(other, Federation):
        return other.code
    if isinstance(other, RatingList):
        return other.slug
    return other.get_username() if isinstance(other, get_user_model()) else ids[type(other)][other.pk]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, (Decimal, UUID)) else value


def with_key(value: Any, name: str, keys: dict[int, int]) -> Any:
    """A JSON value with the key under that name as `keys` translates it, None for one that is not there."""
    if not isinstance(value, dict) or type(value.get(name)) is not int:
        return value
    return {**value, name: keys.get(value[name])}
