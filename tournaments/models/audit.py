"""The log of everything that was done to a tournament, a rating list or a register."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class AuditEntry(models.Model):
    """Who did what, what stood there before and after, and why. Rows are only ever added."""

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
    action = models.CharField(_("action"), max_length=40)
    subject = models.CharField(_("subject"), max_length=200)
    before = models.JSONField(_("before"), null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.action}: {self.subject}"
