"""Line-ups: who of a team sits at which board of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Entry, Match, Pairing, Result, Seat, Team, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, require_version, save_raised
from tournaments.services.team_rounds import boards_of, empty_board_result, new_boards, seat

LineUp = tuple[Entry | None, ...]


@transaction.atomic
def set_lineup(
    *,
    actor,
    match: Match,
    team: Team,
    entries: Sequence[Entry | None],
    version: int | None = None,
    reason: str = "",
) -> Match:
    """Say who of the team sits at the boards of the match, from the first on; None leaves a board empty, and
    its opponent wins without a game.

    Boards whose player stays are left as they are. Raises InputError (somebody twice, or no member of the
    team; too many; a team that is not in the match), ConflictError (no games in this match; a board that
    changes has a result or a game), StaleError when `version` is not the match's.
    """
    tournament, match = lock_match(match)
    require_version(match.version, version)
    _require_boards(match, team)
    wanted = _full(match, entries)
    _require_members(team, wanted)
    pairings = {
        pairing.board: pairing
        for pairing in match.pairings.select_related("round__tournament", "white__player", "black__player")
    }
    sides = {each.pk: _sitting(match, pairings, each) for each in (match.white, match.black)}
    before = sides[team.pk]
    changed = [board for board, pair in enumerate(zip(before, wanted, strict=True), 1) if pair[0] != pair[1]]
    if not changed:
        return match
    _require_open([pairings[board] for board in changed if board in pairings])
    sides[team.pk] = wanted
    _seat_again(match, pairings, changed, sides)
    _let_play(wanted, match)
    save_raised(match)
    raise_version(tournament)
    _log_line_up(actor, tournament, match, team, before, wanted, reason)
    return match


def lock_match(match: Match) -> tuple[Tournament, Match]:
    """The tournament, locked, and the match as it is. Raises ConflictError when the tournament is finished or
    the round has been undone meanwhile."""
    found = Match.objects.filter(pk=match.pk).values_list("round__tournament", flat=True).first()
    tournament = lock_unfinished(found) if found else None
    fresh = Match.objects.filter(pk=match.pk).select_related("round__tournament", "white", "black").first()
    if tournament is None or fresh is None:
        raise ConflictError("pairing-gone", gettext_noop("This round has been undone meanwhile."))
    return tournament, fresh


def _require_boards(match: Match, team: Team) -> None:
    if team.pk not in (match.white_id, match.black_id):
        raise InputError(
            "team-not-in-match",
            gettext_noop("%(team)s does not play in the match %(match)s."),
            team=team.name,
            match=str(match),
        )
    if match.code:
        raise ConflictError(
            "match-without-games", gettext_noop("No games are played in this match: nobody sits in it.")
        )


def _full(match: Match, entries: Sequence[Entry | None]) -> LineUp:
    """The line-up with a place for every board."""
    boards = boards_of(match)
    if len(entries) > boards:
        raise InputError(
            "too-many-boards",
            gettext_noop("The match has %(boards)s boards; the line-up names %(count)s."),
            boards=boards,
            count=len(entries),
        )
    return (*entries, *([None] * (boards - len(entries))))


def _require_members(team: Team, line_up: LineUp) -> None:
    members = set(team.members.values_list("entry", flat=True))
    seen: set[int] = set()
    for entry in line_up:
        if entry is None:
            continue
        if entry.pk not in members:
            raise InputError(
                "no-member",
                gettext_noop("%(player)s is not a player of %(team)s. Enter the player in the team first."),
                player=entry.player.name,
                team=team.name,
            )
        if entry.pk in seen:
            raise InputError(
                "seated-twice",
                gettext_noop("%(player)s cannot sit at two boards of a match."),
                player=entry.player.name,
            )
        seen.add(entry.pk)


def _sitting(match: Match, pairings: dict[int | None, Pairing], team: Team) -> LineUp:
    """Who of the team sits at the boards now."""
    members = set(team.members.values_list("entry", flat=True))
    found: list[Entry | None] = []
    for board in range(1, boards_of(match) + 1):
        pairing = pairings.get(board)
        both = (pairing.white, pairing.black) if pairing else ()
        found.append(next((entry for entry in both if entry and entry.pk in members), None))
    return tuple(found)


def _require_open(pairings: Sequence[Pairing]) -> None:
    for pairing in pairings:
        has_result = pairing.results.filter(status=Result.Status.CONFIRMED).exists()
        if (has_result and not pairing.is_bye) or pairing.games.exists():
            raise ConflictError(
                "board-played",
                gettext_noop(
                    "Board %(board)s has a result or a game: %(players)s. Clear it before another player sits"
                    " there."
                ),
                board=pairing.board,
                players=str(pairing),
            )


def _seat_again(
    match: Match, pairings: dict[int | None, Pairing], changed: Sequence[int], sides: dict[int, LineUp]
) -> None:
    """Write the boards that change. All their seats are freed first, so that two players can swap theirs."""
    Seat.objects.filter(pairing__in=[pairings[board] for board in changed if board in pairings]).delete()
    first, second = sides[match.white_id], sides[match.black_id]
    for made in new_boards(match, first, second):
        if made.board not in changed:
            continue
        pairing = pairings.pop(made.board, made)
        if pairing is not made:
            seat(pairing, first[made.board - 1], second[made.board - 1])
            pairing.version += 1
        pairing.save()
        pairing.results.filter(status=Result.Status.CONFIRMED).update(status=Result.Status.REPLACED)
        if pairing.is_bye:
            empty_board_result(pairing).save()
    # What is left of the changed boards has nobody on either side.
    for board in changed:
        if board in pairings:
            pairings[board].delete()


def _let_play(line_up: LineUp, match: Match) -> None:
    """Who was entered after the round was paired plays from it all the same."""
    sitting = [entry.pk for entry in line_up if entry is not None]
    late = Entry.objects.filter(pk__in=sitting, joined_round__gt=match.round.number)
    late.update(joined_round=match.round.number)


def _log_line_up(
    actor, tournament: Tournament, match: Match, team: Team, before: LineUp, after: LineUp, reason: str
) -> None:
    log(
        actor=actor,
        action="set-line-up",
        subject=match,
        tournament=tournament,
        before=_facts(match, team, before),
        after=_facts(match, team, after),
        reason=reason,
    )


def _facts(match: Match, team: Team, line_up: LineUp) -> dict[str, Any]:
    names = [entry.player.formal_name if entry else "–" for entry in line_up]
    return {"round": match.round.number, "team": team.name, "players": names}
