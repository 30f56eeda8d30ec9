"""Scores as the tie-breaks of FIDE C.07 read them: adjusted for unplayed rounds (article 16)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache

from tournaments.domain.state import FORFEITS_COUNT, PlayerRound, TournamentState

CAPPED_FROM = date(2026, 3, 1)
"""From this day a dummy opponent's score has a limit (C.07, approved on 2 February 2026)."""
UNRATED_AS = "unrated_as"
"""Option: the rating of players who have none; without it tie-breaks by rating need everybody rated."""


fraction = lru_cache(maxsize=4096)(Fraction)
"""``Fraction(numerator, denominator)``: tables hold the same few values thousands of times."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one round of a player counts for Buchholz and Sonneborn-Berger.

    ``score`` is the opponent's adjusted score or the dummy's, ``points`` the player's own in that round, both
    as integer points. ``voluntary`` marks a voluntary unplayed round, which a cut leaves out first (16.5).
    """

    round: int
    opponent: int | None
    score: int
    points: int
    dummy: bool = False
    voluntary: bool = False
    note: str = ""


@dataclass(frozen=True)
class ScoreTable:
    """A tournament with the scores its tie-breaks need, in points on paper."""

    state: TournamentState

    @property
    def rounds(self) -> int:
        """How many rounds have been paired."""
        return len(self.state.rounds)

    @property
    def games(self) -> int:
        """How many games each player could have had in them: a round has one or two."""
        return sum(each.games for each in self.state.rounds)

    @property
    def games_a_round(self) -> int:
        """How many games a round has at most, one before the first is paired."""
        return max((each.games for each in self.state.rounds), default=1)

    @cached_property
    def forfeits_count(self) -> bool:
        """Whether a forfeit is a game like another (C.07 art. 15: predetermined pairings)."""
        return bool(self.state.options.get(FORFEITS_COUNT))

    @cached_property
    def dummies_capped(self) -> bool:
        """Whether the edition in force limits a dummy's score."""
        return self.state.on is None or self.state.on >= CAPPED_FROM

    def paper(self, points: int, factor: int | None = None) -> Fraction:
        """Return integer points as points on paper, multiplied by points on paper where a factor is given."""
        unit = self.state.scoring.unit
        return fraction(points, unit) if factor is None else fraction(points * factor, unit * unit)

    def score(self, number: int) -> Fraction:
        """Return a player's points from games and byes.

        Points by decision rank a player; for his opponents, and for his own dummies, what he scored counts.
        """
        return self.paper(self.state.game_points[number])

    def history(self, number: int) -> tuple[PlayerRound, ...]:
        """Return a player's rounds."""
        return self.state.histories[number]

    def match_points(self, part: PlayerRound) -> int:
        """Return what the scoring gives for a round's result as a whole, in integer points."""
        return self.state.scoring.points(part.side)

    def board_points(self, part: PlayerRound) -> int:
        """Return the integer points of a round's single games: over the boards where teams play."""
        return part.board_points if self._has_boards else part.points

    @cached_property
    def _has_boards(self) -> bool:
        return any(
            pairing.board_points is not None for each in self.state.rounds for pairing in each.pairings
        )

    def counts_as_played(self, part: PlayerRound) -> bool:
        """Return whether a round counts as a game against its opponent."""
        return part.opponent is not None and (part.played or (self.forfeits_count and part.is_forfeit))

    @cached_property
    def adjusted(self) -> Mapping[int, Fraction]:
        """Each player's score as it counts for his opponents (art. 16.3).

        Rounds without an opponent after his last involuntary one count as draws: he may have left because he
        was losing, and his opponents should not pay. Where pairings are fixed in advance nothing is adjusted.
        """
        return {number: self.paper(points) for number, points in self._adjusted_points.items()}

    @cached_property
    def _adjusted_points(self) -> Mapping[int, int]:
        if self.forfeits_count:
            return self.state.game_points
        draw = self.state.scoring.draw
        return {number: _adjusted(parts, draw) for number, parts in self.state.histories.items()}

    @cached_property
    def contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        """What each finished round of each player counts, in order of rounds.

        A round without an opponent counts nothing where pairings are fixed in advance.
        """
        return {
            number: tuple(
                self._contribution(number, part)
                for part in parts
                if part.result is not None and not (self.forfeits_count and part.opponent is None)
            )
            for number, parts in self.state.histories.items()
        }

    def _contribution(self, number: int, part: PlayerRound) -> Contribution:
        if part.opponent is not None and self.counts_as_played(part):
            return Contribution(part.round, part.opponent, self._adjusted_points[part.opponent], part.points)
        score, note = self._dummy(number, part)
        return Contribution(
            part.round, part.opponent, score, part.points, dummy=True, voluntary=part.voluntary, note=note
        )

    def _dummy(self, number: int, part: PlayerRound) -> tuple[int, str]:
        """Return the score of the dummy an unplayed round is counted against, and a note when it was limited.

        It is the player's own score; from the 2026 edition at most the adjusted score of the opponent he
        should have met (16.4.1), or as many draws as there were rounds (16.4.2).
        """
        own = self.state.game_points[number]
        if not self.dummies_capped:
            return own, ""
        if part.opponent is not None:
            limit, note = self._adjusted_points[part.opponent], "capped-by-opponent"
        else:
            limit, note = self.state.scoring.draw * self.games, "capped-by-draws"
        return (limit, note) if limit < own else (own, "")

    @cached_property
    def fore(self) -> "ScoreTable":
        """The table as if every game of the last planned round were drawn (8.3); itself before that round."""
        last = self.state.planned_rounds or self.rounds
        if not self.rounds or self.rounds < last:
            return self
        final = self.state.rounds[-1]
        drawn = tuple(
            each
            if each.black is None
            else replace(each, result="1/2-1/2", second="1/2-1/2" if final.games > 1 else None)
            for each in final.pairings
        )
        rounds = (*self.state.rounds[:-1], replace(final, pairings=drawn))
        return ScoreTable(replace(self.state, rounds=rounds))

    @cached_property
    def ratings(self) -> Mapping[int, int] | None:
        """Each player's rating; None while somebody has none, which makes averages of them unfair (10)."""
        unrated = self.state.options.get(UNRATED_AS)
        default = unrated if isinstance(unrated, int) else 0
        found = {number: entry.rating or default for number, entry in self.state.by_number.items()}
        return found if all(found.values()) else None


def _adjusted(parts: tuple[PlayerRound, ...], draw: int) -> int:
    last = max((part.round for part in parts if not part.voluntary), default=0)
    return sum(
        part.points if part.round <= last or part.opponent is not None else draw * part.weight
        for part in parts
    )
