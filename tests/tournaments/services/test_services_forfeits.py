"""A team that does not come to its match."""

import pytest

from tests.factories import GameFactory
from tests.tournaments.team_scenes import add_team, boards, pair, team_event
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Pairing, Result, Seat
from tournaments.selectors.teams import team_snapshot
from tournaments.selectors.trf import trf_text
from tournaments.services.forfeits import forfeit_match
from tournaments.services.results import record_result
from tournaments.services.trf_import import import_trf

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(arbiter):
    """A against B on two boards, nothing played."""
    return pair(arbiter, team_event(arbiter, "AB")).matches.get()


def points(match):
    """Match points and board points of teams A and B."""
    state = team_snapshot(match.round.tournament).state
    return [
        (state.points[number], sum(part.board_points for part in state.histories[number]))
        for number in state.by_number
    ]


def refused(error, match, code, **more):
    with pytest.raises(error) as caught:
        forfeit_match(actor=None, match=match, code=code, **more)
    return caught.value.code


@pytest.mark.parametrize(
    ("code", "expected"), [("-/+", [(0, 0), (2, 4)]), ("+/-", [(2, 4), (0, 0)]), ("-/-", [(0, 0), (0, 0)])]
)
def test_the_whole_match_is_won_by_who_came(arbiter, match, code, expected):
    changed = forfeit_match(actor=arbiter, match=match, code=code, version=1, reason="Car broke down")
    assert (changed.code, changed.version, boards(match), Seat.objects.count()) == (code, 2, [], 0)
    assert points(match) == expected
    logged = AuditEntry.objects.get(action="forfeit-match")
    assert (logged.reason, logged.before, logged.after) == (
        "Car broke down",
        {"round": 1, "result": None},
        {"round": 1, "result": code},
    )
    match.round.refresh_from_db()
    assert match.round.status == "playing"


def test_the_other_team_may_be_meant(arbiter, match):
    forfeit_match(actor=arbiter, match=match, code="-/+")
    forfeit_match(actor=arbiter, match=match, code="+/-", version=2)
    assert points(match) == [(2, 4), (0, 0)]
    assert AuditEntry.objects.filter(action="forfeit-match").count() == 2


def test_it_is_played_after_all(arbiter, match):
    before = boards(match)
    forfeit_match(actor=arbiter, match=match, code="-/-")
    forfeit_match(actor=arbiter, match=match, code="")
    assert boards(match) == before == [(1, 1, "A1", "B1", None), (2, 2, "B2", "A2", None)]
    for pairing in match.pairings.all():
        record_result(actor=arbiter, pairing=pairing, code="1-0")
    assert points(match) == [(1, 2), (1, 2)]


def test_the_same_again_changes_nothing(arbiter, match):
    forfeit_match(actor=arbiter, match=match, code="-/+")
    assert forfeit_match(actor=arbiter, match=match, code="-/+").version == 2
    assert forfeit_match(actor=arbiter, match=match, code="-/+", version=2).version == 2


def test_a_match_that_has_begun_is_not_decided(arbiter, match):
    board = match.pairings.get(board=2)
    record_result(actor=arbiter, pairing=board, code="1-0")
    assert refused(ConflictError, match, "+/-") == "match-begun"
    record_result(actor=arbiter, pairing=board, code="")
    GameFactory(pairing=board)
    assert refused(ConflictError, match, "+/-") == "match-begun"
    assert len(boards(match)) == 2


def test_an_empty_board_is_no_beginning(arbiter):
    league = team_event(arbiter, "A", players=1)
    add_team(league, "B", 2)
    match = pair(arbiter, league).matches.get()
    assert Result.objects.get().code == "full-bye"
    forfeit_match(actor=arbiter, match=match, code="+/-")
    assert (Pairing.objects.count(), Result.objects.count(), points(match)) == (0, 0, [(2, 4), (0, 0)])


def test_what_cannot_be_is_refused(arbiter, match):
    assert refused(InputError, match, "1-0") == "match-forfeit-unknown"
    assert refused(StaleError, match, "+/-", version=7) == "stale"
    bye = pair(arbiter, team_event(arbiter, "CDE", slug="odd")).matches.get(black=None)
    assert refused(ConflictError, bye, "+/-") == "match-is-a-bye"


def test_when_later_rounds_rest_on_it_a_reason_is_asked_for(arbiter):
    league = team_event(arbiter, "ABCD")
    match = pair(arbiter, league, "1-0").matches.get(table=1)
    for pairing in match.pairings.all():
        record_result(actor=arbiter, pairing=pairing, code="")
    forfeit_match(actor=arbiter, match=match, code="+/-")
    pair(arbiter, league)
    assert refused(InputError, match, "-/+") == "correction-without-reason"
    assert forfeit_match(actor=arbiter, match=match, code="-/+", reason="Protest").code == "-/+"


def test_a_file_carries_it(arbiter, match):
    forfeit_match(actor=arbiter, match=match, code="-/+")
    tournament = match.round.tournament
    text = trf_text(tournament)
    again = import_trf(actor=arbiter, source=text).tournament
    assert trf_text(again) == text
    assert [each.code for each in again.rounds.get().matches.all()] == ["-/+"]
