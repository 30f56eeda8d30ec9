"""Who plays in a tournament."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REMOVAL, ApiView, ChangeInput, IdField, VersionField, found
from tournaments.api.errors import FieldErrorSerializer, error, errors
from tournaments.domain.results import REQUESTABLE_BYES
from tournaments.models import Entry, Player, RequestedBye, Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.permissions import Right, tournament_for_managing, tournament_for_reading, visible_players
from tournaments.selectors.state import entries_of
from tournaments.services.player_lookup import DoubtfulPlayer
from tournaments.services.registration import (
    add_entry,
    cancel_bye,
    remove_entry,
    request_bye,
    return_entry,
    withdraw_entry,
)


class ByeSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="round_number")
    code = serializers.ChoiceField(REQUESTABLE_BYES)


class EntrySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Starting number; null before round 1 is paired."
    )
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    club = serializers.CharField(source="player.club.name", allow_null=True)
    rating = serializers.IntegerField(allow_null=True, help_text="The rating he came with.")
    joined_round = serializers.IntegerField(help_text="The first round he can play.")
    withdrawn_after = serializers.IntegerField(
        allow_null=True, help_text="The last round he took part in; null while he plays."
    )
    byes = ByeSerializer(source="requested_byes.all", many=True)
    version = serializers.IntegerField(help_text="Send it back with a change.")


class EntryInput(serializers.Serializer):
    player = IdField(required=False, help_text="A known player's id; or else give a name.")
    name = serializers.CharField(
        max_length=160,
        required=False,
        allow_blank=True,
        default="",
        help_text="“Family, Given”: the player of that name, who is made when nobody has it.",
    )
    birth_year = serializers.IntegerField(min_value=1900, max_value=2100, required=False, allow_null=True)
    club = serializers.CharField(
        max_length=120,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="The club of a new player.",
    )
    rating = serializers.IntegerField(
        min_value=0,
        max_value=4000,
        required=False,
        allow_null=True,
        help_text="Default: what he has on the tournament's rating list.",
    )
    create_new = serializers.BooleanField(
        required=False, default=False, help_text="Make a new player although somebody has this name."
    )

    def validate_player(self, pk: int) -> Player:
        player = visible_players(self.context["request"].user).filter(pk=pk).first()
        if player is None:
            raise serializers.ValidationError(_("There is no player with the id %s.") % pk)
        return player

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if ("player" in fields) == bool(fields["name"]):
            raise serializers.ValidationError(_("Give either a player's id or a name."))
        return fields


class CandidateSerializer(serializers.Serializer):
    """A player whom a name may mean."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(source="club.name", allow_null=True, default=None)
    federation = serializers.CharField(source="federation.code", allow_null=True, default=None)


class DoubtfulErrorSerializer(FieldErrorSerializer):
    candidates = CandidateSerializer(many=True, required=False, help_text="Whom the name may mean.")


class ByeInput(serializers.Serializer):
    version = VersionField(required=False)
    round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    code = serializers.ChoiceField(REQUESTABLE_BYES, default="zero-bye")


class EntriesView(ApiView):
    @extend_schema(operation_id="entries_list", tags=["entries"], responses=EntrySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All entries by starting number, then in the order they came."""
        return Response(
            EntrySerializer(entries_of(tournament_for_reading(request.user, slug)), many=True).data
        )

    @extend_schema(
        operation_id="entries_create",
        tags=["entries"],
        request=EntryInput,
        responses={201: EntrySerializer, 400: error(400, DoubtfulErrorSerializer), **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player. Once rounds are paired he plays from the next one.

        A name that several have, or that is probably a double of somebody's (the same but for diacritics and
        the same year of birth), is refused with `candidates`: enter one by id, or send `create_new`.
        """
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        entry = add_entry(actor=request.user, tournament=tournament, **self.read(EntryInput))
        return Response(EntrySerializer(entry).data, status.HTTP_201_CREATED)

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if not isinstance(problem, DoubtfulPlayer):
            return {}
        return {"candidates": CandidateSerializer(problem.players, many=True).data}


class EntryView(ApiView):
    @extend_schema(operation_id="entries_retrieve", tags=["entries"], responses=EntrySerializer)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """An entry."""
        tournament = tournament_for_reading(request.user, slug)
        rows = tournament.entries.select_related("player__club")
        return Response(EntrySerializer(found(rows, _("There is no such entry."), pk=pk)).data)

    @extend_schema(
        operation_id="entries_delete",
        tags=["entries"],
        parameters=REMOVAL,
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take an entry out; once paired, the player can only withdraw."""
        remove_entry(actor=request.user, entry=_entry(request, slug, pk), **self.read_removal())
        return Response(status=status.HTTP_204_NO_CONTENT)


class WithdrawView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="entries_withdraw",
        tags=["entries"],
        request=ChangeInput,
        responses={200: EntrySerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """The player plays no more after the last round paired."""
        entry = _entry(request, slug, pk)
        return Response(
            EntrySerializer(withdraw_entry(actor=request.user, entry=entry, **self.read(ChangeInput))).data
        )


class ReturnView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="entries_return",
        tags=["entries"],
        request=ChangeInput,
        responses={200: EntrySerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """A withdrawn player plays again from the next round."""
        entry = _entry(request, slug, pk)
        return Response(
            EntrySerializer(return_entry(actor=request.user, entry=entry, **self.read(ChangeInput))).data
        )


class ByesView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="byes_create",
        tags=["entries"],
        request=ByeInput,
        responses={201: ByeSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """The player will not play in a round to come. Asked again, the new code holds."""
        entry = _entry(request, slug, pk)
        wanted = self.read(ByeInput)
        bye = request_bye(
            actor=request.user,
            entry=entry,
            round_number=wanted["round"],
            code=wanted["code"],
            version=wanted.get("version"),
        )
        return Response(ByeSerializer(bye).data, status.HTTP_201_CREATED)


class ByeView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="byes_delete",
        tags=["entries"],
        parameters=REMOVAL[1:],
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """The player will play in that round after all."""
        entry = _entry(request, slug, pk)
        bye = found(
            RequestedBye.objects.select_related("entry"),
            _("No bye was asked for in this round."),
            entry=entry,
            round_number=number,
        )
        cancel_bye(actor=request.user, bye=bye, version=self.read_removal().get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _entry(request: Request, slug: str, pk: int) -> Entry:
    tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
    return found(tournament.entries.all(), _("There is no such entry."), pk=pk)


def entries_by_id(tournament: Tournament, ids: list[int | None], field: str) -> list[Entry | None]:
    """The entries in the order of their ids, None for none. Raises ValidationError for one that is not of
    the tournament."""
    known = tournament.entries.select_related("player").in_bulk([pk for pk in ids if pk is not None])
    for pk in ids:
        if pk is not None and pk not in known:
            raise serializers.ValidationError(
                {field: [_("This tournament has no entry with the id %s.") % pk]}
            )
    return [None if pk is None else known[pk] for pk in ids]
