"""The facts of tournaments, changed through their services; entries, rounds and results only shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin.base import ReadOnlyAdmin, ReadOnlyInline, ServiceAdmin, ServiceForm
from tournaments.models import Entry, Pairing, RequestedBye, Result, Round, Tournament
from tournaments.permissions import Right, User, staffed_federations, usable_rating_lists
from tournaments.rights import tournaments_with_right
from tournaments.services.officials import set_people
from tournaments.services.tournaments import EDITABLE, create_tournament, set_arbiters, update_tournament


class TournamentForm(ServiceForm):
    """The facts of a tournament and its people."""

    def clean_system_settings(self) -> dict[str, Any]:
        return self.cleaned_data["system_settings"] or {}

    def write(self) -> Tournament:
        if self.instance.pk is None:
            fields = {name: value for name, value in self.cleaned_data.items() if name in EDITABLE}
            tournament = create_tournament(
                actor=self.actor, rounds=fields.pop("planned_rounds", None), **fields
            )
        else:
            tournament = update_tournament(
                actor=self.actor, tournament=self.instance, changes=self._changes()
            )
        if {"organisers", "chief_arbiter"} & {*self.changed_data}:
            people = {name: self.cleaned_data[name] for name in ("arbiters", "organisers")}
            set_people(
                actor=self.actor, tournament=tournament, chief=self.cleaned_data["chief_arbiter"], **people
            )
        elif "arbiters" in self.changed_data:
            set_arbiters(actor=self.actor, tournament=tournament, arbiters=self.cleaned_data["arbiters"])
        return tournament

    def _save_m2m(self) -> None:
        """The people were written by the services."""


@admin.register(Tournament)
class TournamentAdmin(ServiceAdmin):
    form = TournamentForm
    list_display = ["name", "starts_on", "status", "federation", "ruleset", "pairing_system", "is_public"]
    list_filter = ["status", ("federation", admin.RelatedOnlyFieldListFilter), "is_public"]
    list_select_related = ["federation"]
    search_fields = ["name", "slug", "venue"]
    date_hierarchy = "starts_on"
    autocomplete_fields = ["club"]
    filter_horizontal = ["arbiters", "organisers"]
    people = ["chief_arbiter", "arbiters", "organisers"]
    shown = ["slug", "status", "seed", "created_by", "created_at", "finished_at"]
    fields = [*EDITABLE, *people, *shown]

    def owned(self, user: User) -> QuerySet[Tournament]:
        return tournaments_with_right(user, Right.SETTINGS)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        # To choose people one has to see the accounts, which are the superusers'.
        return self.shown if request.user.is_superuser else [*self.shown, *self.people]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        user, present = request.user, request.resolver_match.kwargs.get("object_id")
        here = Q(tournaments=present) if present else Q(pk__in=[])
        if db_field.name == "federation" and not user.is_superuser:
            kwargs["queryset"] = db_field.remote_field.model.objects.filter(
                Q(pk__in=staffed_federations(user)) | here
            ).distinct()
        if db_field.name == "rating_list":
            kwargs["queryset"] = db_field.remote_field.model.objects.filter(
                Q(pk__in=usable_rating_lists(user)) | here
            ).distinct()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class OfTournament(ReadOnlyAdmin):
    """Rows of one tournament; `path` leads to it."""

    path = "tournament"

    def owned(self, user: User) -> QuerySet:
        return self.model._default_manager.filter(
            **{f"{self.path}__in": tournaments_with_right(user, Right.PLAY)}
        )


class RequestedByeInline(ReadOnlyInline):
    model = RequestedBye


@admin.register(Entry)
class EntryAdmin(OfTournament):
    list_display = ["player", "tournament", "number", "rating", "joined_round", "withdrawn_after"]
    list_select_related = ["player", "tournament"]
    search_fields = ["tournament__name"]
    named_by = ("player",)
    inlines = [RequestedByeInline]


class PairingInline(ReadOnlyInline):
    model = Pairing
    fields = ["table", "white", "black", "result_code", "version"]
    readonly_fields = ["result_code", "version"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        return super().get_queryset(request).select_related("white__player", "black__player")

    @admin.display(description=_("result"))
    def result_code(self, pairing: Pairing) -> str:
        return pairing.result_code or ""


@admin.register(Round)
class RoundAdmin(OfTournament):
    list_display = ["tournament", "number", "pairing_system", "created_at"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]
    inlines = [PairingInline]


class ResultInline(ReadOnlyInline):
    model = Result


@admin.register(Pairing)
class PairingAdmin(OfTournament):
    path = "round__tournament"
    list_display = ["__str__", "round", "table", "result_code", "version"]
    list_select_related = ["round__tournament", "white__player", "black__player"]
    search_fields = ["round__tournament__name"]
    named_by = ("white__player", "black__player")
    inlines = [ResultInline]

    @admin.display(description=_("result"))
    def result_code(self, pairing: Pairing) -> str:
        return pairing.result_code or ""
