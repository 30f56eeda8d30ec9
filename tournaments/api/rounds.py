"""Rounds and the pairings in them."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, ReasonSerializer, found
from tournaments.api.entries import REASON
from tournaments.api.errors import errors
from tournaments.domain.errors import InputError, StaleError
from tournaments.domain.pairing import Reason
from tournaments.domain.results import BYE_CODES, GAME_RESULTS, RESULTS
from tournaments.messages import explain
from tournaments.models import Pairing, Round, Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.permissions import (
    pairing_for_managing,
    pairing_for_reading,
    tournament_for_managing,
    tournament_for_reading,
)
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round, undo_last_round


class SeatSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(allow_null=True, help_text="Starting number.")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")


class PairingSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    table = serializers.IntegerField()
    white = SeatSerializer()
    black = SeatSerializer(allow_null=True, help_text="Null: no opponent; `result` says which bye it is.")
    result = serializers.ChoiceField(
        list(RESULTS), source="result_code", allow_null=True, help_text="Null while it is not known."
    )
    version = serializers.IntegerField(help_text="Send it back with a result.")


class RemarkSerializer(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.SerializerMethodField(help_text="A sentence in the language of Accept-Language.")

    def get_detail(self, said: dict[str, Any]) -> str:
        return explain(Reason(said["code"], said["template"], said["params"]))


class PairingDetailSerializer(PairingSerializer):
    tournament = serializers.CharField(source="round.tournament.slug")
    round = serializers.IntegerField(source="round.number")
    reasons = RemarkSerializer(many=True, help_text="Why it was paired so.")


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    pairing_system = serializers.CharField()
    seed = serializers.IntegerField(help_text="What the draw started from: the round can be paired again.")
    opening = serializers.CharField(allow_blank=True, help_text="The drawn opening; empty: free play.")
    created_at = serializers.DateTimeField()
    notes = RemarkSerializer(many=True)
    pairings = PairingSerializer(many=True)


class RoundInput(serializers.Serializer):
    number = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text="The round you mean to pair: refused with 409 when it has been paired already.",
    )


class ResultInput(serializers.Serializer):
    result = serializers.CharField(
        max_length=20,
        allow_blank=True,
        allow_null=True,
        help_text=f"One of {', '.join(GAME_RESULTS)}; empty or null clears it.",
    )
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The version you looked at: a stale result is refused."
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class RoundsView(ApiView):
    @extend_schema(operation_id="rounds_list", tags=["rounds"], responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All rounds with their pairings by table."""
        return Response(RoundSerializer(_rounds(tournament_for_reading(request.user, slug)), many=True).data)

    @extend_schema(
        operation_id="rounds_create",
        tags=["rounds"],
        request=RoundInput,
        responses={201: RoundSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round."""
        tournament = tournament_for_managing(request.user, slug)
        paired = pair_next_round(
            actor=request.user, tournament=tournament, expected_number=self.read(RoundInput).get("number")
        )
        return Response(RoundSerializer(_rounds(tournament).get(pk=paired.pk)).data, status.HTTP_201_CREATED)


class RoundView(ApiView):
    @extend_schema(operation_id="rounds_retrieve", tags=["rounds"], responses=RoundSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A round with its pairings by table."""
        tournament = tournament_for_reading(request.user, slug)
        return Response(
            RoundSerializer(found(_rounds(tournament), _("There is no such round."), number=number)).data
        )

    @extend_schema(
        operation_id="rounds_delete",
        tags=["rounds"],
        parameters=[REASON],
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo a round, which must be the last."""
        tournament = tournament_for_managing(request.user, slug)
        found(tournament.rounds.all(), _("There is no such round."), number=number)
        undo_last_round(
            actor=request.user, tournament=tournament, number=number, **self.read_query(ReasonSerializer)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    pairings = Pairing.objects.select_related("white__player", "black__player").order_by("table")
    return tournament.rounds.order_by("number").prefetch_related(Prefetch("pairings", pairings))


class PairingView(ApiView):
    @extend_schema(operation_id="pairings_retrieve", tags=["pairings"], responses=PairingDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """A pairing, with why it was paired so."""
        return Response(PairingDetailSerializer(pairing_for_reading(request.user, pk)).data)

    @extend_schema(
        operation_id="pairings_update",
        tags=["pairings"],
        request=ResultInput,
        responses={200: PairingDetailSerializer, **errors(409)},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Record, correct or clear the result. A stale version is refused with the `current` one."""
        pairing = pairing_for_managing(request.user, pk)
        given = self.read(ResultInput)
        record_result(
            actor=request.user,
            pairing=pairing,
            code=given["result"] or "",
            version=given["version"],
            reason=given["reason"],
        )
        return Response(PairingDetailSerializer(pairing_for_reading(request.user, pk)).data)

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, (StaleError, InputError)):
            return {}
        pairing = pairing_for_reading(self.request.user, self.kwargs["pk"])
        if isinstance(problem, StaleError):
            return {"current": {"result": pairing.result_code, "version": pairing.version}}
        return {"codes": list(BYE_CODES if pairing.is_bye else GAME_RESULTS)}
