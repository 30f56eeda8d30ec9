"""Players, clubs and federations."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, IdField, Pages, found
from tournaments.api.errors import errors
from tournaments.domain.errors import StaleError
from tournaments.domain.tiebreaks.presets import TIEBREAK_RULES
from tournaments.models import Club, Federation, Player
from tournaments.models.people import DISCIPLINES, TITLES
from tournaments.permissions import User, can_edit_player, can_keep_federation, staffed_federations
from tournaments.selectors.people_pages import club_list, federation_list, players_found
from tournaments.services.register import add_record, change_record, fingerprint


class ClubRefSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


@extend_schema_field(OpenApiTypes.STR)
class RecordVersion(serializers.Field):
    """What stands in a row of a register, as a text that is another after each change."""

    def __init__(self) -> None:
        super().__init__(source="*", read_only=True, help_text="Send it back with a change.")

    def to_representation(self, record: Player | Club) -> str:
        return fingerprint(record)


class PlayerSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Family name first.")
    family_name = serializers.CharField()
    given_name = serializers.CharField(allow_blank=True)
    birth_year = serializers.IntegerField(allow_null=True)
    sex = serializers.ChoiceField(["f", "m"], allow_blank=True)
    category = serializers.CharField(allow_blank=True)
    federation = serializers.CharField(source="federation.code", allow_null=True)
    federation_number = serializers.CharField(allow_blank=True)
    club = ClubRefSerializer(allow_null=True)
    version = RecordVersion()


class TitleSerializer(serializers.Serializer):
    code = serializers.ChoiceField([code for code, label in TITLES])
    label = serializers.CharField(source="get_code_display")
    discipline = serializers.ChoiceField([code for code, label in DISCIPLINES])
    awarded_on = serializers.DateField(allow_null=True)


class PlayerRatingSerializer(serializers.Serializer):
    rating_list = serializers.CharField(source="rating_list.slug")
    value = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class PlayerDetailSerializer(PlayerSerializer):
    titles = TitleSerializer(many=True)
    ratings = PlayerRatingSerializer(many=True)


class PlayerInput(serializers.Serializer):
    family_name = serializers.CharField(max_length=80)
    given_name = serializers.CharField(max_length=80, allow_blank=True, required=False)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2100, allow_null=True, required=False)
    sex = serializers.ChoiceField(["f", "m"], allow_blank=True, required=False)
    category = serializers.CharField(max_length=20, allow_blank=True, required=False)
    federation = serializers.CharField(
        max_length=10,
        allow_null=True,
        required=False,
        help_text="A federation whose staff you are; only superusers may leave it out.",
    )
    federation_number = serializers.CharField(max_length=20, allow_blank=True, required=False)
    club = IdField(allow_null=True, required=False)

    def validate_federation(self, code: str | None) -> Federation | None:
        if code is None:
            return None
        federation = staffed_federations(self.context["request"].user).filter(code=code).first()
        if federation is None:
            raise serializers.ValidationError(_("You do not keep the players of a federation “%s”.") % code)
        return federation

    def validate_club(self, pk: int | None) -> Club | None:
        if pk is None:
            return None
        club = Club.objects.filter(
            pk=pk, federation__in=staffed_federations(self.context["request"].user)
        ).first()
        if club is None:
            raise serializers.ValidationError(_("Your federations have no club with the id %s.") % pk)
        return club


class PlayerChange(PlayerInput):
    family_name = serializers.CharField(max_length=80, required=False)
    version = serializers.CharField(max_length=16, help_text="The version you looked at.")
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class PlayerQuery(serializers.Serializer):
    search = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        help_text="Words of the name, without regard to diacritics.",
    )
    federation = serializers.CharField(required=False, allow_blank=True, default="", help_text="Its code.")
    club = IdField(required=False)


class PlayersView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="players_list",
        tags=["players"],
        parameters=[PlayerQuery],
        responses=PlayerSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Players by name."""
        query = self.read_query(PlayerQuery)
        club = Club(pk=query["club"]) if "club" in query else None
        players = players_found(request.user, text=query["search"], federation=query["federation"], club=club)
        return self.paged(players.prefetch_related(None), PlayerSerializer)

    @extend_schema(
        operation_id="players_create",
        tags=["players"],
        request=PlayerInput,
        responses={201: PlayerDetailSerializer, **errors(409)},
    )
    def post(self, request: Request) -> Response:
        """Add a player to a federation you keep."""
        _require_staff(request)
        fields = self.read(PlayerInput)
        if not can_keep_federation(request.user, fields.get("federation")):
            raise serializers.ValidationError(
                {"federation": [_("Say which of your federations the player is of.")]}
            )
        player = add_record(actor=request.user, record=Player(**fields))
        return Response(PlayerDetailSerializer(player).data, status.HTTP_201_CREATED)


class PlayerView(ApiView):
    @extend_schema(operation_id="players_retrieve", tags=["players"], responses=PlayerDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """A player with titles and ratings."""
        return Response(PlayerDetailSerializer(_player(request.user, pk)).data)

    @extend_schema(
        operation_id="players_update",
        tags=["players"],
        request=PlayerChange,
        responses={200: PlayerDetailSerializer, **errors(409)},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a player of a federation you keep."""
        player = _player(request.user, pk)
        if not can_edit_player(request.user, player):
            raise Http404(_("There is no such player."))
        changes = self.read(PlayerChange)
        if "federation" in changes and not can_keep_federation(request.user, changes["federation"]):
            raise serializers.ValidationError(
                {"federation": [_("Say which of your federations the player is of.")]}
            )
        change_record(
            actor=request.user,
            record=player,
            seen=changes.pop("version"),
            reason=changes.pop("reason"),
            changes=changes,
        )
        return Response(PlayerDetailSerializer(_player(request.user, pk)).data)

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        if isinstance(problem, StaleError):
            return {"current": PlayerDetailSerializer(_player(self.request.user, self.kwargs["pk"])).data}
        return {}


def _player(user: User, pk: int) -> Player:
    return found(players_found(user), _("There is no such player."), pk=pk)


def _require_staff(request: Request) -> None:
    if not request.user.is_superuser and not staffed_federations(request.user).exists():
        raise PermissionDenied(_("Only the staff of a federation may do this."))


class ClubSerializer(ClubRefSerializer):
    city = serializers.CharField(allow_blank=True)
    federation = serializers.CharField(source="federation.code", default=None, allow_null=True)
    player_count = serializers.IntegerField()
    version = RecordVersion()


class ClubChange(serializers.Serializer):
    name = serializers.CharField(max_length=120, required=False)
    city = serializers.CharField(max_length=80, allow_blank=True, required=False)
    version = serializers.CharField(max_length=16, help_text="The version you looked at.")
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class ClubQuery(serializers.Serializer):
    federation = serializers.CharField(required=False, allow_blank=True, default="", help_text="Its code.")


class ClubsView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="clubs_list", tags=["clubs"], parameters=[ClubQuery], responses=ClubSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Clubs by name."""
        return self.paged(club_list(request.user, **self.read_query(ClubQuery)), ClubSerializer)


class ClubView(ApiView):
    @extend_schema(operation_id="clubs_retrieve", tags=["clubs"], responses=ClubSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """A club; its players are `players/?club=`."""
        return Response(
            ClubSerializer(found(club_list(request.user), _("There is no such club."), pk=pk)).data
        )

    @extend_schema(
        operation_id="clubs_update",
        tags=["clubs"],
        request=ClubChange,
        responses={200: ClubSerializer, **errors(409)},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a club of a federation you keep."""
        club = found(club_list(request.user), _("There is no such club."), pk=pk)
        if not can_keep_federation(request.user, club.federation):
            raise Http404(_("There is no such club."))
        changes = self.read(ClubChange)
        version, reason = changes.pop("version"), changes.pop("reason")
        change_record(actor=request.user, record=club, seen=version, reason=reason, changes=changes)
        return self.get(request, pk)


class FederationSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    tiebreak_rules = serializers.ChoiceField(
        list(TIEBREAK_RULES),
        allow_blank=True,
        help_text="Whose tie-breaks its new tournaments begin with; empty: the pairing system's.",
    )
    club_count = serializers.IntegerField()
    player_count = serializers.IntegerField()


class FederationsView(ApiView):
    pagination_class = Pages

    @extend_schema(
        operation_id="federations_list", tags=["federations"], responses=FederationSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Federations by name."""
        return self.paged(federation_list(request.user), FederationSerializer)


class FederationView(ApiView):
    @extend_schema(operation_id="federations_retrieve", tags=["federations"], responses=FederationSerializer)
    def get(self, request: Request, code: str) -> Response:
        """A federation by its code."""
        return Response(
            FederationSerializer(
                found(federation_list(request.user), _("There is no such federation."), code=code)
            ).data
        )
