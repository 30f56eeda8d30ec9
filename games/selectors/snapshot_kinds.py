"""Which rows belong to a tournament, in the order in which they can be written.

A snapshot takes every column of them from the models themselves, so that a new field is never forgotten; a
test sees to it that no model is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import models

from games.models import Flag, Game
from tournaments.models import (
    AuditEntry,
    Category,
    Entry,
    Match,
    Pairing,
    Payment,
    Player,
    PointAdjustment,
    ProhibitedPairing,
    RatingChange,
    RequestedBye,
    Result,
    ResultReport,
    Round,
    Seat,
    Team,
    TeamBye,
    TeamMember,
    Tournament,
)


@dataclass(frozen=True)
class Kind:
    """The rows of a model in a snapshot: the name of their list, and the way to their tournament.

    `left_out` are fields that a file does not have, each with the reason.
    """

    name: str
    model: type[models.Model]
    of: str = "tournament"
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> list[models.Field]:
        """The columns of a row in a file."""
        return [
            each
            for each in self.model._meta.concrete_fields
            if not each.primary_key and each.name != self.of and each.name not in self.left_out
        ]

    @property
    def lists(self) -> list[models.ManyToManyField]:
        """The fields of a row that name several others."""
        return [each for each in self.model._meta.many_to_many if each.name not in self.left_out]


TOURNAMENT = Kind(
    "tournament",
    Tournament,
    "pk",
    left_out={
        "import_key": "It says what was imported into one site's own tournament.",
        "chief_arbiter": "Who runs a copy is said on each site: it is who restored it.",
        "organisers": "Who runs a copy is said on each site: it is who restored it.",
    },
)
PLAYERS = Kind(
    "players",
    Player,
    "entries__tournament",
    left_out={
        "user": "Accounts are of one site; a file must not give anybody a player's rights.",
        "search_key": "It is made of the name.",
        "search_text": "It is made of the name.",
    },
)
KINDS = (
    Kind("entries", Entry),
    Kind("requested_byes", RequestedBye, "entry__tournament"),
    Kind("prohibited_pairings", ProhibitedPairing),
    Kind("categories", Category),
    Kind("teams", Team),
    Kind("team_members", TeamMember, "team__tournament"),
    Kind("team_byes", TeamBye, "team__tournament"),
    Kind("rounds", Round),
    Kind("matches", Match, "round__tournament"),
    Kind("pairings", Pairing, "round__tournament"),
    Kind("results", Result, "pairing__round__tournament"),
    Kind("reports", ResultReport, "pairing__round__tournament"),
    Kind("adjustments", PointAdjustment, "entry__tournament"),
    Kind("payments", Payment, "entry__tournament"),
    Kind(
        "games",
        Game,
        left_out={
            "verdict": "Each site checks the games itself.",
            "verified_at": "Each site checks the games itself.",
        },
    ),
    Kind("flags", Flag, "game__tournament"),
)
LOG = Kind("log", AuditEntry)
MODELS_LEFT_OUT = {
    Seat: "They are written with the pairings.",
    RatingChange: "They are computed from the results, by the list of each site.",
}

# What happened to one installation's copy, not to the tournament: it stays there.
_INSTALLATION = frozenset({"export-snapshot", "restore-snapshot"})


def is_of_installation(entry: AuditEntry) -> bool:
    """Whether an entry of the log is about the copy on this site alone, so that no file has it."""
    return entry.action in _INSTALLATION or (isinstance(entry.after, dict) and "restored" in entry.after)


@dataclass(frozen=True)
class KeyInside:
    """A primary key inside a JSON column: of which rows (those with `action`, if they are of the log), under
    which name, and of which model it is."""

    columns: tuple[str, ...]
    name: str
    target: type[models.Model]
    action: str = ""

    def is_in(self, row: models.Model) -> bool:
        return not self.action or getattr(row, "action", "") == self.action


KEYS_INSIDE: dict[type[models.Model], tuple[KeyInside, ...]] = {
    Flag: (KeyInside(("details",), "other", Game),),
    AuditEntry: (
        KeyInside(("before", "after"), "game", Game, "submit-game"),
        KeyInside(("before", "after"), "player", Player, "add-player"),
    ),
}
