"""Recorded games and what the checks found in them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.domain.errors import Said
from games.domain.findings import FINDINGS, Finding
from tournaments.domain.errors import InputError
from tournaments.domain.openings import Opening, read_opening
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.models.tournament import ruleset_choices

SECOND = 2
"""The number of a round's second game, which is played with colours reversed."""


def opening_of(this: Round, ruleset: str) -> Opening | None:
    """The opening drawn for a round, None where play is free or what was drawn cannot be read."""
    try:
        return read_opening(this.opening, ruleset) if this.opening else None
    except InputError:
        return None


def finding_choices() -> list[tuple[str, str]]:
    return [(key, _(finding.label)) for key, finding in FINDINGS.items()]


class Game(models.Model):
    """The moves of one pairing. A newer record replaces an older one, which stays readable."""

    class Verdict(models.TextChoices):
        WAITING = "waiting", _("being checked")
        CLEAN = "clean", _("checked")
        FLAGGED = "flagged", _("waits for the arbiter")

    class Source(models.TextChoices):
        BOARD = "board", _("played on the board")
        PDN = "pdn", _("pasted PDN")
        API = "api", _("API")
        IMPORT = "import", _("import")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="games", verbose_name=_("tournament")
    )
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="games", verbose_name=_("pairing"))
    number = models.PositiveSmallIntegerField(
        _("game of the round"), default=1, help_text=_("2 is the second game of a two-game round.")
    )
    ruleset = models.CharField(_("ruleset"), max_length=30, choices=ruleset_choices)
    pdn = models.TextField(_("record"), help_text=_("As the site writes it, checked by the engine."))
    submitted_pdn = models.TextField(_("record as submitted"), blank=True)
    moves = models.JSONField(_("moves"), default=list)
    start_fen = models.CharField(_("start position"), max_length=300, blank=True)
    final_fen = models.CharField(_("final position"), max_length=300)
    plies = models.PositiveSmallIntegerField(_("plies"))
    result = models.CharField(
        _("result"),
        max_length=10,
        blank=True,
        help_text=_("As the record gives it; the pairing's result counts."),
    )
    fingerprint = models.CharField(
        _("fingerprint"), max_length=64, db_index=True, help_text=_("Equal for equal games.")
    )
    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict, default=Verdict.WAITING)
    source = models.CharField(_("source"), max_length=10, choices=Source)
    is_current = models.BooleanField(_("counts"), default=True)
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("submitted by"),
    )
    submitted_at = models.DateTimeField(_("submitted"), auto_now_add=True)
    verified_at = models.DateTimeField(_("checked at"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"],
                condition=Q(is_current=True),
                name="one_current_record_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black or _('bye')}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.pk])

    @property
    def white(self) -> Entry:
        """Who has White in this game: in the second of a round the pairing's Black."""
        return self.pairing.black if self.number == SECOND else self.pairing.white

    @property
    def black(self) -> Entry | None:
        return self.pairing.white if self.number == SECOND else self.pairing.black

    @property
    def recorded_code(self) -> str | None:
        """The confirmed result of this game, written for its own White; None while there is none."""
        return self.pairing.second_code if self.number == SECOND else self.pairing.result_code

    @property
    def opening(self) -> Opening | None:
        """The opening drawn for the game's round, None where play is free."""
        return opening_of(self.pairing.round, self.ruleset)

    @property
    def removal(self) -> Flag | None:
        """The decision that took this record off its pairing, None when there is none. One query."""
        if self.is_current:
            return None
        kinds = [key for key, finding in FINDINGS.items() if finding.removes]
        return self.flags.filter(status=Flag.Status.UPHELD, kind__in=kinds).first()


class Flag(models.Model):
    """Something for the arbiter's queue: what was found, where, and what he decided."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    game = models.ForeignKey(Game, models.CASCADE, related_name="flags", verbose_name=_("game"))
    kind = models.CharField(_("kind"), max_length=30, choices=finding_choices)
    ply = models.PositiveSmallIntegerField(_("ply"), default=0)
    details = models.JSONField(_("details"), default=dict, blank=True)
    opinion = models.JSONField(
        _("the engine's opinion"),
        default=dict,
        blank=True,
        help_text=_("A message about the position at the ply; empty until the game is checked."),
    )
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.OPEN)
    decided_result = models.CharField(_("result recorded with the decision"), max_length=10, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decision_reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("found at"), auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints = [
            models.UniqueConstraint(fields=["game", "kind", "ply"], name="a_finding_is_queued_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.ply})"

    @property
    def finding(self) -> Finding:
        return FINDINGS[self.kind]

    @property
    def decision_label(self) -> str:
        """What the decision was, as the button said it (an English msgid); empty while there is none."""
        if self.is_open:
            return ""
        return self.finding.uphold if self.status == self.Status.UPHELD else self.finding.dismiss

    @property
    def said(self) -> Said:
        """What was found, as a message to translate."""
        return Said(self.finding.says, {name: _said(value) for name, value in self.details.items()})

    @property
    def engine_said(self) -> Said | None:
        """What the engine says of the position at the ply, None before the game is checked."""
        return _said(self.opinion) if self.opinion else None

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN


def _said(value: Any) -> Any:
    """A message stored inside a flag's details, as a message again."""
    is_message = isinstance(value, dict) and "template" in value
    return Said(value["template"], value["params"]) if is_message else value
