"""The tournament side of the database: fields, constraints and small properties."""

from tournaments.models.audit import AuditEntry
from tournaments.models.desk import Category, Payment, PointAdjustment, ResultReport
from tournaments.models.idempotency import IdempotencyKey
from tournaments.models.job import Heartbeat, Job, NightlyRun
from tournaments.models.people import Club, Federation, Player, PlayerTitle
from tournaments.models.rating import Rating, RatingChange, RatingList
from tournaments.models.round import Pairing, Result, Round, Seat
from tournaments.models.team import Match, Team, TeamBye, TeamMember
from tournaments.models.tournament import Entry, ProhibitedPairing, RequestedBye, Tournament

__all__ = [
    "AuditEntry",
    "Category",
    "Club",
    "Entry",
    "Federation",
    "Heartbeat",
    "IdempotencyKey",
    "Job",
    "Match",
    "NightlyRun",
    "Pairing",
    "Payment",
    "Player",
    "PlayerTitle",
    "PointAdjustment",
    "ProhibitedPairing",
    "Rating",
    "RatingChange",
    "RatingList",
    "RequestedBye",
    "Result",
    "ResultReport",
    "Round",
    "Seat",
    "Team",
    "TeamBye",
    "TeamMember",
    "Tournament",
]
