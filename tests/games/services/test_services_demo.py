"""The demo data: what is in them, that they come once, and that they keep away from real data."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from engine.game import replay
from games.models import Flag, Game
from games.services.demo import demo_was_loaded, load_demo, require_place
from tests.factories import AuditEntryFactory, FederationFactory, TournamentFactory, UserFactory
from tournaments.domain.errors import ConflictError
from tournaments.models import (
    Club,
    Federation,
    Job,
    Pairing,
    Player,
    PlayerTitle,
    Rating,
    RatingChange,
    Tournament,
)
from tournaments.permissions import can_keep_federation, managed_tournaments, usable_rating_lists

pytestmark = pytest.mark.django_db

DEMO_WORDS = ("Ukázk", "Vzorov", "Cvičn", "Zkušební", "Příkladn")


def test_the_demo_data(django_capture_on_commit_callbacks):
    """One load is looked at from every side: it makes a whole site."""
    with django_capture_on_commit_callbacks(execute=True):
        assert load_demo(password="heslo-k-ukázce", force=True)
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
    check_tournaments()
    check_names()
    check_rating_list()
    check_games()
    check_accounts()


def check_tournaments():
    statuses = list(Tournament.objects.order_by("starts_on").values_list("status", flat=True))
    assert statuses == ["finished"] * 4 + ["running", "setup"]
    running = Tournament.objects.get(status="running")
    assert running.rounds.count() == 2
    second = Pairing.objects.filter(round__tournament=running, round__number=2).order_by("table")
    assert [pairing.result_code is None for pairing in second] == [False, False, True, True]
    assert Tournament.objects.get(status="setup").starts_on > timezone.localdate()
    assert Pairing.objects.filter(round__tournament__status="finished", result_code=None).count() == 0
    assert set(PlayerTitle.objects.values_list("code", flat=True)) == {"NM", "KNM", "I", "II", "III"}


def check_names():
    """Everything says that it is an example."""
    names = [*Tournament.objects.values_list("name", flat=True), *Club.objects.values_list("name", flat=True)]
    names += Federation.objects.values_list("name", flat=True)
    assert [name for name in names if "(DEMO)" not in name] == []
    families = Player.objects.values_list("family_name", flat=True)
    assert [name for name in families if not name.startswith(DEMO_WORDS)] == []


def check_rating_list():
    assert set(RatingChange.objects.values_list("tournament__status", flat=True)) == {"finished"}
    assert RatingChange.objects.values("tournament").distinct().count() == 4
    assert RatingChange.objects.filter(player__family_name="Vzorová", player__given_name="Bára").count() == 4
    assert Rating.objects.count() == Player.objects.count() == 14
    assert Rating.objects.filter(is_provisional=True, value__isnull=False).count() == 2


def check_games():
    games = list(Game.objects.all())
    assert len(games) == 7
    assert [replay(game.ruleset, game.moves).error for game in games] == [None] * 7
    assert list(Flag.objects.values_list("kind", "status")) == [("threefold", "open")]
    assert sorted(game.verdict for game in games) == ["clean"] * 6 + ["flagged"]


def check_accounts():
    arbiter = get_user_model().objects.get(username="arbiter")
    player = get_user_model().objects.get(username="player")
    assert arbiter.check_password("heslo-k-ukázce")
    assert player.check_password("heslo-k-ukázce")
    assert (arbiter.is_staff, arbiter.is_superuser, player.is_staff) == (True, False, False)
    assert managed_tournaments(arbiter).count() == 6
    assert can_keep_federation(arbiter, Federation.objects.get())
    assert usable_rating_lists(arbiter).count() == 1
    assert managed_tournaments(player).count() == 0
    open_games = Pairing.objects.filter(result_code=None, seats__entry__player__user=player)
    assert open_games.count() == 1


def test_deleted_ones_do_not_come_back():
    AuditEntryFactory(tournament=None, action="load-demo")
    assert load_demo(password="x", force=True) is False
    assert Tournament.objects.count() == 0


def refused(**fields):
    with pytest.raises(ConflictError) as caught:
        load_demo(password="x", **fields)
    assert not demo_was_loaded()
    return str(caught.value)


def test_real_tournaments_keep_them_away():
    TournamentFactory()
    assert refused() == "No demo data: there are tournaments here already."
    require_place(force=True)


@pytest.mark.postgres
def test_a_database_server_keeps_them_away():
    assert connection.vendor == "postgresql"
    assert refused() == "No demo data on a database server; --force loads them all the same."


@pytest.mark.parametrize(
    ("factory", "fields"), [(UserFactory, {"username": "arbiter"}), (FederationFactory, {"code": "DEMO"})]
)
def test_nobody_loses_his_name_to_them(factory, fields):
    factory(**fields)
    assert refused(force=True) == ("No demo data: an account or a federation has one of their names already.")
