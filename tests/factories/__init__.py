"""One dull factory a model: `TournamentFactory()` is a valid row, keywords say what a test is about."""

from tests.factories.accounts import UserFactory
from tests.factories.desk import (
    CategoryFactory,
    IdempotencyKeyFactory,
    PaymentFactory,
    PointAdjustmentFactory,
    ResultReportFactory,
)
from tests.factories.games import FlagFactory, GameFactory
from tests.factories.people import ClubFactory, FederationFactory, PlayerFactory, PlayerTitleFactory
from tests.factories.ratings import RatingChangeFactory, RatingFactory, RatingListFactory
from tests.factories.records import AuditEntryFactory, JobFactory
from tests.factories.teams import (
    MatchFactory,
    ProhibitedPairingFactory,
    TeamByeFactory,
    TeamFactory,
    TeamMemberFactory,
)
from tests.factories.tournaments import (
    EntryFactory,
    PairingFactory,
    RequestedByeFactory,
    ResultFactory,
    RoundFactory,
    TournamentFactory,
)

__all__ = [
    "AuditEntryFactory",
    "CategoryFactory",
    "ClubFactory",
    "EntryFactory",
    "FederationFactory",
    "FlagFactory",
    "GameFactory",
    "IdempotencyKeyFactory",
    "JobFactory",
    "MatchFactory",
    "PairingFactory",
    "PaymentFactory",
    "PlayerFactory",
    "PlayerTitleFactory",
    "PointAdjustmentFactory",
    "ProhibitedPairingFactory",
    "RatingChangeFactory",
    "RatingFactory",
    "RatingListFactory",
    "RequestedByeFactory",
    "ResultFactory",
    "ResultReportFactory",
    "RoundFactory",
    "TeamByeFactory",
    "TeamFactory",
    "TeamMemberFactory",
    "TournamentFactory",
    "UserFactory",
]
