"""Federations, clubs, players and the titles they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.domain.names import search_key, search_text
from tournaments.domain.tiebreaks.presets import TIEBREAK_RULES
from tournaments.models.collation import CZECH

TITLES = [
    ("NM", _("National master")),
    ("KNM", _("Candidate national master")),
    ("I", _("First class")),
    ("II", _("Second class")),
    ("III", _("Third class")),
]
DISCIPLINES = [("64", _("64 squares")), ("100", _("100 squares"))]


def tiebreak_rules_choices() -> list[tuple[str, str]]:
    return [(key, _(label)) for key, label in TIEBREAK_RULES.items()]


class Federation(models.Model):
    """A national or regional body; its staff keep its clubs, players and rating lists."""

    code = models.CharField(
        _("code"),
        max_length=10,
        unique=True,
        validators=[RegexValidator(r"^[A-Z0-9-]+$", _("Use capital letters, digits and hyphens."))],
    )
    name = models.CharField(_("name"), max_length=120, db_collation=CZECH)
    tiebreak_rules = models.CharField(
        _("tie-breaks of its tournaments"),
        max_length=20,
        blank=True,
        choices=tiebreak_rules_choices,
        help_text=_("What a new tournament of the federation begins with."),
    )
    staff = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="staffed_federations",
        verbose_name=_("staff"),
        help_text=_("They may create tournaments of the federation and keep its players and clubs."),
    )

    class Meta:
        ordering = ["name"]
        verbose_name = _("federation")
        verbose_name_plural = _("federations")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("federation", args=[self.code])


class Club(models.Model):
    federation = models.ForeignKey(
        Federation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="clubs",
        verbose_name=_("federation"),
    )
    name = models.CharField(_("name"), max_length=120, db_collation=CZECH)
    city = models.CharField(_("town"), max_length=80, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            models.UniqueConstraint(fields=["federation", "name"], name="one_club_of_a_name_in_a_federation"),
            models.UniqueConstraint(
                fields=["name"], condition=Q(federation=None), name="one_club_of_a_name_in_none"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.pk])


MAX_KEY, MAX_SEARCH_TEXT = 180, 400


class PlayerQuerySet(models.QuerySet):
    def bulk_create(self, objs: Iterable[Player], *args: Any, **kwargs: Any) -> list[Player]:
        """As Django's, with what players are found by: it calls nobody's save()."""
        players = list(objs)
        for player in players:
            player.index_name()
        return super().bulk_create(players, *args, **kwargs)


class Player(models.Model):
    """A person. Two people may share a name; the federation's id tells them apart."""

    family_name = models.CharField(_("family name"), max_length=80, db_collation=CZECH)
    given_name = models.CharField(_("given name"), max_length=80, blank=True, db_collation=CZECH)
    search_key = models.CharField(_("search key"), max_length=MAX_KEY, editable=False, db_index=True)
    search_text = models.CharField(
        _("searched text"), max_length=MAX_SEARCH_TEXT, editable=False, blank=True, default=""
    )
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )
    sex = models.CharField(_("sex"), max_length=1, blank=True, choices=[("f", _("woman")), ("m", _("man"))])
    category = models.CharField(
        _("category"), max_length=20, blank=True, help_text=_("As the federation names it, for example U15.")
    )
    federation = models.ForeignKey(
        Federation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("federation"),
    )
    federation_number = models.CharField(_("federation id"), max_length=20, blank=True)
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("user account"),
        help_text=_("The account that may submit this player's games."),
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["family_name", "given_name", "pk"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "federation_number"],
                condition=~Q(federation_number=""),
                name="one_player_of_a_federation_id",
            ),
            models.CheckConstraint(condition=~Q(family_name=""), name="player_has_a_family_name"),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1900, 2100)),
                name="player_birth_year_is_plausible",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args, **kwargs) -> None:
        self.index_name()
        fields = kwargs.get("update_fields")
        if fields is not None:
            kwargs["update_fields"] = {*fields, "search_key", "search_text"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])

    def index_name(self) -> None:
        """Write what the player is found by."""
        whole = f"{self.family_name} {self.given_name}"
        self.search_key = search_key(whole)[:MAX_KEY]
        self.search_text = search_text(whole)[:MAX_SEARCH_TEXT]

    @property
    def name(self) -> str:
        """Family name first, as result lists print it."""
        return f"{self.family_name} {self.given_name}".strip()

    @property
    def formal_name(self) -> str:
        """ "Family, Given": the form that can be read back without guessing."""
        return f"{self.family_name}, {self.given_name}" if self.given_name else self.family_name


class PlayerTitle(models.Model):
    """A title for life, per discipline."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="titles", verbose_name=_("player"))
    code = models.CharField(_("title"), max_length=5, choices=TITLES)
    discipline = models.CharField(_("discipline"), max_length=3, choices=DISCIPLINES, default="64")
    awarded_on = models.DateField(_("awarded on"), null=True, blank=True)

    class Meta:
        ordering = ["player", "discipline", "code"]
        verbose_name = _("title")
        verbose_name_plural = _("titles")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "code", "discipline"], name="a_title_is_given_once_in_a_discipline"
            ),
        ]

    def __str__(self) -> str:
        return self.get_code_display()
