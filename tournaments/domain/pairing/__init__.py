"""Pairing systems by their stored key. To add one: a file, a line here, its golden cases, a label."""

from tournaments.domain.pairing.base import (
    PairingPlan,
    PairingSystem,
    PlannedPairing,
    Reason,
    Section,
    options_of,
)
from tournaments.domain.pairing.finals import PreliminaryFinals
from tournaments.domain.pairing.groups import GroupsKnockout
from tournaments.domain.pairing.knockout import Knockout
from tournaments.domain.pairing.round_robin import DOUBLE_ROUND_ROBIN, RoundRobin
from tournaments.domain.pairing.swiss import Swiss

PAIRING_SYSTEMS: dict[str, PairingSystem] = {
    system.key: system
    for system in (
        Swiss(),
        RoundRobin(),
        DOUBLE_ROUND_ROBIN,
        PreliminaryFinals(),
        Knockout(),
        GroupsKnockout(),
    )
}

__all__ = [
    "PAIRING_SYSTEMS",
    "PairingPlan",
    "PairingSystem",
    "PlannedPairing",
    "Reason",
    "Section",
    "options_of",
]
