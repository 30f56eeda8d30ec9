"""Entering players: found or made, late, withdrawn, with byes, and everything that is refused."""

import pytest

from tests.concurrency import run_together
from tests.factories import (
    ClubFactory,
    EntryFactory,
    FederationFactory,
    PlayerFactory,
    RatingFactory,
    RatingListFactory,
    TournamentFactory,
)
from tournaments.domain.errors import ConflictError, InputError
from tournaments.models import AuditEntry, Entry, Player
from tournaments.services import entry_lists, registration, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(arbiters=[arbiter], pairing_system="swiss", federation=FederationFactory())


def add(arbiter, tournament, *names):
    return [registration.add_entry(actor=arbiter, tournament=tournament, name=name) for name in names]


def test_a_new_name_makes_a_player(arbiter, tournament):
    entry = registration.add_entry(
        actor=arbiter, tournament=tournament, name="Žížala, Řehoř", birth_year=1985
    )
    assert (entry.player.family_name, entry.player.given_name) == ("Žížala", "Řehoř")
    assert entry.player.birth_year == 1985
    assert entry.player.federation == tournament.federation
    assert (entry.joined_round, entry.number) == (1, None)


@pytest.mark.parametrize(
    "written", ["Žížala, Řehoř", "Řehoř Žížala", "Žížala Řehoř", "zizala rehor", "ZIZALA, REHOR"]
)
def test_a_known_name_is_found_however_it_is_written(arbiter, tournament, written):
    known = PlayerFactory(family_name="Žížala", given_name="Řehoř", federation=tournament.federation)
    entry = registration.add_entry(actor=arbiter, tournament=tournament, name=written)
    assert entry.player == known
    assert Player.objects.count() == 1


def test_diacritics_decide_between_two_names(arbiter, tournament):
    PlayerFactory(family_name="Novak", given_name="Jan", federation=tournament.federation)
    with_accent = PlayerFactory(family_name="Novák", given_name="Jan", federation=tournament.federation)
    entry = registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan")
    assert entry.player == with_accent


def test_namesakes_are_not_guessed(arbiter, tournament):
    for year in (1960, 1990):
        PlayerFactory(
            family_name="Novák",
            given_name="Jan",
            birth_year=year,
            federation=tournament.federation,
            club=None,
        )
    with pytest.raises(InputError) as caught:
        registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan")
    assert caught.value.code == "several-players"
    assert str(caught.value.params["players"]).startswith("Novák Jan (1960")
    younger = registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan", birth_year=1990)
    assert younger.player.birth_year == 1990


def test_a_namesake_can_be_made_on_purpose(arbiter, tournament):
    registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan")
    second = registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan", create_new=True)
    assert Player.objects.filter(family_name="Novák").count() == 2
    assert tournament.entries.count() == 2
    assert second.player.name == "Novák Jan"


def test_players_of_other_federations_are_not_found(arbiter, tournament):
    PlayerFactory(family_name="Novák", given_name="Jan", federation=FederationFactory())
    entry = registration.add_entry(actor=arbiter, tournament=tournament, name="Novák, Jan")
    assert entry.player.federation == tournament.federation
    assert Player.objects.count() == 2


@pytest.mark.parametrize("name", ["", "   ", ",", " , Jan", "..."])
def test_a_name_is_needed(arbiter, tournament, name):
    with pytest.raises(InputError) as caught:
        registration.add_entry(actor=arbiter, tournament=tournament, name=name)
    assert caught.value.code == "name-missing"
    assert Player.objects.count() == 0


def test_nobody_is_entered_twice(arbiter, tournament):
    add(arbiter, tournament, "Novák, Jan")
    with pytest.raises(ConflictError) as caught:
        add(arbiter, tournament, "Jan Novák")
    assert (caught.value.code, caught.value.params["player"]) == ("already-entered", "Novák Jan")
    assert tournament.entries.count() == 1


def test_the_rating_comes_from_the_tournaments_list(arbiter):
    rating_list = RatingListFactory()
    tournament = TournamentFactory(arbiters=[arbiter], rating_list=rating_list)
    player = PlayerFactory()
    RatingFactory(rating_list=rating_list, player=player, value=1234)
    RatingFactory(player=player, value=900)
    assert registration.add_entry(actor=arbiter, tournament=tournament, player=player).rating == 1234


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        # (federation, discipline, rating, games) of each list the player is on
        ([("own", "64", 1100, 5), ("other", "64", 1300, 50), ("none", "64", 1200, 90)], 1100),
        ([("own", "64", 1100, 5), ("own", "64", 1150, 30)], 1150),
        ([("own", "64", None, 0), ("other", "64", 1300, 10), ("none", "64", 1200, 90)], 1200),
        ([("own", "100", 1700, 90), ("other", "64", 1300, 10)], 1300),
        ([("own", "100", 1700, 90)], None),
        ([], None),
    ],
)
def test_without_a_list_the_rating_is_the_one_that_says_most(arbiter, tournament, lists, expected):
    federations = {"own": tournament.federation, "other": FederationFactory(), "none": None}
    player = PlayerFactory()
    for federation, discipline, value, games in lists:
        rating_list = RatingListFactory(federation=federations[federation], discipline=discipline)
        RatingFactory(rating_list=rating_list, player=player, value=value, games=games)
    assert registration.add_entry(actor=arbiter, tournament=tournament, player=player).rating == expected


def test_a_player_who_is_not_on_the_tournaments_list_has_no_rating(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], rating_list=RatingListFactory())
    player = RatingFactory().player
    assert registration.add_entry(actor=arbiter, tournament=tournament, player=player).rating is None


def test_a_pasted_list_enters_everybody(arbiter, tournament):
    entries = entry_lists.add_entries_from_text(
        actor=arbiter,
        tournament=tournament,
        text="Žížala, Řehoř; 1985; Sokol Kolín; 1200\n\nJan Novák\nDvořák, Eva\t1990\n",
    )
    assert [(e.player.name, e.player.birth_year, e.rating) for e in entries] == [
        ("Žížala Řehoř", 1985, 1200),
        ("Novák Jan", None, None),
        ("Dvořák Eva", 1990, None),
    ]
    assert entries[0].player.club.name == "Sokol Kolín"


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("Jan Novák\nEva Dvořák; včera", 2, "number-expected"),
        ("Jan Novák\nJan Novák", 2, "entered-twice"),
        ("Jan Novák\n\n;1990", 3, "name-missing"),
        ("Jan Novák; 1990; ; 99999", 1, "number-expected"),
    ],
)
def test_a_pasted_list_with_a_fault_enters_nobody(arbiter, tournament, text, line, code):
    with pytest.raises(InputError) as caught:
        entry_lists.add_entries_from_text(actor=arbiter, tournament=tournament, text=text)
    assert caught.value.params["line"] == line
    assert caught.value.params["problem"].code == code
    assert (Entry.objects.count(), Player.objects.count()) == (0, 0)


def test_an_empty_list_is_refused(arbiter, tournament):
    with pytest.raises(InputError) as caught:
        entry_lists.add_entries_from_text(actor=arbiter, tournament=tournament, text=" \n\n")
    assert caught.value.code == "list-empty"


def test_a_clubs_name_is_the_same_club(arbiter, tournament):
    club = ClubFactory(federation=tournament.federation, name="Sokol Kolín")
    entry = registration.add_entry(actor=arbiter, tournament=tournament, name="Jan Novák", club="Sokol Kolín")
    assert entry.player.club == club


def test_a_late_entry_plays_from_the_next_round(arbiter, tournament):
    add(arbiter, tournament, "A, A", "B, B", "C, C", "D, D")
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert add(arbiter, tournament, "E, E")[0].joined_round == 2


def test_a_late_entry_into_a_full_round_robin_is_refused(arbiter):
    tournament = TournamentFactory(
        arbiters=[arbiter], pairing_system="round-robin", tiebreaks=["sonneborn-berger"]
    )
    add(arbiter, tournament, "A, A", "B, B", "C, C", "D, D")
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with pytest.raises(ConflictError) as caught:
        add(arbiter, tournament, "E, E")
    assert caught.value.code == "late-entry-no-free-number"
    assert Player.objects.count() == 4


def test_withdrawing_and_returning(arbiter, tournament):
    first, *_ = add(arbiter, tournament, "A, A", "B, B", "C, C", "D, D")
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert registration.withdraw_entry(actor=arbiter, entry=first, reason="ill").withdrawn_after == 1
    assert registration.withdraw_entry(actor=arbiter, entry=first).withdrawn_after == 1
    assert registration.return_entry(actor=arbiter, entry=first).withdrawn_after is None
    log = list(AuditEntry.objects.order_by("pk").values_list("action", "reason", "before", "after"))[-2:]
    assert log == [
        ("withdraw-entry", "ill", {"withdrawn_after": None}, {"withdrawn_after": 1}),
        ("return-entry", "", {"withdrawn_after": 1}, {"withdrawn_after": None}),
    ]


def test_only_the_unpaired_are_removed(arbiter, tournament):
    entries = add(arbiter, tournament, "A, A", "B, B", "C, C", "D, D", "E, E")
    registration.remove_entry(actor=arbiter, entry=entries[4])
    assert tournament.entries.count() == 4
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with pytest.raises(ConflictError) as caught:
        registration.remove_entry(actor=arbiter, entry=entries[0])
    assert caught.value.code == "entry-paired"


def test_a_bye_is_asked_for_a_round_to_come(arbiter, tournament):
    first, *_ = add(arbiter, tournament, "A, A", "B, B", "C, C", "D, D", "E, E")
    registration.request_bye(actor=arbiter, entry=first, round_number=1, code="half-bye")
    bye = registration.request_bye(actor=arbiter, entry=first, round_number=1, code="zero-bye")
    assert list(first.requested_byes.values_list("round_number", "code")) == [(1, "zero-bye")]
    registration.cancel_bye(actor=arbiter, bye=bye)
    assert first.requested_byes.count() == 0
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with pytest.raises(ConflictError) as caught:
        registration.request_bye(actor=arbiter, entry=first, round_number=1)
    assert caught.value.code == "round-paired"
    with pytest.raises(InputError) as unknown:
        registration.request_bye(actor=arbiter, entry=first, round_number=2, code="bye")
    assert unknown.value.code == "bye-unknown"
    with pytest.raises(InputError) as beyond:
        registration.request_bye(actor=arbiter, entry=first, round_number=6)
    assert beyond.value.code == "round-beyond-plan"


def test_a_finished_tournament_takes_nobody(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], status="finished")
    with pytest.raises(ConflictError) as caught:
        add(arbiter, tournament, "A, A")
    assert caught.value.code == "tournament-finished"
    with pytest.raises(ConflictError):
        registration.withdraw_entry(actor=arbiter, entry=EntryFactory(tournament=tournament))


def test_a_club_named_without_a_federation_is_made_once(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], federation=None)
    text = "Jan Novák;;Sokol Kolín\nEva Dvořák;;Sokol Kolín"
    entries = entry_lists.add_entries_from_text(actor=arbiter, tournament=tournament, text=text)
    assert [(e.player.club.name, e.player.club.federation) for e in entries] == [("Sokol Kolín", None)] * 2
    assert entries[0].player.club == entries[1].player.club


@pytest.mark.django_db(transaction=True)
def test_one_new_name_in_several_tournaments_at_once_is_one_player(arbiter):
    waiting = [TournamentFactory(arbiters=[arbiter], federation=None) for _ in range(4)]

    def enter():
        return registration.add_entry(actor=arbiter, tournament=waiting.pop(), name="Novák, Jan").player_id

    assert len(set(run_together(enter, 4))) == 1
    assert Player.objects.count() == 1


def test_a_list_has_its_limit(arbiter, tournament):
    with pytest.raises(InputError) as caught:
        entry_lists.add_entries_from_text(
            actor=arbiter, tournament=tournament, text="\n".join(f"Hráč {n}" for n in range(501))
        )
    assert (caught.value.code, caught.value.params) == ("list-too-long", {"count": 501, "most": 500})
