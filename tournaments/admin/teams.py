"""Teams and their matches, only shown: their services write them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.admin.base import ReadOnlyInline
from tournaments.admin.tournaments import OfTournament, PairingInline
from tournaments.models import Match, Team, TeamBye, TeamMember


class TeamMemberInline(ReadOnlyInline):
    model = TeamMember
    fields = ["board", "entry"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamMember]:
        return super().get_queryset(request).select_related("entry__player", "team")


class TeamByeInline(ReadOnlyInline):
    model = TeamBye


@admin.register(Team)
class TeamAdmin(OfTournament):
    list_display = ["name", "tournament", "number", "club", "joined_round", "withdrawn_after"]
    list_select_related = ["tournament", "club"]
    search_fields = ["name", "tournament__name"]
    inlines = [TeamMemberInline, TeamByeInline]


@admin.register(Match)
class MatchAdmin(OfTournament):
    path = "round__tournament"
    list_display = ["__str__", "round", "table", "code", "version"]
    list_select_related = ["round__tournament", "white", "black"]
    search_fields = ["round__tournament__name", "white__name", "black__name"]
    inlines = [PairingInline]
