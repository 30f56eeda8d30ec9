"""Tournaments: the list, one of them, its end and its log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, Pages, found
from tournaments.api.errors import errors
from tournaments.api.tournament_shapes import (
    TournamentChange,
    TournamentInput,
    TournamentQuery,
    TournamentSerializer,
)
from tournaments.domain.errors import StaleError
from tournaments.models import AuditEntry
from tournaments.permissions import Right, tournament_for_managing, visible_tournaments
from tournaments.selectors.tournament_pages import tournaments_found, with_counts
from tournaments.services.lifecycle import finish_tournament, reopen_tournament
from tournaments.services.tournaments import create_tournament, update_tournament


class TournamentsView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="tournaments_list",
        tags=["tournaments"],
        parameters=[TournamentQuery],
        responses=TournamentSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Public tournaments and those you manage, the newest first."""
        rows = tournaments_found(request.user, **self.read_query(TournamentQuery))
        return self.paged(rows.select_related("club", "rating_list", "federation"), TournamentSerializer)

    @extend_schema(
        operation_id="tournaments_create",
        tags=["tournaments"],
        request=TournamentInput,
        responses={201: TournamentSerializer, **errors(409)},
    )
    def post(self, request: Request) -> Response:
        """Create a tournament; you become its arbiter."""
        tournament = create_tournament(actor=request.user, **self.read(TournamentInput))
        return Response(_shown(request, tournament.slug), status.HTTP_201_CREATED)


class TournamentView(ApiView):
    @extend_schema(operation_id="tournaments_retrieve", tags=["tournaments"], responses=TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A tournament."""
        return Response(_shown(request, slug))

    @extend_schema(
        operation_id="tournaments_update",
        tags=["tournaments"],
        request=TournamentChange,
        responses={200: TournamentSerializer, **errors(409)},
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is given. A stale version is refused with the `current` tournament."""
        tournament = tournament_for_managing(request.user, slug, Right.SETTINGS)
        changes = self.read(TournamentChange, tournament=tournament)
        version, reason = changes.pop("version"), changes.pop("reason")
        if "rounds" in changes:
            changes["planned_rounds"] = changes.pop("rounds")
        update_tournament(
            actor=request.user, tournament=tournament, version=version, reason=reason, changes=changes
        )
        return Response(_shown(request, slug))

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if isinstance(problem, StaleError):
            return {"current": _shown(self.request, self.kwargs["slug"])}
        return {}


def _shown(request: Request, slug: str) -> dict[str, Any]:
    rows = with_counts(visible_tournaments(request.user)).select_related("club", "rating_list", "federation")
    return TournamentSerializer(found(rows, _("There is no such tournament."), slug=slug)).data


class FinishInput(serializers.Serializer):
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, help_text="If given, a stale one is refused."
    )


class ReopenInput(FinishInput):
    reason = serializers.CharField(max_length=200, help_text="Why; it goes into the log.")


class FinishView(ApiView):
    stands_at = TournamentView

    @extend_schema(
        operation_id="tournaments_finish",
        tags=["tournaments"],
        request=FinishInput,
        responses={200: TournamentSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Close a tournament; it is rated in the background. Finishing twice changes nothing."""
        tournament = tournament_for_managing(request.user, slug, Right.FINISH)
        finish_tournament(actor=request.user, tournament=tournament, **self.read(FinishInput))
        return Response(_shown(request, slug))


class ReopenView(ApiView):
    stands_at = TournamentView

    @extend_schema(
        operation_id="tournaments_reopen",
        tags=["tournaments"],
        request=ReopenInput,
        responses={200: TournamentSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open a finished tournament for a correction; its rating changes are taken back meanwhile."""
        tournament = tournament_for_managing(request.user, slug, Right.FINISH)
        reopen_tournament(actor=request.user, tournament=tournament, **self.read(ReopenInput))
        return Response(_shown(request, slug))


class AuditEntrySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    actor = serializers.CharField(source="actor.username", allow_null=True, help_text="Null: a command.")
    actor_name = serializers.CharField(
        help_text="The name of the account when it did so; it may be deleted since, or be of another site."
    )
    action = serializers.CharField()
    subject = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    via = serializers.ChoiceField(AuditEntry.Via.values, help_text="By way of what it was done.")
    address = serializers.IPAddressField(allow_null=True, help_text="From where; null: a command.")


class AuditView(ApiView):
    pagination_class = Pages

    @extend_schema(
        operation_id="tournaments_audit_list",
        tags=["tournaments"],
        responses={200: AuditEntrySerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The log of the tournament, the newest first; for its arbiters."""
        tournament = tournament_for_managing(request.user, slug, Right.LOG)
        rows = AuditEntry.objects.filter(tournament=tournament).select_related("actor")
        return self.paged(rows, AuditEntrySerializer)
