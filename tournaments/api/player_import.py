"""Lists of players into a tournament: what a list would do, and all of it or nothing."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import AmountField, ApiView, IdField
from tournaments.api.entries import CandidateSerializer, EntrySerializer
from tournaments.api.errors import FieldErrorSerializer, error, errors
from tournaments.domain.player_lists import PlayerList, read_players
from tournaments.messages import explain
from tournaments.permissions import Right, tournament_for_managing
from tournaments.selectors.state import entries_of
from tournaments.services.entry_lists import EntryListError
from tournaments.services.player_files import MAX_BYTES, read_file, text_rows
from tournaments.services.player_import import KINDS, import_players, plan_import


class ChoiceSerializer(serializers.Serializer):
    line = serializers.IntegerField(min_value=1, max_value=2_000_000)
    player = IdField(allow_null=True, help_text="Whom the line means; null: somebody new.")


class PlayerListInput(serializers.Serializer):
    text = serializers.CharField(
        max_length=MAX_BYTES,
        required=False,
        allow_blank=True,
        default="",
        trim_whitespace=False,
        help_text="The rows, their cells apart by tabs, semicolons or commas. A first row may name the"
        " columns; without it they are: name, year of birth, club, rating.",
    )
    file = serializers.CharField(
        max_length=2 * MAX_BYTES,
        required=False,
        allow_blank=True,
        default="",
        help_text="Or a CSV or XLSX file in Base64.",
    )

    def validate_file(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as problem:
            raise serializers.ValidationError(_("This is not Base64.")) from problem

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if bool(fields["text"]) == bool(fields["file"]):
            raise serializers.ValidationError(_("Give either a text or a file."))
        return fields


class ImportInput(PlayerListInput):
    choices = ChoiceSerializer(
        many=True, required=False, default=list, help_text="For the lines that have to be decided."
    )
    version = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The tournament's version of the preview; when it is another now, 409.",
    )


class ImportRowSerializer(serializers.Serializer):
    line = serializers.IntegerField(source="listed.line")
    name = serializers.CharField(source="listed.formal_name")
    birth_year = serializers.IntegerField(source="listed.birth_year", allow_null=True)
    club = serializers.CharField(source="listed.club", allow_blank=True)
    rating = serializers.IntegerField(source="listed.rating", allow_null=True)
    category = serializers.CharField(source="listed.category", allow_blank=True)
    federation_number = serializers.CharField(source="listed.number", allow_blank=True)
    fee = AmountField(source="listed.fee", allow_null=True, help_text="His own; null: the tournament's.")
    kind = serializers.ChoiceField(
        KINDS,
        help_text="`new`, `found` and `entered` (already) need no choice; `several` players of this name,"
        " `probable` (double), `number` (of another player) and `twice` on the list do.",
    )
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, default=None, help_text="Who would be entered."
    )
    candidates = CandidateSerializer(many=True)


class PreviewSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="The tournament's version.")
    unread = serializers.ListField(
        child=serializers.CharField(), help_text="Headings of columns that are not read."
    )
    rows = ImportRowSerializer(many=True)


class ListProblemSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    column = serializers.IntegerField(allow_null=True)
    detail = serializers.CharField()


class ListErrorSerializer(FieldErrorSerializer):
    problems = ListProblemSerializer(many=True, required=False)


class _ListView(ApiView):
    """What both views share: how the list is read, and its faults said."""

    def listed(self, given: dict[str, Any]) -> PlayerList:
        rows = read_file(given["file"])[0] if given["file"] else text_rows(given["text"])
        listed = read_players(rows)
        if listed.faults:
            raise EntryListError(listed.faults)
        return listed

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, EntryListError):
            return {}
        return {
            "problems": [
                {
                    "line": each.params["line"],
                    "column": each.params.get("column"),
                    "detail": explain(each),
                }
                for each in problem.problems
            ]
        }


class ImportPreviewView(_ListView):
    @extend_schema(
        operation_id="entries_import_preview",
        tags=["entries"],
        request=PlayerListInput,
        responses={200: PreviewSerializer, 400: error(400, ListErrorSerializer)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """What a list would do, row by row. Nothing is written; 400 has every fault in `problems`."""
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        listed = self.listed(self.read(PlayerListInput))
        rows = plan_import(tournament, listed.players)
        shown = {"version": tournament.version, "unread": listed.unread, "rows": rows}
        return Response(PreviewSerializer(shown).data)


class ImportView(_ListView):
    @extend_schema(
        operation_id="entries_import",
        tags=["entries"],
        request=ImportInput,
        responses={
            201: EntrySerializer(many=True),
            400: error(400, ListErrorSerializer),
            **errors(409),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter everybody of a list, or nobody: 400 has every row at fault or undecided in `problems`.

        Who is entered already stays as he is. The answer has the new entries.
        """
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        given = self.read(ImportInput)
        entries = import_players(
            actor=request.user,
            tournament=tournament,
            listed=self.listed(given),
            choices={choice["line"]: choice["player"] for choice in given["choices"]},
            version=given["version"],
        )
        made = {entry.pk for entry in entries}
        rows = [entry for entry in entries_of(tournament) if entry.pk in made]
        return Response(EntrySerializer(rows, many=True).data, status.HTTP_201_CREATED)
