"""Rating systems by their stored key. To add one: a file, a line here, its worked examples, a label."""

from tournaments.domain.ratings.base import RatedGame, RatedPlayer, RatingOutcome, RatingTerm
from tournaments.domain.ratings.elo import EloSystem
from tournaments.domain.ratings.settings import RATING_PRESETS, EloSettings

RATING_SYSTEMS: dict[str, EloSystem] = {system.key: system for system in (EloSystem(),)}

__all__ = [
    "RATING_PRESETS",
    "RATING_SYSTEMS",
    "EloSettings",
    "EloSystem",
    "RatedGame",
    "RatedPlayer",
    "RatingOutcome",
    "RatingTerm",
]
