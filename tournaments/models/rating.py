"""Rating lists, the ratings on them and every change with its derivation."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.domain.ratings import RATING_SYSTEMS
from tournaments.models.people import DISCIPLINES, Federation, Player
from tournaments.models.tournament import Tournament


def rating_system_choices() -> list[tuple[str, str]]:
    return [(key, _(system.label)) for key, system in RATING_SYSTEMS.items()]


class RatingList(models.Model):
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    federation = models.ForeignKey(
        Federation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="rating_lists",
        verbose_name=_("federation"),
    )
    discipline = models.CharField(_("discipline"), max_length=3, choices=DISCIPLINES, default="64")
    system = models.CharField(_("rating system"), max_length=20, choices=rating_system_choices, default="elo")
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rating-list", args=[self.slug])


class Rating(models.Model):
    """Where a player stands on a list. `initial…` is what he came with, before any event rated here."""

    rating_list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="ratings", verbose_name=_("rating list")
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", verbose_name=_("player"))
    initial_value = models.PositiveSmallIntegerField(_("initial rating"), null=True, blank=True)
    initial_games = models.PositiveIntegerField(_("games before"), default=0)
    value = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    is_provisional = models.BooleanField(_("provisional"), default=False)

    class Meta:
        ordering = ["rating_list", models.F("value").desc(nulls_last=True), "player"]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "player"], name="one_rating_a_player_a_list"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.value}"


class RatingChange(models.Model):
    """What one tournament did to one player's rating; the rows of a player are his history."""

    rating_list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="changes", verbose_name=_("rating list")
    )
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="rating_changes", verbose_name=_("tournament")
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="rating_changes", verbose_name=_("player")
    )
    # The tournament's last day when it was rated: a correction of the day itself must replay from here.
    rated_as_of = models.DateField(_("rated as of"))
    before = models.PositiveSmallIntegerField(_("before"), null=True)
    after = models.PositiveSmallIntegerField(_("after"), null=True)
    games = models.PositiveSmallIntegerField(_("games"))
    score = models.DecimalField(_("score"), max_digits=5, decimal_places=1)
    expected = models.DecimalField(_("expected"), max_digits=7, decimal_places=3, null=True)
    coefficient = models.DecimalField(_("coefficient"), max_digits=6, decimal_places=2, null=True)
    is_provisional = models.BooleanField(_("provisional"), default=False)
    derivation = models.JSONField(_("derivation"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        ordering = ["rating_list", "tournament__ends_on", "tournament_id", "player"]
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "tournament", "player"], name="a_tournament_is_rated_once"
            ),
            models.CheckConstraint(condition=Q(games__gte=1), name="rating_change_has_games"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.before} → {self.after}"
