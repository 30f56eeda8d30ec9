"""Tournaments, who plays in them, and the byes they asked for."""

from __future__ import annotations

import secrets
import uuid
from datetime import date

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine import RULESETS
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.bracket_chart import BracketSystem
from tournaments.domain.results import SCORINGS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.models.checked import require_playable, stored_settings
from tournaments.models.collation import CZECH
from tournaments.models.people import Club, Federation, Player

MAX_ROUNDS = 99
MAX_BOARDS = 20
MAX_OPENINGS = 60_000
"""Characters: the longest tables of openings in use have some 750 lines."""


def ruleset_choices() -> list[tuple[str, str]]:
    return [(key, _(ruleset.label)) for key, ruleset in RULESETS.items()]


def pairing_system_choices() -> list[tuple[str, str]]:
    return [(key, _(system.label)) for key, system in PAIRING_SYSTEMS.items()]


def scoring_choices() -> list[tuple[str, str]]:
    return [(key, key.replace("0.5", "½")) for key in SCORINGS]


def new_seed() -> int:
    """A random number that fits every database's integer; all draws of the tournament come from it."""
    return secrets.randbelow(2**31)


def new_private_key() -> str:
    """What nobody guesses: who has it speaks for the entry."""
    return secrets.token_urlsafe(18)


def today() -> date:
    return timezone.localdate()


class Tournament(models.Model):
    class Status(models.TextChoices):
        SETUP = "setup", _("being prepared")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120, db_collation=CZECH)
    federation = models.ForeignKey(
        Federation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("federation"),
    )
    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("organising club"),
    )
    ruleset = models.CharField(_("ruleset"), max_length=30, choices=ruleset_choices, default="czech")
    pairing_system = models.CharField(
        _("pairing system"), max_length=30, choices=pairing_system_choices, default="swiss"
    )
    planned_rounds = models.PositiveSmallIntegerField(
        _("rounds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)],
        help_text=_("Empty: as many as the pairing system needs."),
    )
    scoring = models.CharField(_("scoring"), max_length=10, choices=scoring_choices, default="2-1-0")
    tiebreaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    system_settings = models.JSONField(_("settings of the pairing system"), default=dict, blank=True)
    games_per_round = models.PositiveSmallIntegerField(
        _("games of a round"),
        default=1,
        choices=[(1, _("one")), (2, _("two, with colours reversed"))],
    )
    openings = models.TextField(
        _("openings to draw from"),
        blank=True,
        help_text=_("One a line, as moves or as a FEN; one is drawn for each round. Empty: free play."),
    )
    boards = models.PositiveSmallIntegerField(
        _("boards of a match"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_BOARDS)],
        help_text=_("Empty: players play for themselves. Else teams meet on so many boards."),
    )
    time_control = models.CharField(_("time control"), max_length=60, blank=True)
    starts_on = models.DateField(_("first day"), default=today)
    ends_on = models.DateField(_("last day"), default=today)
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    description = models.TextField(_("about"), blank=True)
    rating_list = models.ForeignKey(
        "tournaments.RatingList",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("rating list"),
        help_text=_("Empty: the tournament is not rated."),
    )
    players_submit = models.BooleanField(_("players may submit their games"), default=True)
    players_report = models.BooleanField(
        _("players may report results"),
        default=False,
        help_text=_("From their phones, by the code on the table or a private link; the arbiter confirms."),
    )
    players_check_in = models.BooleanField(
        _("players may check themselves in"),
        default=False,
        help_text=_("From their private links, at the code on the door. Else only arbiters check in."),
    )
    entry_fee = models.DecimalField(
        _("entry fee"),
        max_digits=8,
        decimal_places=2,
        default=0,
        validators=[MinValueValidator(0)],
    )
    currency = models.CharField(
        _("currency"),
        max_length=3,
        default="CZK",
        validators=[RegexValidator(r"^[A-Z]{3}$", _("Write the currency in three letters, such as CZK."))],
    )
    is_public = models.BooleanField(_("public"), default=True)
    arbiters = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="arbitrated_tournaments",
        verbose_name=_("arbiters"),
    )
    chief_arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="chiefly_arbitrated_tournaments",
        verbose_name=_("chief arbiter"),
        help_text=_("One of the arbiters. Empty: each of them has the chief's rights."),
    )
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="organised_tournaments",
        verbose_name=_("organisers"),
    )
    initial_colour = models.CharField(
        _("colour of number 1 in round 1"),
        max_length=5,
        blank=True,
        choices=[("white", _("White")), ("black", _("Black"))],
        help_text=_("Empty: drawn by lot."),
    )
    seed = models.PositiveIntegerField(_("seed of the draws"), default=new_seed)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.SETUP)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    import_key = models.CharField(_("key of the import"), max_length=64, blank=True, editable=False)
    # The same on every installation that has a copy, so that one carried away is known when it comes home.
    snapshot_key = models.UUIDField(
        _("key of the snapshots"), unique=True, default=uuid.uuid4, editable=False
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"
            ),
            models.CheckConstraint(
                condition=Q(planned_rounds__isnull=True) | Q(planned_rounds__range=(1, MAX_ROUNDS)),
                name="tournament_rounds_are_plausible",
            ),
            models.CheckConstraint(
                condition=Q(games_per_round__range=(1, 2)), name="tournament_games_of_a_round_are_1_or_2"
            ),
            models.CheckConstraint(
                condition=Q(boards__isnull=True) | Q(boards__range=(1, MAX_BOARDS)),
                name="tournament_boards_are_plausible",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["setup", "running", "finished"]), name="tournament_status_is_known"
            ),
            models.UniqueConstraint(
                fields=["import_key"], condition=~Q(import_key=""), name="one_tournament_of_an_import"
            ),
        ]
        indexes = [models.Index(fields=["rating_list", "status", "ends_on"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    def clean(self) -> None:
        """Raise ValidationError for what fields alone cannot say."""
        if self.ends_on and self.starts_on and self.ends_on < self.starts_on:
            raise ValidationError({"ends_on": _("The last day is before the first.")})
        unknown = [str(key) for key in self.tiebreaks if key not in TIEBREAKS]
        if unknown:
            raise ValidationError({"tiebreaks": _("There is no tie-break “%(key)s”.") % {"key": unknown[0]}})
        if len(set(self.tiebreaks)) != len(self.tiebreaks):
            raise ValidationError({"tiebreaks": _("Each tie-break can be used once.")})
        self.system_settings = stored_settings(self.pairing_system, self.system_settings)
        require_playable(self.openings, self.ruleset)
        if self.rating_list is not None and self.rating_list.discipline != self.discipline:
            raise ValidationError({"rating_list": _("This list rates games on a board of another size.")})

    @property
    def discipline(self) -> str:
        """The squares of the board, as rating lists and titles are kept by: "64" or "100"."""
        return str(RULESETS[self.ruleset].size ** 2)

    @property
    def is_team_event(self) -> bool:
        return self.boards is not None

    @property
    def has_bracket(self) -> bool:
        """Whether its pairing system draws a bracket."""
        return isinstance(PAIRING_SYSTEMS.get(self.pairing_system), BracketSystem)

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED


class Entry(models.Model):
    """A player in a tournament. The starting number is given when the first round is paired."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entries", verbose_name=_("tournament")
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries", verbose_name=_("player"))
    number = models.PositiveSmallIntegerField(_("starting number"), null=True, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating at entry"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    fee = models.DecimalField(
        _("entry fee"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("Empty: the tournament's."),
    )
    private_key = models.CharField(
        _("key of the private link"), max_length=32, unique=True, default=new_private_key, editable=False
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        ordering = ["tournament", F("number").asc(nulls_last=True), "pk"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="a_player_enters_a_tournament_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(number__isnull=False),
                name="a_starting_number_is_given_once",
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="starting_numbers_begin_at_1"
            ),
            models.CheckConstraint(condition=Q(joined_round__gte=1), name="entry_joins_in_round_1_or_later"),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_after is not None


class RequestedBye(models.Model):
    """A round in which a player said beforehand that he will not play."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="requested_byes", verbose_name=_("entry"))
    round_number = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    code = models.CharField(
        _("bye"),
        max_length=10,
        default="zero-bye",
        choices=[
            ("zero-bye", _("no points")),
            ("half-bye", _("points of a draw")),
            ("full-bye", _("points of a win")),
        ],
    )
    for_absence = models.BooleanField(
        _("because he was not here"),
        default=False,
        editable=False,
        help_text=_("Given to who was not checked in; checking in takes it back."),
    )

    class Meta:
        ordering = ["entry", "round_number"]
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_requested_bye_a_round"),
            models.CheckConstraint(
                condition=Q(code__in=["zero-bye", "half-bye", "full-bye"]), name="requested_bye_code_is_known"
            ),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="requested_bye_is_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.round_number})"


class ProhibitedPairing(models.Model):
    """Two players who may not meet, by the arbiter's decision."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="prohibited_pairings", verbose_name=_("tournament")
    )
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+", verbose_name=_("player"))
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+", verbose_name=_("may not meet"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["tournament", "first", "second"]
        verbose_name = _("prohibited pairing")
        verbose_name_plural = _("prohibited pairings")
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="a_pairing_is_prohibited_once"),
            # The same two the other way round would be a second row.
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="prohibited_pairing_names_the_older_entry_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"
