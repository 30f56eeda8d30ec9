"""What lists cost: the same number of queries for one row and for three."""

import pytest

from tests.factories import (
    AuditEntryFactory,
    ClubFactory,
    EntryFactory,
    FederationFactory,
    FlagFactory,
    GameFactory,
    PairingFactory,
    PlayerFactory,
    PlayerTitleFactory,
    RatingChangeFactory,
    RatingFactory,
    RatingListFactory,
    RequestedByeFactory,
    RoundFactory,
    TournamentFactory,
)


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(slug="open", arbiters=[arbiter], tiebreaks=["buchholz"])


@pytest.fixture
def rating_list(db):
    return RatingListFactory(slug="cz")


def full_player():
    player = PlayerFactory(federation=FederationFactory(), club=ClubFactory())
    PlayerTitleFactory(player=player)
    return player


def full_tournament():
    federation = FederationFactory()
    return TournamentFactory(
        federation=federation, club=ClubFactory(), rating_list=RatingListFactory(federation=federation)
    )


def pairing(tournament):
    """One more table in the tournament's only round."""
    this = tournament.rounds.first() or RoundFactory(tournament=tournament)
    return PairingFactory(round=this, result="1-0")


def flagged(tournament):
    this = pairing(tournament)
    return FlagFactory(game=GameFactory(pairing=this))


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries", "make"),
    [
        ("federations/", 2, FederationFactory),
        ("clubs/", 2, ClubFactory),
        ("players/", 2, full_player),
        ("rating-lists/", 2, lambda: RatingListFactory(federation=FederationFactory())),
        ("tournaments/", 2, full_tournament),
        ("games/", 2, GameFactory),
    ],
)
def test_lists_of_the_site(as_nobody, django_assert_num_queries, rows, path, queries, make):
    for _ in range(rows):
        make()

    with django_assert_num_queries(queries):
        answer = as_nobody.get(f"/api/v1/{path}")

    assert answer.json()["count"] >= rows


@pytest.mark.parametrize("rows", [1, 3])
def test_a_rating_list(as_nobody, django_assert_num_queries, rating_list, rows):
    for _ in range(rows):
        RatingFactory(rating_list=rating_list, player=full_player())

    with django_assert_num_queries(3):
        answer = as_nobody.get("/api/v1/rating-lists/cz/")

    assert len(answer.json()["ratings"]) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_rating_changes(as_nobody, django_assert_num_queries, rating_list, rows):
    for _ in range(rows):
        RatingChangeFactory(rating_list=rating_list)

    with django_assert_num_queries(3):
        answer = as_nobody.get("/api/v1/rating-lists/cz/changes/")

    assert answer.json()["count"] == rows


def entry_with_bye(tournament):
    RequestedByeFactory(entry=EntryFactory(tournament=tournament, player=full_player()))


def audited(tournament):
    AuditEntryFactory(tournament=tournament, actor=tournament.arbiters.get())


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries", "make"),
    [
        ("entries/", 3, entry_with_bye),
        ("rounds/", 3, lambda tournament: RoundFactory(tournament=tournament)),
        ("rounds/", 3, pairing),
        ("standings/", 5, pairing),
        ("crosstable/", 5, pairing),
    ],
)
def test_public_lists_of_a_tournament(
    as_nobody, django_assert_num_queries, tournament, rows, path, queries, make
):
    for _ in range(rows):
        make(tournament)

    with django_assert_num_queries(queries):
        answer = as_nobody.get(f"/api/v1/tournaments/open/{path}")

    assert answer.status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("path", "make"), [("audit/", audited), ("flags/", flagged)])
def test_lists_for_arbiters(as_arbiter, django_assert_num_queries, tournament, rows, path, make):
    for _ in range(rows):
        make(tournament)

    with django_assert_num_queries(4):
        answer = as_arbiter.get(f"/api/v1/tournaments/open/{path}")

    assert answer.json()["count"] == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_games_of_a_pairing(as_nobody, django_assert_num_queries, tournament, rows):
    this = pairing(tournament)
    for number in range(rows):
        GameFactory(pairing=this, is_current=number == 0)

    with django_assert_num_queries(2):
        answer = as_nobody.get(f"/api/v1/pairings/{this.pk}/games/")

    assert len(answer.json()) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_a_player(as_nobody, django_assert_num_queries, rows):
    player = full_player()
    for _ in range(rows):
        RatingFactory(player=player)

    with django_assert_num_queries(4):
        answer = as_nobody.get(f"/api/v1/players/{player.pk}/")

    assert len(answer.json()["ratings"]) == rows
