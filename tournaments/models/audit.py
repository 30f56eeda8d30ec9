"""The log of everything that was done to a tournament, a rating list or a register."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class AppendOnlyQuerySet(models.QuerySet):
    """Rows that are only ever added. What the database itself does when a tournament or a user is deleted
    (it forgets which) is the one change there can be."""

    def update(self, **values: Any) -> int:
        raise AppendOnlyError

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        raise AppendOnlyError


class AppendOnlyError(TypeError):
    """Something was about to change or delete an entry of the log."""

    def __init__(self) -> None:
        super().__init__("Entries of the log are only ever added.")


class AuditEntry(models.Model):
    """Who did what, from where, what stood there before and after, and why. Rows are only ever added."""

    class Via(models.TextChoices):
        PAGE = "page", _("page")
        API = "api", _("API")
        ADMIN = "admin", _("administration")
        LINK = "link", _("player's link")
        COMMAND = "command", _("command")

    tournament = models.ForeignKey(
        Tournament,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="audit_entries",
        verbose_name=_("tournament"),
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("user")
    )
    # Written beside the account, which may be deleted, or may be of the site a tournament came from.
    actor_name = models.CharField(_("user name"), max_length=150, blank=True)
    action = models.CharField(_("action"), max_length=40)
    subject = models.CharField(_("subject"), max_length=200)
    before = models.JSONField(_("before"), null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    via = models.CharField(_("by way of"), max_length=10, choices=Via, default=Via.COMMAND)
    address = models.GenericIPAddressField(_("from the address"), null=True, blank=True)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.action}: {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError
