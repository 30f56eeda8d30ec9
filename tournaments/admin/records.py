"""The log and the background jobs."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet

from tournaments.admin.base import ReadOnlyAdmin
from tournaments.models import AuditEntry, Job
from tournaments.permissions import Right, User
from tournaments.rights import tournaments_with_right


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "actor", "actor_name", "action", "subject", "tournament", "reason"]
    list_filter = ["action"]
    list_select_related = ["actor", "tournament"]
    search_fields = ["subject", "tournament__name", "actor_name"]
    date_hierarchy = "created_at"

    def owned(self, user: User) -> QuerySet[AuditEntry]:
        return AuditEntry.objects.filter(tournament__in=tournaments_with_right(user, Right.LOG))


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """For superusers: what waits, runs and has failed."""

    list_display = ["key", "task", "state", "progress", "attempts", "changed_at"]
    list_filter = ["state", "task"]
    search_fields = ["key", "error"]
