"""The bracket as it is shown: every match played, running or still to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from tournaments.domain.errors import gettext_noop
from tournaments.domain.match_score import match_points, play_off_points
from tournaments.domain.pairing.base import PairingSystem
from tournaments.domain.pairing.bracket import Outcome, play_off_missing
from tournaments.domain.pairing.bracket_stage import THIRD_PLACE, Placed, Stage
from tournaments.domain.state import TournamentState

_LABELS = {1: gettext_noop("Final"), 2: gettext_noop("Semi-finals"), 4: gettext_noop("Quarter-finals")}
_ROUND_OF = gettext_noop("Round of %(players)s")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: a player, or where he will come from.

    ``source`` is the number of the match whose winner it will be (the loser, in the match for third place);
    0 without a player: nobody comes.
    """

    number: int | None = None
    source: int = 0


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket.

    ``number`` counts the matches from 1, round by round; a bye has 0. ``points`` are the integer points of
    the sides over the round's games, or of teams over the boards, ``play_off`` those of the play-off; None
    while there are none. ``table`` is None until it is paired.
    """

    number: int
    sides: tuple[Side, Side]
    outcome: Outcome = field(default_factory=Outcome)
    table: int | None = None
    points: tuple[int, int] | None = None
    play_off: tuple[int, int] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody is in it and nobody can come."""
        return all(side == Side() for side in self.sides)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket; ``number`` is the tournament's round, ``label`` a template with its params."""

    number: int
    label: str
    params: Mapping[str, object]
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """All of it: ``seeds`` by starting number, the rounds, and the match for third place if there is one."""

    seeds: Mapping[int, int]
    rounds: tuple[BracketRound, ...]
    third_place: BracketMatch | None = None


@runtime_checkable
class BracketSystem(Protocol):
    """What a pairing system offers that has a bracket."""

    def plays_off_in(self, groups: Sequence[object]) -> bool:
        """Return whether ties are played off in a round that is stored with these groups."""

    def bracket(self, state: TournamentState) -> Bracket | None:
        """Return the bracket, None before its first round is paired."""

    def undecided(self, state: TournamentState) -> tuple[int, ...]:
        """Return the tables of the last round whose matches are tied and wait for play-off games."""

    def due(self, state: TournamentState) -> frozenset[int]:
        """Return the numbers of those the next round is for, once the results of the last one are in."""


def require_decided(system: PairingSystem, state: TournamentState) -> None:
    """Raise ``PairingError`` (``play-off-missing``) while a match of the bracket's last round is tied."""
    tables = system.undecided(state) if isinstance(system, BracketSystem) else ()
    if tables:
        raise play_off_missing(state.rounds[-1].number, tables)


def players_due(stage: Stage, number: int) -> frozenset[int]:
    """Return who is in a match of round ``number`` of the tournament, as far as the bracket knows them; the
    match for third place is in its last round. Before its first round these are all who are seeded."""
    if not stage.rounds:
        return frozenset(stage.seeding)
    bracket = chart(stage)
    matches = [match for each in bracket.rounds if each.number == number for match in each.matches]
    if bracket.third_place and number == bracket.rounds[-1].number:
        matches.append(bracket.third_place)
    return frozenset(side.number for match in matches for side in match.sides if side.number is not None)


def chart(stage: Stage) -> Bracket:
    """Return the whole bracket of a knockout whose first round is paired."""
    rounds: list[BracketRound] = []
    count = 0
    for index in range(stage.total_rounds):
        matches: list[BracketMatch] = []
        for place in range(stage.openings >> index):
            match = _match(stage, index, place, rounds[-1].matches[2 * place :][:2] if rounds else ())
            if match.outcome.how != "bye" and not match.is_empty:
                count += 1
                match = replace(match, number=count)
            matches.append(match)
        label = _LABELS.get(len(matches), _ROUND_OF)
        params = {"players": 2 * len(matches)}
        rounds.append(BracketRound(stage.first_round + index, label, params, tuple(matches)))
    third = _third_place(stage, rounds[-2].matches) if len(rounds) > 1 else None
    return Bracket(stage.seeds, tuple(rounds), third and replace(third, number=count + 1))


def _match(stage: Stage, index: int, place: int, before: Sequence[BracketMatch]) -> BracketMatch:
    if index >= len(stage.rounds):
        one, other = (_coming(each, each.outcome.winner) for each in before)
        match = BracketMatch(0, (one, other))
        return replace(match, outcome=Outcome("nobody")) if match.is_empty else match
    row = stage.placed[index].get(place)
    if row is None:
        return BracketMatch(0, (Side(), Side()), Outcome("nobody"))
    return _paired(stage, index, place, row, before)


def _coming(match: BracketMatch, player: int | None) -> Side:
    return Side(player) if match.outcome.is_over else Side(source=match.number)


def _paired(
    stage: Stage, index: int, place: int, row: Placed, before: Sequence[BracketMatch]
) -> BracketMatch:
    """A match with who came from above on the upper side; in the first round the better seed."""
    white, black = row.pairing.white, row.pairing.black
    points = play_off = None
    if black is not None:
        games = stage.rounds[index].games
        codes = row.pairing.codes(games)
        points = row.pairing.board_points or match_points(codes, stage.scoring) if any(codes) else None
        if row.pairing.play_off:
            play_off = play_off_points(row.pairing.play_off, games, stage.scoring)
    match = BracketMatch(
        0, (Side(white), Side(black)), stage.outcome(index, place), row.table, points, play_off
    )
    above = {side.number for side in before[0].sides} if before else {min(row.players, key=stage.seed)}
    return _turned(match) if white not in above and black is not None and black in above else match


def _turned(match: BracketMatch) -> BracketMatch:
    points, play_off = match.points, match.play_off
    return replace(
        match,
        sides=match.sides[::-1],
        points=points and (points[1], points[0]),
        play_off=play_off and (play_off[1], play_off[0]),
    )


def _third_place(stage: Stage, semi_finals: Sequence[BracketMatch]) -> BracketMatch | None:
    """The losers' match; none where a semi-final has no loser."""
    if len(stage.rounds) == stage.total_rounds:
        row = stage.placed[-1].get(THIRD_PLACE)
        return _paired(stage, len(stage.rounds) - 1, THIRD_PLACE, row, semi_finals) if row else None
    one, other = (_coming(each, each.outcome.loser) for each in semi_finals)
    if not stage.third_place or Side() in (one, other):
        return None
    return BracketMatch(0, (one, other))
