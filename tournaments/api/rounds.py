"""Rounds and the pairings in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REMOVAL, ApiView, IdField, found
from tournaments.api.errors import errors
from tournaments.api.pairings import PairingSerializer, RemarkSerializer
from tournaments.domain.results import BYE_CODES, GAME_RESULTS
from tournaments.messages import explain, parsed_moment
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.permissions import User, tournament_for_managing, tournament_for_reading, visible_rounds
from tournaments.selectors.state import play_off_codes
from tournaments.services.hand_plans import DoubtfulPairing, HandPair
from tournaments.services.hand_rounds import edit_round_by_hand, pair_round_by_hand
from tournaments.services.round_states import set_starts_at
from tournaments.services.rounds import pair_next_round, undo_last_round

MAX_PAIRINGS = 500
"""Of one round by hand."""


@extend_schema_field(OpenApiTypes.DATETIME)
class StartField(serializers.Field):
    """A moment in ISO 8601; written without an offset it is a time of the clocks in the hall."""

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str):
            raise serializers.ValidationError(_("Write a day and a time, such as 2026-10-25T18:00."))
        try:
            return parsed_moment(data)
        except DjangoValidationError as error:
            raise serializers.ValidationError(error.messages, code=error.code) from error

    def to_representation(self, value: datetime) -> str:
        return timezone.localtime(value).isoformat()


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    pairing_system = serializers.CharField()
    seed = serializers.IntegerField(help_text="What the draw started from: the round can be paired again.")
    opening = serializers.CharField(allow_blank=True, help_text="The drawn opening; empty: free play.")
    games = serializers.IntegerField(help_text="How many games each pairing has.")
    source = serializers.ChoiceField(Round.Source.values, help_text="What paired it.")
    status = serializers.ChoiceField(
        Round.Status.values, help_text="A draft is seen only by who runs the play, and nothing counts it."
    )
    starts_at = StartField(
        allow_null=True, help_text="With the offset of the hall's clocks; null: nobody knows yet."
    )
    version = serializers.IntegerField(help_text="Send it back with a change of the round's time or state.")
    created_at = serializers.DateTimeField()
    notes = RemarkSerializer(many=True)
    pairings = PairingSerializer(many=True)


class HandPairInput(serializers.Serializer):
    white = IdField(help_text="An entry's id.")
    black = IdField(allow_null=True, help_text="Another entry's id; null: no opponent.")
    result = serializers.ChoiceField(
        [*GAME_RESULTS, *BYE_CODES],
        required=False,
        allow_blank=True,
        default="",
        help_text="Without an opponent the bye. Of a game only what is known beforehand: with a result the"
        " round is an imported one.",
    )


class HandInput(serializers.Serializer):
    """What a round by hand says beside its pairings."""

    reason = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=200, help_text="Why by hand; it is kept."
    )
    confirm = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Pair it although something is unusual: else that is refused with 409 and `warnings`.",
    )


class RoundChange(serializers.Serializer):
    starts_at = StartField(
        allow_null=True,
        help_text="ISO 8601. Without an offset the time in the site's zone: an hour that comes twice is the"
        " first of both, one that is left out is refused. Null: nobody knows yet.",
    )
    version = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        help_text="The round's version you looked at: refused with 409 when it has changed.",
    )


class RoundInput(HandInput):
    draft = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Prepare it as a draft, which only those see who run the play: publish it later.",
    )
    pairings = HandPairInput(
        many=True,
        required=False,
        allow_empty=False,
        max_length=MAX_PAIRINGS,
        help_text="Pair by hand: who meets whom, by table. Without it the pairing system pairs.",
    )
    number = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text="The round you mean to pair: refused with 409 when it has been paired already.",
    )


class PairingsInput(HandInput):
    pairings = HandPairInput(many=True, allow_empty=False, max_length=MAX_PAIRINGS)
    version = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The tournament's version you looked at: refused with 409 when it has changed.",
    )


class HandView(ApiView):
    """What may be refused for being unusual says in what."""

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, DoubtfulPairing):
            return {}
        return {"warnings": [{"code": each.code, "detail": explain(each)} for each in problem.warnings]}


class RoundsView(HandView):
    @extend_schema(operation_id="rounds_list", tags=["rounds"], responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All rounds with their pairings by table."""
        tournament = tournament_for_reading(request.user, slug)
        rows = _rounds(request.user, tournament)
        return Response(RoundSerializer(rows, many=True, context=_context(tournament)).data)

    @extend_schema(
        operation_id="rounds_create",
        tags=["rounds"],
        request=RoundInput,
        responses={201: RoundSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round. The pairing system pairs it, or it is taken as given."""
        tournament = tournament_for_managing(request.user, slug)
        given = self.read(RoundInput)
        number = given.get("number")
        if "pairings" in given:
            paired = pair_round_by_hand(
                actor=request.user,
                tournament=tournament,
                pairs=_hand_pairs(tournament, given["pairings"]),
                expected_number=number,
                reason=given["reason"],
                confirm=given["confirm"],
                draft=given["draft"],
            )
        else:
            paired = pair_next_round(
                actor=request.user, tournament=tournament, expected_number=number, draft=given["draft"]
            )
        return round_answer(request.user, tournament, paired.number, status.HTTP_201_CREATED)


class RoundView(ApiView):
    @extend_schema(operation_id="rounds_retrieve", tags=["rounds"], responses=RoundSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A round with its pairings by table."""
        return round_answer(request.user, tournament_for_reading(request.user, slug), number)

    @extend_schema(
        operation_id="rounds_update",
        tags=["rounds"],
        request=RoundChange,
        responses={200: RoundSerializer, **errors(409)},
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Say when a round begins."""
        tournament = tournament_for_managing(request.user, slug)
        found(tournament.rounds.all(), _("There is no such round."), number=number)
        given = self.read(RoundChange)
        set_starts_at(actor=request.user, tournament=tournament, number=number, **given)
        return round_answer(request.user, tournament, number)

    @extend_schema(
        operation_id="rounds_delete",
        tags=["rounds"],
        parameters=REMOVAL,
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo a round, which must be the last, or delete its draft."""
        tournament = tournament_for_managing(request.user, slug)
        found(tournament.rounds.all(), _("There is no such round."), number=number)
        undo_last_round(actor=request.user, tournament=tournament, number=number, **self.read_removal())
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoundPairingsView(HandView):
    @extend_schema(
        operation_id="round_pairings_update",
        tags=["rounds"],
        request=PairingsInput,
        responses={200: RoundSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Pair the last round anew by hand; pairings that stay as they are keep their results."""
        tournament = tournament_for_managing(request.user, slug)
        found(tournament.rounds.all(), _("There is no such round."), number=number)
        given = self.read(PairingsInput)
        edit_round_by_hand(
            actor=request.user,
            tournament=tournament,
            number=number,
            pairs=_hand_pairs(tournament, given["pairings"]),
            version=given.get("version"),
            reason=given["reason"],
            confirm=given["confirm"],
        )
        return round_answer(request.user, tournament, number)


def _hand_pairs(tournament: Tournament, given: list[dict[str, Any]]) -> list[HandPair]:
    """Raises ValidationError naming the pairs with an entry that this tournament has not."""
    entries: dict[int, Entry] = tournament.entries.select_related("player").in_bulk()
    wrong = {
        f"pairings.{row}.{colour}": [_("This tournament has no entry with the id %s.") % each[colour]]
        for row, each in enumerate(given)
        for colour in ("white", "black")
        if each[colour] is not None and each[colour] not in entries
    }
    if wrong:
        raise serializers.ValidationError(wrong)
    return [HandPair(entries[p["white"]], entries.get(p["black"]), p["result"]) for p in given]


def round_answer(user: User, tournament: Tournament, number: int, code: int = status.HTTP_200_OK) -> Response:
    """The round as the user may see it. Raises Http404 where there is none for him."""
    row = found(_rounds(user, tournament), _("There is no such round."), number=number)
    return Response(RoundSerializer(row, context=_context(tournament)).data, code)


def _context(tournament: Tournament) -> dict[str, Any]:
    return {"play_offs": play_off_codes(tournament)}


def _rounds(user: User, tournament: Tournament) -> QuerySet[Round]:
    pairings = Pairing.objects.select_related("white__player", "black__player").order_by("table")
    visible = visible_rounds(user).filter(tournament=tournament)
    return visible.order_by("number").prefetch_related(Prefetch("pairings", pairings))
