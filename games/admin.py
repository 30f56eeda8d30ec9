"""Games and findings in Django's admin: shown, never written there."""

from __future__ import annotations

from django.contrib import admin

from games.models import Flag, Game
from tournaments.admin.base import ReadOnlyInline
from tournaments.admin.tournaments import OfTournament


class FlagInline(ReadOnlyInline):
    model = Flag
    fields = ["kind", "ply", "status", "decided_by", "decided_at", "decision_reason"]


@admin.register(Game)
class GameAdmin(OfTournament):
    list_display = [
        "__str__",
        "tournament",
        "number",
        "result",
        "plies",
        "verdict",
        "is_current",
        "submitted_at",
    ]
    list_filter = ["verdict", "source", "is_current"]
    list_select_related = ["tournament", "pairing__white__player", "pairing__black__player"]
    search_fields = ["tournament__name"]
    named_by = ("pairing__white__player", "pairing__black__player")
    inlines = [FlagInline]


@admin.register(Flag)
class FlagAdmin(OfTournament):
    path = "game__tournament"
    list_display = ["kind", "game", "ply", "status", "decided_by", "decided_at"]
    list_filter = ["status", "kind"]
    list_select_related = ["game__pairing__white__player", "game__pairing__black__player", "decided_by"]
    search_fields = ["game__tournament__name"]
