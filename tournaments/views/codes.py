"""Codes on paper: what is printed for a table opens the report of its game, and nothing else."""

from __future__ import annotations

from django.core.signing import Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournaments.models import Entry, Pairing, Tournament

_SIGNER = "tournaments.table-code"
_DOOR_SIGNER = "tournaments.door-code"


def table_token(pairing: Pairing) -> str:
    """What only a slip of this pairing has: pairing the round anew makes another one."""
    return Signer(salt=_SIGNER).signature(f"{pairing.pk}:{pairing.round_id}")


def is_table_token(pairing: Pairing, token: str) -> bool:
    return constant_time_compare(token, table_token(pairing))


def table_address(request: HttpRequest, pairing: Pairing) -> str:
    """The full address that the code on the table leads to."""
    place = [pairing.round.tournament.slug, pairing.round.number, pairing.table, table_token(pairing)]
    return request.build_absolute_uri(reverse("table", args=place))


def door_token(tournament: Tournament) -> str:
    """What only the code on the door has: who has it may know that the tournament is on."""
    return Signer(salt=_DOOR_SIGNER).signature(str(tournament.pk))


def is_door_token(tournament: Tournament, token: str) -> bool:
    return constant_time_compare(token, door_token(tournament))


def door_address(request: HttpRequest, tournament: Tournament) -> str:
    """The full address that the code on the door leads to."""
    return request.build_absolute_uri(reverse("door", args=[tournament.slug, door_token(tournament)]))


def private_address(request: HttpRequest, entry: Entry) -> str:
    """The full address of the player's private link."""
    return request.build_absolute_uri(reverse("my", args=[entry.private_key]))
