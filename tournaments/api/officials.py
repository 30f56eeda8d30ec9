"""The people of an event: who runs it, appointing and dismissing them."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.errors import errors
from tournaments.models import Tournament
from tournaments.permissions import Right, tournament_for_managing
from tournaments.rights import Role, appointable_roles
from tournaments.selectors.officials import officials_of
from tournaments.services.officials import APPOINTED, appoint, dismiss

_ROLES = [role.value for role in APPOINTED]


class OfficialSerializer(serializers.Serializer):
    username = serializers.CharField()
    name = serializers.CharField(help_text="The full name, or the user name where none is known.")
    role = serializers.ChoiceField([role.value for role in Role])


class AppointInput(serializers.Serializer):
    username = serializers.CharField(max_length=150, help_text="Exactly as the person logs in.")
    role = serializers.ChoiceField(_ROLES)
    hand_over = serializers.BooleanField(
        required=False, default=False, help_text="You give the role up in the same step."
    )
    seen_chief = serializers.CharField(
        max_length=150,
        required=False,
        allow_blank=True,
        help_text="The user name of the chief arbiter you saw (empty: none): another one is refused.",
    )

    def validate_username(self, name: str) -> AbstractBaseUser:
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        if user is None:
            raise serializers.ValidationError(_("Nobody has this user name: %(names)s.") % {"names": name})
        return user


class PeopleView(ApiView):
    @extend_schema(
        operation_id="officials_list",
        tags=["tournaments"],
        responses={200: OfficialSerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who has which role in the event; for everybody who has one."""
        tournament = tournament_for_managing(request.user, slug, Right.DESK)
        return Response(OfficialSerializer(officials_of(tournament), many=True).data)

    @extend_schema(
        operation_id="officials_create",
        tags=["tournaments"],
        request=AppointInput,
        responses={201: OfficialSerializer(many=True), **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give somebody a role. There is one chief arbiter: who was it stays an arbiter."""
        tournament = tournament_for_managing(request.user, slug, Right.PEOPLE)
        given = self.read(AppointInput)
        _require_appointable(request, tournament, given["role"])
        done = appoint(
            actor=request.user,
            tournament=tournament,
            user=given["username"],
            role=given["role"],
            instead_of=request.user if given["hand_over"] else None,
            seen_chief=given.get("seen_chief"),
        )
        return Response(OfficialSerializer(officials_of(done), many=True).data, status.HTTP_201_CREATED)


class PersonView(ApiView):
    @extend_schema(
        operation_id="officials_destroy",
        tags=["tournaments"],
        request=None,
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, role: str, username: str) -> Response:
        """Take a role from somebody. An event keeps an arbiter; its chief hands the post over first."""
        tournament = tournament_for_managing(request.user, slug, Right.PEOPLE)
        official = next(
            (each for each in officials_of(tournament) if (each.role, each.username) == (role, username)),
            None,
        )
        if official is None or role not in APPOINTED:
            raise Http404(_("Nobody of this name has this role here."))
        _require_appointable(request, tournament, role)
        dismiss(actor=request.user, tournament=tournament, user=official.user, role=role)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _require_appointable(request: Request, tournament: Tournament, role: str) -> None:
    if role not in appointable_roles(request.user, tournament):
        raise PermissionDenied(_("Only the organisers of this tournament may do this."))
