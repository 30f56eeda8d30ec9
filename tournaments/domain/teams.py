"""Matches of teams: what the boards' results make, and who sits where."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.domain.results import RESULTS, Scoring, code_of_sums, reversed_code

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match: the results of the round's games, None while one is missing.

    Codes are written for each game's own White; colours change over from game to game. ``turned``: the
    match's first team has Black in the first game. A player whose opponents have nobody to send is ``alone``:
    then the one code is a bye's, and ``turned`` says that he is of the second team.
    """

    codes: tuple[str | None, ...]
    turned: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Integer points of both teams over the boards so far; ``code`` is the match's result, None until all
    boards have theirs."""

    points: tuple[int, int]
    code: str | None


def match_score(boards: Sequence[Board], scoring: Scoring, games: int) -> MatchScore:
    """Return what the boards of a match of rounds of ``games`` games make: the sums decide.

    A match of which no game was played on the board is a forfeit.
    """
    totals = [0, 0]
    for board in boards:
        for at, side in enumerate(_board_points(board, scoring, games)):
            totals[at] += side
    codes = [code for board in boards for code in board.codes]
    finished = all(code is not None for code in codes)
    played = any(RESULTS[code].played for code in codes if code)
    points = (totals[0], totals[1])
    return MatchScore(points, code_of_sums(*points, played=played) if finished else None)


def _board_points(board: Board, scoring: Scoring, games: int) -> tuple[int, int]:
    first = second = 0
    for at, code in enumerate(board.codes):
        if code is None:
            continue
        kind = RESULTS[code]
        own = scoring.points(kind.white) * (games if board.alone else 1)
        other = scoring.points(kind.black)
        if board.turned != (at % 2 == 1):
            own, other = other, own
        first, second = first + own, second + other
    return first, second


def match_play_off(
    boards: Sequence[Board], further: Sequence[Sequence[str]], scoring: Scoring
) -> tuple[str, ...]:
    """Return what the games after the round's own make, game by game, over all boards.

    ``further`` are each board's results of them; a game counts once every board that is played has it. As in
    ``PairingState.play_off`` each is written for its own White, the match itself being the game before.
    """
    played = [(board, codes) for board, codes in zip(boards, further, strict=True) if not board.alone]
    found = []
    for at in range(min((len(codes) for _board, codes in played), default=0)):
        games = [
            Board((codes[at],), turned=board.turned != ((len(board.codes) + at) % 2 == 1))
            for board, codes in played
        ]
        code = match_score(games, scoring, 1).code
        if code is not None:
            found.append(code if at % 2 else reversed_code(code))
    return tuple(found)


def unplayed_points(code: str, scoring: Scoring, boards: int) -> tuple[int, int]:
    """Return the points over ``boards`` boards (times the round's games) of a match without games: a bye, or
    a team that did not come."""
    kind = RESULTS[code]
    return scoring.points(kind.white) * boards, scoring.points(kind.black) * boards


def first_has_white(board: int) -> bool:
    """Return whether the team named first has White on a board, counted from 1: on every odd one."""
    return board % 2 == 1


def in_team_order(order: Sequence[Player], playing: Iterable[Player | None]) -> bool:
    """Return whether those who play sit in the order of their team, as most regulations ask."""
    places = [order.index(player) for player in playing if player is not None]
    return places == sorted(places)


def average(ratings: Sequence[int]) -> int:
    """Return the mean rating, halves rounded up; 0 of none."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0
