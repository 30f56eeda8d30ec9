"""Background work: one row a task, so that what was asked for survives a lost message."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    key = models.CharField(
        max_length=100, unique=True, help_text=_("The same work asked for twice is one job.")
    )
    task = models.CharField(max_length=100)
    object_id = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

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

    name = models.CharField(max_length=30, unique=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
