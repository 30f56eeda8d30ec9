"""What the arbiter's desk keeps beside rounds: categories, payments, points by decision, players' reports."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.collation import CZECH
from tournaments.models.round import MAX_GAMES, Pairing, result_choices
from tournaments.models.tournament import Entry, Tournament

MAX_ADJUSTMENT = 100
"""Integer points of one decision; more is a slip of the hand."""


class Category(models.Model):
    """A group of players with a ranking of its own within the standings: juniors, women, veterans."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="categories", verbose_name=_("tournament")
    )
    name = models.CharField(_("name"), max_length=40, db_collation=CZECH)
    entries = models.ManyToManyField(Entry, blank=True, related_name="categories", verbose_name=_("entries"))

    class Meta:
        ordering = ["tournament", "name"]
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="a_category_name_is_used_once")
        ]

    def __str__(self) -> str:
        return self.name


class Payment(models.Model):
    """Money of an entry that was taken or given back (then below zero). Rows are only ever added."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="payments", verbose_name=_("entry"))
    amount = models.DecimalField(_("amount"), max_digits=8, decimal_places=2)
    note = models.CharField(_("note"), max_length=120, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("recorded by")
    )
    recorded_at = models.DateTimeField(_("recorded at"), auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="a_payment_is_of_some_money")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.amount}"


class PointAdjustment(models.Model):
    """Points the arbiter takes from a player (below zero) or gives him, from a round on.

    `points` are integer points of the tournament's scoring: of 1-½-0, a half point is 1.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="adjustments", verbose_name=_("entry"))
    round_number = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    points = models.SmallIntegerField(
        _("points"), validators=[MinValueValidator(-MAX_ADJUSTMENT), MaxValueValidator(MAX_ADJUSTMENT)]
    )
    reason = models.CharField(_("reason"), max_length=200)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), auto_now_add=True)

    class Meta:
        ordering = ["entry", "round_number", "pk"]
        verbose_name = _("points by decision")
        verbose_name_plural = _("points by decision")
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="an_adjustment_changes_points"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="an_adjustment_is_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.round_number}): {self.points:+d}"


class ResultReport(models.Model):
    """A result as a player tells it; it waits for the arbiter and never counts by itself.

    The code is written for the game's own White, as a result's is.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waits")
        ACCEPTED = "accepted", _("accepted")
        DISMISSED = "dismissed", _("dismissed")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="reports", verbose_name=_("pairing"))
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="reports", verbose_name=_("reported by"))
    game = models.PositiveSmallIntegerField(_("game"), default=1)
    code = models.CharField(_("result"), max_length=10, choices=result_choices)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.OPEN)
    reported_at = models.DateTimeField(_("reported at"), auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("reported result")
        verbose_name_plural = _("reported results")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "entry", "game"],
                condition=Q(status="open"),
                name="one_open_report_a_player_and_game",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "accepted", "dismissed"]), name="report_status_is_known"
            ),
            models.CheckConstraint(condition=Q(game__range=(1, MAX_GAMES)), name="report_is_of_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.code}"
