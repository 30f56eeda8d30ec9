"""Categories of a tournament."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, IdField, found
from tournaments.api.errors import errors
from tournaments.models import Category, Tournament
from tournaments.permissions import Right, tournament_for_managing, tournament_for_reading
from tournaments.services.categories import add_category, remove_category, update_category

MOST = 1000


class CategorySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    entries = serializers.SerializerMethodField(help_text="The ids of the entries in it.")

    def get_entries(self, category: Category) -> list[int]:
        return sorted(entry.pk for entry in category.entries.all())


class CategoryInput(serializers.Serializer):
    name = serializers.CharField(max_length=40)


class CategoryChange(serializers.Serializer):
    name = serializers.CharField(max_length=40, required=False)
    seen = serializers.CharField(
        max_length=40, required=False, help_text="The name you looked at: another one now is 409."
    )
    add = serializers.ListField(
        child=IdField(), required=False, default=list, max_length=MOST, help_text="Entries to put in."
    )
    remove = serializers.ListField(
        child=IdField(), required=False, default=list, max_length=MOST, help_text="Entries to take out."
    )


class CategoriesView(ApiView):
    @extend_schema(operation_id="categories_list", tags=["entries"], responses=CategorySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The categories by name, with who is in them."""
        tournament = tournament_for_reading(request.user, slug)
        return Response(CategorySerializer(_categories(tournament), many=True).data)

    @extend_schema(
        operation_id="categories_create",
        tags=["entries"],
        request=CategoryInput,
        responses={201: CategorySerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """A new category without players."""
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        made = add_category(actor=request.user, tournament=tournament, **self.read(CategoryInput))
        return Response(CategorySerializer(made).data, status.HTTP_201_CREATED)


class CategoryView(ApiView):
    @extend_schema(
        operation_id="categories_partial_update",
        tags=["entries"],
        request=CategoryChange,
        responses={200: CategorySerializer, **errors(409)},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Rename a category, put entries in, take entries out; what is not named stays."""
        category = _category(request, slug, pk)
        update_category(actor=request.user, category=category, **self.read(CategoryChange))
        return Response(CategorySerializer(_category(request, slug, pk)).data)

    @extend_schema(operation_id="categories_delete", tags=["entries"], responses={204: None, **errors(409)})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Remove a category; its players stay."""
        remove_category(actor=request.user, category=_category(request, slug, pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _categories(tournament: Tournament) -> QuerySet[Category]:
    return tournament.categories.prefetch_related("entries").order_by("name", "pk")


def _category(request: Request, slug: str, pk: int) -> Category:
    tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
    return found(_categories(tournament), _("There is no such category."), pk=pk)
