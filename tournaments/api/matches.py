"""The matches of a round of teams, and who sits at their boards."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, IdField, VersionField, found
from tournaments.api.entries import entries_by_id
from tournaments.api.errors import errors
from tournaments.api.pairings import RemarkSerializer, SeatSerializer
from tournaments.domain.results import RESULTS, SCORINGS, Scoring
from tournaments.domain.teams import in_team_order
from tournaments.models import Match, Tournament
from tournaments.models.tournament import MAX_BOARDS
from tournaments.permissions import can_manage_tournament, tournament_for_managing, tournament_for_reading
from tournaments.selectors.teams import BoardLine, MatchLine, team_snapshot
from tournaments.services.forfeits import MATCH_FORFEITS, forfeit_match
from tournaments.services.lineups import set_lineup


class SideSerializer(serializers.Serializer):
    team = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(allow_null=True, help_text="Starting number.")
    name = serializers.CharField()


class BoardSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    table = serializers.IntegerField()
    pairing = serializers.IntegerField(help_text="Its results are entered as those of any pairing.")
    first = SeatSerializer(allow_null=True, help_text="Of the first team; null: nobody.")
    second = SeatSerializer(allow_null=True, help_text="Of the second team; null: nobody.")
    first_colour = serializers.ChoiceField(["white", "black"])
    results = serializers.ListField(
        child=serializers.ChoiceField(list(RESULTS), allow_null=True),
        help_text="Of the round's games, each written for its own White; null while one is not known.",
    )


class MatchSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    table = serializers.IntegerField(help_text="The match's number in the round.")
    first = SideSerializer()
    second = SideSerializer(allow_null=True, help_text="Null: no opponent; `result` says which bye it is.")
    result = serializers.ChoiceField(
        list(RESULTS), allow_null=True, help_text="Of the match, the first team as White; null until it ends."
    )
    points = serializers.ListField(
        child=serializers.FloatField(), help_text="Board points so far of the first team and of the second."
    )
    play_off = serializers.ListField(
        child=serializers.ChoiceField(list(RESULTS)), help_text="Of the further games over all boards."
    )
    reasons = RemarkSerializer(many=True, help_text="Why it was paired so.")
    boards = BoardSerializer(many=True, help_text="None where no game is played.")
    version = serializers.IntegerField(help_text="Send it back with a line-up.")


class LineUpInput(serializers.Serializer):
    team = IdField(help_text="Which of the two teams.")
    entries = serializers.ListField(
        child=IdField(allow_null=True),
        max_length=MAX_BOARDS,
        help_text="Who sits at the boards, from the first on; null leaves one empty.",
    )
    version = VersionField()
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class MatchResultInput(serializers.Serializer):
    result = serializers.ChoiceField(
        MATCH_FORFEITS,
        allow_null=True,
        help_text="The first team as White: `-/+` it did not come, `+/-` the second did not, `-/-` neither;"
        " null: the match is played after all.",
    )
    version = VersionField()
    reason = serializers.CharField(max_length=200, allow_blank=True, required=False, default="")


class LineUpSerializer(MatchSerializer):
    in_order = serializers.BooleanField(help_text="Whether the players sit in the order of their team.")


def _board(line: BoardLine) -> dict[str, Any]:
    return {
        "board": line.number,
        "table": line.pairing.table,
        "pairing": line.pairing.pk,
        "first": line.first,
        "second": line.second,
        "first_colour": line.colours[0],
        "results": line.board.codes,
    }


def _match(line: MatchLine, scoring: Scoring) -> dict[str, Any]:
    return {
        "id": line.match.pk,
        "table": line.match.table,
        "first": line.first,
        "second": line.second,
        "result": line.score.code,
        "points": [scoring.number(each) for each in line.score.points],
        "play_off": line.play_off,
        "reasons": line.match.reasons,
        "boards": [_board(each) for each in line.boards],
        "version": line.match.version,
    }


def _lines(tournament: Tournament, number: int, *, drafts: bool) -> tuple[MatchLine, ...]:
    lines = team_snapshot(tournament, drafts=drafts).matches.get(number)
    if lines is None:
        raise Http404(_("There is no such round."))
    return lines


class MatchesView(ApiView):
    @extend_schema(operation_id="matches_list", tags=["teams"], responses=MatchSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The matches of a round with their boards; none where players play for themselves."""
        tournament = tournament_for_reading(request.user, slug)
        scoring = SCORINGS[tournament.scoring]
        drafts = can_manage_tournament(request.user, tournament)
        rows = [_match(line, scoring) for line in _lines(tournament, number, drafts=drafts)]
        return Response(MatchSerializer(rows, many=True).data)


class _ChangeView(ApiView):
    """What changes a match."""

    def standing(self) -> Any:
        """The match as it is now."""
        tournament = tournament_for_reading(self.request.user, self.kwargs["slug"])
        lines = _lines(tournament, self.kwargs["number"], drafts=True)
        line = next((each for each in lines if each.match.pk == self.kwargs["pk"]), None)
        return line and MatchSerializer(_match(line, SCORINGS[tournament.scoring])).data


class LineUpView(_ChangeView):
    @extend_schema(
        operation_id="line_ups_update",
        tags=["teams"],
        request=LineUpInput,
        responses={200: LineUpSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, number: int, pk: int) -> Response:
        """Say who of a team sits at the boards of a match; boards with a result or a game stay."""
        tournament = tournament_for_managing(request.user, slug)
        rows = Match.objects.filter(round__tournament=tournament, round__number=number)
        match = found(rows, _("There is no such match in this round."), pk=pk)
        given = self.read(LineUpInput)
        team = tournament.teams.filter(pk=given["team"]).first()
        if team is None:
            raise serializers.ValidationError(
                {"team": [_("This tournament has no team with the id %s.") % given["team"]]}
            )
        entries = entries_by_id(tournament, given["entries"], "entries")
        set_lineup(
            actor=request.user,
            match=match,
            team=team,
            entries=entries,
            version=given["version"],
            reason=given["reason"],
        )
        line = next(each for each in _lines(tournament, number, drafts=True) if each.match.pk == pk)
        order = [member.entry for member in team.members.select_related("entry").order_by("board")]
        answer = _match(line, SCORINGS[tournament.scoring])
        return Response(LineUpSerializer({**answer, "in_order": in_team_order(order, entries)}).data)


class MatchResultView(_ChangeView):
    @extend_schema(
        operation_id="match_results_update",
        tags=["teams"],
        request=MatchResultInput,
        responses={200: MatchSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, number: int, pk: int) -> Response:
        """Decide a whole match because a team did not come, or let it be played after all."""
        tournament = tournament_for_managing(request.user, slug)
        rows = Match.objects.filter(round__tournament=tournament, round__number=number)
        match = found(rows, _("There is no such match in this round."), pk=pk)
        given = self.read(MatchResultInput)
        forfeit_match(
            actor=request.user,
            match=match,
            code=given["result"] or "",
            version=given["version"],
            reason=given["reason"],
        )
        line = next(each for each in _lines(tournament, number, drafts=True) if each.match.pk == pk)
        return Response(MatchSerializer(_match(line, SCORINGS[tournament.scoring])).data)
