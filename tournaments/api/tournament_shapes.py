"""The shapes of a tournament in the API: as it is shown, created, changed and looked for."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine import RULESETS
from tournaments.api.base import AmountField, IdField
from tournaments.api.people import ClubRefSerializer
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import with_defaults
from tournaments.domain.results import SCORINGS
from tournaments.domain.tiebreaks import MAX_TIEBREAKS, TIEBREAKS
from tournaments.models import Club, Federation, RatingList, Tournament
from tournaments.models.tournament import MAX_BOARDS, MAX_OPENINGS, MAX_ROUNDS
from tournaments.permissions import staffed_federations, usable_rating_lists
from tournaments.selectors.state import pairing_system

_VALUE = {"oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]}
_SETTINGS = {"type": "object", "additionalProperties": _VALUE}


@extend_schema_field(_SETTINGS)
class SettingsField(serializers.DictField):
    """Values by the names of a system's settings; the model knows which there are."""


class TournamentSerializer(serializers.Serializer):
    slug = serializers.CharField(help_text="Its address.")
    name = serializers.CharField()
    federation = serializers.CharField(source="federation.code", allow_null=True)
    club = ClubRefSerializer(allow_null=True)
    ruleset = serializers.ChoiceField(list(RULESETS))
    pairing_system = serializers.ChoiceField(list(PAIRING_SYSTEMS))
    rounds = serializers.IntegerField(
        source="planned_rounds", allow_null=True, help_text="Planned; null: as many as the system needs."
    )
    system_settings = serializers.SerializerMethodField(
        help_text="What the arbiter may set about the pairing system, each with its value."
    )
    games_per_round = serializers.IntegerField(help_text="2: each two players meet with both colours.")
    boards = serializers.IntegerField(allow_null=True, help_text="Of a match of teams; null: individual.")
    openings = serializers.CharField(allow_blank=True, help_text="One a line; one is drawn for each round.")
    rounds_paired = serializers.IntegerField(source="round_count")
    entry_count = serializers.IntegerField()
    scoring = serializers.ChoiceField(list(SCORINGS))
    tiebreaks = serializers.ListField(child=serializers.ChoiceField(list(TIEBREAKS)))
    time_control = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    venue = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    rating_list = serializers.CharField(
        source="rating_list.slug", allow_null=True, help_text="Null: the tournament is not rated."
    )
    players_submit = serializers.BooleanField(help_text="Whether players may submit their own games.")
    players_report = serializers.BooleanField(
        help_text="Whether players may report results; the arbiter confirms them."
    )
    players_check_in = serializers.BooleanField(help_text="Whether players may check themselves in.")
    is_public = serializers.BooleanField()
    initial_colour = serializers.ChoiceField(["white", "black"], allow_blank=True)
    status = serializers.ChoiceField(Tournament.Status.values)
    version = serializers.IntegerField(help_text="Raised by every change to anything of the tournament.")

    @extend_schema_field(_SETTINGS)
    def get_system_settings(self, tournament: Tournament) -> dict[str, Any]:
        return with_defaults(pairing_system(tournament).settings, tournament.system_settings)


class TournamentInput(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    ruleset = serializers.ChoiceField(list(RULESETS), required=False)
    pairing_system = serializers.ChoiceField(list(PAIRING_SYSTEMS), required=False)
    rounds = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUNDS,
        allow_null=True,
        required=False,
        help_text="Null: as many as the pairing system needs.",
    )
    system_settings = SettingsField(
        required=False, help_text="Settings of the pairing system; those left out have their defaults."
    )
    games_per_round = serializers.IntegerField(min_value=1, max_value=2, required=False)
    boards = serializers.IntegerField(
        min_value=1,
        max_value=MAX_BOARDS,
        allow_null=True,
        required=False,
        help_text="Of a match of teams; null: players play for themselves.",
    )
    openings = serializers.CharField(
        max_length=MAX_OPENINGS,
        allow_blank=True,
        required=False,
        help_text="To draw from: one a line as moves or a FEN, if you like after a name and a colon.",
    )
    federation = serializers.CharField(
        max_length=10,
        allow_null=True,
        required=False,
        help_text="The code of a federation whose staff you are.",
    )
    club = IdField(allow_null=True, required=False)
    scoring = serializers.ChoiceField(list(SCORINGS), required=False)
    tiebreaks = serializers.ListField(
        child=serializers.ChoiceField(list(TIEBREAKS)),
        required=False,
        max_length=MAX_TIEBREAKS,
        help_text="In this order; empty: the pairing system's own.",
    )
    time_control = serializers.CharField(max_length=60, allow_blank=True, required=False)
    starts_on = serializers.DateField(required=False, help_text="Default: today.")
    ends_on = serializers.DateField(required=False, help_text="Default: the first day.")
    venue = serializers.CharField(max_length=120, allow_blank=True, required=False)
    description = serializers.CharField(max_length=20_000, allow_blank=True, required=False)
    rating_list = serializers.CharField(
        max_length=60, allow_null=True, required=False, help_text="The slug of a list of your federation."
    )
    players_submit = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    players_check_in = serializers.BooleanField(required=False)
    entry_fee = AmountField(
        min_value=0, required=False, help_text="What each player owes; it is read at `fees`."
    )
    currency = serializers.RegexField(r"^[A-Z]{3}$", required=False, help_text="Three letters, such as CZK.")
    is_public = serializers.BooleanField(required=False)
    initial_colour = serializers.ChoiceField(
        ["white", "black"], allow_blank=True, required=False, help_text="Empty: drawn by lot."
    )

    def validate_federation(self, code: str | None) -> Federation | None:
        return self._own(
            "federation", staffed_federations(self._user), _("You may not act for “%s”."), code=code
        )

    def validate_rating_list(self, slug: str | None) -> RatingList | None:
        return self._own(
            "rating_list", usable_rating_lists(self._user), _("You have no rating list “%s”."), slug=slug
        )

    def validate_club(self, pk: int | None) -> Club | None:
        return self._own("club", Club.objects.all(), _("There is no club with the id %s."), pk=pk)

    @property
    def _user(self) -> Any:
        return self.context["request"].user

    def _own(self, field: str, allowed: QuerySet, message: str, **lookup: Any) -> Any:
        """The row the caller may use; what the tournament has already may stay."""
        ((name, value),) = lookup.items()
        if value is None:
            return None
        present = getattr(self.context.get("tournament"), field, None)
        if present is not None and getattr(present, name) == value:
            return present
        row = allowed.filter(**lookup).first()
        if row is None:
            raise serializers.ValidationError(message % value)
        return row


class TournamentChange(TournamentInput):
    name = serializers.CharField(max_length=120, required=False)
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The version you looked at: a stale change is refused."
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class TournamentQuery(serializers.Serializer):
    search = serializers.CharField(
        source="text",
        required=False,
        allow_blank=True,
        default="",
        help_text="Words of the name or the venue, without regard to diacritics.",
    )
    status = serializers.ChoiceField(Tournament.Status.values, required=False)
    year = serializers.IntegerField(min_value=1900, max_value=2100, required=False)
    federation = serializers.CharField(required=False, allow_blank=True, default="", help_text="Its code.")
