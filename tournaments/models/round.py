"""Rounds, who meets whom in them, and the results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.domain.results import RESULTS
from tournaments.models.tournament import Entry, Tournament

MAX_GAMES = 12
"""Of one pairing: those of the round and of the play-off."""


def result_choices() -> list[tuple[str, str]]:
    return [(code, _(kind.label)) for code, kind in RESULTS.items()]


class RoundQuerySet(models.QuerySet):
    def published(self) -> RoundQuerySet:
        """The rounds everybody may know of: a draft is of those alone who manage the tournament."""
        return self.exclude(status=Round.Status.DRAFT)


class Round(models.Model):
    """One round, with all that is needed to pair it again and to explain it."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    class Source(models.TextChoices):
        SYSTEM = "system", _("the pairing system")
        HAND = "hand", _("hand")
        IMPORT = "import", _("import")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rounds", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("round"))
    pairing_system = models.CharField(_("pairing system"), max_length=30)
    options = models.JSONField(_("options"), default=dict, blank=True)
    seed = models.PositiveIntegerField(_("seed of the draws"))
    notes = models.JSONField(_("notes"), default=list, blank=True)
    games = models.PositiveSmallIntegerField(_("games of each pairing"), default=1)
    opening = models.CharField(_("drawn opening"), max_length=300, blank=True)
    source = models.CharField(_("paired by"), max_length=10, choices=Source, default=Source.SYSTEM)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.PUBLISHED)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="a_round_is_paired_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_begin_at_1"),
            models.CheckConstraint(condition=Q(games__range=(1, 2)), name="a_round_has_one_or_two_games"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published", "playing", "closed"]),
                name="round_status_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} / {self.number}"

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Each change raises the version. A new round's begins where no undone one of its number got."""
        if not self._state.adding:
            self.version += 1
        elif self.version == 1:
            self.version = self.tournament.version
        if update_fields is not None:
            update_fields = {*update_fields, "version"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_draft(self) -> bool:
        return self.status == Round.Status.DRAFT

    @property
    def is_closed(self) -> bool:
        return self.status == Round.Status.CLOSED


def _confirmed(game: int) -> Subquery:
    of_game = Result.objects.filter(pairing=OuterRef("pk"), status=Result.Status.CONFIRMED, game=game)
    return Subquery(of_game.values("code")[:1])


class PairingQuerySet(models.QuerySet):
    def published(self) -> PairingQuerySet:
        """The pairings everybody may know of: not those of a draft."""
        return self.exclude(round__status=Round.Status.DRAFT)

    def unfinished(self) -> PairingQuerySet:
        """The pairings of which a result is missing: of the game, or of one of the round's two games."""
        second_missing = Q(round__games=2, black__isnull=False, second_code=None)
        return self.filter(Q(result_code=None) | second_missing)


class PairingManager(models.Manager.from_queryset(PairingQuerySet)):
    """Every pairing comes with the codes of its confirmed results: no page asks for them row by row."""

    def get_queryset(self) -> PairingQuerySet:
        return super().get_queryset().annotate(result_code=_confirmed(1), second_code=_confirmed(2))

    def bulk_create(self, pairings: Iterable[Pairing], *args: Any, **kwargs: Any) -> list[Pairing]:
        """As Django's, with the seats that `save` would have written."""
        with transaction.atomic():
            made = super().bulk_create(pairings, *args, **kwargs)
            Seat.objects.bulk_create([seat for pairing in made for seat in pairing.new_seats()])
        return made


class Pairing(models.Model):
    """Two players in a round, or one with a bye (no black). In a match of teams it is one board of it.

    `result_code` is the code of the confirmed result, `second_code` that of the second game where the round
    has two (written for that game's White, who has Black in the first); None while there is none.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings", verbose_name=_("round"))
    table = models.PositiveSmallIntegerField(_("table"))
    white = models.ForeignKey(Entry, models.PROTECT, related_name="+", verbose_name=_("White"))
    black = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("Black")
    )
    match = models.ForeignKey(
        "tournaments.Match",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="pairings",
        verbose_name=_("match"),
    )
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    is_adjourned = models.BooleanField(
        _("adjourned"),
        default=False,
        help_text=_("The next round may be paired before this game is finished."),
    )
    reasons = models.JSONField(_("reasons"), default=list, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    objects = PairingManager()

    class Meta:
        ordering = ["round", "table"]
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_a_table"),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")), name="nobody_plays_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black or _('bye')}"

    def save(self, *args, **kwargs) -> None:
        """Save with the seats, so that one player cannot sit at two tables of a round."""
        fields = kwargs.get("update_fields")
        with transaction.atomic():
            super().save(*args, **kwargs)
            if fields is None or {"white", "black"} & set(fields):
                self.seats.all().delete()
                Seat.objects.bulk_create(self.new_seats())

    def new_seats(self) -> list[Seat]:
        """A seat, not yet saved, for each player of the pairing."""
        sitting = [entry for entry in (self.white_id, self.black_id) if entry is not None]
        return [Seat(pairing=self, round_id=self.round_id, entry_id=entry) for entry in sitting]

    @cached_property
    def result_code(self) -> str | None:
        """Read for a pairing that did not come from the manager (one just made)."""
        return self._code(1)

    @cached_property
    def second_code(self) -> str | None:
        return self._code(2)

    def _code(self, game: int) -> str | None:
        confirmed = self.results.filter(status=Result.Status.CONFIRMED, game=game)
        return confirmed.values_list("code", flat=True).first()

    @property
    def log_name(self) -> str:
        """Round, table and players, as the log names the pairing."""
        return f"{self.round.number}/{self.table} {self}"

    def log_name_of(self, game: int) -> str:
        """The same, with the number of the game where the pairing has others beside it."""
        is_only = self.round.games == 1 and game == 1
        return self.log_name if is_only else f"{self.log_name} ({game}.)"

    @property
    def is_unfinished(self) -> bool:
        """Whether a result is missing: of the game, or of one of the round's two games."""
        return self.result_code is None or (
            self.round.games > 1 and not self.is_bye and self.second_code is None
        )

    @property
    def waits_adjourned(self) -> bool:
        """Whether the game is adjourned and goes on later."""
        return self.is_adjourned and self.is_unfinished

    @property
    def is_bye(self) -> bool:
        return self.black_id is None


class Seat(models.Model):
    """One player in one round. The constraint forbids a second game in the round, whatever the colours:
    two columns of a pairing cannot say that."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="seats", verbose_name=_("pairing"))
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", verbose_name=_("round"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("player in a round")
        verbose_name_plural = _("players in rounds")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_game_a_player_a_round")]


class Result(models.Model):
    """A result as it was recorded. A correction makes the older row `replaced`; nothing is overwritten.

    `game` counts from 1; games after the round's own are a play-off. The code is written for that game's own
    White: the colours change over from game to game.
    """

    class Status(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        REPLACED = "replaced", _("replaced")

    class Source(models.TextChoices):
        ARBITER = "arbiter", _("arbiter")
        GAME = "game", _("submitted game")
        PAIRING = "pairing", _("pairing")
        IMPORT = "import", _("import")
        PLAYERS = "players", _("both players")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="results", verbose_name=_("pairing"))
    game = models.PositiveSmallIntegerField(_("game"), default=1)
    code = models.CharField(_("result"), max_length=10, choices=result_choices)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.CONFIRMED)
    source = models.CharField(_("source"), max_length=10, choices=Source, default=Source.ARBITER)
    is_adjudicated = models.BooleanField(_("adjudicated by the arbiter"), default=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("recorded by")
    )
    recorded_at = models.DateTimeField(_("recorded at"), auto_now_add=True)

    class Meta:
        ordering = ["pairing", "pk"]
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game"],
                condition=Q(status="confirmed"),
                name="one_confirmed_result_a_game",
            ),
            models.CheckConstraint(condition=Q(game__range=(1, MAX_GAMES)), name="result_is_of_a_game"),
            models.CheckConstraint(
                condition=Q(status__in=["confirmed", "replaced"]), name="result_status_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.code
