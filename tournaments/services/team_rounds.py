"""A planned round of teams as rows: matches, their boards, and who sits at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.domain.pairing import PairingPlan, Reason
from tournaments.domain.teams import first_has_white
from tournaments.models import Entry, Match, Pairing, Result, Round, Team
from tournaments.selectors.teams import available

EMPTY_BOARD = "full-bye"
"""The result of a player whose opponents have nobody to send: a win that was not played."""


def write_matches(new_round: Round, plan: PairingPlan, teams: dict[int, Team]) -> None:
    """The plan's matches in their order, each with the first members of both teams who are there.

    A match without an opponent, or decided beforehand, has no boards. Raises ConflictError "team-empty" when
    a team that is to play has nobody.
    """
    matches = [
        Match(
            round=new_round,
            table=table,
            white=teams[each.white],
            black=teams[each.black] if each.black is not None else None,
            code=each.result or "",
            reasons=[asdict(reason) for reason in each.reasons],
        )
        for table, each in enumerate(plan.pairings, start=1)
    ]
    Match.objects.bulk_create(matches)
    _write_boards([pairing for match in matches if not match.code for pairing in _seated(match)])


def seat_match(match: Match) -> None:
    """Give a match without boards its boards, as `write_matches` does. Raises ConflictError "team-empty"."""
    _write_boards(_seated(match))


def _seated(match: Match) -> list[Pairing]:
    first, second = _line_up(match.white, match.round), _line_up(match.black, match.round)
    return new_boards(match, first, second)


def _write_boards(seated: Sequence[Pairing]) -> None:
    Pairing.objects.bulk_create(seated)
    Result.objects.bulk_create([empty_board_result(pairing) for pairing in seated if pairing.is_bye])


def _line_up(team: Team | None, new_round: Round) -> list[Entry]:
    if team is None:
        return []
    there = available(team, new_round.number)
    if not there:
        raise ConflictError(
            "team-empty",
            gettext_noop(
                "%(team)s has no player for round %(round)s. Enter its players, or note that it is absent."
            ),
            team=team.name,
            round=new_round.number,
        )
    return there


def new_boards(match: Match, first: Sequence[Entry | None], second: Sequence[Entry | None]) -> list[Pairing]:
    """The pairings, not yet saved, of a match in which these sit at its boards, from the first on."""
    made = []
    for board in range(1, boards_of(match) + 1):
        pairing = Pairing(round=match.round, match=match, board=board, table=table_of(match, board))
        if seat(pairing, _at(first, board), _at(second, board)):
            made.append(pairing)
    return made


def _at(line_up: Sequence[Entry | None], board: int) -> Entry | None:
    return line_up[board - 1] if board <= len(line_up) else None


def boards_of(match: Match) -> int:
    """How many boards the match has."""
    return match.round.tournament.boards or 0


def table_of(match: Match, board: int) -> int:
    """The table of a board: the tables of a round are counted through, also past an empty board."""
    return (match.table - 1) * boards_of(match) + board


def seat(pairing: Pairing, first: Entry | None, second: Entry | None) -> bool:
    """Let the first and the second team's player sit at a board, colours by its number; whether anybody does.

    Who has no opponent is the pairing's White, whatever the colour of the place.
    """
    white, black = (first, second) if first_has_white(pairing.board or 1) else (second, first)
    if white is None:
        white, black = black, None
    if white is None:
        return False
    pairing.white, pairing.black = white, black
    pairing.reasons = [] if black else [asdict(_alone(white))]
    return True


def _alone(entry: Entry) -> Reason:
    return Reason(
        "empty-board",
        gettext_noop("The other team has nobody at this board: %(player)s wins without a game."),
        {"player": entry.player.name},
    )


def empty_board_result(pairing: Pairing) -> Result:
    """The result, not yet saved, of a board at which one team has nobody."""
    return Result(pairing=pairing, code=EMPTY_BOARD, source=Result.Source.PAIRING)


def match_records(old_round: Round) -> list[dict[str, Any]]:
    """The matches of a round for the log: the teams and the tables at which they met."""
    matches = old_round.matches.select_related("white", "black").prefetch_related("pairings")
    return [
        {
            "match": match.table,
            "white": match.white.name,
            "black": match.black.name if match.black else None,
            "code": match.code,
            "tables": [pairing.table for pairing in match.pairings.all()],
        }
        for match in matches
    ]
