"""A game replayed on a board, and games as PDN."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine import RULESETS
from games.domain.plies import ply_offset
from games.domain.steps import Line, line_of, move_rows, numbered_move, position_after
from games.messages import explain_flag
from games.models import Game
from games.permissions import can_submit, game_for_reading
from games.selectors.games import current_game, neighbours, tournament_games
from games.selectors.queue import flags_of
from games.selectors.records import game_text
from games.views.pictures import descriptions, parts, picture_of
from tournaments.permissions import can_manage_tournament, tournament_for_reading, visible_tournaments


@require_safe
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The game at the ply the address asks for, by default at its end."""
    game = game_for_reading(request.user, pk)
    line = line_of(game.ruleset, game.moves, game.start_fen)
    last = len(line.steps)
    ply = _ply(request, last)
    flipped = request.GET.get("flip") == "1"
    # A player may read his own game of a private event, and no other.
    sees_event = visible_tournaments(request.user).filter(pk=game.tournament_id).exists()
    previous, following = neighbours(game) if sees_event else (None, None)
    context = {
        "game": game,
        "tournament": game.tournament,
        "pairing": game.pairing,
        "ply": ply,
        "last": last,
        "flipped": flipped,
        "can_manage": can_manage_tournament(request.user, game.tournament),
        "may_submit": can_submit(request.user, game.pairing),
        "previous_game": previous,
        "next_game": following,
        **_standing(request, game),
        "findings": [(flag, explain_flag(flag)) for flag in flags_of(game)],
        **_board(game, line, ply, flipped=flipped),
    }
    return render(request, "games/game.html", context)


def _board(game: Game, line: Line, ply: int, *, flipped: bool) -> dict[str, Any]:
    first_mover = RULESETS[game.ruleset].first
    end = position_after(game.ruleset, game.moves, len(line.steps), game.start_fen)
    shown = position_after(game.ruleset, game.moves, ply, game.start_fen)
    words = {"start": _("Start of the game"), "after": _("Ply %(ply)s of %(last)s: %(move)s")}
    offset = ply_offset(game.ruleset, game.start_fen)
    said = {"ply": ply, "last": len(line.steps), "move": numbered_move(line, ply, offset)} if ply else {}
    return {
        "rows": move_rows(line, first_mover),
        "columns": _columns(first_mover),
        "unsound": line.unsound,
        "board": picture_of(shown, flipped=flipped),
        "final_board": picture_of(end),
        "parts": parts(game.ruleset),
        "status": words["after" if ply else "start"] % said,
        "outcome": end.outcome,
        "fen": end.board.fen(),
        "data": {
            **line.as_dict(),
            "ply": ply,
            "offset": offset,
            "descriptions": descriptions(),
            "words": words,
        },
    }


def _columns(first_mover: str) -> tuple[str, str]:
    """The sides in the order they move."""
    return ("white", "black") if first_mover == "white" else ("black", "white")


def _ply(request: HttpRequest, last: int) -> int:
    text = request.GET.get("ply", "")
    return min(int(text), last) if text.isdecimal() and len(text) < 6 else last


def _standing(request: HttpRequest, game: Game) -> dict[str, Any]:
    """For a record that does not count: the one that does, and the decision that took it off its pairing."""
    if game.is_current:
        return {"newer": None, "removal": None, "copied": None}
    removal = game.removal
    other = removal.details.get("other") if removal else None
    known = Game.objects.filter(tournament__in=visible_tournaments(request.user))
    return {
        "newer": current_game(game.pairing, game.number),
        "removal": removal,
        "copied": known.filter(pk=other).first() if other else None,
    }


@require_safe
def game_pdn(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for_reading(request.user, pk)
    place = f"{game.tournament.slug}-{game.pairing.round.number}-{game.pairing.table}"
    place += f"-{game.number}" if game.pairing.round.games > 1 else ""
    return _download(game_text(game), place)


@require_safe
def tournament_pdn(request: HttpRequest, slug: str) -> HttpResponse:
    """All games on record, in the order of rounds and tables."""
    tournament = tournament_for_reading(request.user, slug)
    return _download("".join(game_text(game) for game in tournament_games(tournament)), slug)


def _download(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.pdn"'
    return response
