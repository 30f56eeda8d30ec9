"""Tournaments as TRF files."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.errors import ErrorSerializer, error, errors
from tournaments.domain.trf import EDITIONS, TrfError
from tournaments.messages import explain
from tournaments.models import Federation
from tournaments.permissions import staffed_federations, tournament_for_reading
from tournaments.selectors.trf import DEFAULT_EDITION, file_name, trf_text
from tournaments.services.trf_import import import_trf

MAX_TRF = 1_000_000


class TrfQuery(serializers.Serializer):
    edition = serializers.ChoiceField(list(EDITIONS), required=False, default=DEFAULT_EDITION)


class TrfSerializer(serializers.Serializer):
    edition = serializers.ChoiceField(list(EDITIONS))
    file_name = serializers.CharField()
    trf = serializers.CharField(help_text="The file's text; write it as UTF-8.")


class TrfView(ApiView):
    reads_query = True

    @extend_schema(
        operation_id="tournaments_trf_retrieve",
        tags=["tournaments"],
        parameters=[TrfQuery],
        responses=TrfSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The whole tournament as a TRF file; imported again it is the same tournament."""
        tournament = tournament_for_reading(request.user, slug)
        edition = self.read_query(TrfQuery)["edition"]
        text = trf_text(tournament, edition)
        return Response({"edition": edition, "file_name": file_name(tournament, edition), "trf": text})


class TrfInput(serializers.Serializer):
    trf = serializers.CharField(max_length=MAX_TRF, trim_whitespace=False, help_text="The file's text.")
    name = serializers.CharField(
        max_length=120, required=False, allow_blank=True, default="", help_text="Empty: the file's (012)."
    )
    federation = serializers.CharField(
        max_length=10,
        allow_null=True,
        required=False,
        default=None,
        help_text="The code of a federation whose staff you are.",
    )
    is_public = serializers.BooleanField(required=False, default=True)

    def validate_federation(self, code: str | None) -> Federation | None:
        if code is None:
            return None
        federation = staffed_federations(self.context["request"].user).filter(code=code).first()
        if federation is None:
            raise serializers.ValidationError(_("You may not act for “%s”.") % code)
        return federation


class TrfImportedSerializer(serializers.Serializer):
    slug = serializers.CharField(source="tournament.slug", help_text="The address of the new tournament.")
    new_players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the players who were new to the site."
    )
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="What of the file did not come along."
    )


class TrfProblemSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    detail = serializers.CharField()


class TrfErrorSerializer(ErrorSerializer):
    problems = TrfProblemSerializer(many=True, required=False)


class TrfImportView(ApiView):
    input_error_status = 422

    @extend_schema(
        operation_id="tournaments_import_trf",
        tags=["tournaments"],
        request=TrfInput,
        responses={201: TrfImportedSerializer, **errors(409), 422: error(422, TrfErrorSerializer)},
    )
    def post(self, request: Request) -> Response:
        """Create a tournament from a TRF file, with players, rounds and results; you become its arbiter.

        All of the file is imported, or nothing: 422 has every bad line in `problems`.
        """
        given = self.read(TrfInput)
        done = import_trf(actor=request.user, source=given.pop("trf"), **given)
        answer = TrfImportedSerializer(
            {
                "tournament": done.tournament,
                "new_players": [player.pk for player in done.made],
                "notes": [explain(note) for note in done.notes],
            }
        )
        return Response(answer.data, status.HTTP_201_CREATED)

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, TrfError):
            return {}
        return {
            "problems": [
                {"line": each.line, "column": each.column, "detail": explain(each.reason)}
                for each in problem.problems
            ]
        }
