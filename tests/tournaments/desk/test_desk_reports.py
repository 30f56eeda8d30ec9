"""What players report, on the desk: one tap records it; codes; points by decision; adjudication."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import PointAdjustmentFactory, ResultReportFactory
from tests.tournaments.desk.conftest import pair, said, signed_in, with_players
from tournaments.models import Entry, Pairing, PointAdjustment, Result, ResultReport, Tournament
from tournaments.selectors.audit import audit_log, log_lines
from tournaments.services import results
from tournaments.services.reports import dismiss_reports, report_result
from tournaments.views.codes import table_token


@pytest.fixture
def tournament(arbiter):
    return with_players(arbiter, 6, players_report=True)


def reports_of(pairing, *codes):
    for entry, code in zip((pairing.white, pairing.black), codes, strict=False):
        ResultReportFactory(pairing=pairing, entry=entry, code=code)


def place(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


class TestPanel:
    @pytest.fixture
    def waiting(self, round_1):
        """An agreed one, a conflict, and one alone, by table."""
        for pairing, codes in zip(round_1, [("1-0", "1-0"), ("1-0", "0-1"), ("1/2-1/2",)], strict=True):
            reports_of(pairing, *codes)
        return round_1

    @pytest.mark.parametrize("page", ["desk", "desk-round"])
    def test_conflicts_come_first_on_both_pages(self, desk, tournament, waiting, page):
        answer = desk.get(place(page, tournament, *([1] if page == "desk-round" else [])))
        text = answer.content.decode()
        marks = ["they differ", "both agree", "one has reported"]
        assert sorted(marks, key=text.index) == marks
        assert "Confirm the one agreed" in text

    def test_one_tap_records_what_both_agree_on(self, desk, tournament, waiting):
        answer = desk.post(place("desk-reports-agreed", tournament), {"round": "1"}, follow=True)
        assert (answer.redirect_chain, said(answer)) == (
            [(place("desk-round", tournament, 1), 302)],
            ["1 result is recorded."],
        )
        assert list(Result.objects.values_list("pairing", "code", "source")) == [
            (waiting[0].pk, "1-0", "players")
        ]

    def test_one_tap_decides_a_conflict(self, desk, tournament, waiting):
        address = place("desk-report-accept", tournament, waiting[1].pk)
        answer = desk.post(address, {"game": 1, "code": "0-1", "version": 1})
        assert (answer.status_code, answer["Location"]) == (302, place("desk", tournament))
        assert Pairing.objects.get(pk=waiting[1].pk).result_code == "0-1"

    def test_a_result_entered_meanwhile_is_shown_beside_it(self, desk, arbiter, tournament, waiting):
        results.record_result(actor=arbiter, pairing=waiting[1], code="1/2-1/2")
        address = place("desk-report-accept", tournament, waiting[1].pk)
        answer = desk.post(address, {"game": 1, "code": "0-1", "version": 1})
        text = answer.content.decode()
        assert (answer.status_code, "Somebody was first." in text, "Keep ½–½" in text) == (409, True, True)
        assert Pairing.objects.get(pk=waiting[1].pk).result_code == "1/2-1/2"

    def test_what_is_not_reported_any_more_is_not_recorded(self, desk, tournament, waiting):
        address = place("desk-report-accept", tournament, waiting[2].pk)
        answer = desk.post(address, {"game": 1, "code": "1-0", "version": 1})
        assert (answer.status_code, Result.objects.count()) == (409, 0)

    def test_set_aside(self, desk, tournament, waiting):
        desk.post(place("desk-report-dismiss", tournament, waiting[1].pk), {"game": 1, "round": 1})
        assert set(waiting[1].reports.values_list("status", flat=True)) == {"dismissed"}

    def test_nothing_of_it_where_players_do_not_report(self, desk, tournament, waiting):
        Tournament.objects.update(players_report=False)
        assert "Reported by players" not in desk.get(place("desk", tournament)).content.decode()

    @pytest.mark.parametrize("players", [2, 6])
    def test_one_query_more_with_1_and_3_reports(self, desk, arbiter, django_assert_num_queries, players):
        other = with_players(arbiter, players, slug="other", players_report=True)
        for pairing in pair(arbiter, other):
            reports_of(pairing, "1-0", "0-1")
        with django_assert_num_queries(14):
            desk.get(place("desk", other))


class TestOpenPages:
    """An open page asks whether another screen has done something."""

    @pytest.fixture
    def state(self, desk, tournament):
        return lambda: desk.get(place("desk-changes", tournament)).json()["state"]

    def test_the_state_changes_with_results_and_reports(self, desk, arbiter, tournament, round_1, state):
        seen = [state()]
        page = desk.get(place("desk", tournament)).content.decode()
        assert (state(), f'data-state="{seen[0]}"' in page) == (seen[0], True)
        report_result(pairing=round_1[0], entry=round_1[0].white, code="1-0")
        seen.append(state())
        report_result(pairing=round_1[0], entry=round_1[0].white, code="0-1")
        seen.append(state())
        dismiss_reports(actor=arbiter, pairing=round_1[0], game=1)
        seen.append(state())
        results.record_result(actor=arbiter, pairing=round_1[1], code="1-0")
        seen.append(state())
        assert len(set(seen)) == 5

    @pytest.mark.parametrize(("reporting", "queries"), [(False, 4), (True, 5)])
    def test_it_costs_little(self, desk, tournament, django_assert_num_queries, reporting, queries):
        Tournament.objects.update(players_report=reporting)
        with django_assert_num_queries(queries):
            desk.get(place("desk-changes", tournament))


class TestCodes:
    def test_a_card_for_each_player_and_each_table(self, desk, tournament, round_1):
        players = desk.get(place("desk-codes", tournament))
        tables = desk.get(place("desk-table-codes", tournament, 1))
        keys = set(tournament.entries.values_list("private_key", flat=True))
        assert {link.split("/my/")[1].strip("/") for _entry, link in players.context["cards"]} == keys
        assert [link.rsplit("/", 2)[1] for _pairing, link in tables.context["cards"]] == [
            table_token(each) for each in round_1
        ]
        assert (players.content.decode().count("<svg"), tables.content.decode().count('class="qr"')) >= (6, 3)
        assert {each["Cache-Control"] for each in (players, tables)} == {"private, no-store"}

    def test_a_new_link_makes_the_old_one_nothing(self, desk, client, tournament):
        entry = tournament.entries.first()
        old = reverse("my", args=[entry.private_key])
        assert client.get(old).status_code == 200
        desk.post(place("desk-key-renew", tournament, entry.pk))
        assert client.get(old).status_code == 404
        assert client.get(reverse("my", args=[Entry.objects.get(pk=entry.pk).private_key])).status_code == 200


class TestDecisions:
    def decide(self, desk, tournament, **fields):
        entry = tournament.entries.first()
        data = {"points": "-1", "round_number": "1", "reason": "phone rang", **fields}
        return desk.post(place("desk-adjust", tournament, entry.pk), data)

    def test_a_penalty_counts_and_everybody_sees_why(self, desk, client, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0", "1-0")
        winner = tournament.rounds.get().pairings.get(table=1).white
        desk.post(
            place("desk-adjust", tournament, winner.pk),
            {"points": "-2", "round_number": "1", "reason": "phone rang"},
        )
        page = signed_in(None).get(place("tournament-standing", tournament, winner.number)).content.decode()
        assert ("Penalty: phone rang" in page, "−2" in page) == (True, True)
        table = client.get(place("tournament-standings", tournament)).content.decode()
        assert table.count("<tr") >= 6
        logged = tournament.audit_entries.get(action="add-adjustment")
        assert (logged.after, logged.reason) == ({"round": 1, "points": "−2"}, "phone rang")

    def test_halves_where_a_point_has_two(self, desk, tournament):
        refused = self.decide(desk, tournament, points="-0.5")
        assert (refused.status_code, refused.context["adjustment_form"]["points"].value()) == (400, "-0.5")
        Tournament.objects.update(scoring="1-0.5-0")
        assert self.decide(desk, tournament, points="-0.5").status_code == 302
        assert PointAdjustment.objects.get().points == -1

    @pytest.mark.parametrize(
        "fields",
        [{"reason": " "}, {"points": "0"}, {"round_number": "0"}, {"round_number": "9"}, {"points": "x"}],
    )
    def test_nothing_without_sense(self, desk, tournament, fields):
        assert (self.decide(desk, tournament, **fields).status_code, PointAdjustment.objects.count()) == (
            400,
            0,
        )

    def test_sent_twice_it_is_one(self, desk, tournament):
        for _ in range(2):
            self.decide(desk, tournament, idempotency_key="one-and-the-same")
        assert PointAdjustment.objects.count() == 1

    def test_taken_back_for_a_reason(self, desk, tournament):
        entry = tournament.entries.first()
        made = PointAdjustmentFactory(entry=entry)
        address = place("desk-adjust-remove", tournament, entry.pk, made.pk)
        assert desk.post(address, {"reason": ""}).status_code == 400
        assert desk.post(address, {"reason": "appeal"}).status_code == 302
        assert (PointAdjustment.objects.count(), desk.post(address, {"reason": "x"}).status_code) == (0, 404)

    def test_not_after_the_end(self, desk, tournament):
        Tournament.objects.update(status="finished")
        assert (self.decide(desk, tournament).status_code, PointAdjustment.objects.count()) == (409, 0)


class TestAdjudication:
    def test_with_a_reason_it_is_shown_to_everybody(self, desk, tournament, round_1):
        address = place("desk-result", tournament, 1, round_1[0].pk)
        sent = {"version": 1, "code": "1-0", "adjudicated": "on"}
        refused = desk.post(address, sent)
        assert (refused.status_code, 'name="adjudicated" checked' in refused.content.decode()) == (400, True)
        assert desk.post(address, {**sent, "reason": "hall closes"}).status_code == 302
        assert "adjudicated: hall closes" in desk.get(place("desk-round", tournament, 1)).content.decode()
        public = signed_in(None).get(place("tournament-round", tournament, 1)).content.decode()
        assert 'title="hall closes">adjudicated' in public

    def test_the_same_button_again_leaves_it(self, desk, arbiter, tournament, round_1):
        results.record_result(
            actor=arbiter, pairing=round_1[0], code="1-0", adjudicated=True, reason="hall closes"
        )
        desk.post(place("desk-result", tournament, 1, round_1[0].pk), {"version": 2, "code": "1-0"})
        assert Result.objects.get().is_adjudicated is True


ADDRESSES = [
    ("get", "desk-codes", []),
    ("get", "desk-changes", []),
    ("get", "desk-table-codes", [1]),
    ("post", "desk-reports-agreed", []),
    ("post", "desk-report-accept", ["pairing"]),
    ("post", "desk-report-dismiss", ["pairing"]),
    ("post", "desk-key-renew", ["entry"]),
    ("post", "desk-adjust", ["entry"]),
    ("post", "desk-adjust-remove", ["entry", "decision"]),
]


@pytest.mark.parametrize(("method", "name", "args"), ADDRESSES)
def test_only_the_arbiter_of_the_tournament(
    other_user, arbiter, desk, tournament, round_1, method, name, args
):
    pairing = round_1[0]
    reports_of(pairing, "1-0", "1-0")
    decision = PointAdjustmentFactory(entry=pairing.white)
    real = {"pairing": pairing.pk, "entry": pairing.white_id, "decision": decision.pk}
    data = {"game": 1, "code": "1-0", "version": 1, "points": 1, "round_number": 1, "reason": "x"}
    address = place(name, tournament, *(real.get(each, each) for each in args))

    def ask(client):
        return getattr(client, method)(address, data if method == "post" else {}).status_code

    assert (ask(signed_in(other_user)), ask(signed_in(None))) == (404, 302)
    elsewhere = with_players(arbiter, 2, slug="elsewhere")
    foreign = getattr(desk, method)(address.replace(tournament.slug, elsewhere.slug, 1), data)
    untouched = (
        Result.objects.count(),
        ResultReport.objects.filter(status="open").count(),
        PointAdjustment.objects.count(),
        Entry.objects.get(pk=pairing.white_id).private_key,
    )
    assert untouched == (0, 2, 1, pairing.white.private_key)
    assert foreign.status_code in (200, 302, 404, 409)
    Tournament.objects.update(is_public=False)
    assert (ask(signed_in(other_user)), ask(signed_in(None))) == (404, 404)
    assert ask(desk) in (200, 302)


def test_the_log_says_it_in_words(desk, arbiter, tournament, round_1):
    report_result(pairing=round_1[0], entry=round_1[0].white, code="1-0")
    dismiss_reports(actor=arbiter, pairing=round_1[0], game=1)
    results.record_result(actor=arbiter, pairing=round_1[0], code="0-1", adjudicated=True, reason="late")
    assert desk.get(place("desk-log", tournament)).status_code == 200
    with translation.override("en"):
        lines = log_lines(audit_log(tournament)[:3])
        told = [(str(line.action), [(each.label, each.after) for each in line.changes]) for line in lines]
    assert told == [
        ("Adjudicated a game", [("", "Black won")]),
        ("Dismissed players' reports", [("", "—")]),
        ("A player reported a result", [("result", "White won"), ("reported by", str(round_1[0].white))]),
    ]
