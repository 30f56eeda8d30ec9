"""Drafts, states, adjourned games: what each service writes and what it refuses."""

import datetime

import pytest
from django.db import connection

from tests.concurrency import run_together
from tests.factories import EntryFactory, GameFactory, ResultReportFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, InputError, PairingError, StaleError
from tournaments.models import AuditEntry, Pairing, Round
from tournaments.selectors.standings import standings_table
from tournaments.services import hand_rounds, lifecycle, registration, results, round_drafts, rounds
from tournaments.services import round_states as states
from tournaments.services.hand_plans import DoubtfulPairing, HandPair

pytestmark = pytest.mark.django_db


def event(arbiter, players=4, **fields):
    values = {"planned_rounds": 5, "initial_colour": "white", "tiebreaks": ["buchholz"], **fields}
    tournament = TournamentFactory(arbiters=[arbiter], **values)
    for number in range(players):
        EntryFactory(tournament=tournament, rating=2000 - 100 * number)
    return tournament


@pytest.fixture
def tournament(arbiter):
    return event(arbiter)


def pair(arbiter, tournament, **more):
    return rounds.pair_next_round(actor=arbiter, tournament=tournament, **more)


def play(arbiter, this, code="1-0", but=()):
    for pairing in this.pairings.filter(black__isnull=False).order_by("table"):
        if pairing.table not in but:
            results.record_result(actor=arbiter, pairing=pairing, code=code)


def refusal(work, kind=ConflictError):
    with pytest.raises(kind) as caught:
        work()
    return caught.value.code


def status(this):
    this.refresh_from_db()
    return this.status


def who(this):
    rows = this.pairings.order_by("table")
    return [(each.white.number, each.black.number if each.black else None) for each in rows]


def at_tables(this):
    """Who plays: neither the bye nor who is absent."""
    return {number for two in who(this) if two[1] is not None for number in two}


class TestDraft:
    def test_it_counts_nowhere_until_it_is_published(self, arbiter, tournament):
        play(arbiter, pair(arbiter, tournament))
        before = [(line.row.number, line.points) for line in standings_table(tournament).lines]
        draft = pair(arbiter, tournament, draft=True)
        assert (draft.number, draft.status) == (2, "draft")
        assert [(line.row.number, line.points) for line in standings_table(tournament).lines] == before
        assert status(tournament.rounds.get(number=1)) == "playing"
        round_drafts.publish_draft(actor=arbiter, tournament=tournament, number=2)
        assert (status(draft), status(tournament.rounds.get(number=1))) == ("published", "closed")
        assert "present" not in draft.options
        log = AuditEntry.objects.filter(subject="2").order_by("pk").values_list("action", flat=True)
        assert list(log) == ["draft-round", "publish-round"]

    def test_the_tournament_does_not_run_for_the_draft_of_round_1(self, arbiter, tournament):
        pair(arbiter, tournament, draft=True)
        tournament.refresh_from_db()
        assert tournament.status == "setup"
        round_drafts.publish_draft(actor=arbiter, tournament=tournament, number=1)
        tournament.refresh_from_db()
        assert tournament.status == "running"

    def test_nothing_rests_on_it(self, arbiter, tournament):
        draft = pair(arbiter, tournament, draft=True)
        assert refusal(lambda: pair(arbiter, tournament)) == "draft-exists"
        assert refusal(lambda: pair(arbiter, tournament, expected_number=2)) == "draft-exists"
        pairing = draft.pairings.get(table=1)
        record = {"actor": arbiter, "pairing": pairing, "code": "1-0"}
        assert refusal(lambda: results.record_result(**record)) == "round-is-draft"
        adjourn = {"actor": arbiter, "pairing": pairing, "adjourned": True}
        assert refusal(lambda: states.set_adjourned(**adjourn)) == "round-is-draft"
        for service in (states.start_round, states.close_round, states.reopen_round):
            assert refusal(lambda do=service: do(actor=arbiter, tournament=tournament, number=1)) == (
                "round-is-draft"
            )
        finish = {"actor": arbiter, "tournament": tournament}
        assert refusal(lambda: lifecycle.finish_tournament(**finish)) == "draft-exists"
        assert (draft.pairings.count(), status(draft)) == (2, "draft")

    def test_paired_anew_it_knows_who_came_and_who_left(self, arbiter, tournament):
        draft = pair(arbiter, tournament, draft=True)
        states.set_starts_at(
            actor=arbiter,
            tournament=tournament,
            number=1,
            starts_at=datetime.datetime(2026, 3, 7, 9, tzinfo=datetime.UTC),
        )
        registration.withdraw_entry(actor=arbiter, entry=tournament.entries.get(number=4))
        late = registration.add_entry(actor=arbiter, tournament=tournament, name="Nový Petr")
        assert late.joined_round == 1
        publish = {"actor": arbiter, "tournament": tournament, "number": 1}
        assert refusal(lambda: round_drafts.publish_draft(**publish)) == "draft-outdated"
        anew = round_drafts.repair_draft(**publish)
        assert (anew.status, anew.starts_at.hour, anew.pk != draft.pk) == ("draft", 9, True)
        sitting = set(anew.pairings.filter(black__isnull=False).values_list("white", "black"))
        assert late.pk in {each for two in sitting for each in two}
        entry = AuditEntry.objects.get(action="repair-round")
        assert len(entry.before["pairings"]) == len(entry.after["pairings"]) - 1 == 2
        round_drafts.publish_draft(**publish)
        assert refusal(lambda: round_drafts.repair_draft(**publish)) == "not-a-draft"
        assert refusal(lambda: round_drafts.publish_draft(**publish)) == "not-a-draft"

    def test_a_pairing_that_fails_leaves_the_draft(self, arbiter):
        tournament = event(arbiter, 2)
        draft = pair(arbiter, tournament, draft=True)
        registration.withdraw_entry(actor=arbiter, entry=tournament.entries.get(number=2))
        again = {"actor": arbiter, "tournament": tournament, "number": 1}
        assert refusal(lambda: round_drafts.repair_draft(**again), PairingError) == "too-few-present"
        assert (Round.objects.get().pk, draft.pairings.count()) == (draft.pk, 1)

    def test_a_stale_page_publishes_nothing(self, arbiter, tournament):
        draft = pair(arbiter, tournament, draft=True)
        old = tournament.version
        stale = {"actor": arbiter, "tournament": tournament, "number": 1, "version": old}
        assert refusal(lambda: round_drafts.publish_draft(**stale), StaleError) == "stale"
        assert refusal(lambda: round_drafts.repair_draft(**stale), StaleError) == "stale"
        assert status(draft) == "draft"

    def test_by_hand_it_is_edited_with_warnings_and_says_so(self, arbiter, tournament):
        play(arbiter, pair(arbiter, tournament))
        draft = pair(arbiter, tournament, draft=True)
        entries = {entry.number: entry for entry in tournament.entries.all()}
        again = [HandPair(entries[1], entries[3]), HandPair(entries[4], entries[2])]
        edit = {"actor": arbiter, "tournament": tournament, "number": 2, "pairs": again}
        with pytest.raises(DoubtfulPairing) as caught:
            hand_rounds.edit_round_by_hand(**edit)
        assert "met-before" in {each.code for each in caught.value.warnings}
        hand_rounds.edit_round_by_hand(**edit, confirm=True)
        assert (status(draft), draft.source, who(draft)) == ("draft", "hand", [(1, 3), (4, 2)])
        assert draft.notes[0]["code"] == "edited-by-hand"
        himself = [HandPair(entries[1], entries[1]), HandPair(entries[4], entries[2])]
        edit |= {"pairs": himself, "confirm": True}
        assert refusal(lambda: hand_rounds.edit_round_by_hand(**edit), InputError) == "hand-against-himself"
        round_drafts.publish_draft(actor=arbiter, tournament=tournament, number=2)

    def test_by_hand_from_the_start(self, arbiter, tournament):
        entries = list(tournament.entries.order_by("pk"))
        pairs = [HandPair(entries[0], entries[1]), HandPair(entries[2], entries[3])]
        make = {"actor": arbiter, "tournament": tournament, "confirm": True, "draft": True}
        this = hand_rounds.pair_round_by_hand(**make, pairs=pairs)
        assert (this.status, this.source) == ("draft", "hand")
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
        played = [HandPair(entries[0], entries[1], "1-0"), HandPair(entries[2], entries[3], "1-0")]
        by_hand = hand_rounds.pair_round_by_hand
        assert refusal(lambda: by_hand(**make, pairs=played), InputError) == "draft-with-results"

    def test_deleted_it_stands_in_the_log(self, arbiter, tournament):
        pair(arbiter, tournament, draft=True)
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1, reason="rain")
        entry = AuditEntry.objects.get(action="undo-round")
        assert (entry.before["status"], len(entry.before["pairings"]), entry.reason) == ("draft", 2, "rain")
        assert (Round.objects.count(), tournament.entries.filter(number=None).count()) == (0, 4)


class TestTakenBack:
    def test_a_round_without_anything_recorded(self, arbiter, tournament):
        this = pair(arbiter, tournament)
        late = registration.add_entry(actor=arbiter, tournament=tournament, name="Nový Petr")
        assert late.joined_round == 2
        back = {"actor": arbiter, "tournament": tournament, "number": 1}
        round_drafts.unpublish_round(**back, reason="a mistake")
        tournament.refresh_from_db()
        late.refresh_from_db()
        assert (status(this), tournament.status, late.joined_round) == ("draft", "setup", 1)
        assert refusal(lambda: round_drafts.unpublish_round(**back)) == "already-a-draft"

    @pytest.mark.parametrize("what", ["result", "report", "game"])
    def test_not_with_something_recorded(self, arbiter, tournament, what):
        this = pair(arbiter, tournament)
        pairing = this.pairings.get(table=2)
        if what == "result":
            results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        elif what == "report":
            ResultReportFactory(pairing=pairing)
        else:
            GameFactory(pairing=pairing)
        with pytest.raises(ConflictError) as caught:
            round_drafts.unpublish_round(actor=arbiter, tournament=tournament, number=1)
        assert (caught.value.code, caught.value.params) == ("round-begun", {"tables": "1/2"})

    def test_only_the_last(self, arbiter, tournament):
        play(arbiter, pair(arbiter, tournament))
        pair(arbiter, tournament)
        back = {"actor": arbiter, "tournament": tournament, "number": 1}
        assert refusal(lambda: round_drafts.unpublish_round(**back)) == "not-the-last-round-to-unpublish"


class TestStates:
    def test_started_by_hand_or_by_the_first_result(self, arbiter, tournament):
        this = pair(arbiter, tournament)
        assert this.status == "published"
        states.start_round(actor=arbiter, tournament=tournament, number=1)
        states.start_round(actor=arbiter, tournament=tournament, number=1)
        assert (status(this), AuditEntry.objects.filter(action="start-round").count()) == ("playing", 1)
        play(arbiter, this)
        following = pair(arbiter, tournament)
        assert status(this) == "closed"
        results.record_result(actor=arbiter, pairing=following.pairings.get(table=1), code="0-1")
        assert status(following) == "playing"

    def test_closed_when_complete_and_opened_again(self, arbiter, tournament):
        this = pair(arbiter, tournament)
        play(arbiter, this, but=(2,))
        of = {"actor": arbiter, "tournament": tournament, "number": 1}
        with pytest.raises(ConflictError) as caught:
            states.close_round(**of)
        assert (caught.value.code, caught.value.params) == ("results-missing-to-close", {"tables": "1/2"})
        play(arbiter, this)
        states.close_round(**of)
        states.close_round(**of)
        assert status(this) == "closed"
        assert refusal(lambda: states.start_round(**of)) == "round-closed"
        states.reopen_round(**of, reason="protest")
        entry = AuditEntry.objects.get(action="reopen-round")
        assert (status(this), entry.before, entry.reason) == ("playing", {"state": "closed"}, "protest")

    def test_a_correction_in_a_closed_round_says_why(self, arbiter, tournament):
        this = pair(arbiter, tournament)
        play(arbiter, this)
        pairing = this.pairings.get(table=1)
        results.record_result(actor=arbiter, pairing=pairing, code="0-1")
        states.close_round(actor=arbiter, tournament=tournament, number=1)
        correct = {"actor": arbiter, "pairing": pairing, "code": "1/2-1/2"}
        assert refusal(lambda: results.record_result(**correct), InputError) == "correction-without-reason"
        results.record_result(**correct, reason="misread slip")
        last = AuditEntry.objects.filter(action="record-result").latest("pk")
        assert (last.before, last.after, last.reason) == ("0-1", "1/2-1/2", "misread slip")

    def test_a_closed_round_is_not_changed_by_hand(self, arbiter, tournament):
        this = pair(arbiter, tournament)
        play(arbiter, this)
        states.close_round(actor=arbiter, tournament=tournament, number=1)
        entries = {entry.number: entry for entry in tournament.entries.all()}
        pairs = [HandPair(entries[1], entries[2]), HandPair(entries[3], entries[4])]
        edit = {"actor": arbiter, "tournament": tournament, "number": 1, "pairs": pairs}
        assert refusal(lambda: hand_rounds.edit_round_by_hand(**edit)) == "round-closed"

    def test_a_round_that_is_gone(self, arbiter, tournament):
        of = {"actor": arbiter, "tournament": tournament, "number": 1}
        assert refusal(lambda: states.start_round(**of)) == "round-gone"


class TestAdjourned:
    @pytest.fixture
    def waiting(self, arbiter, tournament):
        """Table 2 of round 1, adjourned; table 1 is won by White."""
        this = pair(arbiter, tournament)
        play(arbiter, this, but=(2,))
        return states.set_adjourned(actor=arbiter, pairing=this.pairings.get(table=2), adjourned=True)

    def test_the_next_round_is_paired_as_after_a_draw(self, arbiter, tournament, waiting):
        following = pair(arbiter, tournament)
        # As after 1-0 and a draw: 1 leads, 2 and 4 have a half, 3 nothing; 1 and 3 have met.
        drawn = event(arbiter)
        first = pair(arbiter, drawn)
        results.record_result(actor=arbiter, pairing=first.pairings.get(table=1), code="1-0")
        results.record_result(actor=arbiter, pairing=first.pairings.get(table=2), code="1/2-1/2")
        assert who(following) == who(pair(arbiter, drawn))
        note = next(each for each in following.notes if each["code"] == "adjourned-as-drawn")
        assert note["params"] == {"tables": "1/2"}

    def test_it_gives_nobody_points_until_it_is_finished(self, arbiter, tournament, waiting):
        following = pair(arbiter, tournament)
        pairings = who(following)

        def points():
            return {line.row.number: line.row.points for line in standings_table(tournament).lines}

        assert points() == {1: 2, 2: 0, 3: 0, 4: 0}
        results.record_result(actor=arbiter, pairing=waiting, code="0-1")
        assert (points(), who(following)) == ({1: 2, 2: 2, 3: 0, 4: 0}, pairings)

    def test_without_the_mark_it_is_missing(self, arbiter, tournament, waiting):
        waiting = states.set_adjourned(actor=arbiter, pairing=waiting, adjourned=False)
        with pytest.raises(ConflictError) as caught:
            pair(arbiter, tournament)
        assert (caught.value.code, caught.value.params) == ("results-missing", {"tables": "1/2"})
        log = AuditEntry.objects.filter(action__in=["adjourn-game", "resume-game"]).order_by("pk")
        assert [each.action for each in log] == ["adjourn-game", "resume-game"]

    def test_the_round_closes_and_the_end_is_refused(self, arbiter, tournament, waiting):
        states.close_round(actor=arbiter, tournament=tournament, number=1)
        finish = {"actor": arbiter, "tournament": tournament}
        assert refusal(lambda: lifecycle.finish_tournament(**finish)) == "results-missing-at-end"

    def test_a_finished_game_and_a_stale_page(self, arbiter, tournament, waiting):
        table_1 = tournament.rounds.get().pairings.get(table=1)
        of = {"actor": arbiter, "adjourned": True}
        assert refusal(lambda: states.set_adjourned(**of, pairing=table_1)) == "adjourned-finished"
        stale = {"actor": arbiter, "pairing": waiting, "adjourned": False, "version": 1}
        assert refusal(lambda: states.set_adjourned(**stale), StaleError) == "stale"
        bye = pair(arbiter, event(arbiter, 3)).pairings.get(black=None)
        assert refusal(lambda: states.set_adjourned(**of, pairing=bye)) == "adjourned-finished"

    def test_a_knockout_waits_for_it(self, arbiter):
        tournament = event(arbiter, pairing_system="knockout", planned_rounds=None)
        this = pair(arbiter, tournament)
        play(arbiter, this, but=(2,))
        states.set_adjourned(actor=arbiter, pairing=this.pairings.get(table=2), adjourned=True)
        assert refusal(lambda: pair(arbiter, tournament)) == "results-missing"


class TestWhoIsThere:
    def test_everybody_absent_stores_no_round(self, arbiter, tournament):
        for entry in tournament.entries.all():
            registration.request_bye(actor=arbiter, entry=entry, round_number=1)
        for draft in (False, True):
            again = {"arbiter": arbiter, "tournament": tournament, "draft": draft}
            assert refusal(lambda more=again: pair(**more), PairingError) == "too-few-present"
        assert (Round.objects.count(), Pairing.objects.count()) == (0, 0)

    def test_seven_players_one_leaves_and_comes_back(self, arbiter):
        tournament = event(arbiter, 7)
        for _ in range(2):
            play(arbiter, pair(arbiter, tournament))
        earlier = [who(this) for this in tournament.rounds.order_by("number")]
        gone = tournament.entries.get(number=5)
        registration.withdraw_entry(actor=arbiter, entry=gone)
        third = pair(arbiter, tournament)
        assert third.pairings.filter(black__isnull=False).count() == 3
        assert gone.number not in at_tables(third)
        assert [who(this) for this in tournament.rounds.order_by("number")][:2] == earlier
        play(arbiter, third)
        play(arbiter, pair(arbiter, tournament))
        registration.return_entry(actor=arbiter, entry=gone)
        fifth = pair(arbiter, tournament)
        assert gone.number in at_tables(fifth)

    def test_leaving_and_coming_back_earns_no_second_bye(self, arbiter):
        tournament = event(arbiter, 5)
        this = pair(arbiter, tournament)
        had = this.pairings.get(black=None).white
        play(arbiter, this)
        registration.withdraw_entry(actor=arbiter, entry=had)
        play(arbiter, pair(arbiter, tournament))
        registration.return_entry(actor=arbiter, entry=had)
        for _ in range(2):
            this = pair(arbiter, tournament)
            assert this.pairings.get(black=None).white_id != had.pk
            play(arbiter, this)


@pytest.mark.django_db(transaction=True)
class TestTogether:
    @pytest.mark.parametrize("times", [2, 4])
    @pytest.mark.parametrize("draft", [False, True])
    def test_one_round_however_many_pair(self, arbiter, tournament, times, draft):
        done = run_together(lambda: pair(arbiter, tournament, draft=draft), times)
        assert (Round.objects.count(), Pairing.objects.count()) == (1, 2)
        assert sum(isinstance(each, Round) for each in done) == 1
        assert sum(isinstance(each, ConflictError) for each in done) == times - 1

    def test_one_publishes(self, arbiter, tournament):
        pair(arbiter, tournament, draft=True)
        of = {"actor": arbiter, "tournament": tournament, "number": 1}
        done = run_together(lambda: round_drafts.publish_draft(**of), 4)
        codes = sorted(each.code if isinstance(each, ConflictError) else "" for each in done)
        assert codes == ["", "not-a-draft", "not-a-draft", "not-a-draft"]

    def test_of_those_who_saw_the_same_draft_one_pairs_it_anew(self, arbiter, tournament):
        pair(arbiter, tournament, draft=True)
        tournament.refresh_from_db()
        of = {"actor": arbiter, "tournament": tournament, "number": 1, "version": tournament.version}
        done = run_together(lambda: round_drafts.repair_draft(**of), 2)
        assert sum(isinstance(each, StaleError) for each in done) == 1
        assert (Round.objects.count(), Pairing.objects.count()) == (1, 2)
        assert connection.in_atomic_block is False


def test_a_finished_tournament_has_no_round_that_is_being_played(arbiter, tournament):
    for _round in range(2):
        play(arbiter, pair(arbiter, tournament))

    def found():
        return list(tournament.rounds.order_by("number").values_list("status", flat=True))

    assert found() == ["closed", "playing"]
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert found() == ["closed", "closed"]
    lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason="a slip was misread")
    assert found() == ["closed", "playing"]
