"""The tables of a round by the finals or groups they are played in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from tournaments.domain.pairing.stages import GroupedSystem
from tournaments.messages import explain
from tournaments.models import Pairing, Tournament
from tournaments.selectors.state import GROUPS, pairing_system


class HasPairing(Protocol):
    """Whatever stands for a table of a round."""

    @property
    def pairing(self) -> Pairing: ...


Row = TypeVar("Row", bound=HasPairing)


@dataclass
class RoundPart(Generic[Row]):
    """Tables that belong together, with the `label` of their final or group, empty where there is none."""

    label: str = ""
    rows: list[Row] = field(default_factory=list)


def round_parts(tournament: Tournament, rows: Sequence[Row]) -> list[RoundPart[Row]]:
    """The rows of one round, each in its final or group in the order they have; those of none come last.

    It asks nothing of the database.
    """
    system = pairing_system(tournament)
    groups = rows[0].pairing.round.options.get(GROUPS, ()) if rows else ()
    labels = system.group_labels(groups) if isinstance(system, GroupedSystem) else ()
    if not labels:
        return [RoundPart(rows=list(rows))]
    parts: list[RoundPart[Row]] = [RoundPart(explain(label)) for label in labels]
    others: RoundPart[Row] = RoundPart()
    part_of = {number: part for group, part in zip(groups, parts, strict=False) for number in group}
    for row in rows:
        part_of.get(row.pairing.white.number, others).rows.append(row)
    return [part for part in (*parts, others) if part.rows]
