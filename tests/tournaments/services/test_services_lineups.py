"""Who sits at which board of a match."""

import pytest

from tests.concurrency import run_together
from tests.factories import GameFactory
from tests.tournaments.team_scenes import boards, pair, team_event
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Pairing, Seat
from tournaments.selectors.teams import team_snapshot
from tournaments.services.lineups import set_lineup
from tournaments.services.results import record_result
from tournaments.services.rounds import undo_last_round
from tournaments.services.teams import add_members

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(arbiter):
    """A against B on two boards, each with a reserve; nothing played."""
    return pair(arbiter, team_event(arbiter, "AB", players=3)).matches.get()


def entries(match, *names):
    """The entries of these players, None for a dash."""
    of = {
        entry.player.family_name: entry for entry in match.round.tournament.entries.select_related("player")
    }
    return [of.get(name) for name in names]


def line_up(arbiter, match, *names, team=None, **more):
    return set_lineup(
        actor=arbiter, match=match, team=team or match.white, entries=entries(match, *names), **more
    )


def refused(error, arbiter, match, *names, **more):
    with pytest.raises(error) as caught:
        line_up(arbiter, match, *names, **more)
    return caught.value.code


def test_the_reserve_plays_in_place_of_somebody(arbiter, match):
    changed = line_up(arbiter, match, "A1", "A3", version=1, reason="Ill")
    assert boards(match) == [(1, 1, "A1", "B1", None), (2, 2, "B2", "A3", None)]
    assert changed.version == 2
    # The board where nobody changed is the one it was.
    assert list(match.pairings.order_by("board").values_list("version", flat=True)) == [1, 2]
    logged = AuditEntry.objects.get(action="set-line-up")
    assert (logged.reason, logged.before, logged.after) == (
        "Ill",
        {"round": 1, "team": "Team A", "players": ["A1", "A2"]},
        {"round": 1, "team": "Team A", "players": ["A1", "A3"]},
    )


def test_two_players_swap_their_boards(arbiter, match):
    line_up(arbiter, match, "A2", "A1")
    assert boards(match) == [(1, 1, "A2", "B1", None), (2, 2, "B2", "A1", None)]
    assert Seat.objects.count() == 4


def test_the_second_team_is_lined_up_the_same_way(arbiter, match):
    line_up(arbiter, match, "B3", "B1", team=match.black)
    assert boards(match) == [(1, 1, "A1", "B3", None), (2, 2, "B1", "A2", None)]


def test_the_same_line_up_again_changes_nothing(arbiter, match):
    assert line_up(arbiter, match, "A1", "A2").version == 1
    assert AuditEntry.objects.filter(action="set-line-up").count() == 0


def test_an_empty_board_is_won_by_the_other_team_until_somebody_sits_there(arbiter, match):
    line_up(arbiter, match, "A1", "–")
    assert boards(match)[1] == (2, 2, "B2", "", "full-bye")
    [[line]] = team_snapshot(match.round.tournament).matches.values()
    assert line.score.points == (0, 2)
    line_up(arbiter, match, "A1", "A2")
    assert boards(match)[1] == (2, 2, "B2", "A2", None)
    results = match.pairings.get(board=2).results
    assert list(results.values_list("code", "status")) == [("full-bye", "replaced")]


def test_a_board_that_both_leave_empty_is_gone_and_comes_back(arbiter, match):
    line_up(arbiter, match, "A1", "–")
    line_up(arbiter, match, "B1", "–", team=match.black)
    assert boards(match) == [(1, 1, "A1", "B1", None)]
    line_up(arbiter, match, "A1", "A2")
    assert boards(match)[1] == (2, 2, "A2", "", "full-bye")
    line_up(arbiter, match, "B1", "B2", team=match.black)
    assert boards(match)[1] == (2, 2, "B2", "A2", None)


def test_a_match_to_which_nobody_comes_is_lost_by_both(arbiter, match):
    line_up(arbiter, match)
    line_up(arbiter, match, team=match.black)
    [[line]] = team_snapshot(match.round.tournament).matches.values()
    assert (Pairing.objects.count(), line.score.points, line.score.code) == (0, (0, 0), "-/-")


def test_who_plays_is_of_the_team_and_sits_once(arbiter, match):
    assert refused(InputError, arbiter, match, "A1", "B3") == "no-member"
    assert refused(InputError, arbiter, match, "A1", "A1") == "seated-twice"
    assert refused(InputError, arbiter, match, "A1", "A2", "A3") == "too-many-boards"
    stranger = team_event(arbiter, "C", slug="other").teams.get()
    assert refused(InputError, arbiter, match, "A1", "A2", team=stranger) == "team-not-in-match"


def test_a_board_with_a_result_or_a_game_keeps_its_players(arbiter, match):
    first, second = match.pairings.order_by("board")
    record_result(actor=arbiter, pairing=first, code="1-0")
    assert refused(ConflictError, arbiter, match, "A3", "A2") == "board-played"
    line_up(arbiter, match, "A1", "A3")
    GameFactory(pairing=second)
    assert refused(ConflictError, arbiter, match, "A1", "A2") == "board-played"
    record_result(actor=arbiter, pairing=first, code="")
    line_up(arbiter, match, "A2", "A3")
    assert boards(match)[0] == (1, 1, "A2", "B1", None)


def test_a_stale_line_up_is_refused(arbiter, match):
    line_up(arbiter, match, "A1", "A3", version=1)
    assert refused(StaleError, arbiter, match, "A3", "A2", version=1) == "stale"


def test_a_result_for_the_old_line_up_is_stale(arbiter, match):
    pairing = match.pairings.get(board=2)
    line_up(arbiter, match, "A1", "A3")
    with pytest.raises(StaleError):
        record_result(actor=arbiter, pairing=pairing, code="1-0", version=pairing.version)


def test_a_match_without_games_has_no_line_up(arbiter):
    paired = pair(arbiter, team_event(arbiter, "ABC", pairing_system="swiss", planned_rounds=3))
    assert (
        refused(ConflictError, arbiter, paired.matches.get(code="bye"), "C2", "C1") == "match-without-games"
    )


def test_who_came_after_the_pairing_may_play_at_once(arbiter, match):
    add_members(actor=arbiter, team=match.white, players="A4")
    late = entries(match, "A4")[0]
    assert late.joined_round == 2
    line_up(arbiter, match, "A1", "A4")
    late.refresh_from_db()
    assert (late.joined_round, boards(match)[1]) == (1, (2, 2, "B2", "A4", None))


def test_an_undone_round_has_no_line_up(arbiter, match):
    undo_last_round(actor=arbiter, tournament=match.round.tournament, number=1)
    with pytest.raises(ConflictError) as caught:
        set_lineup(actor=arbiter, match=match, team=match.white, entries=[])
    assert caught.value.code == "pairing-gone"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_line_ups_at_once_leave_one(arbiter, match):
    found = run_together(lambda: line_up(arbiter, match, "A1", "A3", version=1))
    assert sorted(type(each).__name__ for each in found) == ["Match", "StaleError"]
    assert boards(match)[1] == (2, 2, "B2", "A3", None)
