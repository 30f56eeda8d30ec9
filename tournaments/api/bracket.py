"""The bracket of a knockout."""

from __future__ import annotations

from typing import Any, get_args

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.domain.pairing.bracket import How
from tournaments.domain.results import SCORINGS, Scoring
from tournaments.models import Team
from tournaments.permissions import tournament_for_reading
from tournaments.selectors.bracket import BracketLine, BracketSide, BracketTable, bracket_table
from tournaments.selectors.standings import name_of


class BracketSideSerializer(serializers.Serializer):
    number = serializers.IntegerField(
        allow_null=True, help_text="Starting number; null while it is not known."
    )
    seed = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True, help_text="Null in an event of teams.")
    team = serializers.IntegerField(allow_null=True, help_text="Null unless it is an event of teams.")
    name = serializers.CharField(allow_blank=True)
    source = serializers.IntegerField(
        allow_null=True,
        help_text="The match whose winner comes here (the loser, in the match for third place).",
    )
    points = serializers.FloatField(allow_null=True, help_text="Over the games of the round.")
    play_off = serializers.FloatField(allow_null=True, help_text="Over the games of the play-off.")
    won = serializers.BooleanField(help_text="He goes on, or won the final.")


class BracketMatchSerializer(serializers.Serializer):
    number = serializers.IntegerField(allow_null=True, help_text="From 1, round by round; null for a bye.")
    table = serializers.IntegerField(allow_null=True, help_text="Null until it is paired.")
    how = serializers.ChoiceField(
        list(get_args(How)),
        help_text="How it ended. `open`: games are missing; `tied`: games of the play-off are; `seed`: the"
        " better seed went on after a tie; `nobody`: both lost, or nobody came.",
    )
    sides = BracketSideSerializer(many=True)


class BracketRoundSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="The tournament's round.")
    title = serializers.CharField()
    matches = BracketMatchSerializer(many=True, help_text="From the top of the bracket down.")


class BracketSerializer(serializers.Serializer):
    rounds = BracketRoundSerializer(many=True, help_text="Empty before the bracket is drawn.")
    third_place = BracketMatchSerializer(allow_null=True)


class BracketView(ApiView):
    @extend_schema(operation_id="bracket_retrieve", tags=["standings"], responses=BracketSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The bracket, with the matches that are still to come. 404 where the pairing system has none."""
        tournament = tournament_for_reading(request.user, slug)
        if not tournament.has_bracket:
            raise Http404(_("This tournament has no bracket."))
        return Response(_bracket(bracket_table(tournament), SCORINGS[tournament.scoring]))


def _bracket(table: BracketTable | None, scoring: Scoring) -> dict[str, Any]:
    third = table.third_place if table else None
    return {
        "rounds": [
            {
                "number": column.number,
                "title": column.title,
                "matches": [_match(line, scoring) for line in column.lines],
            }
            for column in (table.columns if table else ())
        ],
        "third_place": _match(third, scoring) if third else None,
    }


def _match(line: BracketLine, scoring: Scoring) -> dict[str, Any]:
    match = line.match
    return {
        "number": match.number or None,
        "table": match.table,
        "how": match.outcome.how,
        "sides": [_side(side, line, at, scoring) for at, side in enumerate(line.sides)],
    }


def _side(side: BracketSide, line: BracketLine, at: int, scoring: Scoring) -> dict[str, Any]:
    points, play_off, entry = line.match.points, line.match.play_off, side.entry
    team = entry if isinstance(entry, Team) else None
    return {
        "number": line.match.sides[at].number,
        "seed": side.seed,
        "entry": entry.pk if entry and not team else None,
        "team": team and team.pk,
        "name": name_of(entry) if entry else "",
        "source": side.source or None,
        "points": None if points is None else scoring.number(points[at]),
        "play_off": None if play_off is None else scoring.number(play_off[at]),
        "won": side.is_winner,
    }
