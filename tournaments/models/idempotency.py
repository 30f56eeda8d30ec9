"""Requests that create something and were sent twice."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class IdempotencyKey(models.Model):
    """One creating request and how it was answered: sent again, it is answered so again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user")
    )
    key = models.CharField(_("key"), max_length=100)
    path = models.CharField(_("path"), max_length=300)
    fingerprint = models.CharField(_("fingerprint of what was sent"), max_length=64)
    status = models.PositiveSmallIntegerField(_("status of the answer"), null=True)
    location = models.CharField(_("where the answer led"), max_length=500, blank=True)
    content_type = models.CharField(_("type of the answer"), max_length=100, blank=True)
    body = models.TextField(_("answer"), blank=True)
    created_at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="a_request_is_done_once")]

    def __str__(self) -> str:
        return f"{self.path} ({self.key})"
