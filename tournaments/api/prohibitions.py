"""Prohibited pairings: two players who may not meet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, IdField, found
from tournaments.api.errors import errors
from tournaments.api.pairings import SeatSerializer
from tournaments.models import Entry
from tournaments.permissions import tournament_for_managing
from tournaments.selectors.prohibitions import prohibitions_of
from tournaments.services.prohibitions import allow_pairing, prohibit_pairing


class ProhibitionSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    first = SeatSerializer()
    second = SeatSerializer()
    reason = serializers.CharField()


class ProhibitionInput(serializers.Serializer):
    first = IdField(help_text="An entry's id.")
    second = IdField(help_text="Another entry's id; the order says nothing.")
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)

    def validate_first(self, pk: int) -> Entry:
        return self._entry(pk)

    def validate_second(self, pk: int) -> Entry:
        return self._entry(pk)

    def _entry(self, pk: int) -> Entry:
        entry = self.context["tournament"].entries.filter(pk=pk).first()
        if entry is None:
            raise serializers.ValidationError(_("This tournament has no entry with the id %s.") % pk)
        return entry


class ProhibitionsView(ApiView):
    @extend_schema(
        operation_id="prohibited_pairings_list",
        tags=["entries"],
        responses={200: ProhibitionSerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who may not meet, for the tournament's arbiters."""
        tournament = tournament_for_managing(request.user, slug)
        return Response(ProhibitionSerializer(prohibitions_of(tournament), many=True).data)

    @extend_schema(
        operation_id="prohibited_pairings_create",
        tags=["entries"],
        request=ProhibitionInput,
        responses={201: ProhibitionSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """From the next round on these two are not paired. Said again, it is said once."""
        tournament = tournament_for_managing(request.user, slug)
        given: dict[str, Any] = self.read(ProhibitionInput, tournament=tournament)
        made = prohibit_pairing(
            actor=request.user,
            tournament=tournament,
            one=given["first"],
            other=given["second"],
            reason=given["reason"],
        )
        return Response(ProhibitionSerializer(made).data, status.HTTP_201_CREATED)


class ProhibitionView(ApiView):
    @extend_schema(
        operation_id="prohibited_pairings_delete", tags=["entries"], responses={204: None, **errors(409)}
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """The two may meet again."""
        tournament = tournament_for_managing(request.user, slug)
        prohibition = found(prohibitions_of(tournament), _("There is no such prohibition."), pk=pk)
        allow_pairing(actor=request.user, prohibition=prohibition)
        return Response(status=status.HTTP_204_NO_CONTENT)
