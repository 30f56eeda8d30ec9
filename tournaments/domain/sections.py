"""The parts of the standings: what the pairing systems say and the standings ask."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.domain.state import TournamentState


@dataclass(frozen=True)
class Section:
    """A part of the standings: the players of a final, or all.

    ``state`` has only the entries and rounds that count for these players' order. ``levels`` are their
    numbers from the best group to the last where something other than points ranks them (the round they
    were knocked out in); None: points do. ``label`` names the part with its parameters, empty
    for the only one.
    """

    state: TournamentState
    levels: tuple[tuple[int, ...], ...] | None = None
    label: str = ""
    params: Mapping[str, object] = field(default_factory=dict)


def whole(state: TournamentState) -> tuple[Section, ...]:
    """Return the standings' only section: everybody, by points."""
    return (Section(state),)
