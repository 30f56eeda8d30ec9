"""Results as players report them: what waits, what is recorded, what is refused, and two at once."""

import pytest

from tests.concurrency import run_together
from tests.factories import EntryFactory, PairingFactory, ResultReportFactory, RoundFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Pairing, Result, ResultReport
from tournaments.selectors.reports import open_reports, reportable_codes
from tournaments.services import reports, results

pytestmark = pytest.mark.django_db


def make_pairing(**fields):
    tournament = TournamentFactory(players_report=True, status="running", **fields)
    made = PairingFactory(round=RoundFactory(tournament=tournament, games=tournament.games_per_round))
    return Pairing.objects.select_related("round__tournament", "white", "black").get(pk=made.pk)


@pytest.fixture
def pairing(db):
    return make_pairing()


def report(pairing, side="white", code="1-0", game=1):
    return reports.report_result(pairing=pairing, entry=getattr(pairing, side), code=code, game=game)


def states(pairing):
    return list(ResultReport.objects.filter(pairing=pairing).values_list("code", "status"))


def waiting(pairing):
    return [(each.state, each.codes) for each in open_reports(pairing.round.tournament)]


def refused(why, *args, **kwargs):
    with pytest.raises((ConflictError, InputError)) as error:
        report(*args, **kwargs)
    assert error.value.code == why


class TestReport:
    def test_it_waits_and_counts_for_nothing(self, pairing):
        report(pairing)
        assert waiting(pairing) == [("single", ("1-0",))]
        assert (Result.objects.count(), Pairing.objects.get().result_code) == (0, None)
        entry = AuditEntry.objects.get(action="report-result")
        assert (entry.actor, entry.after) == (None, {"result": "1-0", "reported_by": str(pairing.white)})

    def test_both_agree_or_differ(self, pairing):
        report(pairing)
        report(pairing, "black", "1-0")
        assert waiting(pairing) == [("agreed", ("1-0",))]
        report(pairing, "black", "0-1")
        assert waiting(pairing) == [("conflict", ("1-0", "0-1"))]

    def test_a_new_one_replaces_the_old(self, pairing):
        report(pairing)
        report(pairing, code="1/2-1/2")
        report(pairing, code="½-½")
        assert states(pairing) == [("1-0", "dismissed"), ("1/2-1/2", "open")]

    def test_conflicts_come_first_then_what_is_agreed(self, pairing):
        others = [PairingFactory(round=pairing.round) for _ in range(2)]
        report(pairing)
        for other, code in zip(others, ("1-0", "0-1"), strict=True):
            ResultReportFactory(pairing=other, code="1-0")
            ResultReportFactory(pairing=other, entry=other.black, code=code)
        found = open_reports(pairing.round.tournament)
        assert [(each.pairing, each.state) for each in found] == [
            (others[1], "conflict"),
            (others[0], "agreed"),
            (pairing, "single"),
        ]

    @pytest.mark.parametrize("rows", [1, 3])
    def test_one_query_for_all_of_them(self, django_assert_num_queries, pairing, rows):
        for _ in range(rows):
            ResultReportFactory(pairing=PairingFactory(round=pairing.round))
        with django_assert_num_queries(1):
            said = [
                f"{each.game.white} {each.reports[0].entry}"
                for each in open_reports(pairing.round.tournament)
            ]
        assert len(said) == rows


class TestRefused:
    def test_switched_off(self, pairing):
        pairing.round.tournament.players_report = False
        pairing.round.tournament.save()
        refused("reports-off", pairing)

    @pytest.mark.parametrize("status", ["draft", "closed"])
    def test_not_in_a_draft_nor_in_a_closed_round(self, pairing, status):
        pairing.round.status = status
        pairing.round.save()
        refused("report-round-closed", pairing)

    @pytest.mark.parametrize(
        ("status", "code"), [("setup", "report-round-closed"), ("finished", "tournament-finished")]
    )
    def test_only_while_the_tournament_runs(self, pairing, status, code):
        pairing.round.tournament.status = status
        pairing.round.tournament.save()
        refused(code, pairing)

    def test_nobody_elses_game(self, pairing):
        stranger = EntryFactory(tournament=pairing.round.tournament)
        with pytest.raises(ConflictError) as error:
            reports.report_result(pairing=pairing, entry=stranger, code="1-0")
        assert error.value.code == "report-not-yours"

    def test_a_bye_is_nobodys_report(self, pairing):
        bye = PairingFactory(round=pairing.round, black=None)
        refused("report-not-yours", bye)

    @pytest.mark.parametrize("code", ["+/-", "-/+", "-/-", "0-0", "1/2+-1/2"])
    def test_no_forfeits_no_decisions_no_unused_plus(self, pairing, code):
        refused("report-code", pairing, code=code)

    def test_no_byes_and_no_nonsense(self, pairing):
        refused("result-unknown", pairing, code="bye")
        refused("result-unknown", pairing, code="")

    def test_not_after_the_result(self, arbiter, pairing):
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        refused("report-recorded", pairing)

    @pytest.mark.parametrize("game", [0, 2, 13])
    def test_no_game_that_is_not_played(self, pairing, game):
        refused("report-no-game", pairing, game=game)


def test_plus_draws_are_reported_where_they_count():
    tournament = TournamentFactory(tiebreaks=["plus-draws"])
    assert reportable_codes(tournament) == ("1-0", "1/2-1/2", "0-1", "1/2+-1/2", "1/2-1/2+")
    assert reportable_codes(TournamentFactory()) == ("1-0", "1/2-1/2", "0-1")


class TestTwoGames:
    def test_each_game_has_its_reports(self, arbiter):
        pairing = make_pairing(games_per_round=2)
        report(pairing, "white", "1-0", game=1)
        report(pairing, "white", "0-1", game=2)
        report(pairing, "black", "0-1", game=2)
        assert waiting(pairing) == [("agreed", ("0-1",)), ("single", ("1-0",))]
        assert open_reports(pairing.round.tournament)[0].game.white == pairing.black
        assert reports.accept_agreed(actor=arbiter, tournament=pairing.round.tournament) == 1
        fresh = Pairing.objects.get()
        assert (fresh.result_code, fresh.second_code) == (None, "0-1")


class TestAccept:
    def test_it_is_recorded_and_nothing_waits(self, arbiter, pairing):
        report(pairing)
        report(pairing, "black", "0-1")
        fresh = reports.accept_report(actor=arbiter, pairing=pairing, game=1, code="0-1", version=1)
        result = Result.objects.get()
        assert (fresh.result_code, result.source, result.recorded_by) == ("0-1", "players", arbiter)
        assert states(pairing) == [("1-0", "dismissed"), ("0-1", "accepted")]

    def test_a_result_entered_meanwhile_stays(self, arbiter, pairing):
        report(pairing)
        results.record_result(actor=arbiter, pairing=pairing, code="0-1")
        with pytest.raises(StaleError):
            reports.accept_report(actor=arbiter, pairing=pairing, game=1, code="1-0", version=1)
        assert Pairing.objects.get().result_code == "0-1"

    def test_what_nobody_reports_any_more_is_not_recorded(self, arbiter, pairing):
        report(pairing)
        report(pairing, code="0-1")
        with pytest.raises(ConflictError) as error:
            reports.accept_report(actor=arbiter, pairing=pairing, game=1, code="1-0", version=1)
        assert (error.value.code, Result.objects.count()) == ("report-gone", 0)

    def test_all_agreed_at_once_and_nothing_else(self, arbiter, pairing):
        agreed = PairingFactory(round=pairing.round)
        for entry in (agreed.white, agreed.black):
            ResultReportFactory(pairing=agreed, entry=entry, code="1/2-1/2")
        report(pairing)
        assert reports.accept_agreed(actor=arbiter, tournament=pairing.round.tournament) == 1
        assert list(Result.objects.values_list("pairing", "code")) == [(agreed.pk, "1/2-1/2")]
        assert waiting(pairing) == [("single", ("1-0",))]

    def test_set_aside_they_may_be_reported_anew(self, arbiter, pairing):
        report(pairing)
        assert reports.dismiss_reports(actor=arbiter, pairing=pairing, game=1) == 1
        assert reports.dismiss_reports(actor=arbiter, pairing=pairing, game=1) == 0
        report(pairing)
        assert states(pairing) == [("1-0", "dismissed"), ("1-0", "open")]
        assert AuditEntry.objects.filter(action="dismiss-reports").count() == 1

    def test_the_arbiters_own_result_closes_them(self, arbiter, pairing):
        report(pairing)
        report(pairing, "black", "0-1")
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        assert states(pairing) == [("1-0", "accepted"), ("0-1", "dismissed")]


class TestAdjudication:
    def test_it_needs_a_reason_and_is_marked(self, arbiter, pairing):
        with pytest.raises(InputError) as error:
            results.record_result(actor=arbiter, pairing=pairing, code="1-0", adjudicated=True, reason=" ")
        assert error.value.code == "adjudicated-without-reason"
        results.record_result(
            actor=arbiter, pairing=pairing, code="1-0", adjudicated=True, reason="hall closes"
        )
        result = Result.objects.get()
        assert (result.code, result.is_adjudicated, result.reason) == ("1-0", True, "hall closes")
        entry = AuditEntry.objects.get(action="adjudicate-game")
        assert (entry.before, entry.after, entry.reason) == (None, "1-0", "hall closes")

    def test_it_needs_a_result(self, arbiter, pairing):
        with pytest.raises(InputError) as error:
            results.record_result(actor=arbiter, pairing=pairing, code="", adjudicated=True, reason="x")
        assert error.value.code == "adjudicated-without-result"

    def test_the_same_result_adjudicated_is_another_record(self, arbiter, pairing):
        for adjudicated in (False, True, True):
            results.record_result(
                actor=arbiter, pairing=pairing, code="1-0", adjudicated=adjudicated, reason="board"
            )
        assert list(Result.objects.values_list("status", "is_adjudicated")) == [
            ("replaced", False),
            ("confirmed", True),
        ]


def test_a_renewed_link_is_another_one(arbiter, pairing):
    before = pairing.white.private_key
    fresh = reports.renew_private_key(actor=arbiter, entry=pairing.white)
    logged = AuditEntry.objects.get(action="renew-link")
    assert fresh.private_key != before
    assert (fresh.private_key in str(logged.after), before in str(logged.before)) == (False, False)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestTogether:
    def test_both_players_at_once(self):
        pairing = make_pairing()
        sides = iter(["white", "black"])
        run_together(lambda: report(pairing, next(sides)))
        assert waiting(pairing) == [("agreed", ("1-0",))]

    def test_one_player_twice_at_once_makes_one_report(self):
        pairing = make_pairing()
        run_together(lambda: report(pairing), 4)
        assert states(pairing) == [("1-0", "open")]

    def test_accepted_twice_at_once_it_is_recorded_once(self, arbiter):
        pairing = make_pairing()
        report(pairing)
        answers = run_together(
            lambda: reports.accept_report(actor=arbiter, pairing=pairing, game=1, code="1-0", version=1)
        )
        assert sorted(type(each).__name__ for each in answers) == ["Pairing", "StaleError"]
        assert Result.objects.filter(status="confirmed").count() == 1

    def test_two_different_values_at_once_twenty_times_over(self, arbiter):
        for _ in range(20):
            pairing = make_pairing()
            report(pairing)
            report(pairing, "black", "0-1")
            codes = iter(["1-0", "0-1"])
            answers = run_together(
                lambda pairing=pairing, codes=codes: reports.accept_report(
                    actor=arbiter, pairing=pairing, game=1, code=next(codes), version=1
                )
            )
            assert sorted(type(each).__name__ for each in answers) == ["Pairing", "StaleError"]
            recorded = Result.objects.filter(pairing=pairing)
            won = next(each for each in answers if isinstance(each, Pairing))
            assert [each.code for each in recorded] == [won.result_code]
            assert sorted(status for _code, status in states(pairing)) == ["accepted", "dismissed"]
