"""Who is here before a round."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, found
from tournaments.api.errors import errors
from tournaments.models import Entry
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.permissions import Right, tournament_for_managing
from tournaments.selectors.check_in import check_in_sheet
from tournaments.services.check_in import check_in, mark_absent, undo_check_in, unmark_absent


class ArrivalSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="player.name")
    checked_in_at = serializers.DateTimeField(allow_null=True, help_text="Null: not here yet.")


class CheckInSerializer(serializers.Serializer):
    here = serializers.IntegerField(help_text="How many are checked in.")
    total = serializers.IntegerField(help_text="Of how many who have not withdrawn.")
    next_round = serializers.IntegerField(help_text="The round that is paired next.")
    absences = serializers.IntegerField(help_text="How many get no game in it because they are not here.")
    players = ArrivalSerializer(source="entries", many=True)


class AbsencesInput(serializers.Serializer):
    round = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUNDS, help_text="The round you mean: the next one. Paired already: 409."
    )


class AbsencesSerializer(serializers.Serializer):
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Whose byes were changed.")


class CheckInView(ApiView):
    @extend_schema(
        operation_id="check_in_retrieve", tags=["entries"], responses={200: CheckInSerializer, **errors(403)}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who is here and who is missing, by name."""
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        return Response(CheckInSerializer(check_in_sheet(tournament)).data)


class EntryCheckInView(ApiView):
    @extend_schema(
        operation_id="check_in_create",
        tags=["entries"],
        request=None,
        responses={200: ArrivalSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """The player is here. A bye he was given because he was not is taken back. Twice is once."""
        entry = check_in(actor=request.user, entry=_entry(request, slug, pk))
        return Response(ArrivalSerializer(entry).data)

    @extend_schema(
        operation_id="check_in_delete",
        tags=["entries"],
        responses={200: ArrivalSerializer, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """The player is not here after all."""
        entry = undo_check_in(actor=request.user, entry=_entry(request, slug, pk))
        return Response(ArrivalSerializer(entry).data)


class AbsencesView(ApiView):
    @extend_schema(
        operation_id="absences_create",
        tags=["entries"],
        request=AbsencesInput,
        responses={200: AbsencesSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give everybody who is not here a bye without points in the next round."""
        return self._change(mark_absent, request, slug)

    @extend_schema(
        operation_id="absences_delete",
        tags=["entries"],
        request=AbsencesInput,
        responses={200: AbsencesSerializer, **errors(409)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Take those byes back."""
        return self._change(unmark_absent, request, slug)

    def _change(self, service, request: Request, slug: str) -> Response:
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        number = self.read(AbsencesInput)["round"]
        changed = service(actor=request.user, tournament=tournament, round_number=number)
        return Response(AbsencesSerializer({"entries": [entry.pk for entry in changed]}).data)


def _entry(request: Request, slug: str, pk: int) -> Entry:
    tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
    return found(tournament.entries.all(), _("There is no such entry."), pk=pk)
