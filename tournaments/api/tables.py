"""Standings and cross table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.errors import errors
from tournaments.domain.crosstable import Cell
from tournaments.domain.results import SCORINGS, Scoring
from tournaments.domain.sections import Section
from tournaments.domain.standings import require_final
from tournaments.domain.tiebreaks import Term
from tournaments.messages import section_title
from tournaments.models import Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.permissions import tournament_for_reading
from tournaments.selectors.categories import category_named, members_of, places_within
from tournaments.selectors.standings import (
    AnySnapshot,
    CrosstableLine,
    StandingLine,
    StandingsTable,
    crosstables_of,
    standings_table,
)
from tournaments.selectors.teams import competitors


class AfterQuery(serializers.Serializer):
    after = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUNDS, required=False, help_text="As it stood after that round."
    )


class StandingsQuery(AfterQuery):
    final = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Refuse (409, `results-missing-at-end`) while a result that counts is missing.",
    )
    explain = serializers.BooleanField(
        required=False, default=False, help_text="Add the `derivation`: the summands of each tie-break."
    )


class RankedQuery(StandingsQuery):
    category = serializers.CharField(
        required=False,
        max_length=40,
        help_text="A category's name or id: its players alone, each with a `category_place` too.",
    )


class RankedSerializer(serializers.Serializer):
    place = serializers.IntegerField(help_text="Players who are fully tied share a place.")
    number = serializers.IntegerField(help_text="Starting number.")
    entry = serializers.IntegerField(allow_null=True, help_text="Null in an event of teams.")
    player = serializers.IntegerField(allow_null=True, help_text="Null in an event of teams.")
    team = serializers.IntegerField(allow_null=True, help_text="Null unless it is an event of teams.")
    name = serializers.CharField()
    points = serializers.FloatField(help_text="Those that count in the section.")
    section = serializers.IntegerField(help_text="0 is the first part of the standings: final A, …")
    section_name = serializers.CharField(allow_blank=True, help_text="Empty for the only one.")


class TermSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="Starting number.")
    score = serializers.FloatField(allow_null=True, help_text="The opponent's score as adjusted.")
    factor = serializers.FloatField(allow_null=True, help_text="What it was multiplied by.")
    value = serializers.FloatField()
    dummy = serializers.BooleanField(help_text="The score is that of a dummy opponent.")
    cut = serializers.BooleanField(help_text="Left out of the sum.")
    note = serializers.CharField(allow_blank=True)


class StandingSerializer(RankedSerializer):
    tiebreaks = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text="In their order; null where one does not apply.",
    )
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    games = serializers.IntegerField()
    category_place = serializers.IntegerField(
        required=False, help_text="The place within the category, with `?category=`."
    )
    excluded = serializers.BooleanField(help_text="Withdrew too early for a place; stands last.")
    derivation = serializers.DictField(
        child=serializers.ListField(child=TermSerializer()), required=False, help_text="With `?explain=1`."
    )


class CellSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="Starting number.")
    opponent_place = serializers.IntegerField(allow_null=True)
    colour = serializers.ChoiceField(["white", "black"], allow_null=True)
    result = serializers.CharField(allow_null=True, help_text="Null while it is not known.")
    side = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True)
    points = serializers.FloatField()
    played = serializers.BooleanField()
    games = serializers.ListField(
        child=serializers.CharField(),
        help_text="The results of the single games, each from its own White's side.",
    )


class CrosstableSerializer(RankedSerializer):
    rounds = serializers.ListField(
        child=CellSerializer(allow_null=True), help_text="One a round; null before the player joined."
    )
    opponents = serializers.ListField(
        child=serializers.ListField(child=CellSerializer(), allow_null=True),
        help_text="The rounds with the player of each row of the section, in their order; null for himself.",
    )


class StandingsView(ApiView):
    reads_query = True

    @extend_schema(
        operation_id="standings_list",
        tags=["standings"],
        parameters=[RankedQuery],
        responses={200: StandingSerializer(many=True), **errors(409)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The standings, now or after a round, best first."""
        tournament = tournament_for_reading(request.user, slug)
        query = self.read_query(RankedQuery)
        snapshot = competitors(tournament)
        after = _after(query, snapshot)
        if query["final"]:
            require_final(snapshot.state.until(after))
        table = standings_table(tournament, after_round=after, snapshot=snapshot)
        scoring = SCORINGS[tournament.scoring]
        places = _category_places(tournament, table, query.get("category"))
        return Response(
            [
                _standing(line, each.section, scoring, query["explain"])
                | ({} if places is None else {"category_place": places[line.row.number]})
                for each in table.sections
                for line in each.lines
                if places is None or line.row.number in places
            ]
        )


class CrosstableView(ApiView):
    reads_query = True

    @extend_schema(
        operation_id="crosstable_list",
        tags=["standings"],
        parameters=[AfterQuery],
        responses=CrosstableSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The cross table, now or after a round, in the order of the standings."""
        tournament = tournament_for_reading(request.user, slug)
        snapshot = competitors(tournament)
        found = crosstables_of(
            tournament, after_round=_after(self.read_query(AfterQuery), snapshot), snapshot=snapshot
        )
        scoring = SCORINGS[tournament.scoring]
        return Response(
            [
                _crosstable_line(line, index, each.table.section, scoring)
                for index, each in enumerate(found)
                for line in each.lines
            ]
        )


def _category_places(
    tournament: Tournament, table: StandingsTable, text: str | None
) -> dict[int, int] | None:
    """The places within the category asked for; None where none was. Raises ValidationError for an unknown
    one."""
    if not text:
        return None
    category = category_named(tournament.categories.all(), text)
    if category is None:
        raise serializers.ValidationError({"category": [_("There is no such category.")]})
    return places_within(table.lines, members_of(category))


def _after(query: dict[str, Any], snapshot: AnySnapshot) -> int | None:
    after = query.get("after")
    if after is not None and after > len(snapshot.state.rounds):
        raise serializers.ValidationError({"after": [_("Round %s has not been paired yet.") % after]})
    return after


def _ranked(
    line: StandingLine | CrosstableLine, index: int, section: Section, scoring: Scoring
) -> dict[str, Any]:
    player = None if line.team else line.entry
    return {
        "place": line.row.place,
        "number": line.row.number,
        "entry": player and player.pk,
        "player": player and player.player_id,
        "team": line.team and line.team.pk,
        "name": line.name,
        "points": scoring.number(line.row.points),
        "section": index,
        "section_name": section_title(section),
    }


def _standing(line: StandingLine, section: Section, scoring: Scoring, explain: bool) -> dict[str, Any]:
    row = line.row
    shown = _ranked(line, row.section, section, scoring) | {
        "tiebreaks": {tiebreak.key: value.number for tiebreak, value in line.tiebreaks},
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "games": row.games,
        "excluded": row.excluded,
    }
    if explain:
        shown["derivation"] = {
            tiebreak.key: [_term(term) for term in value.terms] for tiebreak, value in line.tiebreaks
        }
    return shown


def _term(term: Term) -> dict[str, Any]:
    return {
        "round": term.round,
        "opponent": term.opponent,
        "score": _number(term.score),
        "factor": _number(term.factor),
        "value": _number(term.value),
        "dummy": term.dummy,
        "cut": term.cut,
        "note": term.note,
    }


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


def _crosstable_line(line: CrosstableLine, index: int, section: Section, scoring: Scoring) -> dict[str, Any]:
    return _ranked(line, index, section, scoring) | {
        "rounds": [cell and _cell(cell, scoring) for cell in line.row.rounds],
        "opponents": [
            None if cells is None else [_cell(cell, scoring) for cell in cells]
            for cells in line.row.opponents
        ],
    }


def _cell(cell: Cell, scoring: Scoring) -> dict[str, Any]:
    return {
        "round": cell.round,
        "opponent": cell.opponent,
        "opponent_place": cell.opponent_place,
        "colour": cell.colour,
        "result": cell.result,
        "side": cell.side,
        "points": scoring.number(cell.points),
        "played": cell.played,
        "games": [game.kind.code for game in cell.games],
    }
