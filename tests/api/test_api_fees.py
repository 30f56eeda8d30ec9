"""Fees over the API."""

from decimal import Decimal

import pytest

from tests.factories import EntryFactory, PaymentFactory, PlayerFactory, TournamentFactory
from tournaments.models import Payment

FEES = "/api/v1/tournaments/open/fees/"


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(slug="open", arbiters=[arbiter], entry_fee=Decimal("200.00"))


@pytest.fixture
def entry(tournament):
    return EntryFactory(tournament=tournament, player=PlayerFactory(family_name="Adam", given_name=""))


@pytest.fixture
def place(entry):
    return lambda name: f"/api/v1/tournaments/open/entries/{entry.pk}/{name}/"


def test_fees_and_payments(as_arbiter, entry, place):
    paid = as_arbiter.post(place("payments"), {"amount": "50,50", "note": "cash"})
    assert (paid.status_code, paid.json()["amount"], paid.json()["note"]) == (201, "50.50", "cash")
    assert as_arbiter.get(FEES).json() == {
        "entry_fee": "200.00",
        "currency": "CZK",
        "owed": "200.00",
        "paid": "50.50",
        "outstanding": "149.50",
        "excess": "0.00",
        "players": [
            {
                "entry": entry.pk,
                "name": "Adam",
                "fee": None,
                "owed": "200.00",
                "paid": "50.50",
                "outstanding": "149.50",
                "excess": "0.00",
                "state": "part",
            }
        ],
    }
    changed = as_arbiter.put(place("fee"), {"fee": "0", "seen": None})
    assert (changed.status_code, changed.json()["fee"], changed.json()["state"]) == (200, "0.00", "overpaid")
    assert as_arbiter.put(place("fee"), {"fee": None, "seen": None}).status_code == 409
    back = as_arbiter.post(place("payments"), {"amount": -50.5})
    assert (back.status_code, back.json()["amount"]) == (201, "-50.50")
    assert [each["amount"] for each in as_arbiter.get(place("payments")).json()] == ["50.50", "-50.50"]


@pytest.mark.parametrize("amount", ["0", "", "x", "1.234", "NaN", None, "-1", 1e9, True])
def test_no_payment(as_arbiter, place, amount):
    answer = as_arbiter.post(place("payments"), {"amount": amount})
    assert (answer.status_code, Payment.objects.count()) == (400, 0)


def test_a_request_sent_twice_is_one_payment(as_arbiter, place):
    answers = [
        as_arbiter.post(place("payments"), {"amount": "10"}, headers={"Idempotency-Key": "a"}).json()
        for _ in range(2)
    ]
    assert (answers[0] == answers[1], Payment.objects.count()) == (True, 1)


def test_an_entry_with_payments_stays(as_arbiter, entry):
    PaymentFactory(entry=entry)
    answer = as_arbiter.delete(f"/api/v1/tournaments/open/entries/{entry.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "entry-with-payments")


def test_three_persons(as_other, as_nobody, place):
    for method, at, data in (
        ("get", FEES, None),
        ("get", place("payments"), None),
        ("post", place("payments"), {"amount": "1"}),
        ("put", place("fee"), {"fee": "1"}),
    ):
        answers = [getattr(client, method)(at, data).status_code for client in (as_other, as_nobody)]
        assert (at, answers) == (at, [404, 401])
    assert Payment.objects.count() == 0


@pytest.mark.parametrize("count", [1, 3])
def test_queries(as_arbiter, tournament, count, django_assert_num_queries):
    for _ in range(count):
        PaymentFactory(entry=EntryFactory(tournament=tournament))
    with django_assert_num_queries(4):
        as_arbiter.get(FEES)
