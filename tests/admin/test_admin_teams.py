"""Teams and their matches in the admin: to look at."""

import pytest

from tests.admin.conftest import address, listed
from tests.factories import TeamByeFactory
from tests.tournaments.team_scenes import pair, team_event
from tournaments.models import Match, Team


@pytest.fixture
def league(czech, arbiter):
    """Team A against team B, paired."""
    league = team_event(arbiter, "AB", federation=czech)
    TeamByeFactory(team=league.teams.first(), round_number=2)
    pair(arbiter, league)
    return league


@pytest.mark.parametrize("model", [Team, Match])
def test_teams_and_matches_are_read_only(as_root, as_staff, as_clerk, league, model):
    row = model.objects.first()
    shown = address(model, "change", row.pk)

    assert [each.get(shown).status_code for each in (as_root, as_staff, as_clerk)] == [200, 200, 404]
    assert as_root.post(shown, {}).status_code == 403
    assert as_root.get(address(model, "add")).status_code == 403
    assert as_root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_they_are_found_by_name(as_staff, league):
    assert listed(as_staff, Team, q="Team B") == ["Team B"]
    assert listed(as_staff, Match, q="Team B") == ["Team A – Team B"]


@pytest.mark.parametrize("model", [Team, Match])
def test_staff_do_not_see_those_of_others(as_staff, league, model):
    league.federation = None
    league.save()
    row = model.objects.first()

    assert as_staff.get(address(model, "change", row.pk)).status_code == 404
    assert listed(as_staff, model) == []
