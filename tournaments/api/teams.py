"""Teams over the API: who they are, their players, leaving and coming back, byes."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REMOVAL, ApiView, ChangeInput, IdField, VersionField, found
from tournaments.api.entries import ByeInput, ByeSerializer, entries_by_id
from tournaments.api.errors import errors
from tournaments.domain.teams import average
from tournaments.models import Team, TeamBye, Tournament
from tournaments.permissions import Right, tournament_for_managing, tournament_for_reading
from tournaments.selectors.teams import ratings, teams_of
from tournaments.services import teams

MAX_MEMBERS = 100
MAX_TEAMS = 500


class MemberSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="entry_id")
    player = serializers.IntegerField(source="entry.player_id")
    name = serializers.CharField(source="entry.player.name")
    rating = serializers.IntegerField(source="entry.rating", allow_null=True)


class TeamSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Starting number; null before round 1 is paired."
    )
    name = serializers.CharField()
    club = serializers.CharField(source="club.name", allow_null=True)
    rating = serializers.SerializerMethodField(help_text="The average of the boards; null when none has one.")
    joined_round = serializers.IntegerField(help_text="The first round it can play.")
    withdrawn_after = serializers.IntegerField(
        allow_null=True, help_text="The last round it took part in; null while it plays."
    )
    byes = ByeSerializer(source="requested_byes.all", many=True)
    kept_apart = serializers.SerializerMethodField(help_text="Ids of the teams it may not meet.")
    members = MemberSerializer(
        source="members.all", many=True, help_text="In the order of the boards; the last ones are reserves."
    )
    version = serializers.IntegerField(help_text="Send it back with a change.")

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_rating(self, team: Team) -> int | None:
        return average(ratings(team, team.tournament.boards or 0)) or None

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_kept_apart(self, team: Team) -> list[int]:
        return sorted(other.pk for other in team.kept_apart.all())


class PlayersField(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=20_000,
            help_text="In the order of the boards, one a line: “Family, Given; year of birth; club; rating”.",
            **kwargs,
        )


class EntryIds(serializers.ListField):
    """Ids of entries of the tournament, in the order of the boards."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=IdField(), max_length=MAX_MEMBERS, **kwargs)


class TeamInput(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True, allow_null=True)
    players = PlayersField(required=False, allow_blank=True, default="")
    entries = EntryIds(required=False, default=list, help_text="Players entered already, instead of a list.")

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if fields["players"] and fields["entries"]:
            raise serializers.ValidationError(_("Give either a list of players or entries."))
        return fields


class TeamChanges(serializers.Serializer):
    name = serializers.CharField(max_length=80, required=False)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True, allow_null=True)
    version = VersionField()


class MembersInput(serializers.Serializer):
    entries = EntryIds(help_text="Who plays for the team, from the first board on; the last are reserves.")
    version = VersionField(required=False)


class PlayersInput(serializers.Serializer):
    players = PlayersField()
    version = VersionField(required=False)


class KeptApartInput(serializers.Serializer):
    teams = serializers.ListField(child=IdField(), max_length=MAX_TEAMS)
    version = VersionField(required=False)


def _shown(tournament: Tournament, pk: int) -> dict[str, Any]:
    team = next((team for team in teams_of(tournament) if team.pk == pk), None)
    if team is None:
        raise Http404(_("There is no such team."))
    return TeamSerializer(team).data


def team_for_managing(request: Request, slug: str, pk: int) -> Team:
    """The team. Raises Http404 and PermissionDenied as its tournament would, Http404 when there is none."""
    tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
    return found(tournament.teams.all(), _("There is no such team."), pk=pk)


class TeamsView(ApiView):
    @extend_schema(operation_id="teams_list", tags=["teams"], responses=TeamSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All teams by starting number, then as they came; none where players play for themselves."""
        rows = teams_of(tournament_for_reading(request.user, slug))
        return Response(TeamSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="teams_create",
        tags=["teams"],
        request=TeamInput,
        responses={201: TeamSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a team with its players. Once rounds are paired it plays from the next one."""
        tournament = tournament_for_managing(request.user, slug, Right.ENTRIES)
        given = self.read(TeamInput)
        given["entries"] = entries_by_id(tournament, given["entries"], "entries")
        team = teams.add_team(actor=request.user, tournament=tournament, **given)
        return Response(_shown(tournament, team.pk), status.HTTP_201_CREATED)


class TeamView(ApiView):
    @extend_schema(operation_id="teams_retrieve", tags=["teams"], responses=TeamSerializer)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """A team with its players."""
        return Response(_shown(tournament_for_reading(request.user, slug), pk))

    @extend_schema(
        operation_id="teams_update",
        tags=["teams"],
        request=TeamChanges,
        responses={200: TeamSerializer, **errors(409)},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change the name or the club."""
        team = team_for_managing(request, slug, pk)
        given = self.read(TeamChanges)
        version = given.pop("version")
        teams.change_team(actor=request.user, team=team, changes=given, version=version)
        return Response(_shown(team.tournament, pk))

    @extend_schema(
        operation_id="teams_delete",
        tags=["teams"],
        parameters=REMOVAL,
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take a team out, with its players; once paired, it can only withdraw."""
        team = team_for_managing(request, slug, pk)
        teams.remove_team(actor=request.user, team=team, **self.read_removal())
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembersView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="team_members_update",
        tags=["teams"],
        request=MembersInput,
        responses={200: TeamSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Say who plays for the team, in the order of the boards."""
        team = team_for_managing(request, slug, pk)
        given = self.read(MembersInput)
        given["entries"] = entries_by_id(team.tournament, given["entries"], "entries")
        teams.set_members(actor=request.user, team=team, **given)
        return Response(_shown(team.tournament, pk))

    @extend_schema(
        operation_id="team_members_create",
        tags=["teams"],
        request=PlayersInput,
        responses={201: TeamSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Enter players after the team's last."""
        team = team_for_managing(request, slug, pk)
        teams.add_members(actor=request.user, team=team, **self.read(PlayersInput))
        return Response(_shown(team.tournament, pk), status.HTTP_201_CREATED)


class KeptApartView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="team_kept_apart_update",
        tags=["teams"],
        request=KeptApartInput,
        responses={200: TeamSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Say which teams this one may not meet, instead of those named before."""
        team = team_for_managing(request, slug, pk)
        given = self.read(KeptApartInput)
        ids = given["teams"]
        others = team.tournament.teams.in_bulk(ids)
        if missing := set(ids) - others.keys():
            raise serializers.ValidationError(
                {"teams": [_("This tournament has no team with the id %s.") % min(missing)]}
            )
        teams.keep_apart(
            actor=request.user, team=team, others=list(others.values()), version=given.get("version")
        )
        return Response(_shown(team.tournament, pk))


class TeamWithdrawView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="teams_withdraw",
        tags=["teams"],
        request=ChangeInput,
        responses={200: TeamSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """The team plays no more after the last round paired."""
        team = team_for_managing(request, slug, pk)
        teams.withdraw_team(actor=request.user, team=team, **self.read(ChangeInput))
        return Response(_shown(team.tournament, pk))


class TeamReturnView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="teams_return",
        tags=["teams"],
        request=ChangeInput,
        responses={200: TeamSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """A withdrawn team plays again from the next round."""
        team = team_for_managing(request, slug, pk)
        teams.return_team(actor=request.user, team=team, **self.read(ChangeInput))
        return Response(_shown(team.tournament, pk))


class TeamByesView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="team_byes_create",
        tags=["teams"],
        request=ByeInput,
        responses={201: ByeSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """The team will not play in a round to come. Asked again, the new code holds."""
        team = team_for_managing(request, slug, pk)
        wanted = self.read(ByeInput)
        bye = teams.request_team_bye(
            actor=request.user,
            team=team,
            round_number=wanted["round"],
            code=wanted["code"],
            version=wanted.get("version"),
        )
        return Response(ByeSerializer(bye).data, status.HTTP_201_CREATED)


class TeamByeView(ApiView):
    stands_at = TeamView

    @extend_schema(
        operation_id="team_byes_delete",
        tags=["teams"],
        parameters=REMOVAL[1:],
        responses={204: None, **errors(409)},
    )
    def delete(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """The team will play in that round after all."""
        team = team_for_managing(request, slug, pk)
        byes = TeamBye.objects.select_related("team")
        bye = found(byes, _("No bye was asked for in this round."), team=team, round_number=number)
        teams.cancel_team_bye(actor=request.user, bye=bye, version=self.read_removal().get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)
