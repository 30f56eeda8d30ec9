"""Federations, clubs and players."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from tournaments.admin.base import RecordAdmin
from tournaments.models import Club, Federation, Player, PlayerTitle
from tournaments.permissions import User, staffed_federations
from tournaments.selectors.people import players_matching


@admin.register(Federation)
class FederationAdmin(RecordAdmin):
    """Staff see their federations; who is staff only superusers say."""

    list_display = ["name", "code"]
    search_fields = ["name", "code"]
    filter_horizontal = ["staff"]

    def owned(self, user: User) -> QuerySet[Federation]:
        return staffed_federations(user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        fields = ["name", "code", "tiebreak_rules"]
        return [*fields, "staff"] if request.user.is_superuser else fields


class FederationRowAdmin(RecordAdmin):
    """Rows that belong to a federation: staff choose among theirs and cannot leave it out."""

    def owned(self, user: User) -> QuerySet:
        return self.model._default_manager.filter(federation__in=staffed_federations(user))

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        user = request.user
        if db_field.name == "federation" and not user.is_superuser:
            kwargs |= {"queryset": staffed_federations(user), "required": True}
        if db_field.name == "club" and not user.is_superuser:
            # A club elsewhere that the row has already may stay.
            present = request.resolver_match.kwargs.get("object_id")
            here = Q(pk__in=self.model._default_manager.filter(pk=present).values("club")) if present else Q()
            clubs = Q(federation__in=staffed_federations(user))
            kwargs["queryset"] = Club.objects.filter(clubs | here if present else clubs)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(Club)
class ClubAdmin(FederationRowAdmin):
    list_display = ["name", "city", "federation"]
    list_filter = [("federation", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["federation"]
    search_fields = ["name", "city"]
    fields = ["federation", "name", "city"]


class PlayerTitleInline(admin.TabularInline):
    """Titles, by whoever keeps the player."""

    model = PlayerTitle
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


@admin.register(Player)
class PlayerAdmin(FederationRowAdmin):
    list_display = ["name", "birth_year", "category", "federation", "federation_number", "club"]
    list_filter = [("federation", admin.RelatedOnlyFieldListFilter), "category", "sex"]
    list_select_related = ["federation", "club"]
    search_fields = ["search_text", "federation_number"]
    autocomplete_fields = ["club", "user"]
    inlines = [PlayerTitleInline]

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        fields = [
            "family_name",
            "given_name",
            "birth_year",
            "sex",
            "category",
            "federation",
            "federation_number",
            "club",
            "user",
        ]
        # Which account is whose says who may submit games: accounts are the superusers'.
        return fields if request.user.is_superuser else [name for name in fields if name != "user"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """By name without regard to diacritics, or by the federation's number."""
        numbered = queryset.filter(federation_number=search_term) if search_term else queryset.none()
        return players_matching(search_term, queryset) | numbered.select_related("club", "federation"), False
