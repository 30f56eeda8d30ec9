"""Accounts and groups, as Django keeps them, on pages that nobody saves over another unseen."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User

from tournaments.admin.stale import SeenAdmin

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class AccountAdmin(SeenAdmin, UserAdmin):
    pass


@admin.register(Group)
class AccountGroupAdmin(SeenAdmin, GroupAdmin):
    pass
