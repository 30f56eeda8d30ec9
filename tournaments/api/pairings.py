"""Pairings and their results."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.errors import errors
from tournaments.domain.errors import InputError, StaleError
from tournaments.domain.results import BYE_CODES, GAME_RESULTS, RESULTS
from tournaments.messages import explain_record
from tournaments.models import Pairing
from tournaments.models.round import MAX_GAMES
from tournaments.permissions import pairing_for_managing, pairing_for_reading
from tournaments.selectors.pairing_games import code_of
from tournaments.selectors.state import play_off_codes
from tournaments.services.results import record_result
from tournaments.services.round_states import set_adjourned


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
    second_result = serializers.SerializerMethodField(
        help_text="Of the second game of a two-game round, written for its own White, who is `black` here."
    )
    play_off = serializers.SerializerMethodField(
        help_text="Of the games that played off a tie, each written for its own White: colours change over."
    )
    is_adjourned = serializers.BooleanField(
        help_text="The game goes on later. Until then it gives no points, and counts as drawn when the next"
        " round is paired (FIDE C.04.2)."
    )
    version = serializers.IntegerField(help_text="Send it back with a result.")

    @extend_schema_field(serializers.ChoiceField(list(GAME_RESULTS), allow_null=True))
    def get_second_result(self, pairing: Pairing) -> str | None:
        return pairing.second_code if pairing.round.games > 1 else None

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(list(GAME_RESULTS))))
    def get_play_off(self, pairing: Pairing) -> list[str]:
        return list(self.context["play_offs"].get(pairing.pk, ()))


class RemarkSerializer(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.SerializerMethodField(help_text="A sentence in the language of Accept-Language.")

    def get_detail(self, said: dict[str, Any]) -> str:
        return explain_record(said)


class PairingDetailSerializer(PairingSerializer):
    tournament = serializers.CharField(source="round.tournament.slug")
    round = serializers.IntegerField(source="round.number")
    reasons = RemarkSerializer(many=True, help_text="Why it was paired so.")


class ResultInput(serializers.Serializer):
    result = serializers.CharField(
        max_length=20,
        allow_blank=True,
        allow_null=True,
        required=False,
        help_text=f"One of {', '.join(GAME_RESULTS)}; empty or null clears it.",
    )
    game = serializers.IntegerField(
        min_value=1,
        max_value=MAX_GAMES,
        required=False,
        default=1,
        help_text="2 is the second game of a two-game round, more are those of a play-off; the result is"
        " written for the game's own White.",
    )
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The version you looked at: a stale result is refused."
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")
    adjudicated = serializers.BooleanField(
        required=False, default=False, help_text="The arbiter decided the game: it needs a `reason`."
    )
    is_adjourned = serializers.BooleanField(
        required=False, help_text="Instead of a `result`: whether the game is adjourned and goes on later."
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if ("result" in given) == ("is_adjourned" in given):
            raise serializers.ValidationError(
                {"result": [_("Give either a result, or say whether the game is adjourned.")]}
            )
        return given


class PairingView(ApiView):
    @extend_schema(operation_id="pairings_retrieve", tags=["pairings"], responses=PairingDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """A pairing, with why it was paired so."""
        return pairing_answer(pairing_for_reading(request.user, pk))

    @extend_schema(
        operation_id="pairings_update",
        tags=["pairings"],
        request=ResultInput,
        responses={200: PairingDetailSerializer, **errors(409)},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Record, correct or clear a game's result, or adjourn it. A stale version is refused with the
        `current` one."""
        pairing = pairing_for_managing(request.user, pk)
        given = self.read(ResultInput)
        if "is_adjourned" in given:
            set_adjourned(
                actor=request.user,
                pairing=pairing,
                adjourned=given["is_adjourned"],
                version=given["version"],
                reason=given["reason"],
            )
            return pairing_answer(pairing_for_reading(request.user, pk))
        record_result(
            actor=request.user,
            pairing=pairing,
            code=given["result"] or "",
            game=given["game"],
            version=given["version"],
            reason=given["reason"],
            adjudicated=given["adjudicated"],
        )
        return pairing_answer(pairing_for_reading(request.user, pk))

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, (StaleError, InputError)):
            return {}
        pairing = pairing_for_reading(self.request.user, self.kwargs["pk"])
        if isinstance(problem, StaleError):
            game = int(self.request.data.get("game", 1))
            return {"current": {"result": code_of(pairing, game), "version": pairing.version}}
        return {"codes": list(BYE_CODES if pairing.is_bye else GAME_RESULTS)}


def pairing_answer(pairing: Pairing) -> Response:
    play_offs = play_off_codes(pairing.round.tournament, pairing.round.number)
    return Response(PairingDetailSerializer(pairing, context={"play_offs": play_offs}).data)
