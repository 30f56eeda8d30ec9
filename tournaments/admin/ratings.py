"""Rating lists and what players bring to them; ratings themselves are computed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from tournaments.admin.base import ReadOnlyAdmin, RecordAdmin, RecordForm, ServiceAdmin, ServiceForm
from tournaments.domain.errors import InputError
from tournaments.domain.ratings import RATING_SYSTEMS
from tournaments.messages import explain
from tournaments.models import Rating, RatingChange, RatingList
from tournaments.permissions import User, managed_tournaments, staffed_federations, usable_rating_lists
from tournaments.services.ratings import set_initial_rating


class RatingListForm(RecordForm):
    def clean_settings(self) -> dict[str, Any]:
        settings = self.cleaned_data["settings"] or {}
        system = RATING_SYSTEMS.get(self.data.get("system", self.instance.system))
        if system is not None:
            try:
                system.settings(settings)
            except InputError as problem:
                raise ValidationError(explain(problem)) from problem
        return settings


@admin.register(RatingList)
class RatingListAdmin(RecordAdmin):
    form = RatingListForm
    list_display = ["name", "federation", "discipline", "system"]
    list_select_related = ["federation"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    fields = ["name", "slug", "federation", "discipline", "system", "settings"]

    def owned(self, user: User) -> QuerySet[RatingList]:
        return usable_rating_lists(user)

    def get_readonly_fields(self, request: HttpRequest, obj: RatingList | None = None) -> list[str]:
        """How a list rates is fixed once a tournament is rated on it: its history rests on that."""
        if obj is not None and obj.changes.exists():
            return ["discipline", "system", "settings"]
        return []

    def get_prepopulated_fields(self, request: HttpRequest, obj: Model | None = None) -> dict[str, Any]:
        return {} if obj is not None else self.prepopulated_fields

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        if db_field.name == "federation" and not request.user.is_superuser:
            kwargs |= {"queryset": staffed_federations(request.user), "required": True}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class InitialRatingForm(ServiceForm):
    initial_value = forms.IntegerField(min_value=0, max_value=4000)

    def write(self) -> Rating:
        fields = self.cleaned_data
        new = self.instance.pk is None
        return set_initial_rating(
            actor=self.actor,
            rating_list=fields["rating_list"] if new else self.instance.rating_list,
            player=fields["player"] if new else self.instance.player,
            value=fields["initial_value"],
            games=fields["initial_games"],
        )


@admin.register(Rating)
class RatingAdmin(ServiceAdmin):
    """What a player brings to a list; where he stands now follows from it and from the tournaments."""

    form = InitialRatingForm
    list_display = ["player", "rating_list", "value", "games", "initial_value", "initial_games"]
    list_filter = [("rating_list", admin.RelatedOnlyFieldListFilter), "is_provisional"]
    list_select_related = ["player", "rating_list"]
    search_fields = ["player__search_text"]
    named_by = ("player",)
    autocomplete_fields = ["player", "rating_list"]
    fields = ["rating_list", "player", "initial_value", "initial_games", "value", "games", "is_provisional"]

    def owned(self, user: User) -> QuerySet[Rating]:
        return Rating.objects.filter(rating_list__in=usable_rating_lists(user))

    def get_readonly_fields(self, request: HttpRequest, obj: Rating | None = None) -> list[str]:
        computed = ["value", "games", "is_provisional"]
        return ["rating_list", "player", *computed] if obj is not None else computed

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        if db_field.name == "rating_list":
            kwargs["queryset"] = usable_rating_lists(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ["player", "tournament", "rating_list", "before", "after", "games", "score"]
    list_filter = [("rating_list", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["player", "tournament", "rating_list"]
    search_fields = ["tournament__name"]
    named_by = ("player",)

    def owned(self, user: User) -> QuerySet[RatingChange]:
        return RatingChange.objects.filter(tournament__in=managed_tournaments(user))
