"""Whole tournaments as files."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.domain.snapshot_text import FORMAT
from games.services.snapshot_home import HomeChangedError
from games.services.snapshot_read import restore_snapshot
from games.services.snapshot_write import export_snapshot
from tournaments.api.base import ApiView
from tournaments.api.errors import ErrorSerializer, error
from tournaments.messages import explain
from tournaments.permissions import Right, can_create_tournament, tournament_for_managing


class SnapshotSerializer(serializers.Serializer):
    format = serializers.CharField(help_text=f"“{FORMAT}”.")
    version = serializers.IntegerField(help_text="Of the format.")
    made_at = serializers.CharField()
    site_version = serializers.CharField()
    tournament = serializers.DictField(
        help_text="The lists of all rows that belong to the tournament. The site that restores it reads them."
    )


class SnapshotView(ApiView):
    @extend_schema(
        operation_id="tournaments_snapshot_retrieve", tags=["tournaments"], responses=SnapshotSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        """The whole tournament with its games and its log, to be restored on another site; for arbiters.

        That it was taken is written into the log.
        """
        tournament = tournament_for_managing(request.user, slug, Right.SNAPSHOT)
        text = export_snapshot(actor=request.user, tournament=tournament)
        return Response(text.whole)


class RestoreInput(serializers.Serializer):
    snapshot = serializers.DictField(help_text="As it was saved.")
    replace = serializers.BooleanField(
        required=False, default=False, help_text="Replace what was changed here since the file was made."
    )


class RestoredSerializer(serializers.Serializer):
    slug = serializers.CharField(source="tournament.slug")
    is_new = serializers.BooleanField(help_text="False: the site had the tournament; it was brought home.")
    is_changed = serializers.BooleanField(help_text="False: this very file was brought home before.")
    players = serializers.IntegerField()
    new_players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the players who were new to the site."
    )
    rounds = serializers.IntegerField()
    games = serializers.IntegerField()
    remarks = serializers.ListField(
        child=serializers.CharField(), help_text="What could not be taken as the file has it."
    )


class HomeChangedErrorSerializer(ErrorSerializer):
    changes = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="With `snapshot-home-changed`: what was done here since.",
    )


class RestoreView(ApiView):
    input_error_status = 422

    @extend_schema(
        operation_id="tournaments_restore",
        tags=["tournaments"],
        request=RestoreInput,
        responses={201: RestoredSerializer, 409: error(409, HomeChangedErrorSerializer), 422: error(422)},
    )
    def post(self, request: Request) -> Response:
        """Make a tournament of a file, or bring one home; all of it or nothing.

        Of a new one you become the arbiter. One the site has already is replaced, if it is yours; what was
        done to it here since the file was made is refused to be lost (409) unless you confirm it. A request
        has at most five megabytes; the page and the command take larger files.
        """
        if not can_create_tournament(request.user):
            raise PermissionDenied(_("You may not do this."))
        given = self.read(RestoreInput)
        done = restore_snapshot(actor=request.user, source=given["snapshot"], replace=given["replace"])
        answer = RestoredSerializer(
            {
                **vars(done),
                "new_players": [player.pk for player in done.made],
                "remarks": [explain(remark) for remark in done.remarks],
            }
        )
        return Response(answer.data, status.HTTP_201_CREATED)

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        return {"changes": list(problem.changes)} if isinstance(problem, HomeChangedError) else {}
