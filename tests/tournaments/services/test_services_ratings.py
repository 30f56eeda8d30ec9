"""A finished tournament is rated once; corrections and earlier events replay what follows."""

import datetime

import pytest

from tests.factories import (
    EntryFactory,
    PairingFactory,
    PlayerFactory,
    RatingFactory,
    RatingListFactory,
    RoundFactory,
    TournamentFactory,
)
from tournaments.models import Job, Rating, RatingChange, RatingList
from tournaments.services import lifecycle, results
from tournaments.services.ratings import rate_tournament, set_initial_rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list():
    """K 20, expected score by the formula, starting value 1000."""
    return RatingListFactory(settings={"preset": "club"})


@pytest.fixture
def players(rating_list):
    made = [PlayerFactory(family_name=name) for name in ("Adam", "Bára")]
    for player, value in zip(made, (1200, 1000), strict=True):
        set_initial_rating(actor=None, rating_list=rating_list, player=player, value=value, games=50)
    return made


def event(rating_list, players, code, day=1, **fields):
    """A finished event of one game between the two."""
    tournament = TournamentFactory(
        rating_list=rating_list,
        status="finished",
        starts_on=datetime.date(2026, 5, day),
        ends_on=datetime.date(2026, 5, day),
        **fields,
    )
    white, black = (EntryFactory(tournament=tournament, player=player) for player in players)
    PairingFactory(round=RoundFactory(tournament=tournament), white=white, black=black, result=code)
    return tournament


def changes(tournament):
    return list(
        RatingChange.objects.filter(tournament=tournament)
        .order_by("player__family_name")
        .values_list("before", "after")
    )


def now(rating_list):
    return list(
        Rating.objects.filter(rating_list=rating_list)
        .order_by("player__family_name")
        .values_list("value", "games")
    )


def test_one_game_by_the_formula(rating_list, players):
    """A difference of 200 expects 0.7597: the favourite wins 20 x 0.2403 = 5 points."""
    tournament = event(rating_list, players, "1-0")
    assert rate_tournament(tournament_id=tournament.pk) == {"rated": True, "changes": 2}
    assert changes(tournament) == [(1200, 1205), (1000, 995)]
    assert now(rating_list) == [(1205, 51), (995, 51)]
    change = RatingChange.objects.get(player=players[0])
    assert (str(change.score), str(change.expected), str(change.coefficient)) == ("1.0", "0.760", "20.00")


def test_rating_twice_changes_nothing(rating_list, players):
    tournament = event(rating_list, players, "0-1")
    rate_tournament(tournament_id=tournament.pk)
    rows, version = list(RatingChange.objects.order_by("pk").values()), RatingList.objects.get().version
    rate_tournament(tournament_id=tournament.pk)
    assert list(RatingChange.objects.order_by("pk").values()) == rows
    assert RatingList.objects.get().version == version


def test_an_earlier_event_replays_the_later_ones(rating_list, players):
    later = event(rating_list, players, "1-0", day=9)
    rate_tournament(tournament_id=later.pk)
    earlier = event(rating_list, players, "0-1", day=2)
    rate_tournament(tournament_id=earlier.pk)
    assert changes(earlier) == [(1200, 1185), (1000, 1015)]
    assert changes(later) == [(1185, 1190), (1015, 1010)]
    assert now(rating_list) == [(1190, 52), (1010, 52)]


@pytest.mark.parametrize("code", ["+/-", "-/+", "-/-", "0-0"])
def test_what_was_not_played_is_not_rated(rating_list, players, code):
    tournament = event(rating_list, players, code)
    assert rate_tournament(tournament_id=tournament.pk) == {"rated": True, "changes": 0}
    assert now(rating_list) == [(1200, 50), (1000, 50)]


def test_an_unrated_player_comes_onto_the_list(rating_list, players):
    newcomer = PlayerFactory(family_name="Cyril")
    tournament = event(rating_list, [players[0], newcomer], "1/2-1/2")
    rate_tournament(tournament_id=tournament.pk)
    rating = Rating.objects.get(player=newcomer)
    assert (rating.value, rating.games, rating.is_provisional, rating.initial_value) == (1200, 1, True, None)


@pytest.mark.django_db(transaction=True)
def test_finishing_rates_and_a_correction_rates_again(arbiter, rating_list, players):
    tournament = event(rating_list, players, "1-0")
    tournament.status = "running"
    tournament.save()
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert changes(tournament) == [(1200, 1205), (1000, 995)]
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert Job.objects.count() == 1
    lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason="the other one won")
    assert changes(tournament) == []
    assert now(rating_list) == [(1200, 50), (1000, 50)]
    pairing = tournament.rounds.get().pairings.get()
    results.record_result(actor=arbiter, pairing=pairing, code="0-1")
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert changes(tournament) == [(1200, 1185), (1000, 1015)]
    assert {job.state for job in Job.objects.all()} == {"done"}


def test_a_day_corrected_before_the_job_has_run_replays_from_the_old_day(rating_list, players):
    first, second = event(rating_list, players, "1-0", day=1), event(rating_list, players, "1-0", day=6)
    rate_tournament(tournament_id=second.pk)
    rate_tournament(tournament_id=first.pk)
    assert changes(second) == [(1205, 1210), (995, 990)]
    first.starts_on = first.ends_on = datetime.date(2026, 5, 11)
    first.save()
    rate_tournament(tournament_id=first.pk)
    assert changes(second) == [(1200, 1205), (1000, 995)]
    assert changes(first) == [(1205, 1210), (995, 990)]
    assert now(rating_list) == [(1210, 52), (990, 52)]


def test_a_newcomer_leaves_the_list_with_his_only_event(arbiter, rating_list, players):
    newcomer = PlayerFactory(family_name="Cyril")
    tournament = event(rating_list, [players[0], newcomer], "1/2-1/2")
    rate_tournament(tournament_id=tournament.pk)
    tournament.status = "running"
    tournament.save()
    assert rate_tournament(tournament_id=tournament.pk) == {"rated": False, "changes": 0}
    assert not Rating.objects.filter(player=newcomer).exists()


def test_an_initial_rating_replays_the_list(rating_list, players):
    tournament = event(rating_list, players, "1-0")
    rate_tournament(tournament_id=tournament.pk)
    set_initial_rating(actor=None, rating_list=rating_list, player=players[1], value=1200, games=50)
    assert changes(tournament) == [(1200, 1210), (1200, 1190)]
    assert now(rating_list) == [(1210, 51), (1190, 51)]


def test_a_tournament_of_no_list_is_not_rated(players):
    RatingFactory(player=players[0])
    tournament = event(None, players, "1-0")
    assert rate_tournament(tournament_id=tournament.pk) == {"rated": False, "changes": 0}


def test_who_brings_nothing_and_played_nothing_leaves_the_list(rating_list, players):
    assert set_initial_rating(actor=None, rating_list=rating_list, player=players[0], value=None) is None
    assert list(Rating.objects.values_list("player__family_name", flat=True)) == ["Bára"]
