"""Teams, who plays for them, and their matches."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.collation import CZECH
from tournaments.models.people import Club
from tournaments.models.round import Round, result_choices
from tournaments.models.tournament import Entry, Tournament


class Team(models.Model):
    """A team in a tournament. The starting number is given when the first round is paired."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="teams", verbose_name=_("tournament")
    )
    name = models.CharField(_("name"), max_length=80, db_collation=CZECH)
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="teams", verbose_name=_("club")
    )
    number = models.PositiveSmallIntegerField(_("starting number"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    kept_apart = models.ManyToManyField("self", blank=True, verbose_name=_("may not meet"))
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    class Meta:
        ordering = ["tournament", F("number").asc(nulls_last=True), "pk"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="a_team_name_is_used_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(number__isnull=False),
                name="a_team_number_is_given_once",
            ),
            models.CheckConstraint(condition=Q(joined_round__gte=1), name="team_joins_in_round_1_or_later"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament-team", args=[self.tournament.slug, self.pk])

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_after is not None


class TeamMember(models.Model):
    """A player of a team. The first members by `board` play; who stands after the last board is a reserve."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members", verbose_name=_("team"))
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="membership", verbose_name=_("entry"))
    board = models.PositiveSmallIntegerField(_("place in the team"), validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["team", "board"]
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        constraints = [
            models.UniqueConstraint(fields=["team", "board"], name="one_member_a_place"),
            models.CheckConstraint(condition=Q(board__gte=1), name="team_places_begin_at_1"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.team}, {self.board})"


class TeamBye(models.Model):
    """A round in which a team said beforehand that it will not play."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="requested_byes", verbose_name=_("team"))
    round_number = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    code = models.CharField(_("bye"), max_length=10, default="zero-bye", choices=result_choices)

    class Meta:
        ordering = ["team", "round_number"]
        verbose_name = _("requested bye of a team")
        verbose_name_plural = _("requested byes of teams")
        constraints = [
            models.UniqueConstraint(fields=["team", "round_number"], name="one_requested_bye_a_team_round"),
            models.CheckConstraint(
                condition=Q(code__in=["zero-bye", "half-bye", "full-bye"]), name="team_bye_code_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} ({self.round_number})"


class Match(models.Model):
    """Two teams in a round, or one without an opponent; its games are pairings with `match` and `board`.

    `code` is the result where no game is played (a bye, a team that did not come), else empty: then the
    games' results make it. The white team has White on the first board, and then on every other one.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches", verbose_name=_("round"))
    table = models.PositiveSmallIntegerField(_("match"))
    white = models.ForeignKey(Team, models.PROTECT, related_name="+", verbose_name=_("first team"))
    black = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("second team")
    )
    code = models.CharField(_("result"), max_length=10, blank=True, choices=result_choices)
    reasons = models.JSONField(_("reasons"), default=list, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    class Meta:
        ordering = ["round", "table"]
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table"),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")), name="no_team_plays_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black or _('bye')}"
