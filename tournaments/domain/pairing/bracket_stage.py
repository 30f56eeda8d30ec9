"""A knockout as it stands: which pairing is where in the bracket, who went on, who is out since when.

It is read from the rounds as they were paired: a result corrected later moves nobody who has been paired
again since.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.domain.pairing.bracket import Outcome, bracket_order, outcome_of, places_for
from tournaments.domain.results import PAIRING_BYES, Scoring
from tournaments.domain.state import PairingState, RoundState

THIRD_PLACE = -1
"""The place, among those of the last round, of the match for third place; the final's is 0."""
_GOES_ON = frozenset((*PAIRING_BYES, "full-bye"))


@dataclass(frozen=True, slots=True)
class Placed:
    """A pairing in the bracket, with its table (from 1)."""

    table: int
    pairing: PairingState

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits in it."""
        return tuple(each for each in (self.pairing.white, self.pairing.black) if each is not None)


def in_bracket(this: RoundState) -> list[Placed]:
    """Return the round's matches and byes; who is only noted as absent has no place in the bracket."""
    return [
        Placed(table, each)
        for table, each in enumerate(this.pairings, start=1)
        if each.black is not None or each.result in _GOES_ON
    ]


@dataclass(frozen=True)
class Stage:
    """A knockout: its own ``rounds``, of which the first is the tournament's ``first_round``.

    ``seeding`` are the players' numbers, the best seed first. ``play_off_games`` is how many further games
    decide a tie, ``third_place`` whether the losers of the semi-finals meet.
    """

    seeding: tuple[int, ...]
    scoring: Scoring
    rounds: tuple[RoundState, ...] = ()
    first_round: int = 1
    play_off_games: int = 0
    third_place: bool = False

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """Seeds from 1 by starting number."""
        return {number: seed for seed, number in enumerate(self.seeding, start=1)}

    def seed(self, number: int) -> int:
        """Return a player's seed; one from outside, paired by hand, comes after all others."""
        return self.seeds.get(number, len(self.seeding) + 1)

    @cached_property
    def openings(self) -> int:
        """How many matches, byes included, the first round has: a power of two (0: too few players)."""
        if self.rounds:
            return places_for(max(len(in_bracket(self.rounds[0])), 1))
        return places_for(max(len(self.seeding), 1)) // 2

    @property
    def total_rounds(self) -> int:
        """How many rounds the knockout has."""
        return self.openings.bit_length()

    @cached_property
    def placed(self) -> tuple[Mapping[int, Placed], ...]:
        """The pairings of each paired round by their place in the bracket, from 0 at the top."""
        found: list[Mapping[int, Placed]] = []
        for each in self.rounds:
            rows = in_bracket(each)
            found.append(self._later(rows, found) if found else self._first(rows))
        return tuple(found)

    def _first(self, rows: Sequence[Placed]) -> Mapping[int, Placed]:
        # The match of the best seed stands where seed 1 belongs, and so on. As they were seeded it does
        # anyhow; a round paired by hand gets an order by it too.
        ordered = sorted(rows, key=lambda row: min(self.seed(each) for each in row.players))
        at = {seed: place // 2 for place, seed in enumerate(bracket_order(2 * self.openings))}
        return {at[seed]: row for seed, row in enumerate(ordered, start=1)}

    def _later(self, rows: Sequence[Placed], before: Sequence[Mapping[int, Placed]]) -> Mapping[int, Placed]:
        came_from = {
            player: place
            for place, row in before[-1].items()
            for player in row.players
            if place != THIRD_PLACE
        }
        rows = [row for row in rows if any(player in came_from for player in row.players)]
        count = self.openings >> len(before)
        if count == 1:
            # The final sits at the first table, the match for third place at the second.
            return dict(zip((0, THIRD_PLACE), rows, strict=False))
        free = list(range(count))
        found: dict[int, Placed] = {}
        for row in rows[:count]:
            wanted = next(came_from[player] // 2 for player in row.players if player in came_from)
            # Only a round paired by hand can want a place twice.
            place = wanted if wanted in free else free[0]
            free.remove(place)
            found[place] = row
        return found

    def outcome(self, index: int, place: int) -> Outcome:
        """Return how the match at a place of the paired round ``index`` (from 0) ended.

        Where the next round is paired, who was paired in it has gone on, whatever was corrected since.
        """
        row = self.placed[index].get(place)
        if row is None:
            return Outcome("nobody")
        games = self.rounds[index].games
        outcome = outcome_of(row.pairing, games, self.scoring, self.play_off_games, self.seeds)
        on = [player for player in row.players if player in self._players(index + 1)]
        if len(on) == 1 and on[0] != outcome.winner:
            return Outcome("games", on[0], next((each for each in row.players if each != on[0]), None))
        return outcome

    def _players(self, index: int) -> set[int]:
        """Who was paired in a round, other than for third place."""
        if index >= len(self.placed):
            return set()
        return {
            player
            for place, row in self.placed[index].items()
            for player in row.players
            if place != THIRD_PLACE
        }

    def undecided(self) -> list[int]:
        """Return the tables of the last paired round's matches that are tied and wait for a play-off."""
        last = len(self.rounds) - 1
        return sorted(
            row.table for place, row in self.placed[last].items() if self.outcome(last, place).how == "tied"
        )

    def levels(self) -> list[tuple[int, ...]]:
        """Return the players from the best to who was out first: those still in, then by the round they lost.

        After the final its winner, its loser, and who is third and fourth have a level each; where a match is
        not decided, or both lost it, the two share one.
        """
        last = len(self.rounds) - 1
        found: list[tuple[int, ...]] = []
        later: set[int] = set()
        for index in range(last, -1, -1):
            here = [number for number in self.seeding if number in self._players(index) - later]
            later |= set(here)
            if index == last:
                found += self._by_result(here, last)
            elif index == last - 1 and THIRD_PLACE in self.placed[last]:
                met = self.placed[last][THIRD_PLACE].players
                found += self._by_result([number for number in here if number in met], last)
                found.append(tuple(number for number in here if number not in met))
            else:
                found.append(tuple(here))
        found.append(tuple(number for number in self.seeding if number not in later))
        return [level for level in found if level]

    def _by_result(self, numbers: Sequence[int], index: int) -> list[tuple[int, ...]]:
        """Split players of a round's matches into those who have not lost and those who have."""
        lost: set[int | None] = set()
        for place, row in self.placed[index].items():
            outcome = self.outcome(index, place)
            lost |= set(row.players) if outcome.how == "nobody" else {outcome.loser}
        return [
            tuple(number for number in numbers if number not in lost),
            tuple(number for number in numbers if number in lost),
        ]
