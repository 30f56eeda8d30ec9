"""Rating lists, the players on them and what each tournament changed."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, IdField, Pages, found
from tournaments.models import RatingChange, RatingList
from tournaments.models.people import DISCIPLINES
from tournaments.permissions import visible_tournaments
from tournaments.selectors.rating_pages import rating_lines, rating_lists


class RatingListSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    federation = serializers.CharField(source="federation.code", allow_null=True)
    discipline = serializers.ChoiceField(
        [code for code, label in DISCIPLINES], help_text="Squares of the board."
    )
    system = serializers.CharField()
    settings = serializers.DictField(
        help_text="How it rates, where it differs from the system's own settings."
    )
    player_count = serializers.IntegerField()
    rated_until = serializers.DateField(
        allow_null=True, help_text="The last day of the last tournament rated."
    )


class RatingLineSerializer(serializers.Serializer):
    place = serializers.IntegerField(help_text="In the whole list; equal ratings share it.")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    club = serializers.CharField(source="player.club.name", allow_null=True)
    value = serializers.IntegerField()
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    last_change = serializers.IntegerField(allow_null=True)


class RatingListPageSerializer(RatingListSerializer):
    count = serializers.IntegerField(help_text="Ratings found.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    ratings = RatingLineSerializer(many=True)


class RatingChangeSerializer(serializers.Serializer):
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    tournament = serializers.SerializerMethodField(help_text="Its slug; null where you may not know of it.")
    rated_on = serializers.DateField(source="tournament.ends_on")
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    score = serializers.FloatField()
    expected = serializers.FloatField(allow_null=True)
    coefficient = serializers.FloatField(allow_null=True)
    is_provisional = serializers.BooleanField()
    derivation = serializers.SerializerMethodField(
        help_text="How the change was computed; empty where you may not know of the tournament."
    )

    def get_tournament(self, change: RatingChange) -> str | None:
        return change.tournament.slug if change.tournament_is_visible else None

    def get_derivation(self, change: RatingChange) -> dict[str, Any]:
        return change.derivation if change.tournament_is_visible else {}


class RatingsQuery(serializers.Serializer):
    search = serializers.CharField(
        source="text",
        required=False,
        allow_blank=True,
        default="",
        help_text="Words of the name, without regard to diacritics.",
    )


class ChangesQuery(serializers.Serializer):
    player = IdField(required=False)


PAGE = [
    OpenApiParameter("page", int, description="The page of ratings, from 1."),
    OpenApiParameter("page_size", int, description="Ratings a page."),
]


class RatingListsView(ApiView):
    pagination_class = Pages

    @extend_schema(
        operation_id="rating_lists_list", tags=["ratings"], responses=RatingListSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Rating lists by name."""
        return self.paged(rating_lists(), RatingListSerializer)


class RatingListView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="rating_lists_retrieve",
        tags=["ratings"],
        parameters=[RatingsQuery, *PAGE],
        responses=RatingListPageSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """A rating list with a page of its players, the strongest first."""
        rating_list = _rating_list(slug)
        lines = rating_lines(rating_list, **self.read_query(RatingsQuery))
        page: dict[str, Any] = self.paged(lines, RatingLineSerializer).data
        page["ratings"] = page.pop("results")
        return Response({**RatingListSerializer(rating_list).data, **page})


class RatingChangesView(ApiView):
    pagination_class = Pages
    reads_query = True

    @extend_schema(
        operation_id="rating_changes_list",
        tags=["ratings"],
        parameters=[ChangesQuery],
        responses=RatingChangeSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """What the tournaments changed on a list, the newest first."""
        rows = RatingChange.objects.filter(rating_list=_rating_list(slug)).filter(
            **self.read_query(ChangesQuery)
        )
        seen = visible_tournaments(request.user).filter(pk=OuterRef("tournament"))
        rows = rows.select_related("player", "tournament").annotate(tournament_is_visible=Exists(seen))
        return self.paged(
            rows.order_by("-tournament__ends_on", "-tournament_id", "player__family_name", "pk"),
            RatingChangeSerializer,
        )


def _rating_list(slug: str) -> RatingList:
    return found(rating_lists(), _("There is no such rating list."), slug=slug)
