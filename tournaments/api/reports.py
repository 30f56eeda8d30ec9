"""Results as players report them, and points by decision."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REMOVAL, ApiView, ChangeInput, VersionField, found
from tournaments.api.entries import EntryView
from tournaments.api.errors import errors
from tournaments.api.pairings import PairingDetailSerializer, PairingView, SeatSerializer, pairing_answer
from tournaments.domain.errors import StaleError
from tournaments.domain.results import GAME_RESULTS, SCORINGS
from tournaments.models import Entry, Pairing
from tournaments.models.desk import MAX_ADJUSTMENT
from tournaments.models.round import MAX_GAMES
from tournaments.permissions import (
    pairing_for_managing,
    pairing_for_reading,
    plays_in,
    require_part_in,
    tournament_for_managing,
    tournament_for_reading,
)
from tournaments.selectors.pairing_games import code_of
from tournaments.selectors.reports import AGREED, CONFLICT, SINGLE, open_reports
from tournaments.services.decisions import add_adjustment, remove_adjustment
from tournaments.services.reports import accept_report, dismiss_reports, report_result


class GameField(serializers.IntegerField):
    """A game of a pairing."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=MAX_GAMES, required=False, default=1)


class ReportSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="entry_id", help_text="Who reported it.")
    result = serializers.ChoiceField(list(GAME_RESULTS), source="code")
    reported_at = serializers.DateTimeField()


class GameReportsSerializer(serializers.Serializer):
    pairing = serializers.IntegerField(source="pairing.pk")
    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table")
    game = serializers.IntegerField(source="game.number")
    version = serializers.IntegerField(source="pairing.version", help_text="Send it back to accept one.")
    white = SeatSerializer(source="game.white", help_text="White of this game, for whom results are written.")
    black = SeatSerializer(source="game.black")
    state = serializers.ChoiceField([CONFLICT, AGREED, SINGLE])
    reports = ReportSerializer(many=True)


class ReportInput(serializers.Serializer):
    result = serializers.CharField(max_length=20, help_text="Written for the game's own White; no forfeits.")
    game = GameField()


class AcceptInput(ReportInput):
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The pairing's version you looked at."
    )


class DismissInput(serializers.Serializer):
    game = GameField()
    version = VersionField(required=False)


class ReportsView(ApiView):
    @extend_schema(
        operation_id="reports_list",
        tags=["pairings"],
        responses={200: GameReportsSerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What players reported and waits for the arbiters: conflicts first, then what both agree on."""
        tournament = tournament_for_managing(request.user, slug)
        return Response(GameReportsSerializer(open_reports(tournament), many=True).data)


class PairingReportsView(ApiView):
    @extend_schema(
        operation_id="reports_create",
        tags=["pairings"],
        request=ReportInput,
        responses={201: ReportSerializer, **errors(409)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Report the result of a game of your own. It counts when an arbiter accepts it."""
        pairing = pairing_for_reading(request.user, pk)
        if not plays_in(request.user, pairing):
            require_part_in(request.user, pairing)
            raise PermissionDenied(_("Only the two who play can report a game."))
        given = self.read(ReportInput)
        entry = Entry.objects.get(seats__pairing=pairing, player__user_id=request.user.pk)
        made = report_result(
            actor=request.user, pairing=pairing, entry=entry, code=given["result"], game=given["game"]
        )
        return Response(ReportSerializer(made).data, status.HTTP_201_CREATED)


class AcceptReportView(ApiView):
    @extend_schema(
        operation_id="reports_accept",
        tags=["pairings"],
        request=AcceptInput,
        responses={200: PairingDetailSerializer, **errors(409)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Record a reported result. A stale version is refused with the `current` one."""
        pairing = pairing_for_managing(request.user, pk)
        given = self.read(AcceptInput)
        accept_report(
            actor=request.user,
            pairing=pairing,
            code=given["result"],
            game=given["game"],
            version=given["version"],
        )
        return pairing_answer(pairing_for_reading(request.user, pk))

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, StaleError):
            return {}
        pairing: Pairing = pairing_for_reading(self.request.user, self.kwargs["pk"])
        game = int(self.request.data.get("game", 1))
        return {"current": {"result": code_of(pairing, game), "version": pairing.version}}


class DismissReportsView(ApiView):
    stands_at = PairingView

    @extend_schema(
        operation_id="reports_dismiss",
        tags=["pairings"],
        request=DismissInput,
        responses={200: PairingDetailSerializer, **errors(409)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Set aside what is reported of a game; the players may report again."""
        pairing = pairing_for_managing(request.user, pk)
        dismiss_reports(actor=request.user, pairing=pairing, **self.read(DismissInput))
        return pairing_answer(pairing_for_reading(request.user, pk))


class AdjustmentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number", help_text="It counts from this round on.")
    points = serializers.SerializerMethodField(help_text="On paper: -0.5 takes half a point of 1-½-0.")
    reason = serializers.CharField()

    def get_points(self, made: Any) -> float:
        return float(SCORINGS[made.entry.tournament.scoring].number(made.points))


class AdjustmentInput(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=999)
    version = VersionField(required=False, help_text="The entry's version you looked at.")
    points = serializers.IntegerField(
        min_value=-MAX_ADJUSTMENT,
        max_value=MAX_ADJUSTMENT,
        help_text="Integer points of the scoring, below zero a penalty: of 1-½-0, half a point is 1.",
    )
    reason = serializers.CharField(max_length=200, help_text="Everybody sees it in the standings.")


class AdjustmentsView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="adjustments_list", tags=["entries"], responses=AdjustmentSerializer(many=True)
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The points an arbiter gave to a player or took from him."""
        entry = _entry(tournament_for_reading(request.user, slug), pk)
        made = entry.adjustments.select_related("entry__tournament")
        return Response(AdjustmentSerializer(made, many=True).data)

    @extend_schema(
        operation_id="adjustments_create",
        tags=["entries"],
        request=AdjustmentInput,
        responses={201: AdjustmentSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Give or take points for a reason: for ranks and pairings, not for opponents' tie-breaks."""
        entry = _entry(tournament_for_managing(request.user, slug), pk)
        given = self.read(AdjustmentInput)
        made = add_adjustment(
            actor=request.user,
            entry=entry,
            round_number=given["round"],
            points=given["points"],
            reason=given["reason"],
            version=given.get("version"),
        )
        return Response(AdjustmentSerializer(made).data, status.HTTP_201_CREATED)


class AdjustmentView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="adjustments_delete",
        tags=["entries"],
        request=ChangeInput,
        parameters=REMOVAL,
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int, decision: int) -> Response:
        """Take a decision back; its `reason`, in the query or in a body, is needed."""
        entry = _entry(tournament_for_managing(request.user, slug), pk)
        made = found(entry.adjustments.select_related("entry"), _("There is no such decision."), pk=decision)
        given = self.read_removal() | {name: v for name, v in self.read(ChangeInput).items() if v}
        remove_adjustment(actor=request.user, adjustment=made, **given)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _entry(tournament: Any, pk: int) -> Entry:
    return found(tournament.entries.all(), _("There is no such player in this tournament."), pk=pk)
