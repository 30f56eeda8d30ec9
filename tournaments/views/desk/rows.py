"""A round's tables as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.domain.results import BYE_CODES, GAME_RESULTS, RESULTS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.models import Pairing, Result, Tournament
from tournaments.selectors.pairing_games import PairingGame, games_of, needs_play_off, round_codes
from tournaments.selectors.play_offs import boards_due
from tournaments.selectors.round_parts import round_parts
from tournaments.selectors.team_pages import RoundMatch
from tournaments.selectors.tournament_pages import PairingLine
from tournaments.templatetags.pages import result_text, score_text

BUTTONS = ("1-0", "1/2-1/2", "0-1")


@dataclass(frozen=True)
class Refused:
    """A result that was not recorded: what was sent, why not, and what stands there now."""

    pairing_id: int
    game: int
    code: str
    reason: str
    problems: list[str] = field(default_factory=list)
    standing: Result | None = None
    is_stale: bool = False
    adjudicated: bool = False

    @property
    def text(self) -> str:
        """The result that was sent, as result lists print it."""
        return result_text(self.code) if self.code in RESULTS else self.code

    @property
    def standing_text(self) -> str:
        """The result that stands there now, the same way."""
        return result_text(self.standing.code) if self.standing else ""


@dataclass(frozen=True)
class Choice:
    code: str
    text: str
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class Row:
    """A game at a table of the round and what may be done at it; a table has one for each of its games."""

    line: PairingLine
    game: PairingGame
    is_correction: bool
    refused: Refused | None
    score: str = ""
    offers_plus: bool = True

    @property
    def pairing(self) -> Pairing:
        return self.line.pairing

    @property
    def anchor(self) -> str:
        """The element of the page that shows the game."""
        return game_anchor(self.pairing.pk, self.game.number)

    @property
    def is_first(self) -> bool:
        return self.game.number == 1

    @property
    def buttons(self) -> list[Choice]:
        """One press is enough, except where a reason is asked for."""
        codes = BUTTONS if self.pairing.black_id and not self.is_correction else ()
        return self._choices(codes, self.game.code)

    @property
    def choices(self) -> list[Choice]:
        """All results the game can have; what was sent and refused stays chosen."""
        chosen = self.refused.code if self.refused else self.game.code
        codes = [code for code in GAME_RESULTS if self._is_offered(code, chosen)]
        return self._choices(codes if self.pairing.black_id else BYE_CODES, chosen)

    def _is_offered(self, code: str, chosen: str | None) -> bool:
        """Plus draws are only offered where something tells them apart, or one stands there."""
        return self.offers_plus or RESULTS[code].plus is None or code in (chosen, self.game.code)

    @property
    def has_other_result(self) -> bool:
        """Whether none of the buttons shows the result."""
        return bool(self.game.code) and not any(each.is_chosen for each in self.buttons)

    @staticmethod
    def _choices(codes: Iterable[str], chosen: str | None) -> list[Choice]:
        return [Choice(code, result_text(code), _(RESULTS[code].label), code == chosen) for code in codes]


@dataclass(frozen=True)
class Group:
    """The tables of a match under its heading; where players play for themselves those of a final or group
    under its `label`, else all tables without one."""

    match: RoundMatch | None
    rows: list[Row]
    label: str = ""


def groups_of(tournament: Tournament, rows: list[Row], matches: Sequence[RoundMatch]) -> list[Group]:
    """The rows of a round by its matches, those without tables (a bye) among them, or by finals or groups."""
    if not matches:
        return [Group(None, part.rows, part.label) for part in round_parts(tournament, rows)]
    return [
        Group(match, [row for row in rows if row.pairing.match_id == match.line.match.pk])
        for match in matches
    ]


def game_anchor(pairing: int, game: int) -> str:
    return f"pairing-{pairing}" if game == 1 else f"pairing-{pairing}-{game}"


def rows_of(
    tournament: Tournament, lines: Sequence[PairingLine], *, is_settled: bool, refused: Refused | None
) -> list[Row]:
    """Every game of every table, and the next game of a play-off where a tie must be decided."""
    due = set() if tournament.is_finished else _due(tournament, lines)
    offers_plus = any(getattr(TIEBREAKS[key], "tells_plus_draws", False) for key in tournament.tiebreaks)
    return [
        Row(
            line,
            game,
            is_correction=bool(game.code) and is_settled,
            refused=_refused_of(line.pairing, game, refused),
            score=_score(tournament, line, game),
            offers_plus=offers_plus,
        )
        for line in lines
        for game in games_of(
            line.pairing,
            line.play_off,
            also_next=line.pairing.pk in due,
        )
    ]


def _due(tournament: Tournament, lines: Sequence[PairingLine]) -> set[int]:
    """The pairings at which a further game must decide a tie."""
    if tournament.is_team_event:
        return boards_due(tournament, lines[0].pairing.round) if lines else set()
    return {line.pairing.pk for line in lines if needs_play_off(tournament, line.pairing, line.play_off)}


def _refused_of(pairing: Pairing, game: PairingGame, refused: Refused | None) -> Refused | None:
    is_here = refused is not None and (refused.pairing_id, refused.game) == (pairing.pk, game.number)
    return refused if is_here else None


def _score(tournament: Tournament, line: PairingLine, game: PairingGame) -> str:
    """Both games together, beneath the second of them."""
    if game.number != 2 or game.is_play_off:
        return ""
    return score_text(round_codes(line.pairing), tournament.scoring)
