"""Rounds by hand, games of two-game rounds and prohibited pairings over the API."""

import pytest

from tests.factories import EntryFactory
from tournaments.models import AuditEntry, Pairing, ProhibitedPairing, Round
from tournaments.services import results

URL = "/api/v1/tournaments/open/rounds/"
PROHIBITED = "/api/v1/tournaments/open/prohibited-pairings/"


@pytest.fixture
def played(arbiter, open_swiss):
    """Round 1 with its results."""
    for pairing in Pairing.objects.filter(round__tournament=open_swiss):
        results.record_result(actor=arbiter, pairing=pairing, code="1/2-1/2")
    open_swiss.refresh_from_db()
    return open_swiss


@pytest.fixture
def ids(open_swiss):
    return dict(open_swiss.entries.values_list("number", "pk"))


def given(ids, *pairs):
    return [{"white": ids[white], "black": ids[black]} for white, black in pairs]


def drawn(answer):
    return [(each["white"]["number"], each["black"]["number"]) for each in answer.json()["pairings"]]


class TestPairByHand:
    def test_unusual_pairings_are_asked_back_and_confirmed(self, as_arbiter, played, ids):
        pairs = given(ids, (1, 3), (2, 4))
        asked = as_arbiter.post(URL, {"number": 2, "pairings": pairs})
        assert (asked.status_code, asked.json()["code"]) == (409, "pairing-doubtful")
        codes = [each["code"] for each in asked.json()["warnings"]]
        assert codes[:1] == ["met-before"]
        assert (
            asked.json()["warnings"][0]["detail"] == "1 Adam Jan and 3 Cap Jan have met already, in round 1."
        )
        done = as_arbiter.post(URL, {"number": 2, "pairings": pairs, "confirm": True, "reason": "agreed"})
        assert (done.status_code, drawn(done), done.json()["source"]) == (201, [(1, 3), (2, 4)], "hand")
        assert [each["code"] for each in done.json()["notes"]][-1] == "by-hand-why"

    def test_somebody_left_out(self, as_arbiter, played, ids):
        answer = as_arbiter.post(URL, {"pairings": given(ids, (1, 2)), "confirm": True})
        assert (answer.status_code, answer.json()["code"]) == (400, "hand-left-out")

    def test_an_entry_of_nowhere(self, as_arbiter, played, ids):
        stranger = EntryFactory().pk
        answer = as_arbiter.post(URL, {"pairings": [{"white": stranger, "black": ids[2]}]})
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["pairings.0.white"])

    def test_with_results_it_is_an_imported_round(self, as_arbiter, played, ids):
        pairs = [
            {"white": ids[1], "black": ids[2], "result": "1-0"},
            {"white": ids[3], "black": ids[4], "result": "0-1"},
        ]
        answer = as_arbiter.post(URL, {"pairings": pairs, "confirm": True})
        assert (answer.status_code, answer.json()["source"]) == (201, "import")
        assert [each["result"] for each in answer.json()["pairings"]] == ["1-0", "0-1"]

    @pytest.mark.parametrize(("who", "status"), [("as_other", 404), ("as_nobody", 401)])
    def test_only_the_arbiter(self, request, played, ids, who, status):
        client = request.getfixturevalue(who)
        posted = client.post(URL, {"pairings": given(ids, (1, 3), (2, 4)), "confirm": True})
        put = client.put(f"{URL}1/pairings/", {"pairings": given(ids, (1, 2), (3, 4))})
        assert (posted.status_code, put.status_code, Round.objects.count()) == (status, status, 1)


class TestEdit:
    def test_the_last_round_anew(self, as_arbiter, open_swiss, ids):
        body = {"pairings": given(ids, (1, 2), (3, 4)), "confirm": True, "version": open_swiss.version}
        answer = as_arbiter.put(f"{URL}1/pairings/", body)
        assert (answer.status_code, drawn(answer), answer.json()["source"]) == (200, [(1, 2), (3, 4)], "hand")

    def test_an_older_version(self, as_arbiter, open_swiss, ids):
        body = {"pairings": given(ids, (1, 2), (3, 4)), "confirm": True, "version": open_swiss.version - 1}
        answer = as_arbiter.put(f"{URL}1/pairings/", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")

    def test_a_recorded_result_stays(self, as_arbiter, played, ids):
        body = {"pairings": given(ids, (1, 2), (3, 4)), "confirm": True}
        answer = as_arbiter.put(f"{URL}1/pairings/", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "pairing-played")

    def test_no_such_round(self, as_arbiter, open_swiss, ids):
        assert as_arbiter.put(f"{URL}7/pairings/", {"pairings": given(ids, (1, 2))}).status_code == 404


class TestTwoGames:
    @pytest.fixture
    def pairing(self, open_swiss):
        open_swiss.rounds.update(games=2)
        return Pairing.objects.get(round__tournament=open_swiss, table=1)

    def test_each_game_by_its_number(self, as_arbiter, pairing):
        url = f"/api/v1/pairings/{pairing.pk}/"
        as_arbiter.patch(url, {"result": "1-0", "version": 1})
        answer = as_arbiter.patch(url, {"result": "1/2-1/2", "game": 2, "version": 2})
        found = answer.json()
        assert (found["result"], found["second_result"], found["play_off"]) == ("1-0", "1/2-1/2", [])
        cleared = as_arbiter.patch(url, {"result": None, "game": 1, "version": 3}).json()
        assert (cleared["result"], cleared["second_result"]) == (None, "1/2-1/2")

    def test_a_stale_one_is_told_what_stands_there(self, as_arbiter, pairing):
        url = f"/api/v1/pairings/{pairing.pk}/"
        as_arbiter.patch(url, {"result": "0-1", "game": 2, "version": 1})
        answer = as_arbiter.patch(url, {"result": "1-0", "game": 2, "version": 1})
        assert (answer.status_code, answer.json()["current"]) == (409, {"result": "0-1", "version": 2})

    def test_no_third_game_without_a_play_off(self, as_arbiter, pairing):
        answer = as_arbiter.patch(
            f"/api/v1/pairings/{pairing.pk}/", {"result": "1-0", "game": 3, "version": 1}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "game-unknown")


class TestProhibited:
    def test_made_once_listed_and_taken_back(self, as_arbiter, open_swiss, ids):
        made = as_arbiter.post(PROHIBITED, {"first": ids[2], "second": ids[1], "reason": "brothers"})
        again = as_arbiter.post(PROHIBITED, {"first": ids[1], "second": ids[2]})
        assert (made.status_code, again.json()) == (201, made.json())
        assert [made.json()[each]["entry"] for each in ("first", "second")] == sorted([ids[1], ids[2]])
        assert as_arbiter.get(PROHIBITED).json() == [made.json()]
        gone = as_arbiter.delete(f"{PROHIBITED}{made.json()['id']}/")
        assert (gone.status_code, as_arbiter.get(PROHIBITED).json()) == (204, [])
        assert list(
            AuditEntry.objects.filter(action__endswith="-pairing")
            .order_by("pk")
            .values_list("action", "reason")
        ) == [("prohibit-pairing", "brothers"), ("allow-pairing", "")]

    def test_of_one_player_or_of_nobody_here(self, as_arbiter, open_swiss, ids):
        same = as_arbiter.post(PROHIBITED, {"first": ids[1], "second": ids[1]})
        other = as_arbiter.post(PROHIBITED, {"first": ids[1], "second": EntryFactory().pk})
        assert (same.status_code, same.json()["code"]) == (400, "prohibition-of-one")
        assert (other.status_code, list(other.json()["fields"])) == (400, ["second"])

    @pytest.mark.parametrize(("who", "status"), [("as_other", 404), ("as_nobody", 401)])
    def test_only_the_arbiter(self, request, open_swiss, ids, who, status):
        client = request.getfixturevalue(who)
        first, second = sorted([ids[1], ids[2]])
        row = ProhibitedPairing.objects.create(tournament=open_swiss, first_id=first, second_id=second)
        posted = client.post(PROHIBITED, {"first": ids[3], "second": ids[4]})
        found = [client.get(PROHIBITED), posted, client.delete(f"{PROHIBITED}{row.pk}/")]
        assert [each.status_code for each in found] == [status] * 3
        assert ProhibitedPairing.objects.count() == 1

    @pytest.mark.parametrize("rows", [1, 3])
    def test_the_query_count_with_1_and_3_rows(
        self, as_arbiter, open_swiss, ids, django_assert_num_queries, rows
    ):
        for other in (2, 3, 4)[:rows]:
            first, second = sorted([ids[1], ids[other]])
            ProhibitedPairing.objects.create(tournament=open_swiss, first_id=first, second_id=second)
        with django_assert_num_queries(3):
            assert len(as_arbiter.get(PROHIBITED).json()) == rows
