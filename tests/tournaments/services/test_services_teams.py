"""Teams: entering, changing, leaving, byes."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Entry, Player, Team
from tournaments.services import teams
from tournaments.services.entry_lists import EntryListError
from tournaments.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(arbiter):
    """Two teams of two players, nothing paired."""
    return team_event(arbiter, "AB")


def of(tournament, letter):
    return tournament.teams.get(name=f"Team {letter}")


def players(team):
    return [member.entry.player.name for member in team.members.order_by("board")]


def code_of(error, call, **arguments):
    with pytest.raises(error) as caught:
        call(**arguments)
    return caught.value.code


def test_a_team_with_its_players_is_entered_from_a_list(arbiter):
    event = team_event(arbiter, "")
    known = PlayerFactory(family_name="Žížala", given_name="Řehoř")
    text = "Zizala, Rehor\nNová, Eva; 1990; Sokol; 1500\n"
    team = teams.add_team(actor=arbiter, tournament=event, name=" Sokol A ", club="Sokol", players=text)
    assert (team.name, team.club.name, players(team)) == ("Sokol A", "Sokol", ["Žížala Řehoř", "Nová Eva"])
    assert team.members.get(board=1).entry.player == known
    assert team.members.get(board=2).entry.rating == 1500
    entry = AuditEntry.objects.get(action="add-team")
    assert entry.after == {"players": ["Žížala, Řehoř", "Nová, Eva"], "joined_round": 1}


def test_a_player_entered_already_is_taken_into_the_team(arbiter, event):
    alone = EntryFactory(tournament=event, player__family_name="Sám", player__given_name="Jan")
    team = teams.add_team(actor=arbiter, tournament=event, name="Team C", players="Sám, Jan")
    assert team.members.get().entry == alone


@pytest.mark.parametrize("lines", ["Nový, Jan; x", "Nový, Jan\nNovy, Jan"])
def test_nothing_is_entered_when_a_line_is_wrong(arbiter, event, lines):
    with pytest.raises(EntryListError):
        teams.add_team(actor=arbiter, tournament=event, name="Team C", players=lines)
    assert (event.teams.count(), event.entries.count(), Player.objects.count()) == (2, 4, 4)


def test_a_team_needs_a_name_of_its_own(arbiter, event):
    for name in ("Team A", ""):
        with pytest.raises(ValidationError):
            teams.add_team(actor=arbiter, tournament=event, name=name)
    assert event.teams.count() == 2


def test_only_an_event_of_teams_has_teams(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter])
    arguments = {"actor": arbiter, "tournament": tournament, "name": "Team A"}
    assert code_of(ConflictError, teams.add_team, **arguments) == "no-team-event"


def test_a_late_team_plays_from_the_next_round_if_there_is_a_place(arbiter):
    swiss = team_event(arbiter, "ABC", pairing_system="swiss", planned_rounds=3)
    pair(arbiter, swiss, "1-0")
    assert (
        teams.add_team(actor=arbiter, tournament=swiss, name="Team D", players="Nový, Jan").joined_round == 2
    )
    even = team_event(arbiter, "AB", slug="even")
    pair(arbiter, even, "1-0")
    arguments = {"actor": arbiter, "tournament": even, "name": "Team C"}
    assert code_of(ConflictError, teams.add_team, **arguments) == "late-entry-no-free-number"


def test_a_reserve_may_come_at_any_time(arbiter, event):
    pair(arbiter, event, "1-0")
    team = teams.add_members(actor=arbiter, team=of(event, "A"), players="Nový, Jan")
    assert players(team) == ["A1", "A2", "Nový Jan"]


def test_a_team_changes_its_name_and_club_once(arbiter, event):
    club = ClubFactory()
    team = teams.change_team(
        actor=arbiter, team=of(event, "A"), changes={"name": "Team X", "club": club}, version=1
    )
    assert (team.name, team.club, team.version) == ("Team X", club, 2)
    arguments = {"actor": arbiter, "team": team, "changes": {"name": "Team Y"}, "version": 1}
    assert code_of(StaleError, teams.change_team, **arguments) == "stale"
    assert teams.change_team(actor=arbiter, team=team, changes={"name": "Team X"}).version == 2
    with pytest.raises(ValidationError):
        teams.change_team(actor=arbiter, team=team, changes={"name": "Team B"})
    assert AuditEntry.objects.get().after == {"name": "Team X", "club": club.name}


def test_the_order_of_the_boards_is_set(arbiter, event):
    team = of(event, "A")
    first, second = (member.entry for member in team.members.order_by("board"))
    extra = EntryFactory(tournament=event, player__family_name="A3", player__given_name="")
    team = teams.set_members(actor=arbiter, team=team, entries=[extra, second, first], version=1)
    assert (players(team), team.version) == (["A3", "A2", "A1"], 2)
    assert AuditEntry.objects.get().before == {"players": ["A1", "A2"]}
    teams.set_members(actor=arbiter, team=team, entries=[first])
    assert (players(team), event.entries.count()) == (["A1"], 5)


def test_a_member_is_of_one_team_of_the_tournament_and_named_once(arbiter, event):
    team = of(event, "A")
    own, other = team.members.first().entry, of(event, "B").members.first().entry
    cases = [
        (InputError, "member-wrong", [own, own]),
        (InputError, "member-wrong", [EntryFactory()]),
        (ConflictError, "member-of-another-team", [own, other]),
    ]
    for error, code, entries in cases:
        assert code_of(error, teams.set_members, actor=arbiter, team=team, entries=entries) == code
    assert players(team) == ["A1", "A2"]


def test_who_has_sat_in_a_match_stays_in_the_team(arbiter, event):
    pair(arbiter, event)
    team = of(event, "A")
    entries = [member.entry for member in team.members.order_by("board")]
    arguments = {"actor": arbiter, "team": team, "entries": entries[:1]}
    assert code_of(ConflictError, teams.set_members, **arguments) == "member-played"
    assert players(teams.set_members(actor=arbiter, team=team, entries=entries[::-1])) == ["A2", "A1"]


def test_a_team_that_was_never_paired_is_removed_with_its_players(arbiter, event):
    teams.remove_team(actor=arbiter, team=of(event, "B"), reason="Did not come")
    assert [team.name for team in event.teams.all()] == ["Team A"]
    assert sorted(entry.player.name for entry in event.entries.all()) == ["A1", "A2"]
    assert Player.objects.count() == 4
    assert AuditEntry.objects.get().before == {"players": ["B1", "B2"]}


def test_a_team_that_was_paired_can_only_withdraw(arbiter, event):
    pair(arbiter, event, "1-0")
    team = of(event, "B")
    assert code_of(ConflictError, teams.remove_team, actor=arbiter, team=team) == "team-paired"
    assert teams.withdraw_team(actor=arbiter, team=team).withdrawn_after == 1
    assert teams.withdraw_team(actor=arbiter, team=team).withdrawn_after == 1
    assert teams.return_team(actor=arbiter, team=team).withdrawn_after is None
    actions = AuditEntry.objects.filter(action__endswith="-team").values_list("action", flat=True)
    assert sorted(actions) == ["return-team", "withdraw-team"]


def test_a_bye_is_noted_changed_and_taken_back(arbiter, event):
    team = of(event, "A")
    teams.request_team_bye(actor=arbiter, team=team, round_number=1)
    bye = teams.request_team_bye(actor=arbiter, team=team, round_number=1, code="half-bye")
    assert [(each.round_number, each.code) for each in team.requested_byes.all()] == [(1, "half-bye")]
    teams.cancel_team_bye(actor=arbiter, bye=bye)
    assert team.requested_byes.count() == 0
    arguments = {"actor": arbiter, "team": team, "round_number": 1}
    assert code_of(InputError, teams.request_team_bye, code="bye", **arguments) == "bye-unknown"
    pair(arbiter, event)
    assert code_of(ConflictError, teams.request_team_bye, **arguments) == "round-paired"


def test_teams_are_kept_apart_from_both_sides(arbiter, event):
    first, second = of(event, "A"), of(event, "B")
    teams.keep_apart(actor=arbiter, team=first, others=[second])
    assert list(second.kept_apart.all()) == [first]
    teams.keep_apart(actor=arbiter, team=second, others=[])
    assert list(first.kept_apart.all()) == []
    assert AuditEntry.objects.count() == 2
    arguments = {"actor": arbiter, "team": first}
    assert code_of(InputError, teams.keep_apart, others=[first], **arguments) == "team-wrong"


def test_nothing_changes_once_the_tournament_is_finished(arbiter, event):
    event.status = "finished"
    event.save()
    team, entries = of(event, "A"), list(Entry.objects.all())
    calls = [
        (teams.add_team, {"tournament": event, "name": "Team C"}),
        (teams.change_team, {"team": team, "changes": {"name": "Team X"}}),
        (teams.set_members, {"team": team, "entries": entries}),
        (teams.add_members, {"team": team, "players": "Nový, Jan"}),
        (teams.remove_team, {"team": team}),
        (teams.withdraw_team, {"team": team}),
        (teams.return_team, {"team": team}),
        (teams.request_team_bye, {"team": team, "round_number": 1}),
        (teams.keep_apart, {"team": team, "others": []}),
    ]
    for call, arguments in calls:
        assert code_of(ConflictError, call, actor=arbiter, **arguments) == "tournament-finished"
    assert AuditEntry.objects.count() == 0


def test_a_team_that_is_gone_is_said_to_be(arbiter, event):
    team = of(event, "A")
    Team.objects.filter(pk=team.pk).delete()
    assert code_of(ConflictError, teams.withdraw_team, actor=arbiter, team=team) == "team-gone"


def test_board_points_come_first_among_the_tie_breaks_of_teams(arbiter):
    made = create_tournament(actor=arbiter, name="League", pairing_system="round-robin", boards=4)
    assert made.tiebreaks == ["board-points", "sonneborn-berger", "direct-encounter", "wins"]
