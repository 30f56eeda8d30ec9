"""Pairing, results, undoing, finishing: what each writes, and what is refused."""

import pytest
from django.db import IntegrityError, transaction

from tests.concurrency import run_together
from tests.factories import EntryFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, InputError, PairingError, StaleError
from tournaments.models import AuditEntry, Pairing, Result, Round, Seat
from tournaments.selectors.standings import standings_table
from tournaments.services import lifecycle, registration, results, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(arbiter):
    """Eight rated players, number 1 with White in round 1."""
    tournament = TournamentFactory(
        arbiters=[arbiter],
        pairing_system="swiss",
        planned_rounds=3,
        initial_colour="white",
        tiebreaks=["buchholz", "sonneborn-berger"],
    )
    for number in range(1, 9):
        EntryFactory(tournament=tournament, rating=2000 - 100 * number, player__family_name=f"Hráč{number}")
    return tournament


def numbers(new_round):
    return [
        (p.table, p.white.number, p.black.number if p.black else None, p.result_code)
        for p in new_round.pairings.order_by("table")
    ]


def play(arbiter, new_round, *codes):
    for pairing, code in zip(new_round.pairings.order_by("table"), codes, strict=True):
        results.record_result(actor=arbiter, pairing=pairing, code=code)


def test_round_1_meets_the_upper_half_with_the_lower(arbiter, tournament):
    new_round = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert numbers(new_round) == [(1, 1, 5, None), (2, 6, 2, None), (3, 3, 7, None), (4, 8, 4, None)]
    tournament.refresh_from_db()
    assert (tournament.status, tournament.version) == ("running", 2)
    assert Seat.objects.filter(round=new_round).count() == 8
    assert AuditEntry.objects.filter(action="pair-round").count() == 1


def test_numbers_follow_the_rating_whatever_the_order_of_entry(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter])
    for rating in (1000, 1800, None, 1500):
        EntryFactory(tournament=tournament, rating=rating)
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert list(tournament.entries.order_by("number").values_list("number", "rating")) == [
        (1, 1800),
        (2, 1500),
        (3, 1000),
        (4, None),
    ]


def test_an_odd_field_gives_the_last_a_bye(arbiter, tournament):
    EntryFactory(tournament=tournament, rating=900)
    new_round = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert numbers(new_round)[-1] == (5, 9, None, "bye")


def test_the_next_round_needs_every_result(arbiter, tournament):
    first = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    play(arbiter, first, "1-0", "1-0", "1/2-1/2", "0-1")
    results.record_result(actor=arbiter, pairing=first.pairings.get(table=2), code="")
    with pytest.raises(ConflictError) as caught:
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert (caught.value.code, caught.value.params) == ("results-missing", {"tables": "1/2"})
    assert Round.objects.count() == 1


def test_the_expected_number_says_that_it_is_done(arbiter, tournament):
    rounds.pair_next_round(actor=arbiter, tournament=tournament, expected_number=1)
    with pytest.raises(ConflictError) as caught:
        rounds.pair_next_round(actor=arbiter, tournament=tournament, expected_number=1)
    assert caught.value.code == "round-already-paired"


def test_a_failure_writes_nothing(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter])
    EntryFactory(tournament=tournament)
    with pytest.raises(PairingError):
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert (Round.objects.count(), Pairing.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)
    assert tournament.entries.get().number is None


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_a_whole_tournament_has_no_rematch(arbiter, system):
    tournament = TournamentFactory(
        arbiters=[arbiter], pairing_system=system, planned_rounds=None, tiebreaks=["wins"]
    )
    for _ in range(7):
        EntryFactory(tournament=tournament)
    met = set()
    for _ in range(3):
        new_round = rounds.pair_next_round(actor=arbiter, tournament=tournament)
        for pairing in new_round.pairings.all():
            if pairing.is_bye:
                continue
            pair = frozenset((pairing.white_id, pairing.black_id))
            assert pair not in met
            met.add(pair)
            results.record_result(actor=arbiter, pairing=pairing, code="1-0")
    assert len(met) == 9


def test_a_result_is_kept_corrected_and_cleared(arbiter, tournament):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)
    pairing = results.record_result(actor=arbiter, pairing=pairing, code="2-0", version=1)
    assert (pairing.result_code, pairing.version) == ("1-0", 2)
    results.record_result(actor=arbiter, pairing=pairing, code="0-1", version=2, reason="swapped")
    results.record_result(actor=arbiter, pairing=pairing, code="", version=3)
    assert list(Result.objects.filter(pairing=pairing).values_list("code", "status", "reason")) == [
        ("1-0", "replaced", ""),
        ("0-1", "replaced", "swapped"),
    ]
    assert list(
        AuditEntry.objects.filter(action="record-result").order_by("pk").values_list("before", "after")
    ) == [(None, "1-0"), ("1-0", "0-1"), ("0-1", None)]


def test_the_same_result_again_changes_nothing(arbiter, tournament):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)
    for _ in range(2):
        pairing = results.record_result(actor=arbiter, pairing=pairing, code="1-0")
    assert (pairing.version, Result.objects.filter(pairing=pairing).count()) == (2, 1)


def test_a_stale_result_is_refused(arbiter, tournament):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)
    results.record_result(actor=arbiter, pairing=pairing, code="1-0", version=1)
    with pytest.raises(StaleError):
        results.record_result(actor=arbiter, pairing=pairing, code="0-1", version=1)
    assert Pairing.objects.get(pk=pairing.pk).result_code == "1-0"


@pytest.mark.parametrize("code", ["bye", "half-bye", "3-0", "1", "win"])
def test_a_game_has_no_such_result(arbiter, tournament, code):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)
    with pytest.raises(InputError) as caught:
        results.record_result(actor=arbiter, pairing=pairing, code=code)
    assert caught.value.code == "result-unknown"


def test_only_the_last_round_is_undone_and_the_log_keeps_it(arbiter, tournament):
    first = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    play(arbiter, first, "1-0", "0-1", "1-0", "0-1")
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with pytest.raises(ConflictError) as caught:
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
    assert caught.value.code == "not-the-last-round"
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=2)
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1, reason="wrong list")
    kept = AuditEntry.objects.filter(action="undo-round").order_by("-pk").first()
    assert [(p["white"].split(",")[0], p["results"][0]["code"]) for p in kept.before["pairings"]] == [
        ("Hráč1", "1-0"),
        ("Hráč6", "0-1"),
        ("Hráč3", "1-0"),
        ("Hráč8", "0-1"),
    ]
    assert kept.reason == "wrong list"
    tournament.refresh_from_db()
    assert (tournament.status, Round.objects.count(), Result.objects.count()) == ("setup", 0, 0)
    assert set(tournament.entries.values_list("number", flat=True)) == {None}


def test_standings_by_hand(arbiter, tournament):
    """Round 1: 1-5 1-0, 6-2 0-1, 3-7 ½, 8-4 0-1. Scored 2-1-0."""
    play(
        arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament), "1-0", "0-1", "1/2-1/2", "0-1"
    )
    table = standings_table(tournament)
    assert [(line.row.place, line.entry.number, line.points) for line in table.lines] == [
        (1, 1, "2"),
        (1, 2, "2"),
        (1, 4, "2"),
        (4, 3, "1"),
        (4, 7, "1"),
        (6, 5, "0"),
        (6, 6, "0"),
        (6, 8, "0"),
    ]


def test_finishing_needs_every_result_and_reopening_a_reason(arbiter, tournament):
    with pytest.raises(ConflictError) as nothing:
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert nothing.value.code == "nothing-played"
    first = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    with pytest.raises(ConflictError) as missing:
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert (missing.value.code, missing.value.params) == (
        "results-missing-at-end",
        {"tables": "1/1, 1/2, 1/3, 1/4"},
    )
    play(arbiter, first, "1-0", "1-0", "1-0", "1-0")
    assert lifecycle.finish_tournament(actor=arbiter, tournament=tournament).status == "finished"
    pairing = first.pairings.get(table=1)
    with pytest.raises(ConflictError) as closed:
        results.record_result(actor=arbiter, pairing=pairing, code="0-1")
    assert closed.value.code == "tournament-finished"
    with pytest.raises(InputError) as unreasoned:
        lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason=" ")
    assert unreasoned.value.code == "reason-missing"
    assert (
        lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason="typing error").status
        == "running"
    )
    assert results.record_result(actor=arbiter, pairing=pairing, code="0-1").result_code == "0-1"


def test_withdrawn_and_absent_players_are_not_paired(arbiter, tournament):
    entries = {entry.rating: entry for entry in tournament.entries.all()}
    registration.withdraw_entry(actor=arbiter, entry=entries[1900])
    registration.request_bye(actor=arbiter, entry=entries[1800], round_number=1, code="half-bye")
    new_round = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert {(p.white.rating, p.result_code) for p in new_round.pairings.all() if p.is_bye} == {
        (1900, "zero-bye"),
        (1800, "half-bye"),
    }


def test_who_withdrew_after_a_round_sits_in_it_when_it_is_paired_again(arbiter, tournament):
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    leaving = tournament.entries.first()
    registration.withdraw_entry(actor=arbiter, entry=leaving)
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
    again = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert [p.result_code for p in again.pairings.all()] == [None] * 4
    leaving.refresh_from_db()
    assert leaving.withdrawn_after == 1


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_leave_one_round(arbiter, tournament):
    def pair():
        try:
            return rounds.pair_next_round(actor=arbiter, tournament=tournament).number
        except ConflictError as error:
            return error.code

    assert sorted(map(str, run_together(pair, 2))) == ["1", "results-missing"]
    assert (Round.objects.count(), Pairing.objects.count(), Seat.objects.count()) == (1, 4, 8)


@pytest.mark.django_db(transaction=True)
def test_two_results_at_once_leave_one(arbiter, tournament):
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)

    def record():
        try:
            results.record_result(actor=arbiter, pairing=pairing, code="1-0", version=1)
            return "recorded"
        except StaleError:
            return "stale"

    assert sorted(run_together(record, 3)) == ["recorded", "stale", "stale"]
    assert list(Result.objects.filter(pairing=pairing).values_list("code", "status")) == [
        ("1-0", "confirmed")
    ]


def test_pairings_made_in_bulk_have_their_seats(tournament):
    one, two, three, *_ = tournament.entries.all()
    number = Round.objects.create(tournament=tournament, number=1, pairing_system="swiss", seed=1)
    Pairing.objects.bulk_create([Pairing(round=number, table=1, white=one, black=two)])
    assert set(Seat.objects.values_list("entry", flat=True)) == {one.pk, two.pk}
    with pytest.raises(IntegrityError), transaction.atomic():
        Pairing.objects.bulk_create([Pairing(round=number, table=2, white=two, black=three)])
    assert Pairing.objects.count() == 1
