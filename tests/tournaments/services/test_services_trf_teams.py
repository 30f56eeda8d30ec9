"""Tournaments of teams out of the site as TRF files and back."""

import pytest
from django.utils import translation

from tests.factories import RequestedByeFactory, TeamByeFactory
from tests.tournaments.team_scenes import add_team, matches, pair, team_event
from tournaments.domain.errors import PairingError
from tournaments.domain.trf import EDITIONS, TrfError, pair_round, read_trf
from tournaments.models import Match, Pairing, Player, Result, Round, Team, Tournament
from tournaments.selectors.trf import trf_text
from tournaments.services.rounds import pair_next_round
from tournaments.services.teams import keep_apart, withdraw_team
from tournaments.services.trf_import import import_trf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def structure(tournament):
    """Return the teams, their players, the matches with their boards, and the results."""
    boards = Pairing.objects.filter(round__tournament=tournament).order_by("round__number", "table")
    results = Result.objects.filter(pairing__round__tournament=tournament, status="confirmed")
    return (
        [
            (
                team.name,
                team.number,
                team.joined_round,
                team.withdrawn_after,
                [member.entry.player.name for member in team.members.order_by("board")],
                sorted(team.requested_byes.values_list("round_number", "code")),
                sorted(other.name for other in team.kept_apart.all()),
            )
            for team in tournament.teams.all()
        ],
        [matches(each) for each in tournament.rounds.order_by("number")],
        list(
            boards.values_list(
                "round__number", "table", "match__table", "board",
                "white__player__family_name", "black__player__family_name",
            )
        ),
        sorted(results.values_list("pairing__round__number", "pairing__table", "game", "code")),
    )  # fmt: skip


def events(arbiter):
    """Return events of teams of several kinds, each with its own happenings."""
    league = team_event(arbiter, "ABCD", slug="a", boards=2, players=3)
    pair(arbiter, league, {1: "1-0", 2: "1/2+-1/2", 3: "+/-"})
    yield league
    swiss = team_event(arbiter, "EFGHI", slug="b", pairing_system="swiss", planned_rounds=4, boards=3)
    add_team(swiss, "J se jménem delším než pole záznamu", players=1, rating=900)
    teams = list(swiss.teams.all())
    RequestedByeFactory(entry=teams[0].members.first().entry, round_number=1)
    keep_apart(actor=arbiter, team=teams[0], others=[teams[1]])
    pair(arbiter, swiss, "0-1")
    TeamByeFactory(team=teams[2], round_number=2, code="half-bye")
    withdraw_team(actor=arbiter, team=teams[3])
    pair(arbiter, swiss, "1-0")
    yield swiss
    yield team_event(arbiter, "KL", slug="c")


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_tournament_of_teams_is_the_same_file_again(edition, arbiter):
    texts = []
    for tournament in events(arbiter):
        text, kept = trf_text(tournament, edition), structure(tournament)
        texts.append((text, kept))
        done = import_trf(actor=arbiter, source=text)
        assert trf_text(done.tournament, edition) == text
        assert structure(done.tournament) == kept
        assert done.made == ()
    for model in (Round, Tournament, Player):
        model.objects.all().delete()
    for text, kept in texts:
        done = import_trf(actor=arbiter, source=text)
        assert trf_text(done.tournament, edition) == text
        assert structure(done.tournament) == kept


def test_an_imported_league_goes_on(arbiter):
    league = team_event(arbiter, "ABCD")
    pair(arbiter, league, "1-0")
    done = import_trf(actor=arbiter, source=trf_text(league)).tournament
    ours, theirs = (pair_next_round(actor=arbiter, tournament=each) for each in (league, done))
    assert matches(ours) == matches(theirs)


def test_teams_stand_in_records_310(arbiter):
    league = team_event(arbiter, "AB")
    pair(arbiter, league, {1: "1-0", 2: "1/2-1/2"})
    lines = [line for line in trf_text(league).splitlines() if line.startswith(("092", "192", "310"))]
    assert lines == [
        "092 Team: Round robin",
        "310   1 Team A                                   1999    2.0    3.0   1     1    2",
        "310   2 Team B                                   1899    0.0    1.0   2     3    4",
    ]


def test_teams_are_not_paired_from_a_file(arbiter):
    with pytest.raises(PairingError) as caught:
        pair_round(read_trf(trf_text(team_event(arbiter, "AB"))))
    assert caught.value.code == "trf-teams"


EXPORTED_HERE = "only a tournament of teams that was exported here can be read from a file"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("### dama boards 2\n", "", EXPORTED_HERE),
        ("### dama boards 2", "### dama boards 21", "a match has 1 to 20 boards"),
        ("    3    4\n", "    3    9\n", "there is no player 9"),
        ("    3    4\n", "    3    1\n", "player 1 is named twice"),
        ("Team B", "Team A", "a team needs a name of its own of at most 80 characters"),
        ("match 1 1 1 2", "match 1 1 1 3", "there is no team 3"),
        ("match 1 1 1 2", "match 1 1 1 1", "team 1 is named twice"),
        ("match 1 1 1 2", "match 1 1 1 2 1-0 1-0", "a match has one result"),
        ("match 1 1 1 2", "match 1 0 1 2", "a match or a team stands twice in round 1"),
        ("tables 1 1 2", "tables 1 1 3", "a table is of no match, or stands twice"),
        ("tables 1 1 2", "tables 1 1 1", "a table is of no match, or stands twice"),
        ("tables 1 1 2", "tables 1 1", "round 1 has 2 pairings and another number of tables"),
    ],
)  # fmt: skip
def test_what_of_the_teams_does_not_fit_is_named_and_nothing_is_left(old, new, reason, arbiter):
    league = team_event(arbiter, "AB")
    pair(arbiter, league, "1-0")
    text = trf_text(league)
    assert old in text
    before = (Tournament.objects.count(), Team.objects.count(), Match.objects.count())
    with pytest.raises(TrfError) as caught:
        import_trf(actor=arbiter, source=text.replace(old, new))
    assert reason in [str(each.reason) for each in caught.value.problems]
    assert (Tournament.objects.count(), Team.objects.count(), Match.objects.count()) == before
