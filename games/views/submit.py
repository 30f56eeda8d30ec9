"""Submitting a game: on the board or as text."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine import RULESETS, Board, FenError
from engine.game import Replay, replay
from games.domain.plies import ply_offset
from games.domain.records import refused_attempt, sound_moves
from games.domain.steps import step_of
from games.forms import SubmitForm
from games.models import Game, opening_of
from games.permissions import pairing_for_submitting
from games.selectors.games import current_game
from games.services.submission import submission_problem, submit_game
from games.views.pictures import descriptions, parts, picture_of
from tournaments.domain.errors import ConflictError, DomainError, StaleError
from tournaments.messages import explain
from tournaments.models import Pairing
from tournaments.permissions import can_manage_tournament, pairing_for_reading
from tournaments.selectors.pairing_games import code_of, game_of, games_of
from tournaments.templatetags.pages import result_text

MOST_ATTEMPT = 60  # characters, as in the API
MAX_FEN = 300


@require_http_methods(["GET", "HEAD", "POST"])
def submit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The form; a good record leads to its game, a bad one back here with the board before the fault."""
    if not request.user.is_authenticated:
        pairing_for_reading(request.user, pk)
        return redirect_to_login(request.get_full_path())
    pairing = pairing_for_submitting(request.user, pk)
    number = _number(request, pairing)
    if request.method != "POST":
        problem = submission_problem(actor=request.user, pairing=pairing, number=number)
        return _page(request, pairing, number, SubmitForm(), problem=problem)
    form = SubmitForm(request.POST)
    if not form.is_valid():
        return _page(request, pairing, number, form, status=HTTPStatus.BAD_REQUEST)
    try:
        game = submit_game(
            actor=request.user,
            pairing=pairing,
            number=number,
            replaces=_seen_record(request),
            **form.cleaned_data,
        )
    except StaleError as error:
        # What was written stays; sent again, it replaces the record that the page shows now.
        form.add_error(None, explain(error))
        return _page(request, pairing, number, form, status=HTTPStatus.CONFLICT)
    except ConflictError as error:
        return _page(request, pairing, number, form, problem=error, status=HTTPStatus.CONFLICT)
    except DomainError as error:
        form.add_error(
            "result" if error.code in ("result-unknown", "not-a-game-result") else "pdn", explain(error)
        )
        return _page(request, pairing, number, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _submitted(game))
    return redirect(game)


def _number(request: HttpRequest, pairing: Pairing) -> int:
    """Which game of the round is meant; by default the first that is not on record."""
    text = request.POST.get("game") or request.GET.get("game", "")
    numbers = [str(number) for number in range(1, pairing.round.games + 1)]
    if text:
        if text not in numbers:
            raise Http404(_("There is no such game."))
        return int(text)
    on_record = set(pairing.games.filter(is_current=True).values_list("number", flat=True))
    return next((int(each) for each in numbers if int(each) not in on_record), 1)


def _seen_record(request: HttpRequest) -> int | None:
    """The record the page showed, 0 for none; None where the form does not say."""
    text = request.POST.get("replaces", "")
    return int(text) if text.isdecimal() and len(text) < 19 else None


def _submitted(game: Game) -> str:
    if not game.recorded_code:
        return _("The game is on record. No result is recorded yet.")
    return _("The game is on record. Result: %(result)s") % {"result": result_text(game.recorded_code)}


def _page(
    request: HttpRequest,
    pairing: Pairing,
    number: int,
    form: SubmitForm,
    *,
    problem: ConflictError | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    tournament = pairing.round.tournament
    opening = opening_of(pairing.round, tournament.ruleset)
    start = opening.position if opening is not None and not opening.moves else ""
    if opening is not None and not form.is_bound:
        form.initial["pdn"] = opening.numbered
    moves, _fault = sound_moves(tournament.ruleset, form["pdn"].value() or "", start)
    played = replay(tournament.ruleset, moves, start or None)
    current = current_game(pairing, number)
    context = {
        "pairing": pairing,
        "number": number,
        "this": game_of(pairing, number, code_of(pairing, number)),
        "games": games_of(pairing),
        "tournament": tournament,
        "form": form,
        "problem": explain(problem) if problem else "",
        "current": current,
        "seen_record": current.pk if current else 0,
        "can_manage": can_manage_tournament(request.user, tournament),
        "words": _words(),
        "board": picture_of(played),
        "parts": parts(tournament.ruleset),
        "played": played,
        "data": _data(tournament.ruleset, start, played),
    }
    return render(request, "games/submit.html", context, status=status)


def _data(ruleset: str, start: str, played: Replay) -> dict[str, Any]:
    """What the script begins with."""
    return {
        "ruleset": ruleset,
        "start": start,
        "offset": ply_offset(ruleset, start),
        "descriptions": descriptions(),
        "names": _names(played),
        **_position(played),
    }


def _names(played: Replay) -> dict[str, str]:
    """What the squares are called where they are numbered."""
    if played.board.ruleset.algebraic:
        return {}
    return {square: str(number) for square, number in played.board.geometry.number.items()}


def _words() -> dict[str, str]:
    """What the script says on the board."""
    return {
        "wm": _("white man"),
        "wk": _("white king"),
        "bm": _("black man"),
        "bk": _("black king"),
        "empty": _("empty"),
        "choose": _("More than one move ends there. Choose one."),
        "failed": _("The server does not answer. The moves are kept in the text: submit them as they are."),
    }


@require_POST
def legal_moves(request: HttpRequest) -> JsonResponse:
    """What the board needs to go on: POST `ruleset`, `text` (the moves so far in any form of PDN) and
    `start`, the FEN they begin from where that is not the start of a game.

    Answers the sound moves, the position after them, the legal moves there and in `error` the fault, if any.
    With `attempt`, a move tried after them, `refused` says why it cannot be played ("" when it can); the
    position stays the one before it. It reads nothing of the site, so it is open to everybody.
    """
    ruleset = request.POST.get("ruleset", "")
    if ruleset not in RULESETS:
        return JsonResponse({"error": _("There is no such ruleset.")}, status=HTTPStatus.BAD_REQUEST)
    start = request.POST.get("start", "")[:MAX_FEN]
    try:
        start = Board(ruleset, start).fen() if start else ""
    except FenError as error:
        return JsonResponse({"error": explain(error)}, status=HTTPStatus.BAD_REQUEST)
    moves, fault = sound_moves(ruleset, request.POST.get("text", ""), start)
    attempt = request.POST.get("attempt", "")[:MOST_ATTEMPT]
    refusal = refused_attempt(ruleset, moves, attempt, start) if attempt else None
    said = {"error": explain(fault) if fault else "", "refused": explain(refusal) if refusal else ""}
    return JsonResponse(_position(replay(ruleset, moves, start or None)) | said)


def _position(played: Replay) -> dict[str, Any]:
    """The end of a replay as the script reads it."""
    board = played.board
    last = played.moves[-1] if played.moves else None
    return {
        "moves": played.notations,
        "pieces": board.pieces(),
        "turn": board.turn,
        "fen": board.fen(),
        "legal": [step_of(board, move, board.notation(move)).as_dict() for move in board.legal_moves],
        "last": {"path": last.path, "captured": sorted(last.captured)} if last else None,
        "outcome": played.outcome.result if played.outcome else "",
        "claims": [claim.kind for claim in board.claims()],
        "status": _status(played),
    }


def _status(played: Replay) -> str:
    """One line under the board: who is to move, or how it ended."""
    if played.outcome is not None:
        return _("The game is over on the board: %(result)s") % {"result": result_text(played.outcome.result)}
    if played.board.claims():
        return _("A draw can be claimed in this position.")
    return _("White to move") if played.board.turn == "white" else _("Black to move")
