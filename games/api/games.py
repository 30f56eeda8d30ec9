"""Games on record, and submitting one."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine import RULESETS
from games.domain.claims import CLAIMS
from games.domain.errors import IllegalGameError
from games.models import Game
from games.permissions import game_for_reading, pairing_for_submitting
from games.selectors.games import current_games
from games.selectors.records import game_text
from games.services.submission import submit_game
from tournaments.api.base import ApiView, IdField, Pages
from tournaments.api.errors import ErrorSerializer, error, errors
from tournaments.api.pairings import SeatSerializer
from tournaments.domain.results import GAME_RESULTS
from tournaments.messages import explain
from tournaments.permissions import pairing_for_reading, visible_tournaments

MAX_PDN = 100_000


class GameSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    tournament = serializers.CharField(source="tournament.slug")
    pairing = serializers.IntegerField(source="pairing_id")
    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table")
    game = serializers.IntegerField(source="number", help_text="Of the round: 2 is its second game.")
    white = SeatSerializer(help_text="Of this game: in the second the pairing's Black.")
    black = SeatSerializer(allow_null=True)
    ruleset = serializers.ChoiceField(list(RULESETS))
    result = serializers.CharField(allow_blank=True, help_text="What the record says; empty: not known.")
    plies = serializers.IntegerField()
    verdict = serializers.ChoiceField(Game.Verdict.values)
    source = serializers.ChoiceField(Game.Source.values)
    is_current = serializers.BooleanField(
        help_text="False: a newer record has replaced it, or an arbiter took it off."
    )
    submitted_at = serializers.DateTimeField()
    verified_at = serializers.DateTimeField(allow_null=True)


class GameDetailSerializer(GameSerializer):
    moves = serializers.ListField(child=serializers.CharField())
    start_fen = serializers.CharField(allow_blank=True, help_text="Empty: the usual position.")
    final_fen = serializers.CharField()
    pdn = serializers.SerializerMethodField(help_text="The record as the site writes it.")

    def get_pdn(self, game: Game) -> str:
        return game_text(game)


class GameInput(serializers.Serializer):
    pdn = serializers.CharField(
        max_length=MAX_PDN,
        required=False,
        allow_blank=True,
        default="",
        trim_whitespace=False,
        help_text="One game; the moves alone will do.",
    )
    moves = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=2000,
        help_text="Instead of PDN.",
    )
    result = serializers.CharField(
        max_length=20,
        required=False,
        allow_blank=True,
        default="",
        help_text="If neither the record nor the board says: one of the result codes.",
    )
    game = serializers.IntegerField(
        source="number",
        min_value=1,
        max_value=2,
        required=False,
        default=1,
        help_text="2: the second game of a round of two, with colours reversed; the result is for its White.",
    )
    claim = serializers.ChoiceField(
        list(CLAIMS),
        required=False,
        allow_blank=True,
        default="",
        help_text="A draw claimed at the end of the record; it goes to the arbiter's queue.",
    )
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class IllegalGameSerializer(ErrorSerializer):
    ply = serializers.IntegerField(required=False, help_text="From 1; with `illegal-move`, as the following.")
    move = serializers.CharField(required=False, help_text="As it was written.")
    reason = serializers.CharField(required=False, help_text="Which rule forbids it.")
    legal = serializers.ListField(child=serializers.CharField(), required=False, help_text="The legal moves.")
    played = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The sound moves before."
    )
    codes = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The result codes."
    )


class GameQuery(serializers.Serializer):
    tournament = serializers.SlugField(required=False)
    player = IdField(required=False, help_text="A player's id: games with either colour.")
    verdict = serializers.ChoiceField(Game.Verdict.values, required=False)


class GamesView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="games_list", tags=["games"], parameters=[GameQuery], responses=GameSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Games on record, the newest first."""
        query = self.read_query(GameQuery)
        rows = current_games().filter(tournament__in=visible_tournaments(request.user)).order_by("-pk")
        return self.paged(_narrowed(rows, query), GameSerializer)


def _narrowed(rows: QuerySet[Game], query: dict[str, Any]) -> QuerySet[Game]:
    if "tournament" in query:
        rows = rows.filter(tournament__slug=query["tournament"])
    if "verdict" in query:
        rows = rows.filter(verdict=query["verdict"])
    if "player" in query:
        player = query["player"]
        rows = rows.filter(Q(pairing__white__player=player) | Q(pairing__black__player=player))
    return rows


class GameView(ApiView):
    @extend_schema(operation_id="games_retrieve", tags=["games"], responses=GameDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """A game with its moves, on record or replaced."""
        return Response(GameDetailSerializer(game_for_reading(request.user, pk)).data)


class PairingGamesView(ApiView):
    input_error_status = 422

    @extend_schema(operation_id="pairing_games_list", tags=["games"], responses=GameSerializer(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The games of a pairing and what they replaced, the newest first."""
        pairing = pairing_for_reading(request.user, pk)
        rows = Game.objects.filter(pairing=pairing).select_related(
            "tournament", "pairing__round", "pairing__white__player", "pairing__black__player"
        )
        return Response(GameSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="pairing_games_create",
        tags=["games"],
        request=GameInput,
        responses={201: GameDetailSerializer, **errors(409), 422: error(422, IllegalGameSerializer)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit a game of a pairing, as one of its players or an arbiter; the result follows from it.

        An illegal game is refused with the ply, the move, the reason and the legal moves.
        """
        pairing = pairing_for_submitting(request.user, pk)
        game = submit_game(
            actor=request.user, pairing=pairing, source=Game.Source.API, **self.read(GameInput)
        )
        return Response(
            GameDetailSerializer(game_for_reading(request.user, game.pk)).data, status.HTTP_201_CREATED
        )

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if isinstance(problem, IllegalGameError):
            return {
                "ply": problem.ply,
                "move": problem.move,
                "reason": explain(problem.reason),
                "legal": list(problem.legal),
                "played": list(problem.played),
            }
        return {"codes": list(GAME_RESULTS)} if getattr(problem, "code", "") == "result-unknown" else {}
