"""Background work: one row a task, so that what was asked for survives a lost message."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Job(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("background job", "waiting")
        RUNNING = "running", pgettext_lazy("background job", "running")
        DONE = "done", pgettext_lazy("background job", "done")
        FAILED = "failed", pgettext_lazy("background job", "failed")

    key = models.CharField(
        _("key"), max_length=100, unique=True, help_text=_("The same work asked for twice is one job.")
    )
    task = models.CharField(_("task"), max_length=100)
    object_id = models.BigIntegerField(_("object"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(_("progress"), default=0)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    result = models.JSONField(_("result"), null=True)
    error = models.TextField(_("error"), blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("background job")
        verbose_name_plural = _("background jobs")
        indexes = [models.Index(fields=["state", "changed_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(progress__lte=100), name="progress_is_a_percentage")
        ]

    def __str__(self) -> str:
        return self.key


class Heartbeat(models.Model):
    """When a part of the site last showed that it lives; the worker's row is what /readyz looks at."""

    name = models.CharField(_("name"), max_length=30, unique=True)
    beat_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return self.name


class NightlyRun(models.Model):
    """One night's housekeeping. The constraint lets it happen once a local date: also in the night in which
    an hour comes twice, and with several workers."""

    day = models.DateField(_("day"), unique=True)
    result = models.JSONField(_("result"), default=dict)
    ran_at = models.DateTimeField(_("time"))

    class Meta:
        ordering = ["-day"]
        verbose_name = _("nightly run")
        verbose_name_plural = _("nightly runs")

    def __str__(self) -> str:
        return self.day.isoformat()
