"""What may be done to a round: publish its draft, pair it anew, take it back, start, close, reopen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, ReasonSerializer, found
from tournaments.api.errors import errors
from tournaments.api.rounds import RoundSerializer, round_answer
from tournaments.models import Round
from tournaments.permissions import tournament_for_managing
from tournaments.services.round_drafts import publish_draft, repair_draft, unpublish_round
from tournaments.services.round_states import close_round, reopen_round, start_round


class VersionInput(serializers.Serializer):
    version = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The tournament's version you looked at: refused with 409 when it has changed.",
    )


class RoundVersionInput(serializers.Serializer):
    version = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The round's version you looked at: refused with 409 when it has changed.",
    )


class VersionReasonInput(RoundVersionInput, ReasonSerializer):
    """The version looked at, and why."""


def _described(name: str, request: type[serializers.Serializer]) -> Callable[[Any], Any]:
    return extend_schema(
        operation_id=f"rounds_{name}",
        tags=["rounds"],
        request=request,
        responses={200: RoundSerializer, **errors(409)},
    )


class _StateView(ApiView):
    """Load the round, check the right, do it, answer with the round."""

    def change(
        self,
        slug: str,
        number: int,
        service: Callable[..., Round],
        body: type[serializers.Serializer] = VersionInput,
    ) -> Response:
        tournament = tournament_for_managing(self.request.user, slug)
        found(tournament.rounds.all(), _("There is no such round."), number=number)
        given = self.read(body)
        service(actor=self.request.user, tournament=tournament, number=number, **given)
        return round_answer(self.request.user, tournament, number)


class PublishView(_StateView):
    @_described("publish", VersionInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let everybody see a draft. Refused with 409 when it is none, or somebody came or left since."""
        return self.change(slug, number, publish_draft)


class RepairView(_StateView):
    @_described("repair", VersionInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pair a draft anew, from who is there now."""
        return self.change(slug, number, repair_draft)


class UnpublishView(_StateView):
    @_described("unpublish", VersionReasonInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take the last round back to a draft, as long as no result, report or game is recorded in it."""
        return self.change(slug, number, unpublish_round, VersionReasonInput)


class StartView(_StateView):
    @_described("start", RoundVersionInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Say that a round is being played; its first result says it too."""
        return self.change(slug, number, start_round, RoundVersionInput)


class CloseView(_StateView):
    @_described("close", RoundVersionInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close a round. Refused with 409 while results are missing of games that are not adjourned."""
        return self.change(slug, number, close_round, RoundVersionInput)


class ReopenRoundView(_StateView):
    @_described("reopen", VersionReasonInput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Open a closed round again."""
        return self.change(slug, number, reopen_round, VersionReasonInput)
