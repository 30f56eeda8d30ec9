"""Reports of players, adjudications and points by decision over the API."""

import pytest

from tests.api.conftest import client_of
from tests.factories import UserFactory
from tournaments.models import Pairing, PointAdjustment, Result, ResultReport, Tournament
from tournaments.services.reports import report_result

REPORTS = "/api/v1/tournaments/open/reports/"


@pytest.fixture
def pairing(open_swiss):
    """1-3 at table 1, in a tournament whose players report."""
    Tournament.objects.update(players_report=True)
    return Pairing.objects.select_related("round__tournament", "white__player", "black").get(table=1)


@pytest.fixture
def as_white(pairing):
    pairing.white.player.user = UserFactory(username="white")
    pairing.white.player.save()
    return client_of(pairing.white.player.user)


def of(pairing, more=""):
    return f"/api/v1/pairings/{pairing.pk}/reports/{more}"


class TestReports:
    def test_only_a_player_reports_and_it_only_waits(
        self, as_white, as_other, as_nobody, as_arbiter, pairing
    ):
        clients = (as_nobody, as_other, as_arbiter, as_white)
        answers = [each.post(of(pairing), {"result": "1-0"}) for each in clients]
        assert [each.status_code for each in answers] == [401, 404, 403, 201]
        assert answers[3].json()["result"] == "1-0"
        assert (ResultReport.objects.count(), Result.objects.count()) == (1, 0)

    def test_switched_off_it_is_refused(self, as_white, pairing):
        Tournament.objects.update(players_report=False)
        answer = as_white.post(of(pairing), {"result": "1-0"})
        assert (answer.status_code, answer.json()["code"], ResultReport.objects.count()) == (
            409,
            "reports-off",
            0,
        )

    def test_no_forfeit(self, as_white, pairing):
        answer = as_white.post(of(pairing), {"result": "+/-"})
        assert (answer.status_code, answer.json()["code"]) == (400, "report-code")

    def test_the_arbiter_sees_what_waits(self, as_arbiter, as_other, as_nobody, pairing):
        report_result(pairing=pairing, entry=pairing.white, code="1-0")
        report_result(pairing=pairing, entry=pairing.black, code="0-1")
        found = as_arbiter.get(REPORTS).json()
        assert [(each["pairing"], each["state"]) for each in found] == [(pairing.pk, "conflict")]
        assert [(each["entry"], each["result"]) for each in found[0]["reports"]] == [
            (pairing.white_id, "1-0"),
            (pairing.black_id, "0-1"),
        ]
        assert [each.get(REPORTS).status_code for each in (as_other, as_nobody)] == [404, 401]
        Tournament.objects.update(is_public=False)
        assert [each.get(REPORTS).status_code for each in (as_other, as_nobody)] == [404, 404]

    def test_accepted_by_an_arbiter_once(self, as_arbiter, as_other, as_nobody, pairing):
        report_result(pairing=pairing, entry=pairing.white, code="1-0")
        given = {"result": "1-0", "version": 1}
        clients = (as_nobody, as_other, as_arbiter, as_arbiter)
        answers = [each.post(of(pairing, "accept/"), given) for each in clients]
        assert [each.status_code for each in answers] == [401, 404, 200, 409]
        assert answers[2].json()["result"] == "1-0"
        assert answers[3].json()["current"] == {"result": "1-0", "version": 2}

    def test_set_aside_by_an_arbiter(self, as_arbiter, as_other, as_nobody, pairing):
        report_result(pairing=pairing, entry=pairing.white, code="1-0")
        clients = (as_nobody, as_other, as_arbiter)
        answers = [each.post(of(pairing, "dismiss/"), {}) for each in clients]
        assert [each.status_code for each in answers] == [401, 404, 200]
        assert (answers[2].json()["id"], answers[2].json()["result"]) == (pairing.pk, None)
        assert as_arbiter.get(REPORTS).json() == []


def test_an_adjudication_needs_its_reason(as_arbiter, pairing):
    address = f"/api/v1/pairings/{pairing.pk}/"
    given = {"result": "1-0", "version": 1, "adjudicated": True}
    refused = as_arbiter.patch(address, given)
    assert (refused.status_code, refused.json()["code"]) == (400, "adjudicated-without-reason")
    assert as_arbiter.patch(address, {**given, "reason": "hall closes"}).status_code == 200
    assert Result.objects.get().is_adjudicated is True


class TestAdjustments:
    def test_an_arbiter_decides_and_everybody_reads(self, as_arbiter, as_other, as_nobody, pairing):
        address = f"/api/v1/tournaments/open/entries/{pairing.white_id}/adjustments/"
        given = {"round": 1, "points": -1, "reason": "late"}
        answers = [each.post(address, given).status_code for each in (as_nobody, as_other, as_arbiter)]
        made = PointAdjustment.objects.get()
        shown = [{"id": made.pk, "round": 1, "points": -1.0, "reason": "late"}]
        assert (answers, as_nobody.get(address).json()) == ([401, 404, 201], shown)
        table = as_nobody.get("/api/v1/tournaments/open/standings/").json()
        assert -1 in [line["points"] for line in table]
        one = f"{address}{made.pk}/"
        assert [each.delete(one, {"reason": "x"}).status_code for each in (as_nobody, as_other)] == [401, 404]
        assert as_arbiter.delete(one, {}).status_code == 400
        assert as_arbiter.delete(one, {"reason": "appeal"}).status_code == 204
        assert PointAdjustment.objects.count() == 0
