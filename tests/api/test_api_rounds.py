"""Rounds, pairings and results over the API."""

import pytest
from django.utils import timezone

from tests.concurrency import run_together
from tests.factories import EntryFactory, TournamentFactory
from tournaments.models import Pairing, Result, Round

from .conftest import client_of

URL = "/api/v1/tournaments/open/rounds/"


def seat(pairing: Pairing, colour: str) -> dict[str, object]:
    entry = getattr(pairing, colour)
    return {
        "entry": entry.pk,
        "number": entry.number,
        "player": entry.player_id,
        "name": entry.player.name,
    }


def body(pairing: Pairing, **changes: object) -> dict[str, object]:
    return {
        "id": pairing.pk,
        "table": pairing.table,
        "white": seat(pairing, "white"),
        "black": seat(pairing, "black"),
        "result": None,
        "second_result": None,
        "play_off": [],
        "is_adjourned": False,
        "version": 1,
    } | changes


@pytest.fixture
def pairing(open_swiss) -> Pairing:
    return Pairing.objects.get(round__tournament=open_swiss, table=1)


def test_rounds_with_their_pairings(as_nobody, open_swiss):
    first = open_swiss.rounds.get()

    answer = as_nobody.get(URL)

    expected = {
        "number": 1,
        "pairing_system": "swiss",
        "seed": 1,
        "opening": "",
        "games": 1,
        "source": "system",
        "status": "published",
        "starts_at": None,
        "version": first.version,
        "created_at": timezone.localtime(first.created_at).isoformat(),
        "notes": answer.json()[0]["notes"],
        "pairings": [body(each) for each in first.pairings.order_by("table")],
    }
    assert answer.status_code == 200
    assert answer.json() == [expected]
    assert as_nobody.get(f"{URL}1/").json() == expected
    assert [(p["white"]["number"], p["black"]["number"]) for p in expected["pairings"]] == [(1, 3), (4, 2)]


def test_a_round_that_is_not_there(as_nobody, open_swiss):
    answer = as_nobody.get(f"{URL}2/")

    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not-found", "detail": "There is no such round."},
    )


def test_pair_the_next_round(as_arbiter, open_swiss):
    for each in open_swiss.rounds.get().pairings.all():
        as_arbiter.patch(f"/api/v1/pairings/{each.pk}/", {"result": "1-0", "version": 1})

    answer = as_arbiter.post(URL)

    assert answer.status_code == 201
    assert answer.json() == as_arbiter.get(f"{URL}2/").json()
    assert answer.json()["number"] == 2


def test_a_bye_has_no_black(as_arbiter, arbiter):
    tournament = TournamentFactory(slug="open", arbiters=[arbiter])
    EntryFactory.create_batch(3, tournament=tournament)

    last = as_arbiter.post(URL).json()["pairings"][-1]

    assert (last["black"], last["result"]) == (None, "bye")


def test_pairing_waits_for_results(as_arbiter, open_swiss):
    answer = as_arbiter.post(URL)

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "results-missing",
        "detail": "Results are missing (round/table): 1/1, 1/2. Enter them, then pair.",
    }


def test_the_expected_round_is_paired_once(as_arbiter, open_swiss):
    answer = as_arbiter.post(URL, {"number": 1})

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "round-already-paired",
        "detail": "Round 1 has been paired already. The next one is round 2.",
    }
    assert open_swiss.rounds.count() == 1


def test_nobody_to_pair(as_arbiter, arbiter):
    TournamentFactory(slug="open", arbiters=[arbiter])

    answer = as_arbiter.post(URL)

    assert answer.status_code == 409
    assert answer.json().keys() == {"code", "detail"}


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_leave_one_round(arbiter):
    tournament = TournamentFactory(slug="open", arbiters=[arbiter])
    EntryFactory.create_batch(4, tournament=tournament)

    codes = [answer.status_code for answer in run_together(lambda: client_of(arbiter).post(URL))]

    assert sorted(codes) == [201, 409]
    assert Round.objects.count() == 1


def test_undo_the_last_round(as_arbiter, open_swiss):
    gone = as_arbiter.delete(f"{URL}1/?reason=wrong+list")
    again = as_arbiter.delete(f"{URL}1/")

    assert (gone.status_code, gone.content) == (204, b"")
    assert again.status_code == 404
    assert Round.objects.count() == 0
    assert open_swiss.audit_entries.first().reason == "wrong list"


def test_only_the_last_round_can_be_undone(as_arbiter, open_swiss):
    for each in open_swiss.rounds.get().pairings.all():
        as_arbiter.patch(f"/api/v1/pairings/{each.pk}/", {"result": "1-0", "version": 1})
    as_arbiter.post(URL)

    answer = as_arbiter.delete(f"{URL}1/")

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "not-the-last-round",
        "detail": "Only the last round can be undone, and round 1 is not the last.",
    }


def test_undo_three_persons(as_arbiter, as_other, as_nobody, open_swiss):
    codes = [client.delete(f"{URL}1/").status_code for client in (as_nobody, as_other, as_arbiter)]
    assert codes == [401, 404, 204]


def test_one_pairing(as_nobody, pairing):
    answer = as_nobody.get(f"/api/v1/pairings/{pairing.pk}/").json()

    reasons = answer.pop("reasons")
    assert answer == body(pairing, tournament="open", round=1)
    assert reasons[0] == {"code": "same-score", "detail": "Points of both: 0."}


def test_record_correct_and_clear_a_result(as_arbiter, pairing):
    url = f"/api/v1/pairings/{pairing.pk}/"

    recorded = as_arbiter.patch(url, {"result": "1-0", "version": 1})
    same = as_arbiter.patch(url, {"result": "2:0", "version": 2})
    corrected = as_arbiter.patch(url, {"result": "½-½", "version": 2, "reason": "misread"})
    cleared = as_arbiter.patch(url, {"result": None, "version": 3})

    kept = [
        (a.status_code, a.json()["result"], a.json()["version"]) for a in (recorded, same, corrected, cleared)
    ]
    assert kept == [(200, "1-0", 2), (200, "1-0", 2), (200, "1/2-1/2", 3), (200, None, 4)]
    assert list(Result.objects.values_list("code", "status", "reason")) == [
        ("1-0", "replaced", ""),
        ("1/2-1/2", "replaced", "misread"),
    ]


def test_a_stale_result_is_refused_with_what_stands_there(as_arbiter, pairing):
    url = f"/api/v1/pairings/{pairing.pk}/"
    as_arbiter.patch(url, {"result": "1-0", "version": 1})

    answer = as_arbiter.patch(url, {"result": "0-1", "version": 1})

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale",
        "detail": "Somebody changed this meanwhile. Look at what stands there now, then try again.",
        "given": 1,
        "current": {"result": "1-0", "version": 2},
    }


def test_an_unknown_code_is_refused_with_the_known_ones(as_arbiter, pairing):
    answer = as_arbiter.patch(f"/api/v1/pairings/{pairing.pk}/", {"result": "5-1", "version": 1})

    codes = ["1-0", "1/2-1/2", "0-1", "0-0", "+/-", "-/+", "-/-", "1/2+-1/2", "1/2-1/2+"]
    assert answer.status_code == 400
    assert answer.json() == {
        "code": "result-unknown",
        "detail": f"“5-1” is not a result. Write one of: {', '.join(codes)}.",
        "codes": codes,
    }


def test_a_result_needs_the_version(as_arbiter, pairing):
    answer = as_arbiter.patch(f"/api/v1/pairings/{pairing.pk}/", {"result": "1-0"})

    assert answer.status_code == 400
    assert answer.json() == {
        "code": "invalid",
        "detail": "version: This field is required.",
        "fields": {"version": ["This field is required."]},
    }


def test_results_three_persons(as_arbiter, as_other, as_nobody, pairing):
    url, sent = f"/api/v1/pairings/{pairing.pk}/", {"result": "1-0", "version": 1}
    codes = [client.patch(url, sent).status_code for client in (as_nobody, as_other, as_arbiter)]
    assert codes == [401, 404, 200]


def test_a_private_pairing_is_unknown_to_strangers(as_arbiter, as_other, as_nobody, open_swiss, pairing):
    open_swiss.is_public = False
    open_swiss.save()
    url = f"/api/v1/pairings/{pairing.pk}/"

    codes = [client.get(url).status_code for client in (as_arbiter, as_other, as_nobody)]

    assert codes == [200, 404, 404]
    assert as_other.patch(url, {"result": "1-0", "version": 1}).status_code == 404
