"""The arbiter's queue: what was found in the games of a tournament."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.domain.findings import FINDINGS
from games.messages import explain_opinion
from games.models import Flag
from games.permissions import flag_for_deciding
from games.services.queue import DECISIONS, decide_flag
from tournaments.api.base import ApiView, Pages, VersionField
from tournaments.api.errors import errors
from tournaments.domain.results import GAME_RESULTS
from tournaments.messages import explain
from tournaments.models import Tournament
from tournaments.permissions import tournament_for_managing


class FlagSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    game = serializers.IntegerField(source="game_id")
    pairing = serializers.IntegerField(source="game.pairing_id")
    round = serializers.IntegerField(source="game.pairing.round.number")
    table = serializers.IntegerField(source="game.pairing.table")
    game_of_round = serializers.IntegerField(source="game.number", help_text="2: the second of two.")
    kind = serializers.ChoiceField(list(FINDINGS))
    detail = serializers.SerializerMethodField(
        help_text="What was found, in the language of Accept-Language."
    )
    ply = serializers.IntegerField()
    engine = serializers.SerializerMethodField(
        help_text="What the engine says of the position at the ply; empty until the game is checked."
    )
    status = serializers.ChoiceField(Flag.Status.values)
    created_at = serializers.DateTimeField()
    decided_by = serializers.CharField(source="decided_by.username", allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_result = serializers.CharField(
        allow_blank=True, help_text="The result recorded with the decision."
    )
    decision_reason = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField(
        source="game.pairing.version", help_text="The pairing's; send it back with a decision."
    )

    def get_detail(self, flag: Flag) -> str:
        return explain(flag.said)

    def get_engine(self, flag: Flag) -> str:
        return explain_opinion(flag)


class FlagQuery(serializers.Serializer):
    status = serializers.ChoiceField(Flag.Status.values, required=False, help_text="Default: all.")


class DecisionInput(serializers.Serializer):
    version = VersionField(required=False)
    decision = serializers.ChoiceField(DECISIONS)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    result = serializers.ChoiceField(
        GAME_RESULTS,
        required=False,
        allow_blank=True,
        default="",
        help_text="Record this result instead of the one the finding stands for.",
    )


class FlagsView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="flags_list",
        tags=["queue"],
        parameters=[FlagQuery],
        responses={200: FlagSerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The tournament's queue, for its arbiters: what was found in its games, the newest first."""
        tournament = tournament_for_managing(request.user, slug)
        return self.paged(_flags(tournament).filter(**self.read_query(FlagQuery)), FlagSerializer)


class FlagView(ApiView):
    @extend_schema(
        operation_id="flags_retrieve", tags=["queue"], responses={200: FlagSerializer, **errors(403)}
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """One finding."""
        flag = flag_for_deciding(request.user, slug, pk)
        return Response(FlagSerializer(_flags(flag.game.tournament_id).get(pk=pk)).data)


class DecideView(ApiView):
    stands_at = FlagView

    @extend_schema(
        operation_id="flags_decide",
        tags=["queue"],
        request=DecisionInput,
        responses={200: FlagSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Uphold or dismiss a finding; upholding records the result it stands for, or takes a record that is
        not of this game off its pairing."""
        flag = flag_for_deciding(request.user, slug, pk)
        decide_flag(actor=request.user, flag=flag, **self.read(DecisionInput))
        return Response(FlagSerializer(_flags(flag.game.tournament_id).get(pk=pk)).data)


def _flags(tournament: Tournament | int) -> QuerySet[Flag]:
    return Flag.objects.filter(game__tournament=tournament).select_related(
        "game__pairing__round", "decided_by"
    )
