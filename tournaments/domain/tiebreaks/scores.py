"""Scores as the tie-breaks of FIDE C.07 read them: adjusted for unplayed rounds (article 16)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property

from tournaments.domain.state import FORFEITS_COUNT, PlayerRound, TournamentState

CAPPED_FROM = date(2026, 3, 1)
"""From this day a dummy opponent's score has a limit (C.07, approved on 2 February 2026)."""


@dataclass(frozen=True)
class ScoreTable:
    """A tournament with the scores its tie-breaks need, in points on paper."""

    state: TournamentState

    @property
    def rounds(self) -> int:
        """How many rounds have been paired."""
        return len(self.state.rounds)

    @cached_property
    def forfeits_count(self) -> bool:
        """Whether a forfeit is a game like another (C.07 art. 15: predetermined pairings)."""
        return bool(self.state.options.get(FORFEITS_COUNT))

    @cached_property
    def dummies_capped(self) -> bool:
        """Whether the edition in force limits a dummy's score."""
        return self.state.on is None or self.state.on >= CAPPED_FROM

    def paper(self, points: int) -> Fraction:
        """Return integer points as points on paper."""
        return Fraction(points, self.state.scoring.unit)

    def score(self, number: int) -> Fraction:
        """Return a player's points."""
        return self.paper(self.state.points[number])

    def history(self, number: int) -> tuple[PlayerRound, ...]:
        """Return a player's rounds."""
        return self.state.histories[number]

    def counts_as_played(self, part: PlayerRound) -> bool:
        """Return whether a round counts as a game against its opponent."""
        return part.opponent is not None and (part.played or (self.forfeits_count and part.is_forfeit))

    @cached_property
    def adjusted(self) -> Mapping[int, Fraction]:
        """Each player's score as it counts for his opponents (art. 16.3).

        Rounds without an opponent after his last involuntary one count as draws: he may have left because he
        was losing, and his opponents should not pay. Where pairings are fixed in advance nothing is adjusted.
        """
        if self.forfeits_count:
            return {number: self.score(number) for number in self.state.points}
        return {number: self._adjusted(parts) for number, parts in self.state.histories.items()}

    def _adjusted(self, parts: tuple[PlayerRound, ...]) -> Fraction:
        last = max((part.round for part in parts if not part.voluntary), default=0)
        draw = self.state.scoring.draw
        return self.paper(
            sum(part.points if part.round <= last or part.opponent is not None else draw for part in parts)
        )
