"""Rounds of teams: who meets whom, at which boards, and what stands afterwards."""

import pytest

from tests.concurrency import run_together
from tests.factories import RatingListFactory, RequestedByeFactory, TeamByeFactory
from tests.tournaments.team_scenes import add_team, boards, matches, pair, team_event
from tournaments.domain.errors import ConflictError, PairingError
from tournaments.models import AuditEntry, Match, Pairing, RatingChange, Round, Seat, Team
from tournaments.selectors.standings import standings_table
from tournaments.selectors.team_pages import individual_lines
from tournaments.selectors.teams import team_snapshot
from tournaments.services.lifecycle import finish_tournament
from tournaments.services.ratings import rate_tournament, set_initial_rating
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round, undo_last_round
from tournaments.services.teams import keep_apart, return_team, withdraw_team

pytestmark = pytest.mark.django_db


def table(tournament):
    """Place, team, match points, board points."""
    snapshot = team_snapshot(tournament)
    return [
        (
            line.row.place,
            line.entry.name[-1],
            line.row.points,
            sum(part.board_points for part in snapshot.state.histories[line.row.number]),
        )
        for line in standings_table(tournament, snapshot=snapshot).lines
    ]


def test_a_match_has_a_game_on_each_board_with_alternate_colours(arbiter):
    tournament = team_event(arbiter, "ABCD")
    first = pair(arbiter, tournament)
    # Round 1 of Berger's table for four: 1-4, 2-3.
    assert matches(first) == [("A", "D", ""), ("B", "C", "")]
    assert [boards(match) for match in first.matches.all()] == [
        [(1, 1, "A1", "D1", None), (2, 2, "D2", "A2", None)],
        [(1, 3, "B1", "C1", None), (2, 4, "C2", "B2", None)],
    ]
    assert Seat.objects.filter(round=first).count() == 8
    assert list(tournament.teams.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert set(tournament.entries.values_list("number", flat=True)) == {None}


def test_a_whole_round_robin(arbiter):
    tournament = team_event(arbiter, "ABCD")
    met = set()
    for _ in range(3):
        paired = pair(arbiter, tournament, "1-0")
        met |= {frozenset((white, black)) for white, black, _code in matches(paired)}
    assert len(met) == 6
    # White wins everywhere, so every match of two boards is drawn.
    assert table(tournament) == [(1, "A", 3, 6), (1, "B", 3, 6), (1, "C", 3, 6), (1, "D", 3, 6)]
    with pytest.raises(PairingError):
        pair_next_round(actor=arbiter, tournament=tournament)
    finish_tournament(actor=arbiter, tournament=tournament)


def test_match_points_come_before_board_points(arbiter):
    tournament = team_event(arbiter, "ABCD")
    # A beats D 4-0, B and C draw 2-2 by one game each.
    pair(arbiter, tournament, {1: "1-0", 2: "0-1", 3: "1-0", 4: "1-0"})
    assert table(tournament) == [(1, "A", 2, 4), (2, "B", 1, 2), (2, "C", 1, 2), (4, "D", 0, 0)]


def test_a_swiss_of_six_teams_has_no_rematch(arbiter):
    tournament = team_event(arbiter, "ABCDEF", pairing_system="swiss", planned_rounds=3)
    met = set()
    for _ in range(3):
        paired = pair(arbiter, tournament, "0-1")
        for white, black, _code in matches(paired):
            assert frozenset((white, black)) not in met
            met.add(frozenset((white, black)))
    assert len(met) == 9
    assert matches(tournament.rounds.get(number=1)) == [("A", "D", ""), ("E", "B", ""), ("C", "F", "")]


def test_teams_are_numbered_by_the_average_of_their_boards(arbiter):
    tournament = team_event(arbiter, "", pairing_system="swiss", planned_rounds=3)
    add_team(tournament, "A", rating=1500)
    add_team(tournament, "B", rating=1900)
    # The reserve does not count, nor who has no rating.
    strong = add_team(tournament, "C", players=3, rating=1600).members.get(board=3).entry
    strong.rating = 3000
    strong.save()
    unrated = add_team(tournament, "D", rating=1700).members.get(board=2).entry
    unrated.rating = None
    unrated.save()
    pair(arbiter, tournament)
    assert [team.name[-1] for team in tournament.teams.order_by("number")] == ["B", "D", "C", "A"]
    state = team_snapshot(tournament).state
    assert [entry.rating for entry in state.entries] == [1899, 1699, 1599, 1499]


def test_an_odd_team_has_a_bye_worth_every_board(arbiter):
    tournament = team_event(arbiter, "ABC", pairing_system="swiss", planned_rounds=3)
    paired = pair(arbiter, tournament, "1/2-1/2")
    assert matches(paired) == [("A", "B", ""), ("C", "", "bye")]
    assert Pairing.objects.filter(match__code="bye").count() == 0
    assert table(tournament) == [(1, "C", 2, 4), (2, "A", 1, 2), (2, "B", 1, 2)]


def test_rounds_of_two_games_are_summed_over_both(arbiter):
    tournament = team_event(arbiter, "AB", games_per_round=2)
    paired = pair(arbiter, tournament)
    first, second = paired.pairings.order_by("table")
    for pairing, codes in ((first, ("1-0", "1/2-1/2")), (second, ("1-0", "1-0"))):
        for game, code in enumerate(codes, start=1):
            record_result(actor=arbiter, pairing=pairing, code=code, game=game)
    # A1 wins and draws against B1, A2 loses as Black and wins as White against B2.
    assert table(tournament) == [(1, "A", 2, 5), (2, "B", 0, 3)]


def test_a_match_is_open_until_its_last_board(arbiter):
    tournament = team_event(arbiter, "AB")
    pair(arbiter, tournament, {1: "1-0"})
    [[match]] = team_snapshot(tournament).matches.values()
    assert (match.score.points, match.score.code) == ((2, 0), None)
    with pytest.raises(ConflictError) as caught:
        pair_next_round(actor=arbiter, tournament=tournament)
    assert (caught.value.code, caught.value.params) == ("results-missing", {"tables": "1/2"})


def test_an_empty_board_is_won_without_a_game(arbiter):
    tournament = team_event(arbiter, "A", boards=3, players=3)
    add_team(tournament, "B", players=1)
    paired = pair(arbiter, tournament, "1/2-1/2")
    assert boards(paired.matches.get()) == [
        (1, 1, "A1", "B1", "1/2-1/2"),
        (2, 2, "A2", "", "full-bye"),
        (3, 3, "A3", "", "full-bye"),
    ]
    assert table(tournament) == [(1, "A", 2, 5), (2, "B", 0, 1)]


def test_who_is_absent_leaves_the_board_to_the_reserve(arbiter):
    tournament = team_event(arbiter, "AB", players=3)
    a1 = tournament.entries.get(player__family_name="A1")
    RequestedByeFactory(entry=a1, round_number=1)
    paired = pair(arbiter, tournament)
    assert boards(paired.matches.get()) == [(1, 1, "A2", "B1", None), (2, 2, "B2", "A3", None)]


def test_a_team_without_players_is_not_paired(arbiter):
    tournament = team_event(arbiter, "A")
    add_team(tournament, "B", players=0)
    with pytest.raises(ConflictError) as caught:
        pair_next_round(actor=arbiter, tournament=tournament)
    assert (caught.value.code, caught.value.params) == ("team-empty", {"team": "Team B", "round": 1})
    assert (Round.objects.count(), Team.objects.filter(number=None).count()) == (0, 2)


def test_a_team_that_withdraws_loses_its_later_matches_without_play(arbiter):
    tournament = team_event(arbiter, "ABCD")
    pair(arbiter, tournament, {1: "1-0", 2: "0-1", 3: "1-0", 4: "0-1"})
    withdraw_team(actor=arbiter, team=tournament.teams.get(name="Team B"))
    second = pair(arbiter, tournament, "1-0")
    assert matches(second) == [("D", "C", ""), ("A", "B", "+/-")]
    assert Pairing.objects.filter(match__code="+/-").count() == 0
    # B is out with one of three matches done: the standings do without it.
    assert table(tournament)[-1][1] == "B"


def test_a_team_comes_back_and_a_late_one_joins(arbiter):
    tournament = team_event(arbiter, "ABCD", pairing_system="swiss", planned_rounds=3)
    pair(arbiter, tournament, "1-0")
    gone = tournament.teams.get(name="Team D")
    withdraw_team(actor=arbiter, team=gone)
    late = add_team(tournament, "E")
    late.joined_round = 2
    late.save()
    second = pair(arbiter, tournament, "1-0")
    assert ("D", "", "zero-bye") in matches(second)
    return_team(actor=arbiter, team=gone)
    third = pair(arbiter, tournament, "1-0")
    sides = [letter for white, black, _code in matches(third) for letter in (white, black) if letter]
    assert sorted(sides) == ["A", "B", "C", "D", "E"]


def test_a_bye_asked_for_has_its_points(arbiter):
    tournament = team_event(arbiter, "ABCD", pairing_system="swiss", planned_rounds=3)
    TeamByeFactory(team=tournament.teams.get(name="Team C"), round_number=1, code="half-bye")
    TeamByeFactory(team=tournament.teams.get(name="Team D"), round_number=1, code="zero-bye")
    paired = pair(arbiter, tournament, "1-0")
    assert matches(paired) == [("A", "B", ""), ("C", "", "half-bye"), ("D", "", "zero-bye")]
    assert ("C", 1, 2) in [row[1:] for row in table(tournament)]


def test_teams_kept_apart_do_not_meet(arbiter):
    tournament = team_event(arbiter, "ABCD", pairing_system="swiss", planned_rounds=3)
    first, third = (tournament.teams.get(name=name) for name in ("Team A", "Team C"))
    keep_apart(actor=arbiter, team=third, others=[first])
    paired = pair(arbiter, tournament)
    assert [{white, black} for white, black, _code in matches(paired)] == [{"A", "D"}, {"B", "C"}]


def test_undoing_a_round_takes_its_matches_and_keeps_them_in_the_log(arbiter):
    tournament = team_event(arbiter, "ABC")
    pair(arbiter, tournament, "1-0")
    undo_last_round(actor=arbiter, tournament=tournament, number=1)
    assert (Match.objects.count(), Pairing.objects.count(), Seat.objects.count()) == (0, 0, 0)
    assert set(tournament.teams.values_list("number", flat=True)) == {None}
    record = AuditEntry.objects.get(action="undo-round").before
    assert record["matches"] == [
        {"match": 1, "white": "Team B", "black": "Team C", "code": "", "tables": [1, 2]},
        {"match": 2, "white": "Team A", "black": None, "code": "free", "tables": []},
    ]
    assert [pairing["results"][0]["code"] for pairing in record["pairings"]] == ["1-0", "1-0"]
    pair(arbiter, tournament)


def test_what_each_player_did_for_his_team(arbiter):
    tournament = team_event(arbiter, "AB", players=3)
    pair(arbiter, tournament, {1: "1-0", 2: "1/2-1/2"})
    found = [
        (line.entry.player.family_name, line.team.name, line.played, line.points, line.boards)
        for line in individual_lines(team_snapshot(tournament))
    ]
    assert found == [
        ("A1", "Team A", 1, 2, (1,)),
        ("A2", "Team A", 1, 1, (2,)),
        ("B2", "Team B", 1, 1, (2,)),
        ("A3", "Team A", 0, 0, ()),
        ("B3", "Team B", 0, 0, ()),
        ("B1", "Team B", 1, 0, (1,)),
    ]


def test_the_games_of_a_team_event_are_rated(arbiter):
    rating_list = RatingListFactory(settings={"preset": "club"})
    tournament = team_event(arbiter, "AB", rating_list=rating_list)
    for entry in tournament.entries.all():
        set_initial_rating(actor=None, rating_list=rating_list, player=entry.player, value=1000, games=50)
    pair(arbiter, tournament, {1: "1-0", 2: "1/2-1/2"})
    finish_tournament(actor=arbiter, tournament=tournament)
    rate_tournament(tournament_id=tournament.pk)
    found = RatingChange.objects.order_by("player__family_name").values_list("player__family_name", "after")
    assert list(found) == [("A1", 1010), ("A2", 1000), ("B1", 990), ("B2", 1000)]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_pair_one_round_of_teams(arbiter):
    tournament = team_event(arbiter, "ABCD")
    results = run_together(lambda: pair_next_round(actor=arbiter, tournament=tournament, expected_number=1))
    assert sorted(type(result).__name__ for result in results) == ["ConflictError", "Round"]
    assert (Round.objects.count(), Match.objects.count(), Pairing.objects.count()) == (1, 2, 4)


def test_a_knockout_of_teams_plays_a_tied_match_off_on_all_boards(arbiter):
    tournament = team_event(arbiter, "AB", pairing_system="knockout")
    paired = pair(arbiter, tournament, "1-0")
    first, second = paired.pairings.order_by("table")
    with pytest.raises(ConflictError) as caught:
        finish_tournament(actor=arbiter, tournament=tournament)
    assert caught.value.code == "play-off-missing"
    # In the further game B1 has White, and A2.
    record_result(actor=arbiter, pairing=first, code="0-1", game=2)
    [[match]] = team_snapshot(tournament).matches.values()
    assert (match.score.points, match.play_off) == ((2, 2), ())
    record_result(actor=arbiter, pairing=second, code="1-0", game=2)
    [[match]] = team_snapshot(tournament).matches.values()
    # Written for the second team, which has White in it as a whole.
    assert match.play_off == ("0-1",)
    for pairing in (first, second):
        record_result(actor=arbiter, pairing=pairing, code="1/2-1/2", game=3)
    with pytest.raises(ConflictError) as caught:
        record_result(actor=arbiter, pairing=first, code="1-0", game=4)
    assert caught.value.code == "play-off-not-due"
    finish_tournament(actor=arbiter, tournament=tournament)
    assert [row[:2] for row in table(tournament)] == [(1, "A"), (2, "B")]
