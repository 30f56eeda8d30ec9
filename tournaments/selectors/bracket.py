"""The bracket of a knockout with the people, or the teams, in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.pairing.bracket_chart import Bracket, BracketMatch, BracketSystem
from tournaments.domain.results import SCORINGS, Scoring
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.state import Snapshot, pairing_system
from tournaments.selectors.teams import TeamSnapshot, competitors


@dataclass(frozen=True)
class BracketSide:
    """One side of a match: who it is, with seed and score, or where he will come from.

    `source` is the number of the match whose winner, or with `from_loser` whose loser, comes here. Scores are
    empty while there is none.
    """

    entry: Entry | Team | None
    seed: int | None
    source: int
    from_loser: bool
    score: str
    play_off: str
    is_winner: bool
    is_loser: bool


@dataclass(frozen=True)
class BracketLine:
    """A match with its two sides; `number` 0 is a bye."""

    match: BracketMatch
    sides: tuple[BracketSide, BracketSide]

    @property
    def is_bye(self) -> bool:
        return self.match.outcome.how == "bye"

    @property
    def note(self) -> str:
        """What is to be said of the result, in the active language; mostly nothing."""
        notes = {
            "tied": _("tied, the play-off decides"),
            "forfeit": _("without a game"),
            "seed": _("tied, the better seed goes on"),
            "nobody": _("both lost"),
        }
        return notes.get(self.match.outcome.how, "")


@dataclass(frozen=True)
class BracketColumn:
    """A round of the bracket; `number` is the tournament's round, `title` in the active language."""

    number: int
    title: str
    lines: tuple[BracketLine, ...]


@dataclass(frozen=True)
class BracketTable:
    """The whole bracket, the match for third place, and who won it all."""

    columns: tuple[BracketColumn, ...]
    third_place: BracketLine | None
    winner: Entry | Team | None


def bracket_table(tournament: Tournament) -> BracketTable | None:
    """The bracket as it stands, None before it is drawn or where the pairing system has none.

    As many queries as the snapshot of the tournament.
    """
    system = pairing_system(tournament)
    if not isinstance(system, BracketSystem):
        return None
    snapshot = competitors(tournament)
    bracket = system.bracket(snapshot.state)
    if bracket is None:
        return None
    writer = _Writer(snapshot, bracket, SCORINGS[tournament.scoring])
    columns = tuple(
        BracketColumn(each.number, _(each.label) % each.params, tuple(map(writer.line, each.matches)))
        for each in bracket.rounds
    )
    third, winner = bracket.third_place, bracket.rounds[-1].matches[0].outcome.winner
    return BracketTable(
        columns,
        third and writer.line(third, from_loser=True),
        None if winner is None else snapshot.entries[winner],
    )


@dataclass(frozen=True)
class _Writer:
    snapshot: Snapshot[Entry] | TeamSnapshot
    bracket: Bracket
    scoring: Scoring

    def line(self, match: BracketMatch, *, from_loser: bool = False) -> BracketLine:
        one, other = (self._side(match, at, from_loser) for at in (0, 1))
        return BracketLine(match, (one, other))

    def _side(self, match: BracketMatch, at: int, from_loser: bool) -> BracketSide:
        side, outcome = match.sides[at], match.outcome
        known = side.number is not None
        return BracketSide(
            self.snapshot.entries[side.number] if side.number is not None else None,
            self.bracket.seeds.get(side.number) if side.number is not None else None,
            side.source,
            from_loser,
            "" if match.points is None else self.scoring.show(match.points[at]),
            "" if match.play_off is None else self.scoring.show(match.play_off[at]),
            is_winner=known and side.number == outcome.winner,
            is_loser=known and (side.number == outcome.loser or outcome.how == "nobody"),
        )
